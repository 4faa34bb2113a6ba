import { describe, expect, it } from "vitest";
import { en } from "../../../worker/i18n/en.ts";
import * as languages from "../../../worker/i18n/languages.ts";
import type { Plural, Texts } from "../../../worker/i18n/texts.ts";

/** Every text by its path. */
function leaves(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
}

const PLURALS = ["ahead", "perMinute"] as const satisfies readonly (keyof Texts["line"])[];
/** Texts in which one language may leave a value out that another names: the number stands above. */
const withoutPlurals = (texts: Texts) => leaves(texts).filter(([path]) => !PLURALS.some((name) => path.startsWith(`line.${name}.`)));
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
const english = new Map(withoutPlurals(en));
const all = Object.entries(languages);

describe.each(all)("%s", (name, texts) => {
  it("is named after its tag, which is canonical", () => {
    expect(name).toBe(texts.language.replace("-", ""));
    expect(Intl.getCanonicalLocales(texts.language)).toEqual([texts.language]);
    expect(Intl.NumberFormat.supportedLocalesOf(texts.language)).toEqual([texts.language]);
  });

  it("runs in its script's direction", () => {
    expect(texts.direction).toBe(/^(?:ar|fa|he|ur)\b/.test(texts.language) ? "rtl" : "ltr");
  });

  it("has the texts of English, no other, none empty, with the same places for values", () => {
    const own = withoutPlurals(texts);
    expect(own.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, text] of own) {
      expect(text.trim(), path).toBe(text);
      expect(text, path).not.toBe("");
      expect(places(text), path).toEqual(places(english.get(path) ?? ""));
    }
  });

  it("has every plural form that a whole number can ask for, and no other", () => {
    const rules = new Intl.PluralRules(texts.language);
    const numbers = [...Array.from({ length: 1100 }, (_, index) => index), 1_000_000, 2_000_000];
    const wanted = [...new Set(["other", ...numbers.map((number) => rules.select(number))])].toSorted();
    for (const key of PLURALS) {
      const forms: Plural = texts.line[key];
      expect(Object.keys(forms).toSorted(), key).toEqual(wanted);
      for (const [form, text] of Object.entries(forms)) expect(places(text), `${key}.${form}`).toEqual(key === "ahead" ? [] : ["{count}"]);
    }
  });
});

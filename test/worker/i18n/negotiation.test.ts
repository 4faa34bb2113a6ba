import { describe, expect, it } from "vitest";
import * as languages from "../../../worker/i18n/languages.ts";
import { textsFor } from "../../../worker/i18n/negotiation.ts";

const tags = Object.values(languages).map(({ language }) => language);
const has = (tag: string): boolean => tags.includes(tag);
const chosen = (header: string | null): string => textsFor(header).language;

describe("case 58: the visitor's language", () => {
  it.each(tags)("%s is chosen by its own tag, in any case", (tag) => {
    expect(chosen(tag)).toBe(tag);
    expect(chosen(`${tag.toUpperCase()};q=0.1`)).toBe(tag);
  });

  it.each([
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["zh", "zh-CN"],
    ["zh-Hans-SG", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["zh-Hant-HK", "zh-TW"],
    ["zh-HK", "zh-TW"],
    ["no", "nb"],
    ["nn-NO", "nb"],
    ["iw", "he"],
    ["iw-IL", "he"],
    ["fil-PH", "fil"],
    ["tl", "fil"],
    ["tl-PH", "fil"],
    ["in", "id"],
    ["de-AT", "de"],
    ["sr-Latn-RS", "sr"],
    ["es-419", "es"],
    ["en-GB-oxendict", "en"],
  ])("%s reads %s", (wish, tag) => {
    expect(chosen(wish)).toBe(has(tag) ? tag : "en");
  });

  it.each([
    ["", "en"],
    [null, "en"],
    ["xx, *;q=0.5", "en"],
    ["xx;q=1, en;q=0.2", "en"],
    ["constructor, __proto__, toString", "en"],
    ["en;q=abc", "en"],
    [`${"x".repeat(20_000)},en`, "en"],
    [",,;;q=,\u0000", "en"],
  ])("%j never fails", (header, tag) => {
    expect(chosen(header)).toBe(tag);
  });

  it("takes the higher quality first, of equal ones the first, and none that is refused", () => {
    const [first = "en", second = "en"] = tags;
    expect(chosen(`${first};q=0.4, ${second};q=0.8`)).toBe(second);
    expect(chosen(`${second}, ${first}`)).toBe(second);
    expect(chosen(`${second};q=0, ${first};q=0.1`)).toBe(first);
  });
});

import { describe, expect, it } from "vitest";
import { cs } from "../../../worker/i18n/cs.ts";
import { en } from "../../../worker/i18n/en.ts";
import * as languages from "../../../worker/i18n/languages.ts";
import { MAX_TEXT, MAX_TEXTS, overridesFault, withOverrides } from "../../../worker/i18n/overrides.ts";
import { sampleInput, sampleStatus } from "../../../worker/pages/preview.ts";
import { renderWaitingPage } from "../../../worker/pages/waiting-page.ts";

const WAITING = "line.phases.waiting.lead";

describe("texts said differently", () => {
  it("replace theirs in their own language, and no other text", () => {
    const overrides = { en: { [WAITING]: "Stay <b>with</b> us.", "line.ahead.one": "fan ahead" } };
    const texts = withOverrides(en, overrides);
    expect(texts.line.ahead).toEqual({ ...en.line.ahead, one: "fan ahead" });
    expect(texts.line.phases.next).toEqual(en.line.phases.next);
    expect(en.line.phases.waiting.lead).not.toContain("us");
    expect(withOverrides({ ...en, language: "de" }, overrides).line.phases.waiting).toEqual(en.line.phases.waiting);
    const { html } = renderWaitingPage(sampleInput(sampleStatus(), { texts }));
    expect(html).toContain(">Stay &lt;b&gt;with&lt;/b&gt; us.</p>");
    expect(html).not.toContain("<b>");
  });

  it("are put together once for each event and language", () => {
    const overrides = { en: { [WAITING]: "Stay." } };
    expect(withOverrides(en, overrides)).toBe(withOverrides(en, overrides));
    expect(withOverrides(en, null)).toBe(en);
  });

  it.each([
    ["texts.xx", { xx: {} }],
    ["texts.en.line.nothing", { en: { "line.nothing": "x" } }],
    ["texts.en.line.phases", { en: { "line.phases": "x" } }],
    ["texts.en.language", { en: { language: "de" } }],
    ["texts.en.line.__proto__.x", { en: { "line.__proto__.x": "x" } }],
    [`texts.en.${WAITING}`, { en: { [WAITING]: "for {ahead}" } }],
    ["texts", { en: Object.fromEntries(Object.keys(en.line.phases).map((phase) => [`line.phases.${phase}.lead`, "x".repeat(MAX_TEXT)])) }],
  ])("%s is a fault", (field, overrides) => {
    expect(overridesFault(overrides)?.field).toBe(field);
  });

  it("may use the places of the text they replace, and fill what is allowed", () => {
    expect(overridesFault({ en: { "line.upTo": "at most {duration}", "line.tabAhead": "in line" } })).toBeNull();
    expect(MAX_TEXTS / MAX_TEXT).toBeGreaterThan(10);
  });

  it.each(Object.values(languages).map(({ language }) => language))("%s: by number exactly the forms of the language", (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories as readonly string[];
    for (const form of ["zero", "one", "two", "few", "many", "other", "none"]) {
      const [ahead, perMinute] = [`line.ahead.${form}`, `line.perMinute.${form}`];
      const field = (path: string) => (forms.includes(form) ? undefined : `texts.${language}.${path}`);
      expect(overridesFault({ [language]: { [ahead]: "x" } })?.field).toBe(field(ahead));
      expect(overridesFault({ [language]: { [perMinute]: "{count} x" } })?.field).toBe(field(perMinute));
    }
  });

  it("a form that only fractions ask for takes its places from the others and is kept", () => {
    expect(overridesFault({ cs: { "line.perMinute.many": "{ahead}" } })?.field).toBe("texts.cs.line.perMinute.many");
    expect(withOverrides(cs, { cs: { "line.ahead.many": "x" } }).line.ahead).toEqual({ ...cs.line.ahead, many: "x" });
    expect(overridesFault({ en: { "notices.errors.one": "x" } })?.field).toBe("texts.en.notices.errors.one");
  });
});

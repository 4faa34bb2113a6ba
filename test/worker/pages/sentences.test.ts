import { describe, expect, it } from "vitest";
import * as languages from "../../../worker/i18n/languages.ts";
import type { Texts } from "../../../worker/i18n/texts.ts";
import { asSentence, sentences } from "../../../worker/pages/sentences.ts";
import { sampleStatuses } from "../../../worker/pages/preview.ts";
import type { Phase } from "../../../worker/pages/phase.ts";
import { scriptTexts } from "../../../worker/pages/script-texts.ts";
import { describe as viewOf } from "../../../worker/pages/view.ts";
import type { VisitorStatus } from "../../../worker/pages/visitor-status.ts";
import { createWording } from "../../../worker/pages/wording.ts";

describe("sentences", () => {
  it.each([
    [["One.", "", "Two."], "One. Two."],
    [["一。", "二。"], "一。二。"],
    [["一", "二。"], "一 二。"],
    [["", ""], ""],
  ])("%j are %j", (parts, whole) => {
    expect(sentences(...parts)).toBe(whole);
  });

  it.each([
    ["Sold out", "Stay here.", "Sold out."],
    ["Already?", "Stay here.", "Already?"],
    ["完売", "お待ちください。", "完売。"],
    ["टिकट", "रुकें।", "टिकट।"],
    ["ขายหมด", "โปรดรอ", "ขายหมด"],
  ])("%s in a language that says %s is %s", (text, example, sentence) => {
    expect(asSentence(text, example)).toBe(sentence);
  });
});

const view = (phase: Phase, name: string, { language, line }: Texts) =>
  viewOf(
    {
      phase,
      status: sampleStatuses[name] as VisitorStatus,
      trouble: "unreachable",
      inviteRefused: false,
      retryInMs: null,
      ageMs: 0,
      opening: null,
      turnLeftMs: 30_000,
      turnEndsClockMs: null,
      startAhead: null,
    },
    "",
    scriptTexts(line),
    createWording(language, line),
  );

describe.each(Object.values(languages))("in $language", (texts) => {
  it.each([
    ["waiting", "waiting"],
    ["your-turn", "your-turn"],
    ["sold-out", "sold-out"],
    ["drawn", "drawn"],
  ] as const)("what is spoken and shown of %s has the language's own stops and gaps", (phase, name) => {
    const { slots, spoken, spokenLeft } = view(phase, name, texts);
    for (const text of [slots.lead, slots.trouble, spoken, spokenLeft]) {
      expect(text).not.toMatch(/[。！？] |[.。।!?]\.(?!\.)|\s\s|\s$/);
      if (/^(?:ja|zh)/.test(texts.language)) expect(text).not.toMatch(/\./);
      if (/^(?:hi|th)/.test(texts.language)) expect(text).not.toMatch(/[^0-9]\.(?![0-9])/);
    }
  });
});

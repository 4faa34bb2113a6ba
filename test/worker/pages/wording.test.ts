import { describe, expect, it } from "vitest";
import { en } from "../../../worker/i18n/en.ts";
import { createWording, fill } from "../../../worker/pages/wording.ts";

const wording = createWording("en", en.line);

describe("fill", () => {
  it("puts values in once: a value is never a text with places of its own", () => {
    expect(fill("{left} and {time}", { left: "{time}", time: "$& {{x}}" })).toBe("{time} and $& {{x}}");
    expect(fill("{constructor} {missing}", {})).toBe("{constructor} {missing}");
  });
});

describe("wait", () => {
  it.each([
    [0, 30, "under a minute"],
    [20, 90, "up to 2 minutes"],
    [250, 530, "4–9 minutes"],
    [61, 119, "1–2 minutes"],
    [300, 300, "about 5 minutes"],
    [1000, 1900, "16–35 minutes"],
    [3000, 4100, "50–70 minutes"],
    [4000, 7300, "1–2.5 hours"],
    [600, 9000, "up to 2.5 hours"],
  ])("%i to %i s is %j", (low, high, words) => {
    expect(wording.wait(low, high)).toBe(words);
  });

  it("rounds outwards: what it says always holds the range", () => {
    for (let low = 0; low < 6000; low += 37) {
      const words = wording.wait(low, low + 600);
      const [first, last] = (words.match(/\d+(?:\.\d+)?/g) ?? []).map((figure) => Number(figure) * (words.includes("hour") ? 60 : 1));
      expect(last === undefined ? 0 : (first ?? 0)).toBeLessThanOrEqual(low / 60);
      expect(last ?? first ?? 0).toBeGreaterThanOrEqual((low + 600) / 60);
    }
  });
});

it("durations and ages in words", () => {
  expect(wording.duration(272_000)).toBe("4 min 32 sec");
  expect(wording.duration(-5)).toBe("0 sec");
  expect(wording.duration(780_000)).toBe("13 min");
  expect(wording.ago(3000)).toBe("3 seconds ago");
  expect(wording.ago(150_000)).toBe("3 minutes ago");
});

it("case 58: plurals and numbers of the language", () => {
  const polish = createWording("pl", en.line);
  const forms = { one: "{count} osoba", few: "{count} osoby", many: "{count} osób", other: "{count} osoby" };
  expect([1, 3, 5, 22].map((count) => polish.plural(forms, count))).toEqual(["1 osoba", "3 osoby", "5 osób", "22 osoby"]);
  expect(createWording("de", en.line).number(12_345)).toBe("12.345");
  expect(createWording("de", en.line).wait(250, 530)).toBe("4–9 Minuten");
});

it("a countdown is a clock, in days from two days on, and a date names its zone where the reader's is not known", () => {
  expect([0, 1, 9_001, 61_000, 3_600_000, 8_049_000].map((ms) => wording.countdown(ms))).toEqual([
    "0:00",
    "0:01",
    "0:10",
    "1:01",
    "1:00:00",
    "2:14:09",
  ]);
  expect(wording.countdown(3 * 86_400_000)).toBe("3 days");
  expect(wording.countdown(172_799_000)).toBe("47:59:59");
  expect(createWording("en", en.line, { timeZone: "UTC", timeZoneName: "short" }).date(Date.UTC(2026, 11, 5, 10))).toMatch(
    /Sat, Dec 5, 10:00\sAM UTC/,
  );
});

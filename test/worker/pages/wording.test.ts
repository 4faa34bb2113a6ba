import fc from "fast-check";
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
    [3000, 6060, "50–105 minutes"],
    [4000, 7200, "65 minutes – 2 hours"],
    [4000, 7300, "65 minutes – 2.5 hours"],
    [780, 24_000, "13 minutes – 7 hours"],
    [600, 9000, "10 minutes – 2.5 hours"],
    [20, 9000, "up to 2.5 hours"],
    [7500, 9000, "2–2.5 hours"],
    [46_800, 93_600, "13–26 hours"],
    [48_000, 93_700, "13–26.5 hours"],
  ])("%i to %i s is %j", (low, high, words) => {
    expect(wording.wait(low, high)).toBe(words);
  });

  /** What the words say, in seconds, and in which units. */
  function said(low: number, high: number) {
    const words = wording.wait(low, high);
    if (words === "under a minute") return { low: 0, high: 60, units: [] };
    const [, bound, from, fromUnit, to, toUnit = ""] =
      /^(?:(up to|about) |([\d.]+)(?: (minute|hour)s?)?(?:–| – ))?([\d.]+) (minute|hour)s?$/.exec(words) ?? [];
    const seconds = (value: string | undefined, name: string) => Number(value) * (name === "hour" ? 3600 : 60);
    const last = seconds(to, toUnit);
    const first = bound === "up to" ? 0 : bound === "about" ? last : seconds(from, fromUnit ?? toUnit);
    return { low: first, high: last, units: [fromUnit ?? toUnit, toUnit] };
  }
  const seconds = fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 200_000 }));
  const range = fc.tuple(seconds, seconds).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

  it("what it says holds the range, and not much more", () => {
    fc.assert(
      fc.property(range, ([low, high]) => {
        const shown = said(low, high);
        expect(shown.low).toBeLessThanOrEqual(low);
        expect(shown.high).toBeGreaterThanOrEqual(high);
        // A minute, or a quarter of what it is.
        expect(low - shown.low).toBeLessThan(Math.max(60, low / 4));
        expect(shown.high - high).toBeLessThanOrEqual(Math.max(60, high / 4));
        expect(shown.units.every((name) => name !== "hour") || shown.high >= 7200).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it("a range that grows or moves up is never said to be less", () => {
    fc.assert(
      fc.property(range, range, ([low, high], [moreLow, moreHigh]) => {
        const [one, other] = [said(low, high), said(low + moreLow, high + moreHigh)];
        expect(other.low).toBeGreaterThanOrEqual(one.low);
        expect(other.high).toBeGreaterThanOrEqual(one.high);
      }),
      { numRuns: 5_000 },
    );
  });
});

it("durations and ages in words", () => {
  expect(wording.duration(272_000)).toBe("4 min 32 sec");
  expect(wording.duration(-5)).toBe("0 sec");
  expect(wording.duration(780_000)).toBe("13 min");
  expect(wording.duration(7_170_000)).toBe("1.9 hr");
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
  expect([3, 2.99, 2].map((days) => wording.countdown(days * 86_400_000))).toEqual(["3 days", "2 days", "2 days"]);
  expect(wording.countdown(172_799_000)).toBe("47:59:59");
  expect(createWording("en", en.line, { timeZone: "UTC", timeZoneName: "short" }).date(Date.UTC(2026, 11, 5, 10))).toMatch(
    /Sat, Dec 5, 10:00\sAM\sUTC/,
  );
});

it("what is left is never said to be longer than it is by a second, shown or spoken, so that nobody comes too late", () => {
  const secondsIn = (words: string): number =>
    words.includes(":")
      ? words.split(":").reduce((total, part) => total * 60 + Number(part), 0)
      : [...words.matchAll(/([\d.]+) (day|hr|min|sec)/g)].reduce(
          (total, [, value, name]) => total + Number(value) * { day: 86_400, hr: 3600, min: 60, sec: 1 }[name as "day"],
          0,
        );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 * 86_400_000 }), (ms) => {
      for (const words of [wording.countdown(ms), wording.duration(ms)]) expect(secondsIn(words) * 1000).toBeLessThan(ms + 1000);
      const days = /^(\d+) days$/.exec(wording.countdown(ms));
      if (days !== null) expect(wording.duration(ms)).toBe(days[0]);
    }),
    { numRuns: 2_000 },
  );
});

it("a time of day stays in one piece, whatever stands beside its figures", () => {
  for (const language of ["en", "ar", "el", "hi", "ko", "ms"]) {
    expect(createWording(language, en.line).clock(0)).not.toContain(" ");
    expect(createWording(language, en.line).date(0)).not.toMatch(/:\d+ /);
  }
});

import type { LineTexts, Plural } from "../i18n/texts.ts";

/** Names of places for values in texts. */
export type Place = "ago" | "ahead" | "code" | "count" | "duration" | "left" | "position" | "reference" | "time";
type Values = Readonly<Partial<Record<Place, string>>>;

/**
 * Puts values where a text has `{name}`. One pass: a value that looks like a place for a value stays as it is.
 * A name without a value stays too, so that it shows up in tests.
 */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.keys(values).includes(name) ? String(values[name as Place]) : place));
}

/** Numbers, plurals, durations and times in one language. */
export interface Wording {
  number(value: number): string;
  plural(forms: Plural, count: number, values?: Values): string;
  /** A range of wait in words, rounded outwards. */
  wait(lowSeconds: number, highSeconds: number): string;
  /** A duration to the second below ten minutes, e.g. "4 min 10 sec"; beyond that rounded down, from two days on to whole days. */
  duration(ms: number): string;
  /** How long ago, e.g. "3 seconds ago". */
  ago(ms: number): string;
  /** A time of day on the reader's clock, in one piece. */
  clock(ms: number): string;
  /** A day and time. */
  date(ms: number): string;
  /**
   * What is left, as a clock shows it, e.g. "2:14:09": to the second begun, so that it reaches zero when the time has come. From two days on
   * the whole days that are left: whoever comes back when they are over is early, never late.
   */
  countdown(ms: number): string;
}

type Unit = "second" | "minute" | "hour" | "day";

// Newer than ES2020 and not in every browser in use.
type RangeFormat = Intl.NumberFormat & { formatRange?: (low: number, high: number) => string };

/**
 * The wording of a language.
 *
 * @param language a BCP 47 tag
 * @param zone where days and times are told in, and whether its name is; left out: the reader's own, which needs none
 */
export function createWording(
  language: string,
  texts: Pick<LineTexts, "about" | "upTo" | "underAMinute">,
  zone: Pick<Intl.DateTimeFormatOptions, "timeZone" | "timeZoneName"> = {},
): Wording {
  const integers = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const twoDigits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
  const rules = new Intl.PluralRules(language);
  const relative = new Intl.RelativeTimeFormat(language);
  const clock = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  /** The time of day at the end, or the beginning, of its half, in one piece. */
  const whole = (text: string): string => text.replace(/ (?=\S+$)/, "\u00a0");
  const unit = (name: Unit, unitDisplay: "long" | "short"): RangeFormat =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay, maximumFractionDigits: 1 });
  const short = (value: number, name: Unit): string => unit(name, "short").format(value);
  const long = (value: number, name: Unit): string => unit(name, "long").format(value);
  const days = (seconds: number): string => (seconds < 172_800 ? "" : long(Math.floor(seconds / 86_400), "day"));

  /** One end of a range in minutes, so rounded that the range grows: coarser the further away it is. */
  function inSteps(seconds: number, round: (steps: number) => number): number {
    const minutes = Math.max(0, seconds / 60);
    const step = minutes > 120 ? 30 : minutes > 20 ? 5 : 1;
    return round(minutes / step) * step;
  }
  const inWords = (minutes: number): string => (minutes < 120 ? long(minutes, "minute") : long(minutes / 60, "hour"));

  return {
    number: (value) => integers.format(value),
    plural: (forms, count, values = {}) => fill(forms[rules.select(count)] ?? forms.other, { count: integers.format(count), ...values }),
    wait(lowSeconds, highSeconds) {
      if (highSeconds < 60) return texts.underAMinute;
      const low = inSteps(lowSeconds, Math.floor);
      const high = inSteps(Math.max(lowSeconds, highSeconds), Math.ceil);
      const duration = inWords(high);
      if (low <= 0) return fill(texts.upTo, { duration });
      if (low >= high) return fill(texts.about, { duration });
      const [size, name] = high < 120 ? ([1, "minute"] as const) : ([60, "hour"] as const);
      const range = low < 120 && high >= 120 ? "" : unit(name, "long").formatRange?.(low / size, high / size);
      return range || `${inWords(low)} – ${duration}`;
    },
    duration(ms) {
      const seconds = Math.max(0, Math.round(ms / 1000));
      const minutes = Math.floor(seconds / 60);
      if (minutes >= 60) return days(seconds) || short(Math.floor(minutes / 6) / 10, "hour");
      if (minutes >= 10) return short(minutes, "minute");
      const rest = short(seconds % 60, "second");
      return minutes === 0 ? rest : `${short(minutes, "minute")} ${rest}`;
    },
    ago(ms) {
      const seconds = Math.round(ms / 1000);
      const [size, unit] = seconds < 90 ? ([1, "second"] as const) : seconds < 5400 ? ([60, "minute"] as const) : ([3600, "hour"] as const);
      return relative.format(-Math.round(seconds / size), unit);
    },
    clock: (ms) => whole(clock.format(ms)),
    date(ms) {
      const parts = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
      return whole(new Intl.DateTimeFormat(language, { ...parts, ...zone }).format(ms));
    },
    countdown(ms) {
      const seconds = Math.max(0, Math.ceil(ms / 1000));
      const hours = Math.floor(seconds / 3600);
      const parts = [hours, Math.floor(seconds / 60) % 60, seconds % 60].slice(hours === 0 ? 1 : 0);
      return days(seconds) || parts.map((value, index) => (index === 0 ? integers : twoDigits).format(value)).join(":");
    },
  };
}

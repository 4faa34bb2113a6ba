/** Building blocks of the organiser's bodies. Messages are the end of a sentence that begins with the field's name. */
import * as v from "valibot";
import { showsNothing } from "../pages/bounded-text.ts";

const FIGURES = new Intl.NumberFormat("en");

/** A whole number within bounds; refuses strings, fractions, NaN and infinities (JSON's 1e400 among them). */
export function integer(min: number, max: number) {
  return v.pipe(
    v.custom<number>(
      (input) => typeof input === "number" && Number.isInteger(input) && input >= min && input <= max,
      `must be a whole number from ${FIGURES.format(min)} to ${FIGURES.format(max)}`,
    ),
    // -0 is a whole number from 0 on; stored and read back it would be 0.
    v.transform((number) => number + 0),
  );
}

/**
 * Text of bounded length (UTF-16 units) that can be stored and shown: no lone surrogates, no control characters. With a least length
 * something of it must be seen: it is a name, or the only words on a control.
 */
export function text(min: number, max: number, options: { readonly lines?: boolean } = {}) {
  const forbidden = options.lines === true ? /[^\P{Cc}\n\r\t]/u : /\p{Cc}/u;
  return v.custom<string>(
    (input) =>
      typeof input === "string" &&
      input.length >= min &&
      input.length <= max &&
      input.isWellFormed() &&
      !forbidden.test(input) &&
      (min === 0 || !showsNothing(input)),
    min === 0
      ? `must be text of at most ${FIGURES.format(max)} characters without control characters`
      : `must be text of ${FIGURES.format(min)} to ${FIGURES.format(max)} characters, not all invisible, without control characters`,
  );
}

/** A string that a predicate accepts. */
export function textThat(accepts: (given: string) => boolean, message: string) {
  return v.custom<string>((input) => typeof input === "string" && accepts(input), message);
}

/** ISO 8601 with a time zone (RFC 3339); kept as UTC. Years beyond these are slips. */
const INSTANT = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** A moment in time. */
export function instant() {
  return v.pipe(
    textThat(
      (given) => INSTANT.test(given) && !Number.isNaN(Date.parse(given)) && isDay(given.slice(0, 10)),
      'must be a date and time with its time zone, such as "2026-12-01T10:00:00+01:00"',
    ),
    v.transform((given) => new Date(given).toISOString()),
  );
}

/** Whether there is such a day: 31 June is read as 1 July. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}

export function boolean() {
  return v.boolean("must be true or false");
}

export function oneOf<const T extends readonly (string | number)[]>(choices: T) {
  return v.picklist(choices, `must be one of ${choices.join(", ")}`);
}

/** A bounded list. Its length is judged before its items: a long list of garbage costs nothing. */
export function list<const S extends v.GenericSchema>(item: S, min: number, max: number) {
  return v.pipe(
    v.custom<unknown[]>(
      (input) => Array.isArray(input) && input.length >= min && input.length <= max,
      `must be a list of ${min === 0 ? "at most" : `${min} to`} ${max}`,
    ),
    v.array(item),
  );
}

/** Form of the ids of events and lanes. */
export const ID_FORM = /^[a-z0-9][a-z0-9-]{0,39}$/;

export function id() {
  return textThat((given) => ID_FORM.test(given), "must be 1 to 40 of a-z, 0-9 and -, not beginning with -");
}

/** Longest title and message a page shows, in code points. */
export const TITLE_LENGTH = 120;
export const MESSAGE_LENGTH = 1000;

// Control characters; in titles the marks that turn the direction of what follows as well, since a tab's
// title can't isolate them. Line feed and tab are handled before.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
// What must not end a cut text: it belongs to a character that was cut off.
const DANGLING = /(?:\u200d|\p{M})+$/u;

// White space, controls, and what Unicode has renderers leave out (zero width, bidi controls, variation selectors, Hangul fillers …);
// beside them the blank braille pattern and the marks around annotations.
const INVISIBLE = /^[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Whether nobody sees anything of a text. */
export function showsNothing(text: string): boolean {
  return INVISIBLE.test(text);
}

function cut(text: string, length: number): string {
  // UTF-16 has at most two units a code point: a short text needs no splitting, a huge one is not split whole.
  if (text.length <= length) return text;
  const points = Array.from(text.slice(0, 2 * length + 2));
  if (points.length <= length) return text;
  return (
    points
      .slice(0, length - 1)
      .join("")
      .replace(DANGLING, "")
      .trimEnd() + "…"
  );
}

function bounded(text: string, length: number): string {
  return showsNothing(text) ? "" : cut(text, length);
}

/** An organiser's text for one line: bounded, without control characters, white space folded; "" if nothing of it is seen. */
export function oneLine(text: string, length = TITLE_LENGTH): string {
  return bounded(
    text
      .slice(0, 4 * length)
      .replace(/\s+/g, " ")
      .replace(CONTROLS, "")
      .replace(DIRECTION_MARKS, "")
      .trim(),
    length,
  );
}

/** An organiser's message: bounded, without control characters, at most one empty line in a row; "" if nothing of it is seen. */
export function manyLines(text: string, length = MESSAGE_LENGTH): string {
  const lines = text
    .slice(0, 4 * length)
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "")
    .replace(/\s*\n\s*\n\s*/g, "\n\n");
  return bounded(lines.trim(), length);
}

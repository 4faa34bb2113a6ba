/** Percent-decoding as lenient as the most lenient origin does it, and a verdict on whether leniency was needed. */
export interface Decoded {
  readonly text: string;
  /** An escape was broken, not UTF-8, longer than it had to be, or of the form `%uXXXX`. */
  readonly bad: boolean;
}

const PERCENT = 0x25;
const NO_HEX = 16;

/**
 * Decodes every escape once. A broken escape stays as it is, bytes that are not UTF-8 count as Latin-1.
 *
 * @param lenient reads overlong forms ("%c0%af" for "/") and `%u002f` as what they stand for, as some servers do
 */
export function decodePercent(text: string, lenient = false): Decoded {
  if (!text.includes("%")) return { text, bad: false };
  const out: string[] = [];
  let bad = false;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("%", at);
    if (next === -1) break;
    out.push(text.slice(at, next));
    const bytes = bytesAt(text, next);
    at = next + bytes.length * 3;
    if (bytes.length > 0) {
      const decoded = decodeBytes(bytes, lenient);
      out.push(decoded.text);
      bad ||= decoded.bad;
    } else {
      bad = true;
      const unicode = lenient && /^u[0-9a-f]{4}/i.test(text.slice(next + 1, next + 6));
      out.push(unicode ? String.fromCharCode(Number.parseInt(text.slice(next + 2, next + 6), 16)) : "%");
      at = next + (unicode ? 6 : 1);
    }
  }
  out.push(text.slice(at));
  return { text: out.join(""), bad };
}

/** The bytes of the run of whole escapes that begins here. */
function bytesAt(text: string, start: number): number[] {
  const bytes: number[] = [];
  for (let at = start; text.charCodeAt(at) === PERCENT; at += 3) {
    const byte = hex(text.charCodeAt(at + 1)) * 16 + hex(text.charCodeAt(at + 2));
    if (hex(text.charCodeAt(at + 1)) === NO_HEX || hex(text.charCodeAt(at + 2)) === NO_HEX) break;
    bytes.push(byte);
  }
  return bytes;
}

function hex(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = (code | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : NO_HEX;
}

/** UTF-8 (RFC 3629 section 3). */
function decodeBytes(bytes: readonly number[], lenient: boolean): Decoded {
  let text = "";
  let bad = false;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length =
      first < 0x80 ? 1 : first >= 0xc0 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf8 ? 4 : 0;
    const rest = bytes.slice(at + 1, at + length);
    const isWhole = length > 0 && rest.length === length - 1 && rest.every((byte) => byte >> 6 === 2);
    const code = rest.reduce((sum, byte) => sum * 64 + (byte & 0x3f), length === 1 ? first : first & (0x7f >> length));
    const least = [0, 0, 0x80, 0x800, 0x10000][length] ?? 0;
    const isProper = isWhole && code >= least && code <= 0x10ffff && (code < 0xd800 || code >= 0xe000);
    bad ||= !isProper;
    if (isProper || (isWhole && lenient && code <= 0x10ffff)) {
      text += String.fromCodePoint(code);
      at += length;
    } else {
      text += String.fromCharCode(first);
      at += 1;
    }
  }
  return { text, bad };
}

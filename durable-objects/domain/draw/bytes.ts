/** Bytes as the draw's hashes take them. */

/** SHA-256 (FIPS 180-4): 32 bytes. Handed in, because the domain imports nothing. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** A text of ASCII characters, a byte each. @throws RangeError for any other: its encoding would be a matter of taste */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) throw new RangeError("only ASCII is hashed");
    bytes[index] = unit;
  }
  return bytes;
}

/** A whole number as 8 bytes, most significant first. @throws RangeError where a double does not hold it exactly */
export function uint64(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("not a whole number");
  const bytes = new Uint8Array(8);
  let rest = value;
  for (let index = 7; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** The bytes of lower-case hexadecimal. @throws RangeError where the text is something else */
export function fromHex(text: string): Uint8Array {
  if (!isHex(text, text.length / 2)) throw new RangeError("not hexadecimal");
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

/** Whether a value is that many bytes in lower-case hexadecimal, the one spelling that is taken. */
export function isHex(value: unknown, byteLength: number): value is string {
  return typeof value === "string" && value.length === 2 * byteLength && /^(?:[0-9a-f]{2})*$/.test(value);
}

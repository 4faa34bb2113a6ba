/** A small seeded generator (mulberry32): numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A visitor key for the `number`-th visitor: spread like the keyed hash it stands for, never the same twice. */
export function visitorKeyOf(number: number): string {
  // Multiplying by an odd number permutes 32 bits, so different numbers stay different.
  const low = Math.imul(number, 0x9e3779b1) >>> 0;
  const high = Math.imul(number ^ 0x5bd1e995, 0x85ebca6b) >>> 0;
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}

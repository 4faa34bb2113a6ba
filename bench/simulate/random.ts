/** Seeded randomness: the same seed gives the same run on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    for (let warm = 0; warm < 8; warm++) this.next();
  }

  /** Uniform in [0, 1): mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Exponential with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Whole number >= 1, geometric with this mean. */
  geometric(mean: number): number {
    return Math.max(1, Math.ceil(Math.log(1 - this.next()) / Math.log(1 - 1 / Math.max(1.0001, mean))));
  }

  /** Pareto with this mean and shape 1.5: a few are very long. */
  pareto(mean: number): number {
    return (mean / 3) * (1 - this.next()) ** (-1 / 1.5);
  }
}

/** A well-mixed 32-bit hash of a whole number, not negative. */
export function hash32(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

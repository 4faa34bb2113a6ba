/** A binary min-heap of numbers with a payload each; ties in no order. */
export class MinHeap<T> {
  readonly #keys: number[] = [];
  readonly #values: T[] = [];

  get size(): number {
    return this.#keys.length;
  }

  /** The smallest key, or undefined. */
  peekKey(): number | undefined {
    return this.#keys[0];
  }

  push(key: number, value: T): void {
    let child = this.#keys.length;
    this.#keys.push(key);
    this.#values.push(value);
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.#key(parent) <= key) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Takes the value of the smallest key out, or undefined. */
  pop(): T | undefined {
    const top = this.#values[0];
    const lastKey = this.#keys.pop();
    const lastValue = this.#values.pop();
    if (this.#keys.length === 0 || lastKey === undefined) return top;
    this.#keys[0] = lastKey;
    this.#values[0] = lastValue as T;
    for (let parent = 0; ;) {
      const least = this.#lesser(this.#lesser(parent, 2 * parent + 1), 2 * parent + 2);
      if (least === parent) return top;
      this.#swap(parent, least);
      parent = least;
    }
  }

  /** Whichever of two indices has the smaller key; `other` may lie beyond the end. */
  #lesser(index: number, other: number): number {
    return other < this.#keys.length && this.#key(other) < this.#key(index) ? other : index;
  }

  #key(index: number): number {
    return this.#keys[index] as number;
  }

  #swap(a: number, b: number): void {
    const key = this.#key(a);
    const value = this.#values[a] as T;
    this.#keys[a] = this.#key(b);
    this.#values[a] = this.#values[b] as T;
    this.#keys[b] = key;
    this.#values[b] = value;
  }
}

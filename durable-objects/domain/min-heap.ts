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

  /** The value of the smallest key, or undefined. */
  peek(): T | undefined {
    return this.#values[0];
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

  pop(): T | undefined {
    const top = this.#values[0];
    const lastKey = this.#keys.pop();
    const lastValue = this.#values.pop();
    if (this.#keys.length === 0 || lastKey === undefined) return top;
    this.#keys[0] = lastKey;
    this.#values[0] = lastValue as T;
    let parent = 0;
    for (;;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.#keys.length && this.#key(child) < this.#key(least)) least = child;
      }
      if (least === parent) return top;
      this.#swap(parent, least);
      parent = least;
    }
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

/** What happens next: a binary heap of (time, kind, subject) in flat arrays; equal times in order of entry. */
export class Agenda {
  #times = new Float64Array(4096);
  #orders = new Float64Array(4096);
  #whats = new Float64Array(4096);
  #size = 0;
  #entered = 0;
  /** Of the entry taken last. */
  time = 0;
  kind = 0;
  subject = 0;

  add(time: number, kind: number, subject: number): void {
    if (this.#size === this.#times.length) this.#grow();
    let child = this.#size++;
    const order = this.#entered++;
    const times = this.#times;
    const orders = this.#orders;
    const whats = this.#whats;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if ((times[parent] as number) <= time) break;
      times[child] = times[parent] as number;
      orders[child] = orders[parent] as number;
      whats[child] = whats[parent] as number;
      child = parent;
    }
    times[child] = time;
    orders[child] = order;
    whats[child] = subject * 16 + kind;
  }

  /** Takes the earliest entry into `time`, `kind` and `subject`; false when there is none. */
  take(): boolean {
    if (this.#size === 0) return false;
    const times = this.#times;
    const orders = this.#orders;
    const whats = this.#whats;
    this.time = times[0] as number;
    const what = whats[0] as number;
    this.kind = what % 16;
    this.subject = (what - this.kind) / 16;
    const last = --this.#size;
    const time = times[last] as number;
    const order = orders[last] as number;
    const moved = whats[last] as number;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= last) break;
      const right = child + 1;
      if (right < last && this.#before(right, child)) child = right;
      const earlier = (times[child] as number) < time || ((times[child] as number) === time && (orders[child] as number) < order);
      if (!earlier) break;
      times[parent] = times[child] as number;
      orders[parent] = orders[child] as number;
      whats[parent] = whats[child] as number;
      parent = child;
    }
    times[parent] = time;
    orders[parent] = order;
    whats[parent] = moved;
    return true;
  }

  #before(one: number, other: number): boolean {
    const a = this.#times[one] as number;
    const b = this.#times[other] as number;
    return a < b || (a === b && (this.#orders[one] as number) < (this.#orders[other] as number));
  }

  #grow(): void {
    for (const name of ["times", "orders", "whats"] as const) {
      const old = name === "times" ? this.#times : name === "orders" ? this.#orders : this.#whats;
      const larger = new Float64Array(old.length * 2);
      larger.set(old);
      if (name === "times") this.#times = larger;
      else if (name === "orders") this.#orders = larger;
      else this.#whats = larger;
    }
  }
}

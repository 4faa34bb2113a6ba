/**
 * The shop's few workers, simulated: each request needs one for a while, and the others wait their turn in a backlog.
 *
 * It fails as real shops do. A request that waited too long gets an error, but its work stays in the backlog and is done
 * all the same, for nobody; and the longer the backlog, the slower every piece of work (locks, memory, a database under
 * strain). Beyond a certain load it therefore does nothing but dead work, until the load stops for a while.
 */
export interface PoolSettings {
  readonly workers: number;
  /** Mean time a worker needs when the shop is calm, in milliseconds. */
  readonly serviceMs: number;
  /** After so long in the backlog a request is answered with an error, in milliseconds. */
  readonly patienceMs: number;
  /** A request that finds so many before it is refused at once. */
  readonly backlogLimit: number;
  /** Backlog at which work takes twice as long; at most `SLOWEST` times. */
  readonly doublingBacklog: number;
}

export const CALM: PoolSettings = {
  workers: 12,
  serviceMs: 105,
  patienceMs: 4000,
  backlogLimit: 900,
  doublingBacklog: 250,
};

const SLOWEST = 2.5;

export type WorkOutcome = "done" | "timeout" | "refused";

interface Work {
  readonly settle: (outcome: WorkOutcome) => void;
  readonly patience: NodeJS.Timeout;
}

export class WorkerPool {
  #settings: PoolSettings;
  readonly #backlog: Work[] = [];
  #busy = 0;
  readonly #random: () => number;

  constructor(settings: PoolSettings = CALM, random: () => number = Math.random) {
    this.#settings = settings;
    this.#random = random;
  }

  get workers(): number {
    return this.#settings.workers;
  }

  get busy(): number {
    return this.#busy;
  }

  /** Pieces of work waiting, those nobody waits for any more included. */
  get backlog(): number {
    return this.#backlog.length;
  }

  /** More or fewer workers from now on; work in progress is finished. */
  resize(workers: number): void {
    this.#settings = { ...this.#settings, workers };
    this.#assign();
  }

  /** Waits for a worker and its work. Never rejects. */
  work(): Promise<WorkOutcome> {
    if (this.#backlog.length >= this.#settings.backlogLimit) return Promise.resolve("refused");
    return new Promise((settle) => {
      // What has timed out keeps its place: nobody tells the workers that the customer is gone.
      const patience = setTimeout(settle, this.#settings.patienceMs, "timeout");
      this.#backlog.push({ settle, patience });
      this.#assign();
    });
  }

  #assign(): void {
    while (this.#busy < this.#settings.workers) {
      const work = this.#backlog.shift();
      if (work === undefined) return;
      this.#busy++;
      setTimeout(() => {
        clearTimeout(work.patience);
        work.settle("done");
        this.#busy--;
        this.#assign();
      }, this.#serviceMs());
    }
  }

  #serviceMs(): number {
    const strain = Math.min(SLOWEST, 1 + this.#backlog.length / this.#settings.doublingBacklog);
    return this.#settings.serviceMs * (0.5 + this.#random()) * strain;
  }
}

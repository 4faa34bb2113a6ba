/** What the demo shop sells, and how much of it is left. In memory: a new start is a new season. */
export interface Show {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly when: string;
  readonly price: string;
  /** Hue of its poster, in degrees. */
  readonly hue: number;
}

export const SHOWS: readonly Show[] = [
  {
    id: "night-trains",
    title: "Night Trains",
    line: "Seven strangers, one compartment, and a suitcase nobody packed.",
    when: "Friday 4 December, 19:30",
    price: "€\u00a038",
    hue: 222,
  },
  {
    id: "the-long-summer",
    title: "The Long Summer",
    line: "A family, a lake, and the year the heat did not break.",
    when: "Saturday 5 December, 20:00",
    price: "€\u00a042",
    hue: 32,
  },
  {
    id: "paper-moons",
    title: "Paper Moons",
    line: "An evening of songs for voice, cello and one old projector.",
    when: "Sunday 6 December, 18:00",
    price: "€\u00a029",
    hue: 168,
  },
];

const SEATS = 5000;
/** Orders remembered, so that a form sent twice buys once. */
const ORDERS_KEPT = 10_000;

export class BoxOffice {
  readonly #left = new Map(SHOWS.map((show) => [show.id, SEATS]));
  readonly #orders = new Set<string>();

  seatsLeft(show: Show): number {
    return this.#left.get(show.id) ?? 0;
  }

  /** Sells one seat. The same order again changes nothing and is still sold. */
  buy(show: Show, order: string): "sold" | "sold-out" {
    if (this.#orders.has(order)) return "sold";
    const left = this.seatsLeft(show);
    if (left === 0) return "sold-out";
    this.#left.set(show.id, left - 1);
    this.#orders.add(order);
    for (const oldest of this.#orders) {
      if (this.#orders.size <= ORDERS_KEPT) break;
      this.#orders.delete(oldest);
    }
    return "sold";
  }
}

export function findShow(id: string | null): Show | null {
  return SHOWS.find((show) => show.id === id) ?? null;
}

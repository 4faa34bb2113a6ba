/**
 * Two bits a position: what has become of each place of a lane. Pages of 8 KiB, so that ten million places
 * are 2.5 MB, a checkpoint writes only pages that changed, and pages of finished places are dropped.
 */

export type PlaceState = 0 | 1 | 2 | 3;

export const PLACE = {
  /** Not claimed (yet, or its grant was voided). */
  none: 0,
  /** A claim is recorded and waits for intake. */
  claimed: 1,
  /** A session was granted. */
  admitted: 2,
  /** Given up, or its late return is used up or over. One whose turn passed unused keeps `none`: how far the line has gone tells. */
  spent: 3,
} as const satisfies Record<string, PlaceState>;

const PAGE_BYTES = 8192;
/** Positions a page. */
export const PAGE_POSITIONS = PAGE_BYTES * 4;

export class PlaceStates {
  readonly #pages = new Map<number, Uint8Array>();
  readonly #dirty = new Set<number>();
  #dropped = 0;

  get(position: number): PlaceState {
    const page = pageOf(position);
    if (page < this.#dropped) return PLACE.spent;
    const bytes = this.#pages.get(page);
    if (bytes === undefined) return PLACE.none;
    const index = position % PAGE_POSITIONS;
    return (((bytes[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3) as PlaceState;
  }

  set(position: number, state: PlaceState): void {
    const page = pageOf(position);
    if (page < this.#dropped) return;
    let bytes = this.#pages.get(page);
    if (bytes === undefined) {
      if (state === PLACE.none) return;
      bytes = new Uint8Array(PAGE_BYTES);
      this.#pages.set(page, bytes);
    }
    const index = position % PAGE_POSITIONS;
    const shift = (index & 3) * 2;
    bytes[index >> 2] = ((bytes[index >> 2] ?? 0) & ~(3 << shift)) | (state << shift);
    this.#dirty.add(page);
  }

  /** Forgets pages that hold only positions <= `position`, all finished; they read as spent. Returns the first page kept. */
  dropThrough(position: number): number {
    const firstKept = Math.floor((position + 1) / PAGE_POSITIONS);
    for (let page = this.#dropped; page < firstKept; page++) {
      this.#pages.delete(page);
      this.#dirty.delete(page);
    }
    this.#dropped = Math.max(this.#dropped, firstKept);
    return this.#dropped;
  }

  /** Pages changed since the last call, for the checkpoint. */
  takeDirty(): { page: number; bytes: Uint8Array }[] {
    const dirty = [...this.#dirty].sort((a, b) => a - b).map((page) => ({ page, bytes: this.#pages.get(page) as Uint8Array }));
    this.#dirty.clear();
    return dirty;
  }

  /** Puts a stored page back. */
  load(page: number, bytes: Uint8Array): void {
    this.#pages.set(page, bytes);
  }
}

function pageOf(position: number): number {
  return Math.floor(position / PAGE_POSITIONS);
}

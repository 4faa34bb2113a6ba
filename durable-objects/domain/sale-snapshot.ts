/** The on-sale as isolates read it. */
import type { SaleSnapshot, Snapshot } from "./types.ts";

/** What a snapshot means that tells of no on-sale. */
const OPEN_SALE: SaleSnapshot = { phase: "open", preQueueAtMs: null, opensAtMs: null, closesAtMs: null };

/** The on-sale a snapshot tells of. */
export function saleOf({ sale = OPEN_SALE }: Snapshot): SaleSnapshot {
  return sale;
}

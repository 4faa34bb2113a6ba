/** What a receipt says: who gave it is proven by its signature, which is the caller's business. */
import { isHex } from "./bytes.ts";
import { LEAF_BYTES } from "./chain.ts";

export interface ReceiptFacts {
  readonly event: string;
  readonly incarnation: number;
  readonly lane: string;
  readonly number: number;
  /** 16 bytes in hexadecimal. */
  readonly leaf: string;
  /** Hash of the commitment in force when the number was given. */
  readonly commitment: string;
}

/** Reads the claims of a receipt; null = they are none. Never throws. */
export function readReceiptFacts(claims: unknown): ReceiptFacts | null {
  if (typeof claims !== "object" || claims === null) return null;
  const { event, incarnation, lane, number, leaf, commitment } = claims as Readonly<Record<string, unknown>>;
  if (typeof event !== "string" || typeof lane !== "string" || !isFromOne(incarnation) || !isFromOne(number)) return null;
  if (!isHex(leaf, LEAF_BYTES) || !isHex(commitment, 32)) return null;
  return { event, incarnation, lane, number, leaf, commitment };
}

function isFromOne(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/**
 * The receipt of a draw number: signed proof that somebody has it, under which leaf, and what had been promised by then
 * (S14). It is for keeping and showing around; it opens no door and never expires. Anybody verifies it by the public keys.
 */
import { base64url } from "jose";
import { type ReceiptFacts, readReceiptFacts } from "../../durable-objects/domain/draw/receipt.ts";
import type { Config } from "../config.ts";
import { signingKey } from "../keys.ts";
import { headerSegment, type Refused, sign } from "./jws.ts";

export type VerifiedReceipt =
  | { readonly ok: true; readonly receipt: ReceiptFacts }
  | { readonly ok: false; readonly reason: Extract<Refused["reason"], "malformed" | "withdrawn"> };

/** Whether the owner has withdrawn a key; default: none is. */
type Withdrawn = (kid: string) => boolean;

/** Longer than any receipt: its ids have 40 characters at most. */
const maxLength = 1_024;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Signs a receipt. The same facts under the same key give the same text, so a repeated join is answered alike. */
export function issueReceipt(config: Config, receipt: ReceiptFacts, withdrawn?: Withdrawn): Promise<string> {
  const { event, incarnation, lane, number, leaf, commitment } = receipt;
  const { kid, signing } = signingKey(config.passKeys, withdrawn);
  return sign("receipt", kid, signing, { iss: config.deployment.issuer, event, incarnation, lane, number, leaf, commitment });
}

/** Judges what is shown as a receipt of this room. Never throws. */
export async function verifyReceipt(config: Config, text: string, withdrawn?: Withdrawn): Promise<VerifiedReceipt> {
  const receipt = text.length > maxLength ? null : await prove(config, text);
  if (receipt === null) return { ok: false, reason: "malformed" };
  return withdrawn?.(receipt.kid) === true ? { ok: false, reason: "withdrawn" } : { ok: true, receipt: receipt.facts };
}

async function prove(config: Config, text: string): Promise<{ readonly kid: string; readonly facts: ReceiptFacts } | null> {
  const [header = "", payload = "", signature = "", ...more] = text.split(".");
  const key = config.passKeys.find(({ kid }) => headerSegment("receipt", kid) === header);
  if (key === undefined || more.length > 0) return null;
  try {
    const bytes = base64url.decode(signature);
    // Decoding forgives what the encoding doesn't write; a receipt has one spelling.
    if (base64url.encode(bytes) !== signature) return null;
    const signed = encoder.encode(`${header}.${payload}`);
    if (!(await crypto.subtle.verify("Ed25519", key.verifying, new Uint8Array(bytes), signed))) return null;
    const claims: unknown = JSON.parse(decoder.decode(base64url.decode(payload)));
    const facts = readReceiptFacts(claims);
    return facts === null || (claims as { iss?: unknown }).iss !== config.deployment.issuer ? null : { kid: key.kid, facts };
  } catch {
    return null;
  }
}

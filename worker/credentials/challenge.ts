/**
 * A proof of work that a visitor credential carries, where the organiser asks for one (S4). A client puzzle after Juels and Brainard
 * (1999): the room picks the answer, so that nobody searches longer than it says, and a check costs no search. A try is a run of PBKDF2
 * (RFC 8018), which browsers have built in: whoever writes a faster search than theirs gains little.
 */
import type { EventRef } from "../../durable-objects/protocol.ts";
import type { PublicChallenge } from "../pages/visitor-status.ts";
import type { TicketMaster } from "../key-lists.ts";
import { keyedHash, sameText } from "../keys.ts";

/** Rounds of one try: what it costs the room to make a puzzle, about as much as a signature. */
const ITERATIONS = 500;
/** Characters of the head of a try's 32 bytes in base64, which is public; the rest is the answer. */
const TARGET_LENGTH = 24;

/** What the credential holds of its challenge. Its solution can't be read from it. */
export interface ChallengeClaims {
  /** Tries after which the solution is found for certain; half as many on the average. */
  readonly attempts: number;
  readonly target: string;
  /** Keyed hash of the solution, so that the check is one HMAC. */
  readonly check: string;
}

const encoder = new TextEncoder();

/** Makes the challenge of the credential with this id. */
export async function makeChallenge(master: TicketMaster, ref: EventRef, id: string, attempts: number): Promise<ChallengeClaims> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const key = await crypto.subtle.importKey("raw", encoder.encode(await seedOf(master, ref, id)), "PBKDF2", false, ["deriveBits"]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt: encoder.encode(`${random % attempts}`), iterations: ITERATIONS };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
  const result = btoa(String.fromCharCode(...bytes));
  return {
    attempts,
    target: result.slice(0, TARGET_LENGTH),
    check: await checkOf(master, ref, id, result.slice(TARGET_LENGTH)),
  };
}

/** Whether a text is the solution of a credential's challenge. Never throws; that the credential is good is for others to judge. */
export async function isSolution(
  master: TicketMaster,
  ref: EventRef,
  id: string,
  challenge: ChallengeClaims,
  text: string,
): Promise<boolean> {
  return sameText(await checkOf(master, ref, id, text), challenge.check);
}

/** What a client is told to find. @param unsolvedAfterMs until its credential is taken unsolved */
export async function publicChallenge(
  master: TicketMaster,
  ref: EventRef,
  id: string,
  { attempts, target }: ChallengeClaims,
  unsolvedAfterMs: number,
): Promise<PublicChallenge> {
  return { algorithm: "PBKDF2-SHA-256", iterations: ITERATIONS, attempts, seed: await seedOf(master, ref, id), target, unsolvedAfterMs };
}

/** The member of a credential's payload. Null: there is none; undefined: in no form that is known here. */
export function readChallenge(value: unknown): ChallengeClaims | null | undefined {
  if (value === undefined) return null;
  if (!Array.isArray(value)) return undefined;
  const [attempts, target, check] = value as unknown[];
  return typeof attempts === "number" && typeof target === "string" && typeof check === "string" ? { attempts, target, check } : undefined;
}

/** Not the id itself: a page may know its puzzle, but not what its credential is called. */
function seedOf(master: TicketMaster, ref: EventRef, id: string): Promise<string> {
  return keyedHash(master, "challenge", { ref, day: null }, `seed/${id}`);
}

function checkOf(master: TicketMaster, ref: EventRef, id: string, solution: string): Promise<string> {
  return keyedHash(master, "challenge", { ref, day: null }, `solution/${id}/${solution}`);
}

/** The proof of work written anew from its description in docs/organiser-api.md, with Node's own PBKDF2. */
import { pbkdf2Sync } from "node:crypto";
import type { PublicChallenge } from "../../worker/pages/visitor-status.ts";

/** Solves a challenge; undefined = it has no solution. */
export function solutionOf({ seed, iterations, attempts, target }: PublicChallenge): string | undefined {
  for (let n = 0; n < attempts; n++) {
    const result = pbkdf2Sync(seed, `${n}`, iterations, 32, "sha256").toString("base64");
    if (result.startsWith(target)) return result.slice(target.length);
  }
  return undefined;
}

import type { PublicChallenge } from "../../worker/pages/visitor-status.ts";

/**
 * Looks for a challenge's solution with the browser's own PBKDF2, which works beside the page. Null: given up, or this browser has none
 * (over http); the room takes the credential unsolved after a while.
 */
export async function solve({ seed, iterations, attempts, target }: PublicChallenge, isOver: () => boolean): Promise<string | null> {
  try {
    const text = new TextEncoder();
    const { subtle } = crypto;
    const password = await subtle.importKey("raw", text.encode(seed), "PBKDF2", false, ["deriveBits"]);
    for (let n = 0; n < attempts && !isOver(); n++) {
      const salt = text.encode(`${n}`);
      const bytes = new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, password, 256));
      const result = btoa(String.fromCharCode(...bytes));
      if (result.startsWith(target)) return result.slice(target.length);
    }
  } catch {
    // As if it had been given up.
  }
  return null;
}

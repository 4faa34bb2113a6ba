/** A pass judged without knowing which events there are: for an isolate that can reach no directory. */
import type { Config } from "../config.ts";
import { open, readClaims } from "./jws.ts";
import { passToken, verifyPass, type PassClaims } from "./pass.ts";

/** `aud` of our credentials: event, incarnation, lane. */
const AUDIENCE = /^([a-z0-9][a-z0-9-]{0,39})\.([1-9][0-9]{0,14})\.([a-z0-9][a-z0-9-]{0,39})$/;

/** The first value that is a pass of this room and good now, for whatever event; null = none. Never throws. */
export async function anyValidPass(
  config: Config,
  cookieValues: readonly string[],
  header: string | null,
  nowMs: number,
): Promise<{ readonly token: string; readonly claims: PassClaims } | null> {
  for (const value of header === null ? cookieValues : [...cookieValues, header.trim()]) {
    const opened = open(config, passToken(value));
    if (opened?.type !== "pass") continue;
    // Unproven yet; it only chooses what the proof is judged against.
    const audience = readClaims(opened.payload)?.aud;
    const parts = typeof audience === "string" ? AUDIENCE.exec(audience) : null;
    if (parts === null) continue;
    const [, event = "", incarnation = "", lane = ""] = parts;
    const verified = await verifyPass({ config, ref: { event, incarnation: Number(incarnation) }, lane, nowMs }, value);
    if (verified.ok) return { token: passToken(value), claims: verified.claims };
  }
  return null;
}

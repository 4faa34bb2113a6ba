/** A visitor with a good pass: proxied and measured, the session renewed beside the origin's answer. */
import type { Criticality } from "../durable-objects/domain/limiter/shed.ts";
import type { SessionView } from "../durable-objects/domain/types.ts";
import { within } from "../durable-objects/within.ts";
import type { IssuedPass, PassClaims } from "./credentials/pass.ts";
import type { ShownPass } from "./credentials/read.ts";
import { visit, type Visit } from "./gates.ts";
import type { OriginCommands } from "./origin-commands.ts";
import { originOf } from "./origin.ts";
import { sessionHash } from "./measure.ts";
import { passThrough } from "./proxy.ts";
import { withinSessionLimit } from "./session-limit.ts";
import { shedAnswer } from "./shed.ts";
import { extendedUnrecorded, forgetCookies, givePass, noteOver, type Given, type Visitor } from "./visitor.ts";

/** A tenth of the idle time must have gone before a session is renewed, but at least this. */
const LEAST_RENEWAL_MS = 5_000;
/** How long the answer waits for the renewal once the origin's headers are there. */
const RENEWAL_WAIT_MS = 1_000;
/** One confirmation in flight for a provisional pass: a page's many subresources come at once. */
const CONFIRM_EVERY_MS = 1_000;
/** When an end that did not reach the event is sent again. */
const END_AGAIN_MS = [0, 500, 2_000] as const;

export interface InsideOptions {
  /** The path is one of the checkout's. */
  readonly checkout: boolean;
  /** The path is excluded from measuring. */
  readonly excluded: boolean;
  readonly criticality: Criticality;
  /** A pass given in this very answer, with its cookie. */
  readonly given?: { readonly setCookie: string };
}

type Pass = Pick<ShownPass, "token" | "claims">;

/** Proxies for the session of `pass`. */
export async function goInside(visitor: Visitor, pass: Pass, options: InsideOptions): Promise<Response> {
  const session = sessionHash(visitor.lane, pass.claims.position);
  const shed = options.given === undefined ? shedAnswer(visitor, session, options.criticality) : null;
  if (shed !== null) return shed;
  return withinSessionLimit(visitor, session, () => proxyInside(visitor, pass, options, session));
}

function proxyInside(visitor: Visitor, pass: Pass, options: InsideOptions, session: number): Promise<Response> {
  const { context, entry, view } = visitor;
  const renewal = options.given === undefined ? startRenewal(visitor, pass, options.checkout) : null;
  return passThrough(context, {
    origin: originOf(context, entry),
    title: entry.settings.title,
    passToken: pass.token,
    sessionExpiresAtMs: pass.claims.expiresAtMs,
    stripCredentials: false,
    covered: true,
    commands: entry.settings.originCommands,
    measured: options.excluded ? null : { view, session, checkout: options.checkout },
    setCookies: async ({ end, stock }) => {
      if (stock !== undefined) view.noteStock(visitor.lane, stock, Date.now());
      if (end !== undefined) return endStay(visitor, pass.claims, end);
      if (options.given !== undefined) return [options.given.setCookie];
      if (renewal === null) return [];
      // Late or failed: the pass at hand is still good, the next request renews.
      const line = await within(renewal, RENEWAL_WAIT_MS).catch(() => null);
      return line === null ? [] : [line];
    },
  });
}

/**
 * As `goInside`, for a pass that is in its grace: the session is renewed first, so that the pass the origin gets is good.
 *
 * @returns null if the event knows no such session any more
 */
export async function goInsideInGrace(visitor: Visitor, pass: ShownPass, options: InsideOptions): Promise<Response | null> {
  const renewal = await renew(visitor, pass.claims, options.checkout, pass.value);
  if (renewal.outcome === "over") return null;
  // Not now: it passes all the same.
  if (renewal.outcome !== "renewed") return goInside(visitor, pass, options);
  return goInside(visitor, renewal.pass, { ...options, given: renewal });
}

/** The origin ends the stay: over here at once, at the event soon, and the browser forgets its credentials. */
function endStay(visitor: Visitor, claims: PassClaims, reason: NonNullable<OriginCommands["end"]>): string[] {
  noteOver(visitor, claims);
  visitor.context.waitUntil(sendEnd(visitor, claims.position, reason));
  return forgetCookies(visitor);
}

/** The shop's own order, so no visitor's limit stands before it; to repeat it is harmless. */
async function sendEnd({ context, entry, lane }: Visitor, position: number, reason: NonNullable<OriginCommands["end"]>): Promise<void> {
  for (const waitMs of END_AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { outcome } = await visit(context, entry, { kind: "end", lane, position, reason }, null);
    if (outcome !== "unavailable") return;
  }
}

/** Starts the renewal when it is due; resolves with the new pass's cookie, or null when there is none to set. */
function startRenewal(visitor: Visitor, { claims }: Pass, checkout: boolean): Promise<string | null> | null {
  const { context, view, lane } = visitor;
  const { nowMs } = context;
  const everyMs = claims.provisional ? CONFIRM_EVERY_MS : Math.max(LEAST_RENEWAL_MS, claims.idleSeconds * 100);
  const isDue = claims.provisional || nowMs - claims.issuedAtMs >= everyMs || (checkout && nowMs - claims.issuedAtMs >= LEAST_RENEWAL_MS);
  if (!isDue || !view.mayTry(`renew/${lane}/${claims.position}`, claims.provisional ? CONFIRM_EVERY_MS : LEAST_RENEWAL_MS, nowMs))
    return null;
  const renewal = renew(visitor, claims, checkout, "").then((done) => (done.outcome === "renewed" ? done.setCookie : null));
  // The answer may not wait for it to the end; the event's commit counts all the same.
  context.waitUntil(renewal.catch(() => null));
  return renewal;
}

export type Renewal =
  /** At the event, or extended without its knowing while it can't be reached. */
  | (Given & { readonly outcome: "renewed"; readonly pass: IssuedPass })
  /** The event knows no such session. */
  | { readonly outcome: "over" }
  | Exclude<Visit, { readonly outcome: "ok" }>;

/** Renews the session at the event. `credential`: what the call is counted under; "" = by network only. */
export async function renew(visitor: Visitor, claims: PassClaims, checkout: boolean, credential: string): Promise<Renewal> {
  const { context, entry, lane } = visitor;
  const answer = await visit(context, entry, { kind: "renew", lane, position: claims.position, checkout }, credential);
  if (answer.outcome === "unavailable" && answer.reason === "unreachable") return renewed(visitor, extendedUnrecorded(visitor, claims));
  if (answer.outcome !== "ok") return answer;
  const { result } = answer;
  if (result.outcome === "renewed") return renewed(visitor, result.session);
  // No such session: this pass is over, here at once and elsewhere when its time comes.
  noteOver(visitor, claims);
  return { outcome: "over" };
}

async function renewed(visitor: Visitor, session: Omit<SessionView, "lane">): Promise<Renewal> {
  return { outcome: "renewed", ...(await givePass(visitor, session)) };
}

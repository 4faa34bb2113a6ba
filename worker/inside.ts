/** A visitor with a good pass: proxied and measured, the session renewed beside the origin's answer. */
import { within } from "../durable-objects/within.ts";
import type { SessionView } from "../durable-objects/domain/types.ts";
import type { ShownPass } from "./credentials/read.ts";
import { visit } from "./gates.ts";
import { originOf } from "./origin.ts";
import { passThrough } from "./proxy.ts";
import { extendedUnrecorded, givePass, type Visitor } from "./visitor.ts";

/** A tenth of the idle time must have gone before a session is renewed, but at least this. */
const LEAST_RENEWAL_MS = 5_000;
/** How long the answer waits for the renewal once the origin's headers are there. */
const RENEWAL_WAIT_MS = 1_000;
/** One confirmation in flight for a provisional pass: a page's many subresources come at once. */
const CONFIRM_EVERY_MS = 1_000;

export interface InsideOptions {
  /** The path is one of the checkout's. */
  readonly checkout: boolean;
  /** The path is excluded from measuring. */
  readonly excluded: boolean;
  /** A pass given in this very answer, with its cookie. */
  readonly given?: { readonly setCookie: string };
}

/** Proxies for the session of `pass`. */
export async function goInside(visitor: Visitor, pass: Pick<ShownPass, "token" | "claims">, options: InsideOptions): Promise<Response> {
  const { context, entry, view, lane } = visitor;
  const renewal = options.given === undefined ? startRenewal(visitor, pass, options.checkout) : null;
  return passThrough(context, {
    origin: originOf(context, entry),
    title: entry.settings.title,
    passToken: pass.token,
    sessionExpiresAtMs: pass.claims.expiresAtMs,
    stripCredentials: false,
    covered: true,
    commands: entry.settings.originCommands,
    view: options.excluded ? null : view,
    setCookies: async () => {
      if (options.given !== undefined) return [options.given.setCookie];
      if (renewal === null) return [];
      // Late or failed: the pass at hand is still good, the next request renews.
      const line = await within(renewal, RENEWAL_WAIT_MS).catch(() => null);
      return line === null ? [] : [line];
    },
    onCommands: ({ end }) => {
      if (end === undefined) return;
      view.noteOver(lane, pass.claims.position, pass.claims.expiresAtMs + entry.settings.graceSeconds * 1000);
      context.waitUntil(visit(context, entry, { kind: "end", lane, position: pass.claims.position, reason: end }, "", visitor.networkKey));
    },
  });
}

/** Starts the renewal when it is due; resolves with the new pass's cookie, or null when there is none to set. */
function startRenewal(visitor: Visitor, { claims }: Pick<ShownPass, "claims">, checkout: boolean): Promise<string | null> | null {
  const { context, view, lane } = visitor;
  const { nowMs } = context;
  const everyMs = claims.provisional ? CONFIRM_EVERY_MS : Math.max(LEAST_RENEWAL_MS, claims.idleSeconds * 100);
  const isDue = claims.provisional || nowMs - claims.issuedAtMs >= everyMs || (checkout && nowMs - claims.issuedAtMs >= LEAST_RENEWAL_MS);
  if (!isDue || !view.mayTry(`renew/${lane}/${claims.position}`, claims.provisional ? CONFIRM_EVERY_MS : LEAST_RENEWAL_MS, nowMs)) return null;
  const renewal = renew(visitor, claims, checkout);
  // The answer may not wait for it to the end; the event's commit counts all the same.
  context.waitUntil(renewal.catch(() => null));
  return renewal;
}

async function renew(visitor: Visitor, claims: ShownPass["claims"], checkout: boolean): Promise<string | null> {
  const { context, entry, lane, view, networkKey } = visitor;
  const { position } = claims;
  const answer = await visit(context, entry, { kind: "renew", lane, position, checkout }, "", networkKey);
  if (answer.outcome === "unavailable" && answer.reason === "unreachable") return (await givePass(visitor, extendedUnrecorded(visitor, claims))).setCookie;
  if (answer.outcome !== "ok") return null;
  const { result } = answer;
  if (result.outcome === "renewed") return (await givePass(visitor, result.session)).setCookie;
  // No such session: this pass is over, here at once and elsewhere when its time comes.
  if (result.outcome === "refused") view.noteOver(lane, position, claims.expiresAtMs + entry.settings.graceSeconds * 1000);
  return null;
}

/** Renews a session outside of a page's way (touch). Null = it is over. */
export async function touch(visitor: Visitor, pass: ShownPass): Promise<{ readonly setCookie: string; readonly session: Omit<SessionView, "lane"> } | "over" | "unavailable"> {
  const { context, entry, lane, view, networkKey } = visitor;
  const { position } = pass.claims;
  const answer = await visit(context, entry, { kind: "renew", lane, position, checkout: false }, pass.value, networkKey);
  if (answer.outcome !== "ok") return "unavailable";
  if (answer.result.outcome === "renewed") return { setCookie: (await givePass(visitor, answer.result.session)).setCookie, session: answer.result.session };
  view.noteOver(lane, position, pass.claims.expiresAtMs + entry.settings.graceSeconds * 1000);
  return "over";
}

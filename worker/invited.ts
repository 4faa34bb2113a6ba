/** Lanes by invite: whose request is it, what an invite is worth, and how its holder joins. */
import type { JoinItem } from "../durable-objects/domain/types.ts";
import type { DirectoryEntry, LaneSettings } from "../durable-objects/protocol.ts";
import type { RequestContext } from "./context.ts";
import { type InviteClaims, verifyInvite } from "./credentials/invite.ts";
import type { InviteUse, VisitorClaims } from "./credentials/visitor.ts";
import { visit, type Visit } from "./gates.ts";
import { forgetCookies, standingOf, visitorOf, type Standing, type Visitor } from "./visitor.ts";

/** The event's lane of that id if it is by invite. */
function inviteLane({ settings }: DirectoryEntry, id: string): LaneSettings | undefined {
  return settings.lanes.find((lane) => lane.id === id && lane.invite === true);
}

/** Whether places in the visitor's lane are given for an invite only. */
export function isByInvite({ entry, lane }: Pick<Visitor, "entry" | "lane">): boolean {
  return inviteLane(entry, lane) !== undefined;
}

/** Whether a visitor credential may get a place in the visitor's lane. */
export function maySpend(visitor: Visitor, { invite }: VisitorClaims): boolean {
  return invite !== undefined || !isByInvite(visitor);
}

/**
 * Who asks for a page of `lane`. A lane by invite without paths covers what the event does, so whoever brings a pass, a ticket or an
 * invite's credential of one is taken for its visitor; a session inside the page's own lane comes first.
 */
export async function visitorOfPage(context: RequestContext, entry: DirectoryEntry, lane: string): Promise<Visitor> {
  const own = await visitorOf(context, entry, lane);
  const others = entry.settings.lanes.filter((each) => each.invite === true && each.paths.length === 0 && each.id !== lane);
  if (others.length === 0 || isInside(standingOf(own))) return own;
  const invited: Visitor[] = [];
  for (const { id } of others) {
    const there = await visitorOf(context, entry, id);
    if (bringsSomething(there)) invited.push(there);
  }
  return invited.find(({ credentials }) => credentials.pass !== null) ?? invited[0] ?? own;
}

function bringsSomething({ credentials }: Visitor): boolean {
  const { pass, expiredPass, ticket, visitor } = credentials;
  return pass !== null || expiredPass !== null || ticket !== null || visitor?.claims.invite !== undefined;
}

/** A session that an invite does not move. */
export function isInside({ kind }: Standing): boolean {
  return kind === "inside" || kind === "in-grace" || kind === "superseded";
}

export type JudgedInvite =
  | { readonly ok: true; readonly claims: InviteClaims }
  | { readonly ok: false; readonly code: "invite-invalid" | "invite-expired" };

/** What a text is worth as an invite of the visitor's event. No object is asked (S12). */
export async function judgeInvite({ scope, entry }: Visitor, text: string): Promise<JudgedInvite> {
  const verified = await verifyInvite(scope, text);
  if (!verified.ok) return { ok: false, code: verified.reason === "expired" ? "invite-expired" : "invite-invalid" };
  return inviteLane(entry, verified.claims.lane) === undefined ? { ok: false, code: "invite-invalid" } : verified;
}

/** The invite as the credential carries it that is given for it: whoever waits in another lane is to move. */
export function useOf({ lane, key, id, expiresAtMs }: InviteClaims, visitor: Visitor): InviteUse {
  return { key, id, expiresAtMs, from: visitor.lane === lane ? null : visitor.lane };
}

/** What became of a join, and the same visitor in the lane it may have left; null = it came from none. */
export interface Joined {
  readonly answer: Visit;
  readonly left: Visitor | null;
}

/** Asks the event for a place on the strength of a visitor credential, with the place elsewhere that its invite is to move. */
export async function askToJoin(visitor: Visitor, claims: VisitorClaims, presented: boolean): Promise<Joined> {
  const { context, entry, lane } = visitor;
  const { id, visitorKey, expiresAtMs, invite } = claims;
  const item = { kind: "join", lane, visitorKey, credentialId: id, expiresAtMs, presented } as const;
  if (invite === undefined) return { answer: await visit(context, entry, item, visitorKey), left: null };
  const left = invite.from === null ? null : await visitorOf(context, entry, invite.from);
  const from = left === null ? undefined : placeIn(left);
  const shown = { key: invite.key, id: invite.id, expiresAtMs: invite.expiresAtMs };
  const asked = { ...item, invite: shown, ...(from === undefined ? {} : { from }) };
  return { answer: await visit(context, entry, asked, visitorKey), left };
}

function placeIn({ lane, credentials }: Visitor): JoinItem["from"] {
  const { pass, expiredPass, ticket } = credentials;
  if (ticket !== null) return { lane, position: ticket.claims.position, isDrawNumber: ticket.claims.isDrawNumber };
  const shown = pass ?? expiredPass;
  return shown === null ? undefined : { lane, position: shown.claims.position, isDrawNumber: false };
}

/** `Set-Cookie` lines after a join: a place that was given up is forgotten with it. */
export function forgetLeft({ answer, left }: Joined): string[] {
  const gaveUp = answer.outcome === "ok" && "gaveUp" in answer.result && answer.result.gaveUp;
  return gaveUp && left !== null ? forgetCookies(left) : [];
}

/** Refusals of an invite, for programs. */
export const INVITE_REFUSALS = {
  "invite-required": "Places here are given for an invite only.",
  "invite-invalid": "This is no invite of this on-sale.",
  "invite-expired": "This invite has expired.",
  "invite-used": "This invite has been used, and its place is over.",
} as const;

export type InviteRefusal = keyof typeof INVITE_REFUSALS;

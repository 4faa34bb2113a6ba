import type { Actor, DirectoryEntry, EventDescription, EventSettings, ValueCondition } from "../../durable-objects/protocol.ts";
import { problem } from "../problem.ts";
import { hasRole, type OrganiserActor } from "./deps.ts";
import type { Room } from "./rooms.ts";

export const API_PATH = "/_stanchion/api/v1";

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}

export function nothing(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

const HIDDEN = "(hidden)";

/** Lanes with every member written out, also those that an earlier version stored. */
export function lanesOf({ lanes }: Pick<EventSettings, "lanes">): EventSettings["lanes"] {
  return lanes.map((lane) => ({ ...lane, invite: lane.invite ?? false }));
}

/**
 * An event as a read shows it, also one that an earlier version stored. The secrets in its rules are the owner's, who can
 * put what was read; to others they are written in a form that a PUT refuses.
 */
export function present(
  settings: EventSettings,
  incarnation: number,
  actor: OrganiserActor,
): EventSettings & { readonly incarnation: number } {
  const shown = (condition: ValueCondition | null = null): ValueCondition | null => {
    if (condition === null) return null;
    const { name, value, forgeable = false } = condition;
    return { name, value: forgeable || hasRole(actor, "owner") ? value : HIDDEN, forgeable };
  };
  const rules = settings.rules.map((rule) => ({
    ...rule,
    countries: rule.countries ?? [],
    header: shown(rule.header),
    cookie: shown(rule.cookie),
    query: shown(rule.query),
  }));
  const lanes = lanesOf(settings);
  return { ...settings, shareOrigin: settings.shareOrigin ?? false, lanes, rules, template: settings.template ?? null, incarnation };
}

/** What a list shows of an event: enough to choose one. */
export function summary({ event, incarnation, settings }: DirectoryEntry) {
  const { title, region, hosts, paths } = settings;
  return { id: event, incarnation, title, region, hosts, paths };
}

/** An event after a command. */
export function described({ ref, settings, figures }: EventDescription, changed: boolean, actor: OrganiserActor) {
  return { changed, event: present(settings, ref.incarnation, actor), live: figures };
}

export function unauthorised(tokenSent: boolean): Response {
  const challenge = tokenSent ? 'Bearer realm="stanchion", error="invalid_token"' : 'Bearer realm="stanchion"';
  return problem(401, "unauthorised", "Send a valid organiser token: Authorization: Bearer <token>.", {
    headers: { "WWW-Authenticate": challenge },
  });
}

export function forbidden(role: Actor["role"]): Response {
  return problem(403, "role-too-low", `This call needs the role ${role}.`);
}

/** The same for an event that doesn't exist and for one the token is not for (S2). */
export function unknownEvent(): Response {
  return problem(404, "unknown-event", "There is no such event.");
}

export function unknownPath(): Response {
  return problem(404, "not-found", "There is no such call; docs/organiser-api.md lists them.");
}

export function invalid({ field, detail }: { readonly field: string; readonly detail: string }): Response {
  return field === "" ? problem(422, "invalid-body", detail) : problem(422, "invalid-field", detail, { field });
}

export function invalidKey(): Response {
  return problem(
    400,
    "invalid-idempotency-key",
    "Idempotency-Key takes 1 to 128 printable ASCII characters, best a UUID in double quotes.",
  );
}

export function reusedKey(): Response {
  return problem(422, "idempotency-key-reused", "Another order was given under this Idempotency-Key; a new order needs a new key.");
}

export function unreachable(room: Room): Response {
  const detail =
    room === "directory"
      ? "The directory of events did not answer; repeat the call."
      : "The event's object did not answer; repeat the call.";
  return problem(503, `${room}-unreachable`, detail, { headers: { "Retry-After": "2" } });
}

export function incomplete(): Response {
  return problem(503, "event-incomplete", "The event is listed, but its creation was not finished; repeat the POST, or PUT its settings.");
}

/** The organiser API's calls on the list of events and on a whole event. */
import type { FixedSetting } from "../../durable-objects/domain/types.ts";
import type { DirectoryEntry, EventDescription, EventSettings } from "../../durable-objects/protocol.ts";
import { problem } from "../problem.ts";
import { findRefusedAddress } from "./allowed-addresses.ts";
import { API_PATH, invalid, json, lanesOf, nothing, present, summary, unknownEvent } from "./answers.ts";
import { type OrganiserActor, type OrganiserApiDeps, inScope } from "./deps.ts";
import { type Fault, parseEventUpdate, parseNewEvent } from "./event-schema.ts";
import { bringToEvent, describe, findEntry, listEntries, reach, sameSettings } from "./rooms.ts";

/**
 * An isolate answers from a snapshot for at most 1.5 s by the event's own stamp (design: Worker). Once that long has
 * passed since the event was destroyed, nobody can be served a place or a figure of it any more.
 */
const FORGOTTEN_AFTER_MS = 2_000;

export async function listEvents(deps: OrganiserApiDeps, actor: OrganiserActor): Promise<Response> {
  const entries = await listEntries(deps);
  return json({ events: entries.filter(({ event }) => inScope(actor, event)).map(summary) });
}

export async function createEvent(deps: OrganiserApiDeps, actor: OrganiserActor, body: unknown): Promise<Response> {
  const parsed = parseNewEvent(body);
  if (!parsed.ok) return invalid(parsed);
  const settings = parsed.value;
  if (settings.template !== null) return otherTemplate();
  // Before the directory is asked: the answer is the same whether that id exists or not (S2).
  if (!inScope(actor, settings.id)) return problem(403, "out-of-scope", "The token is not for an event of this id.", { field: "id" });
  const refusal = refuseAddress(deps, settings);
  if (refusal !== null) return refusal;

  const reply = await reach("directory", () => deps.directory.create({ settings, hostOrigins: hostOriginsOf(deps) }));
  if (reply.outcome === "conflict") return conflicting(actor, reply);
  if (reply.outcome === "created") return finish(deps, actor, reply.entry, 201);
  const halfMade = await findHalfMade(deps, settings);
  if (halfMade !== null) return finish(deps, actor, halfMade, 201);
  return problem(409, "event-exists", "There is an event of this id; PUT replaces its settings.", { field: "id" });
}

export async function replaceEvent(deps: OrganiserApiDeps, actor: OrganiserActor, event: string, body: unknown): Promise<Response> {
  const parsed = parseEventUpdate(body, event);
  if (!parsed.ok) return invalid(parsed);
  const { settings, incarnation, planFault } = parsed.value;
  const refusal = refuseAddress(deps, settings);
  if (refusal !== null) return refusal;

  const entry = await findEntry(deps, event);
  if (entry === null) return unknownEvent();
  if (incarnation !== null && incarnation !== entry.incarnation) {
    return problem(409, "other-incarnation", `The event was deleted and created again since; it is incarnation ${entry.incarnation} now.`, {
      field: "incarnation",
    });
  }
  // Left out or not: the directory and the event keep the one they have.
  if (settings.template !== null && settings.template?.hash !== entry.settings.template?.hash) return otherTemplate();
  if (settings.region !== entry.settings.region) {
    return problem(409, "region-fixed", `The event lives in ${entry.settings.region}; only a new event can live elsewhere.`, {
      field: "region",
    });
  }
  const known = await describe(deps, entry);
  const refusedPlan = refusePlan(known, settings, planFault);
  if (refusedPlan !== null) return refusedPlan;
  const reply = await reach("directory", () => deps.directory.replace({ settings, hostOrigins: hostOriginsOf(deps) }));
  if (reply.outcome === "conflict") return conflicting(actor, reply);
  if (reply.outcome === "unknown") return unknownEvent();
  return finish(deps, actor, reply.entry, 200);
}

/**
 * The directory first, so that no isolate learns of the event any more; then its object; then the wait. The directory
 * goes on naming a removed incarnation, so that a DELETE that broke off in between can be repeated until it is done.
 */
export async function deleteEvent(deps: OrganiserApiDeps, actor: OrganiserActor, event: string): Promise<Response> {
  const by = { subject: actor.subject, role: actor.role };
  const ref = await reach("directory", () => deps.directory.remove({ event, actor: by }));
  if (ref === null) return unknownEvent();
  await reach("event", () => deps.eventQueue(ref).destroy());
  await (deps.sleep ?? sleep)(FORGOTTEN_AFTER_MS);
  return nothing();
}

async function finish(deps: OrganiserApiDeps, actor: OrganiserActor, entry: DirectoryEntry, status: 200 | 201): Promise<Response> {
  const description = await bringToEvent(deps, entry, { subject: actor.subject, role: actor.role });
  if (description === null) return unknownEvent();
  const body = present(description.settings, entry.incarnation, actor);
  return json(body, status, status === 201 ? { Location: `${API_PATH}/events/${entry.event}` } : {});
}

/** An entry with these very settings whose object was never configured: a creation that broke off, to be gone on with. */
async function findHalfMade(deps: OrganiserApiDeps, settings: EventSettings): Promise<DirectoryEntry | null> {
  const entry = await findEntry(deps, settings.id);
  if (entry === null || !sameSettings(entry.settings, settings)) return null;
  return (await describe(deps, entry)) === null ? entry : null;
}

/** What a draw's commitment covers holds (S14), and an event draws once; the event holds to both, too. */
function refusePlan(known: EventDescription | null, settings: EventSettings, planFault: Fault | null): Response | null {
  const before = known === null ? null : { ...known.settings, lanes: lanesOf(known.settings) };
  const isChanged = (name: FixedSetting): boolean => JSON.stringify(settings[name]) !== JSON.stringify(before?.[name]);
  const field = known?.figures.fixed.find(isChanged);
  if (field !== undefined) {
    const detail = `Numbers of the draw are given: "${field}" is fixed until the doors open. The action move-opening puts the opening off.`;
    return problem(409, "draw-begun", detail, { field });
  }
  const gathersAnew = settings.schedule?.preQueueAt !== known?.settings.schedule?.preQueueAt;
  if (known?.figures.drawBegun === true && settings.draw != null && (isChanged("draw") || gathersAnew)) {
    const detail = 'The event has had its draw; who gathers again gets places in the order of arrival. Say so: "draw": null.';
    return problem(409, "draw-made", detail, { field: "draw" });
  }
  return planFault !== null && (isChanged("schedule") || isChanged("draw")) ? invalid(planFault) : null;
}

function refuseAddress(deps: OrganiserApiDeps, settings: EventSettings): Response | null {
  const refusal = findRefusedAddress(settings, deps.deployment);
  return refusal === null ? null : problem(403, refusal.code, refusal.detail, { field: refusal.field });
}

/** The whole map, since other events' hosts are judged by it too: what it says may have changed since they were stored. */
function hostOriginsOf({ deployment }: OrganiserApiDeps): Record<string, string> {
  return Object.fromEntries(Object.entries(deployment.hosts).map(([host, { origin }]) => [host, origin]));
}

/** A template's text is not among the settings, so what they say of it can only be what is there. */
function otherTemplate(): Response {
  const detail = '"template" is not the one of this event: leave it out, and give the event one by PUT events/:id/template.';
  return problem(422, "invalid-field", detail, { field: "template" });
}

/** Which event stands in the way is told only to those who may know of it (S2). */
function conflicting(actor: OrganiserActor, { field, event }: { readonly field: string; readonly event: string }): Response {
  const other = inScope(actor, event) ? `event ${event}` : "another event";
  if (field !== "origin") return problem(422, "duplicate-path", `"${field}" is covered by ${other} on one of these hosts.`, { field });
  const detail = `The origin is also that of ${other}: each would let in as many as the origin serves. Set "shareOrigin": true on both if that is meant.`;
  return problem(422, "shared-origin", detail, { field });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import * as v from "valibot";
import type { Command } from "../../durable-objects/domain/types.ts";
import type { Actor, LaneSettings } from "../../durable-objects/protocol.ts";
import { DOORS, MAX_ACTIVE_SESSIONS, MAX_MESSAGE, MAX_PER_MINUTE, MAX_POSITION } from "./event-schema.ts";
import { boolean, id, instant, integer, oneOf, text } from "./fields.ts";
import { type Parsed, parse } from "./parsed.ts";

/** One of `POST events/:id/actions/…`: who may give it and how its body becomes a command. */
export interface Action {
  readonly name: Command["command"];
  /** The lowest role that may give it. */
  readonly role: Actor["role"];
  readonly parse: (body: unknown, lanes: readonly LaneSettings[]) => Parsed<Command>;
}

const doors = v.strictObject({ doors: oneOf(DOORS) });
const intake = v.strictObject({
  perMinute: v.exactOptional(integer(1, MAX_PER_MINUTE)),
  maxActiveSessions: v.exactOptional(integer(1, MAX_ACTIVE_SESSIONS)),
});
const letIn = v.strictObject({ count: integer(1, 100_000) });
const message = v.strictObject({ message: text(0, MAX_MESSAGE, { lines: true }) });
const endSession = v.strictObject({ lane: v.exactOptional(id()), position: integer(1, MAX_POSITION) });
const load = v.strictObject({ load: oneOf(["ok", "slow", "stop"]) });
const ending = v.strictObject({ includePaying: v.exactOptional(boolean()) });
const ofLane = v.strictObject({ lane: v.exactOptional(id()) });
const opening = v.strictObject({ opensAt: v.nullable(instant()) });

export const ACTIONS: readonly Action[] = [
  { name: "doors", role: "operator", parse: (body) => command(parse(doors, body), (value) => ({ command: "doors", ...value })) },
  { name: "intake", role: "operator", parse: parseIntake },
  { name: "let-in", role: "operator", parse: (body) => command(parse(letIn, body), (value) => ({ command: "let-in", ...value })) },
  { name: "message", role: "operator", parse: (body) => command(parse(message, body), (value) => ({ command: "message", ...value })) },
  { name: "load", role: "operator", parse: (body) => command(parse(load, body), (value) => ({ command: "load", ...value })) },
  { name: "end-session", role: "operator", parse: parseEndSession },
  { name: "end-all", role: "owner", parse: (body) => command(parse(ending, body), (value) => ({ command: "end-all", ...value })) },
  {
    name: "move-opening",
    role: "operator",
    parse: (body) => command(parse(opening, body), (value) => ({ command: "move-opening", ...value })),
  },
  { name: "sold-out", role: "operator", parse: (body) => command(parse(ofLane, body), (value) => ({ command: "sold-out", ...value })) },
  { name: "reopen", role: "operator", parse: (body) => command(parse(ofLane, body), (value) => ({ command: "reopen", ...value })) },
  { name: "close", role: "owner", parse: (body) => command(parse(ending, body), (value) => ({ command: "close", ...value })) },
];

function parseIntake(body: unknown): Parsed<Command> {
  const parsed = parse(intake, body);
  if (parsed.ok && parsed.value.perMinute === undefined && parsed.value.maxActiveSessions === undefined) {
    return { ok: false, field: "perMinute", detail: 'Name "perMinute", "maxActiveSessions" or both.' };
  }
  return command(parsed, (value) => ({ command: "intake", ...value }));
}

/** The lane may be left out where there is only one. */
function parseEndSession(body: unknown, lanes: readonly LaneSettings[]): Parsed<Command> {
  const parsed = parse(endSession, body);
  if (!parsed.ok) return parsed;
  const { position, lane = lanes.length === 1 ? lanes[0]?.id : undefined } = parsed.value;
  const known = lanes.map((each) => each.id).join(", ");
  if (lane === undefined) return { ok: false, field: "lane", detail: `"lane" is missing; the event has ${known}.` };
  if (!lanes.some((each) => each.id === lane)) return { ok: false, field: "lane", detail: `"lane" must be one of ${known}.` };
  return { ok: true, value: { command: "end-session", lane, position } };
}

function command<T>(parsed: Parsed<T>, make: (value: T) => Command): Parsed<Command> {
  return parsed.ok ? { ok: true, value: make(parsed.value) } : parsed;
}

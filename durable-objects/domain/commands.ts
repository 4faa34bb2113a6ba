/** The organiser's orders to the line. */
import { createChanges, letInRemaining, type Changes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { endAll, endSession } from "./grants.ts";
import { laneNamed } from "./journal.ts";
import { startPresence } from "./presence.ts";
import { passTime, settle } from "./step.ts";
import type { Command, EventPolicy } from "./types.ts";

/** More than this waiting beside the bucket would be a wall, not a rate. */
const MOST_LET_IN = 1_000_000;

export type CommandOutcome =
  | { readonly outcome: "ok"; readonly changed: boolean; readonly detail: string; readonly changes: Changes }
  | { readonly outcome: "invalid"; readonly field: string; readonly detail: string };

/** Carries out one order at the wall clock's `wallMs`. */
export function applyCommand(event: EventState, command: Command, wallMs: number): CommandOutcome {
  const changes = createChanges();
  passTime(event, changes, wallMs);
  const done = carryOut(event, changes, command);
  settle(event, changes);
  return done.outcome === "invalid" ? done : { ...done, changes };
}

type Done = { outcome: "ok"; changed: boolean; detail: string } | { outcome: "invalid"; field: string; detail: string };

function carryOut(event: EventState, changes: Changes, command: Command): Done {
  const { policy } = event;
  switch (command.command) {
    case "doors": {
      const changed = policy.doors !== command.doors;
      const detail = `doors ${policy.doors} → ${command.doors}`;
      event.policy = { ...policy, doors: command.doors };
      return { outcome: "ok", changed, detail };
    }
    case "intake": {
      const perMinute = command.perMinute ?? policy.perMinute;
      const maxActiveSessions = command.maxActiveSessions ?? policy.maxActiveSessions;
      const changed = perMinute !== policy.perMinute || maxActiveSessions !== policy.maxActiveSessions;
      const detail = `per minute ${policy.perMinute} → ${perMinute}, active sessions at most ${policy.maxActiveSessions} → ${maxActiveSessions}`;
      event.policy = { ...policy, perMinute, maxActiveSessions };
      return { outcome: "ok", changed, detail };
    }
    case "let-in": {
      if (letInRemaining(event) + command.count > MOST_LET_IN) {
        return { outcome: "invalid", field: "count", detail: `at most ${MOST_LET_IN} may wait to be let in beside the rate` };
      }
      // An empty entry would be taken for one more.
      if (command.count > 0) event.letIn.push({ count: command.count, untilMs: event.clock.eventMs + policy.claimSeconds * 1000 });
      return { outcome: "ok", changed: command.count > 0, detail: `let in ${command.count} beside the rate, for ${policy.claimSeconds} s` };
    }
    case "message": {
      const changed = policy.message !== command.message;
      event.policy = { ...policy, message: command.message };
      return { outcome: "ok", changed, detail: command.message === "" ? "message cleared" : "message set" };
    }
    case "end-session": {
      const lane = policy.lanes.some(({ id }) => id === command.lane) ? event.lanes.get(command.lane) : undefined;
      if (lane === undefined) return { outcome: "invalid", field: "lane", detail: "the event has no such lane" };
      const session = lane.sessions.get(command.position);
      const changed = session !== undefined && endSession(event, changes, lane, session, true);
      return { outcome: "ok", changed, detail: `session of ${command.lane} ${command.position} ${changed ? "ended" : "was not active"}` };
    }
    case "end-all": {
      const ended = endAll(event, changes, true);
      return { outcome: "ok", changed: ended > 0, detail: `all sessions ended: ${ended}; those paying were spared` };
    }
  }
}

/** Replaces the organiser's settings. The order of every line stays; a lane that is left out keeps its places for when it returns. */
export function replacePolicy(event: EventState, policy: EventPolicy, wallMs: number): Changes {
  const changes = createChanges();
  passTime(event, changes, wallMs);
  event.policy = policy;
  for (const { id } of policy.lanes) {
    const isNew = !event.lanes.has(id);
    const lane = laneNamed(event.lanes, id);
    if (isNew) startPresence(lane.presence, event.clock.liveMs);
  }
  settle(event, changes);
  return changes;
}

/** The wall clock as the event sees it. */
export function wallNow(event: EventState): number {
  return wallOf(event.clock, event.clock.eventMs);
}

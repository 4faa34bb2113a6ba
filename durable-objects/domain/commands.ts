/** The organiser's orders to the line. */
import { createChanges, letInRemaining, openLaneNamed, openNewLanes, type Changes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { endAll, endSession } from "./grants.ts";
import { permittedIntake } from "./intake.ts";
import { noteLoad } from "./limit-event.ts";
import { passTime, settle } from "./step.ts";
import type { Command, EventPolicy } from "./types.ts";

/** More than this waiting beside the bucket would be a wall, not a rate. */
const MOST_LET_IN = 1_000_000;

export interface Carried {
  readonly changed: boolean;
  /** What changed, in words, for the audit log. */
  readonly detail: string;
}

export interface Refused {
  readonly outcome: "invalid";
  readonly field: string;
  readonly detail: string;
}

export type CommandOutcome = ({ readonly outcome: "ok"; readonly changes: Changes } & Carried) | Refused;

/** Carries out one order at the wall clock's `wallMs`. One that does not fit the event is refused and moves nothing, not even time. */
export function applyCommand(event: EventState, command: Command, wallMs: number): CommandOutcome {
  const refused = refusalOf(event, command);
  if (refused !== null) return refused;
  const changes = createChanges();
  passTime(event, changes, wallMs);
  const carried = carryOut(event, changes, command);
  settle(event, changes);
  return { outcome: "ok", changes, ...carried };
}

function refusalOf(event: EventState, command: Command): Refused | null {
  if (command.command === "let-in" && letInRemaining(event) + command.count > MOST_LET_IN) {
    return { outcome: "invalid", field: "count", detail: `at most ${MOST_LET_IN} may wait to be let in beside the rate` };
  }
  if (command.command === "end-session" && openLaneNamed(event, command.lane) === undefined) {
    return { outcome: "invalid", field: "lane", detail: "the event has no such lane" };
  }
  return null;
}

function carryOut(event: EventState, changes: Changes, command: Command): Carried {
  const { policy } = event;
  switch (command.command) {
    case "doors":
      event.policy = { ...policy, doors: command.doors };
      return { changed: policy.doors !== command.doors, detail: `doors ${policy.doors} → ${command.doors}` };
    case "intake": {
      const perMinute = command.perMinute ?? policy.perMinute;
      const maxActiveSessions = command.maxActiveSessions ?? policy.maxActiveSessions;
      event.policy = { ...policy, perMinute, maxActiveSessions };
      return {
        changed: perMinute !== policy.perMinute || maxActiveSessions !== policy.maxActiveSessions,
        detail: `per minute ${policy.perMinute} → ${perMinute}, active sessions at most ${policy.maxActiveSessions} → ${maxActiveSessions}`,
      };
    }
    case "let-in":
      if (command.count > 0) event.letIn.push({ count: command.count, untilMs: event.clock.eventMs + policy.claimSeconds * 1000 });
      return { changed: command.count > 0, detail: `let in ${command.count} beside the rate, for ${policy.claimSeconds} s` };
    case "message":
      event.policy = { ...policy, message: command.message };
      return { changed: policy.message !== command.message, detail: command.message === "" ? "message cleared" : "message set" };
    case "load":
      noteLoad(event, command.load);
      return { changed: true, detail: `the origin's load: ${command.load}, for two minutes` };
    case "end-session": {
      const lane = openLaneNamed(event, command.lane);
      const session = lane?.sessions.get(command.position);
      const changed = lane !== undefined && session !== undefined && endSession(event, changes, lane, session, true);
      return { changed, detail: `session of ${command.lane} ${command.position} ${changed ? "ended" : "was not active"}` };
    }
    case "end-all": {
      const ended = endAll(event, changes);
      return { changed: ended > 0, detail: `all sessions ended: ${ended}; those paying were spared` };
    }
  }
}

/** Replaces the organiser's settings. The order of every line stays; a lane that is left out keeps its places and turns for when it returns. */
export function replacePolicy(event: EventState, policy: EventPolicy, wallMs: number): Changes {
  const changes = createChanges();
  passTime(event, changes, wallMs);
  event.policy = policy;
  event.intake = permittedIntake(policy, event.activeSessions, event.limit);
  openNewLanes(event);
  settle(event, changes);
  return changes;
}

/** The wall clock as the event sees it. */
export function wallNow(event: EventState): number {
  return wallOf(event.clock, event.clock.eventMs);
}

/** The organiser's orders to the line. */
import { createChanges, intakeNow, letInRemaining, openLaneNamed, openNewLanes, type Changes, type EventState } from "./event.ts";
import { wallOf } from "./event-clock.ts";
import { endAll, endSession } from "./grants.ts";
import type { Lane } from "./lane.ts";
import { noteLoad } from "./limit-event.ts";
import { isBeforeOpening, isOpen, scheduleOf } from "./sale.ts";
import { commitmentOf, hasBegun, isGathering, moveDraw } from "./draw/draw.ts";
import { closeSale, followPlan } from "./sale-steps.ts";
import { reopen, sellOut } from "./sold-out.ts";
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

export type CommandOutcome = { readonly changes: Changes } & (({ readonly outcome: "ok" } & Carried) | Refused);

/**
 * Carries out one order at the wall clock's `wallMs`. One that does not fit the event is refused. It is judged by the event as it is
 * now, since a phase may begin or a draw freeze with this very call; so time passes for a refused one too, and its changes are stored.
 */
export function applyCommand(event: EventState, command: Command, wallMs: number): CommandOutcome {
  const changes = createChanges();
  passTime(event, changes, wallMs);
  const refused = refusalOf(event, command);
  const outcome = refused ?? ({ outcome: "ok", ...carryOut(event, changes, command) } as const);
  settle(event, changes);
  return { ...outcome, changes };
}

function refusalOf(event: EventState, command: Command): Refused | null {
  if (command.command === "let-in" && letInRemaining(event) + command.count > MOST_LET_IN) {
    return { outcome: "invalid", field: "count", detail: `at most ${MOST_LET_IN} may wait to be let in beside the rate` };
  }
  if (command.command === "let-in" && !isOpen(event)) {
    return { outcome: "invalid", field: "count", detail: "nobody is let in before the doors open or after the on-sale is closed" };
  }
  if ("lane" in command && command.lane !== undefined && openLaneNamed(event, command.lane) === undefined) {
    return { outcome: "invalid", field: "lane", detail: "the event has no such lane" };
  }
  if (command.command === "move-opening" && !isBeforeOpening(event)) {
    return {
      outcome: "invalid",
      field: "opensAt",
      detail: `the on-sale is ${event.sale.phase}; only one that has not opened can open at another time`,
    };
  }
  return command.command === "move-opening" ? refusalOfMove(event, command.opensAt) : null;
}

/** A commitment is kept, stored with each call and published: an opening that is put off forever needs no draw. */
const MOST_COMMITMENTS = 32;

/** Why an opening may not move there; before the freeze of a draw it moves to later only, after it the doors move as they like. */
function refusalOfMove(event: EventState, to: string | null): Refused | null {
  const { draw, policy } = event;
  const { preQueueAt, closesAt } = scheduleOf(policy);
  const toMs = to === null ? wallNow(event) : Date.parse(to);
  const refused = (detail: string): Refused => ({ outcome: "invalid", field: "opensAt", detail });
  if (closesAt !== null && toMs >= Date.parse(closesAt)) return refused(`the on-sale closes at ${closesAt}; the opening must be before it`);
  if (draw === null) return null;
  if (!hasBegun(draw)) {
    if (preQueueAt === null || toMs - Date.parse(preQueueAt) > (policy.draw?.leadSeconds ?? 0) * 1000) return null;
    return refused(`numbers of the draw are given from ${preQueueAt} until its freeze, so the opening must be later than that`);
  }
  if (!isGathering(draw)) return null;
  const known = commitmentOf(draw);
  if (to === null || toMs <= known.opensAtMs) {
    const latest = new Date(known.opensAtMs).toISOString();
    return refused(`numbers of a draw are being given, so the opening moves to later only (than ${latest})`);
  }
  if (draw.commitments.length < MOST_COMMITMENTS) return null;
  return refused(`while numbers of a draw are given an opening moves ${MOST_COMMITMENTS - 1} times at most`);
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
      const { includePaying = false } = command;
      const ended = endAll(event, changes, includePaying);
      return { changed: ended > 0, detail: `all sessions ended: ${ended}${spared(includePaying)}` };
    }
    case "move-opening": {
      const before = scheduleOf(policy);
      if (event.draw !== null && isGathering(event.draw)) moveDraw(event.draw, Date.parse(command.opensAt ?? ""), wallNow(event));
      const opensAt = command.opensAt ?? new Date(wallNow(event)).toISOString();
      // Nobody gathers for an opening that comes first.
      const preQueueAt = before.preQueueAt !== null && Date.parse(before.preQueueAt) < Date.parse(opensAt) ? before.preQueueAt : null;
      event.policy = { ...policy, schedule: { ...before, preQueueAt, opensAt } };
      followPlan(event, changes);
      return { changed: opensAt !== before.opensAt, detail: `opening moved: ${before.opensAt} → ${opensAt}` };
    }
    case "sold-out": {
      const changed = lanesMeant(event, command.lane).filter((lane) => sellOut(event, lane, "organiser"));
      return { changed: changed.length > 0, detail: `sold out: ${namesOf(changed)}` };
    }
    case "reopen": {
      const changed = lanesMeant(event, command.lane).filter((lane) => reopen(event, lane));
      return { changed: changed.length > 0, detail: `reopened: ${namesOf(changed)}` };
    }
    case "close": {
      const { includePaying = false } = command;
      const changed = event.sale.phase !== "closed" || !event.sale.closedByHand;
      const ended = closeSale(event, changes, includePaying);
      return { changed, detail: `on-sale closed; sessions ended: ${ended}${spared(includePaying)}` };
    }
  }
}

function spared(includePaying: boolean): string {
  return includePaying ? ", those paying included" : "; those paying were spared";
}

/** The lane an order names, or all of the policy. */
function lanesMeant(event: EventState, id: string | undefined): Lane[] {
  const ids = id === undefined ? event.policy.lanes.map((lane) => lane.id) : [id];
  return ids.map((each) => openLaneNamed(event, each)).filter((lane) => lane !== undefined);
}

function namesOf(lanes: readonly Lane[]): string {
  return lanes.length === 0 ? "no lane" : lanes.map(({ id }) => id).join(", ");
}

/** Replaces the organiser's settings. The order of every line stays; a lane that is left out keeps its places and turns for when it returns. */
export function replacePolicy(event: EventState, policy: EventPolicy, wallMs: number): Changes {
  const changes = createChanges();
  passTime(event, changes, wallMs);
  event.policy = policy;
  followPlan(event, changes);
  event.intake = intakeNow(event);
  openNewLanes(event);
  settle(event, changes);
  return changes;
}

/** The wall clock as the event sees it. */
export function wallNow(event: EventState): number {
  return wallOf(event.clock, event.clock.eventMs);
}

/**
 * A reference model of one event: slow and obvious. It keeps one record a place with everything that happened to it, counts by
 * looking through all of them, and follows the design's rules, not the real code's structure. Plain data, so that a test can copy it.
 *
 * Two choices it does not make itself but takes from the real event and checks against bounds: how far the line is called, and
 * which lane a grant goes to.
 */
import type { EventPolicy, SessionView, Standstill } from "../../../durable-objects/domain/types.ts";

/** What can happen to a place, in order of time; `turnMs` by the clock of turns. */
export type Happening =
  | { readonly what: "called"; readonly turnMs: number }
  | { readonly what: "claimed"; readonly late: boolean }
  | { readonly what: "granted" }
  | { readonly what: "voided"; readonly turnMs: number }
  | { readonly what: "missed for good" }
  | { readonly what: "given up" };

export interface Stay {
  readonly grantedAtMs: number;
  readonly grantedStayMs: number;
  /** Clock of pick-ups; null = confirmed. */
  pickUpByMs: number | null;
  /** Clock of stays. */
  expiresStayMs: number;
  payingUntilStayMs: number;
  deferred: boolean;
  endedAtMs: number | null;
  /** Network of a one-step admission that was not confirmed. */
  network: string | null;
}

export interface Place {
  readonly position: number;
  readonly happened: Happening[];
  /** While its session is counted. */
  stay: Stay | null;
}

export interface ModelLane {
  readonly id: string;
  /** Places of before the history, all spent. */
  readonly before: number;
  readonly places: Place[];
  nowServing: number;
  missedThrough: number;
  /** How far it was called when, by the lane's clock of turns. */
  readonly calls: { readonly through: number; readonly turnMs: number }[];
  /** Turn time in which the policy did not have the lane. */
  awayMs: number;
}

export interface Model {
  policy: EventPolicy;
  readonly lanes: ModelLane[];
  readonly clock: {
    eventMs: number;
    offsetMs: number;
    liveMs: number;
    turnMs: number;
    pickupMs: number;
    stayMs: number;
    /** Event time of the last gate's call. */
    askedMs: number;
  };
  /** In 60,000ths of a grant: what one grant a minute mints in a millisecond. All whole numbers, so sums are exact. */
  minted: number;
  letIn: { count: number; readonly untilMs: number }[];
  readonly joins: Map<string, { readonly position: number; readonly atMs: number }>;
  /** Sessions ended one by one whose passes may still be about. */
  ended: { readonly sequence: number; readonly lane: string; readonly position: number; readonly forgetAtMs: number }[];
  endedEver: number;
  epoch: number;
}

/** What the real event decided of what the model leaves open, by lane. */
export type Observed = ReadonlyMap<string, { readonly nowServing: number; readonly recorded: number }>;

export type Standing = "uncalled" | "open" | "recorded" | "missed" | "admitted" | "spent";

export const TOKEN = 60_000;
export const GAP_MS = 20_000;
const STEP_BACK_MS = 5_000;
/** Clocks of machines differ by this much, so passes are counted so much longer. */
const MARGIN_MS = 2_000;
const REFILL_MS = 2_000;

export function createModel(policy: EventPolicy, before: number, wallMs: number): Model {
  const model: Model = {
    policy,
    lanes: [],
    clock: { eventMs: wallMs, offsetMs: 0, liveMs: 0, turnMs: 0, pickupMs: 0, stayMs: 0, askedMs: wallMs },
    minted: burstOf(policy),
    letIn: [],
    joins: new Map(),
    ended: [],
    endedEver: 0,
    epoch: 0,
  };
  for (const { id } of policy.lanes) addLane(model, id, before);
  return model;
}

export function addLane(model: Model, id: string, before: number): void {
  if (model.lanes.some((lane) => lane.id === id)) return;
  model.lanes.push({ id, before, places: [], nowServing: before, missedThrough: before, calls: [], awayMs: 0 });
}

// Counting, by looking at everything.

export function issuedOf(lane: ModelLane): number {
  return lane.before + lane.places.length;
}

export function placeAt(lane: ModelLane, position: number): Place | undefined {
  return lane.places[position - lane.before - 1];
}

/** The lanes that the policy names. */
export function openLanes(model: Model): ModelLane[] {
  return model.policy.lanes.flatMap(({ id }) => model.lanes.filter((lane) => lane.id === id));
}

/** The clock of turns as it goes in this lane. */
export function turnMsOf(model: Model, lane: ModelLane): number {
  return model.clock.turnMs - lane.awayMs;
}

export function standingOf(model: Model, lane: ModelLane, place: Place): Standing {
  const turnMs = turnMsOf(model, lane);
  const last = place.happened.at(-1);
  switch (last?.what) {
    case undefined:
      return "uncalled";
    case "called": {
      const age = turnMs - last.turnMs;
      if (age < model.policy.claimSeconds * 1000) return "open";
      return age < (model.policy.claimSeconds + model.policy.lateSeconds) * 1000 ? "missed" : "spent";
    }
    case "claimed":
      return "recorded";
    case "granted":
      return "admitted";
    case "voided":
      // One late return; a late one that lapses is spent.
      if (isLate(place)) return "spent";
      return turnMs - last.turnMs < model.policy.lateSeconds * 1000 ? "missed" : "spent";
    case "missed for good":
    case "given up":
      return "spent";
  }
}

export function isLate(place: Place): boolean {
  return place.happened.some((happening) => happening.what === "claimed" && happening.late);
}

export function countOf(model: Model, lane: ModelLane, standing: Standing): number {
  return lane.places.filter((place) => standingOf(model, lane, place) === standing).length;
}

/** Every session that is counted. */
export function staysOf(model: Model): { readonly lane: ModelLane; readonly place: Place; readonly stay: Stay }[] {
  return model.lanes.flatMap((lane) => lane.places.flatMap((place) => (place.stay === null ? [] : [{ lane, place, stay: place.stay }])));
}

export function activeOf(model: Model): number {
  return staysOf(model).length;
}

export function provisionalOf(model: Model): number {
  return staysOf(model).filter(({ stay }) => stay.pickUpByMs !== null && stay.endedAtMs === null).length;
}

export function letInOf(model: Model): number {
  return model.letIn.reduce((sum, { count }) => sum + count, 0);
}

export function standstillOf(model: Model): Standstill | null {
  const { doors, perMinute, maxActiveSessions } = model.policy;
  if (doors === "stopped" || doors === "sealed") return doors;
  if (perMinute === 0) return "paused";
  return activeOf(model) >= maxActiveSessions ? "full" : null;
}

export function burstOf({ burst, perMinute }: EventPolicy): number {
  return burst === null ? Math.max(TOKEN, 2_000 * perMinute) : burst * TOKEN;
}

export function hasLine(model: Model): boolean {
  return openLanes(model).some((lane) => lane.places.some((place) => ["uncalled", "recorded"].includes(standingOf(model, lane, place))));
}

// Time.

/** Lets time pass up to the wall clock's `wallMs`, by how things stood since the last step. */
export function passTime(model: Model, wallMs: number): void {
  const { clock, policy } = model;
  const standstill = standstillOf(model);
  const behindMs = clock.eventMs - (wallMs + clock.offsetMs);
  if (behindMs > STEP_BACK_MS) {
    clock.offsetMs += behindMs;
    // Passes given in the time that comes again are asked for anew.
    model.epoch++;
  }
  const elapsedMs = Math.max(0, wallMs + clock.offsetMs - clock.eventMs);
  const liveMs = elapsedMs > GAP_MS ? 0 : elapsedMs;
  // Turns go on for 20 s after the last gate's call.
  const turnMs = standstill === null ? Math.min(liveMs, Math.max(0, clock.askedMs + GAP_MS - clock.eventMs)) : 0;
  clock.eventMs += elapsedMs;
  clock.liveMs += liveMs;
  clock.turnMs += turnMs;
  for (const lane of model.lanes) if (!openLanes(model).includes(lane)) lane.awayMs += turnMs;
  if (policy.doors !== "sealed") {
    clock.pickupMs += liveMs;
    clock.stayMs += elapsedMs;
  }
  const mints = standstill === null || standstill === "full";
  model.minted = Math.min(burstOf(policy), model.minted + (mints ? policy.perMinute * elapsedMs : 0));
  model.letIn = model.letIn.filter(({ untilMs }) => untilMs > clock.eventMs);
  model.ended = model.ended.filter(({ forgetAtMs }) => forgetAtMs > clock.eventMs - clock.offsetMs);
  for (const lane of openLanes(model)) ageTurns(model, lane);
  for (const { lane, place, stay } of staysOf(model)) ageStay(model, lane, place, stay);
}

function ageTurns(model: Model, lane: ModelLane): void {
  const over = lane.calls.filter(({ turnMs }) => turnMsOf(model, lane) - turnMs >= model.policy.claimSeconds * 1000);
  lane.missedThrough = Math.max(lane.missedThrough, ...over.map(({ through }) => through));
  for (const place of lane.places) {
    if (place.happened.at(-1)?.what === "called" && standingOf(model, lane, place) === "spent")
      place.happened.push({ what: "missed for good" });
  }
}

function ageStay(model: Model, lane: ModelLane, place: Place, stay: Stay): void {
  const { clock, policy } = model;
  if (stay.endedAtMs !== null) {
    if (clock.eventMs >= stay.endedAtMs + REFILL_MS) place.stay = null;
  } else if (stay.pickUpByMs !== null) {
    if (clock.pickupMs < stay.pickUpByMs + MARGIN_MS) return;
    place.stay = null;
    place.happened.push({ what: "voided", turnMs: turnMsOf(model, lane) });
  } else if (clock.stayMs >= stay.expiresStayMs + policy.graceSeconds * 1000 + MARGIN_MS) place.stay = null;
}

// Sessions.

export function isAlive({ clock }: Model, stay: Stay): boolean {
  if (stay.endedAtMs !== null) return false;
  return stay.pickUpByMs === null ? clock.stayMs < stay.expiresStayMs : clock.pickupMs < stay.pickUpByMs;
}

/** A pass is taken back also in its grace, a provisional one while it is not void. */
export function isRenewable({ clock, policy }: Model, stay: Stay): boolean {
  if (stay.endedAtMs !== null) return false;
  return stay.pickUpByMs === null
    ? clock.stayMs < stay.expiresStayMs + policy.graceSeconds * 1000 + MARGIN_MS
    : clock.pickupMs < stay.pickUpByMs + MARGIN_MS;
}

export function viewOf({ clock, epoch }: Model, lane: ModelLane, place: Place, stay: Stay): SessionView {
  const leftMs = stay.pickUpByMs === null ? stay.expiresStayMs - clock.stayMs : stay.pickUpByMs - clock.pickupMs;
  return {
    lane: lane.id,
    position: place.position,
    grantedAtMs: stay.grantedAtMs - clock.offsetMs,
    expiresAtMs: clock.eventMs + leftMs - clock.offsetMs,
    provisional: stay.pickUpByMs !== null,
    epoch,
  };
}

export function grant({ clock, policy }: Model, place: Place, network: string | null): Stay {
  place.happened.push({ what: "granted" });
  place.stay = {
    grantedAtMs: clock.eventMs,
    grantedStayMs: clock.stayMs,
    pickUpByMs: clock.pickupMs + policy.provisionalSeconds * 1000,
    expiresStayMs: 0,
    payingUntilStayMs: 0,
    deferred: false,
    endedAtMs: null,
    network,
  };
  return place.stay;
}

export function renew({ clock, policy }: Model, stay: Stay, checkout: boolean): void {
  // The pass given for the pick-up is good until its end, and counts as long.
  if (stay.pickUpByMs !== null) stay.expiresStayMs = clock.stayMs + Math.max(0, stay.pickUpByMs - clock.pickupMs);
  stay.pickUpByMs = null;
  stay.network = null;
  const wanted = clock.stayMs + (checkout ? Math.max(policy.idleSeconds, policy.checkoutSeconds) : policy.idleSeconds) * 1000;
  if (checkout) stay.payingUntilStayMs = Math.max(stay.payingUntilStayMs, wanted);
  if (!policy.sliding) {
    stay.expiresStayMs = Math.max(stay.expiresStayMs, stay.grantedStayMs + policy.idleSeconds * 1000);
    return;
  }
  const longest = stay.grantedStayMs + policy.maxStaySeconds * 1000;
  // The maximum stay is put off once, by the checkout time.
  if (checkout && wanted > longest) stay.deferred = true;
  const latest = stay.deferred ? longest + policy.checkoutSeconds * 1000 : longest;
  stay.expiresStayMs = Math.max(stay.expiresStayMs, Math.min(wanted, latest));
}

/** Ends a session; those ended one by one are told to the Workers until no pass of theirs can be good. */
export function end(model: Model, lane: ModelLane, place: Place, stay: Stay, told: boolean): boolean {
  if (stay.endedAtMs !== null) return false;
  if (told) {
    const forgetAtMs = viewOf(model, lane, place, stay).expiresAtMs + model.policy.graceSeconds * 1000 + REFILL_MS;
    model.ended.push({ sequence: ++model.endedEver, lane: lane.id, position: place.position, forgetAtMs });
  }
  stay.endedAtMs = model.clock.eventMs;
  return true;
}

/** What items, orders, grants and calls do to the model, and what the model does not allow. */
import type { Command, Doors, EventPolicy, VisitorItem, VisitorResult } from "../../../durable-objects/domain/types.ts";
import {
  activeOf,
  addLane,
  countOf,
  end,
  grant,
  hasLine,
  isAlive,
  isLate,
  isRenewable,
  issuedOf,
  letInOf,
  type Model,
  type ModelLane,
  type Observed,
  openLanes,
  type Place,
  placeAt,
  provisionalOf,
  renew,
  standingOf,
  standstillOf,
  type Stay,
  staysOf,
  TOKEN,
  viewOf,
  burstOf,
  turnMsOf,
  type Standing,
} from "./model.ts";

const JOIN_KEY_MS = 150_000;
const JOIN_LATENESS_MS = 25_000;
const CREDENTIAL_MS = 120_000;
/** Without a gate's call for so long nobody is called. */
const ASKED_MS = 2_000;
const AHEAD_MS = 5_000;

// Items.

/** Takes the items in order; claims recorded are answered with their session if `settle` grants it, by `afterGrants`. */
export function takeItems(model: Model, items: readonly VisitorItem[], wallMs: number): VisitorResult[] {
  return items.map((item) => take(model, item, wallMs));
}

export function afterGrants(model: Model, items: readonly VisitorItem[], results: readonly VisitorResult[]): VisitorResult[] {
  return results.map((result, index) => {
    const item = items[index];
    if (item?.kind !== "claim" || result.outcome !== "recorded") return result;
    const now = take(model, item, 0);
    return now.outcome === "admitted" ? now : result;
  });
}

function take(model: Model, item: VisitorItem, wallMs: number): VisitorResult {
  const lane = openLanes(model).find(({ id }) => id === item.lane);
  if (lane === undefined) return { outcome: "unknown-lane" };
  if (item.kind === "join") return join(model, lane, item, wallMs);
  const place = placeAt(lane, item.position);
  const stay = place?.stay ?? null;
  switch (item.kind) {
    case "claim":
      return place === undefined ? { outcome: "over", reason: "place-spent" } : claim(model, lane, place);
    case "renew":
      if (place === undefined || stay === null || !isRenewable(model, stay)) return { outcome: "refused" };
      renew(model, stay, item.checkout);
      return { outcome: "renewed", session: viewOf(model, lane, place, stay) };
    case "end":
      return { outcome: "left", changed: place !== undefined && stay !== null && end(model, lane, place, stay, true) };
    case "leave": {
      if (place === undefined) return { outcome: "left", changed: false };
      if (stay !== null) return { outcome: "left", changed: end(model, lane, place, stay, true) };
      if (["spent", "admitted"].includes(standingOf(model, lane, place))) return { outcome: "left", changed: false };
      place.happened.push({ what: "given up" });
      return { outcome: "left", changed: true };
    }
  }
}

function join(model: Model, lane: ModelLane, item: VisitorItem & { kind: "join" }, wallMs: number): VisitorResult {
  const known = model.joins.get(item.visitorKey);
  if (known !== undefined && model.clock.liveMs - known.atMs <= JOIN_KEY_MS) {
    const place = placeAt(lane, known.position) as Place;
    if (place.stay !== null && isAlive(model, place.stay)) return { outcome: "admitted", session: viewOf(model, lane, place, place.stay) };
    const over = ["spent", "admitted"].includes(standingNow(model, lane, place));
    return over ? { outcome: "spent" } : { outcome: "waiting", position: known.position };
  }
  // A credential that is too old, or of a time to come, may have been used before and its key be forgotten.
  const leftMs = item.expiresAtMs - wallMs;
  if (leftMs < -JOIN_LATENESS_MS || leftMs > CREDENTIAL_MS + AHEAD_MS) return { outcome: "expired" };
  const { doors } = model.policy;
  const room = (doors === "auto" || doors === "off") && standstillOf(model) === null && model.minted >= TOKEN && !hasLine(model);
  const atOnce = room && (item.presented || mayEnterInOneStep(model, item.network));
  if (!atOnce && !item.presented) return { outcome: "queueing" };
  const place: Place = { position: issuedOf(lane) + 1, happened: [], stay: null };
  lane.places.push(place);
  model.joins.set(item.visitorKey, { position: place.position, atMs: model.clock.liveMs });
  if (!atOnce) return { outcome: "waiting", position: place.position };
  model.minted = Math.max(0, model.minted - TOKEN);
  lane.nowServing = place.position;
  const stay = grant(model, place, item.presented ? null : item.network);
  return { outcome: "admitted", session: viewOf(model, lane, place, stay) };
}

/** Phantoms that never bring a credential back: five a network, and ten or a third of the room. */
function mayEnterInOneStep(model: Model, network: string): boolean {
  const phantoms = staysOf(model).filter(({ stay }) => stay.network === network && stay.pickUpByMs !== null && stay.endedAtMs === null);
  const few = Math.min(10, Math.ceil(model.policy.maxActiveSessions / 3));
  return phantoms.length < 5 && provisionalOf(model) < Math.max(few, activeOf(model) / 3);
}

/** Where a place stands, if a grant whose pick-up time is over is taken for void: a pass under way may yet confirm it for two seconds. */
function standingNow(model: Model, lane: ModelLane, place: Place): Standing {
  const { stay } = place;
  const lapsing = stay !== null && stay.endedAtMs === null && stay.pickUpByMs !== null && model.clock.pickupMs >= stay.pickUpByMs;
  if (lapsing) return isLate(place) ? "spent" : "missed";
  return standingOf(model, lane, place);
}

function claim(model: Model, lane: ModelLane, place: Place): VisitorResult {
  if (place.stay !== null && isAlive(model, place.stay)) return { outcome: "admitted", session: viewOf(model, lane, place, place.stay) };
  const standing = standingNow(model, lane, place);
  switch (standing) {
    case "uncalled":
      return { outcome: "not-yet" };
    case "spent":
      return { outcome: "over", reason: "place-spent" };
    case "admitted":
      return { outcome: "over", reason: "session-over" };
    case "recorded":
      return { outcome: "recorded", late: isLate(place) };
    case "open":
    case "missed":
      if (place.stay === null) place.happened.push({ what: "claimed", late: standing === "missed" });
      return { outcome: "recorded", late: standing === "missed" };
  }
}

// Orders of the organiser.

/** Carries out an order; `undefined` = it is refused. */
export function obey(model: Model, command: Command): boolean | undefined {
  const { policy } = model;
  switch (command.command) {
    case "doors":
      return replaced(model, { doors: command.doors satisfies Doors });
    case "message":
      return replaced(model, { message: command.message });
    case "load":
      return true;
    case "intake": {
      const { perMinute = policy.perMinute, maxActiveSessions = policy.maxActiveSessions } = command;
      return replaced(model, { perMinute, maxActiveSessions });
    }
    case "let-in":
      model.letIn.push({ count: command.count, untilMs: model.clock.eventMs + policy.claimSeconds * 1000 });
      return command.count > 0;
    case "end-session": {
      const lane = openLanes(model).find(({ id }) => id === command.lane);
      const place = lane && placeAt(lane, command.position);
      if (lane === undefined) return undefined;
      return place !== undefined && place.stay !== null && end(model, lane, place, place.stay, true);
    }
    case "end-all": {
      model.epoch++;
      const paying = (stay: Stay): boolean => isAlive(model, stay) && model.clock.stayMs < stay.payingUntilStayMs;
      return staysOf(model).filter(({ lane, place, stay }) => !paying(stay) && end(model, lane, place, stay, false)).length > 0;
    }
    case "move-opening":
    case "sold-out":
    case "reopen":
    case "close":
      // `sale.test.ts` looks at these; a model that is always open never gets them.
      throw new Error(`not among the model's moves: ${command.command}`);
  }
}

function replaced(model: Model, change: Partial<EventPolicy>): boolean {
  const before = model.policy;
  model.policy = { ...before, ...change };
  return JSON.stringify(before) !== JSON.stringify(model.policy);
}

export function replacePolicy(model: Model, policy: EventPolicy): void {
  model.policy = policy;
  for (const { id } of policy.lanes) addLane(model, id, 0);
}

// Grants and calls.

/** Grants recorded claims as far as tokens and slots go, then follows the calls. Throws where the real event did what no rule allows. */
export function settle(model: Model, observed: Observed): { readonly granted: ReadonlyMap<string, number> } {
  const lanes = openLanes(model);
  const toGrant = new Map(lanes.map((lane) => [lane.id, countOf(model, lane, "recorded") - (observed.get(lane.id)?.recorded ?? NaN)]));
  model.minted = Math.min(burstOf(model.policy), model.minted);
  const granted = new Map(lanes.map(({ id }) => [id, 0]));
  const standstill = standstillOf(model);
  const flowing = standstill === null || standstill === "full";
  while (activeOf(model) < model.policy.maxActiveSessions && model.policy.doors !== "sealed") {
    const [letIn] = model.letIn.filter(({ count }) => count > 0);
    const fromBucket = flowing && model.minted >= TOKEN;
    if (letIn === undefined && !fromBucket) break;
    const able = lanes.filter((each) => countOf(model, each, "recorded") > 0);
    if (able.length === 0) break;
    const lane = able.find(({ id }) => (granted.get(id) ?? 0) < (toGrant.get(id) ?? 0));
    if (lane === undefined) throw new Error(`a claim stays recorded though intake is there: ${able.map(({ id }) => id).join()}`);
    if (fromBucket) model.minted = Math.max(0, model.minted - TOKEN);
    else if (letIn !== undefined) letIn.count--;
    granted.set(lane.id, (granted.get(lane.id) ?? 0) + 1);
    // Lowest position first.
    grant(model, lane.places.find((place) => standingOf(model, lane, place) === "recorded") as Place, null);
  }
  for (const [id, count] of toGrant) {
    if (granted.get(id) !== count) throw new Error(`lane ${id}: ${count} granted, ${granted.get(id)} allowed`);
  }
  for (const lane of lanes) followCalls(model, lane, observed.get(lane.id)?.nowServing ?? NaN);
  return { granted };
}

function followCalls(model: Model, lane: ModelLane, nowServing: number): void {
  const { clock } = model;
  const before = lane.nowServing;
  const standstill = standstillOf(model);
  if (!(nowServing >= before)) throw new Error(`lane ${lane.id}: now serving went from ${before} back to ${nowServing}`);
  if (nowServing > issuedOf(lane)) throw new Error(`lane ${lane.id}: ${nowServing} called, only ${issuedOf(lane)} issued`);
  if (nowServing > before) {
    if (standstill === "sealed") throw new Error(`lane ${lane.id}: called while sealed`);
    if ((standstill === "stopped" || standstill === "paused") && letInOf(model) === 0)
      throw new Error(`lane ${lane.id}: called while ${standstill}`);
    if (clock.eventMs - clock.askedMs > ASKED_MS) throw new Error(`lane ${lane.id}: called while no gate asks`);
    // Rounded up to a second.
    const turnMs = Math.ceil(turnMsOf(model, lane) / 1000) * 1000;
    lane.calls.push({ through: nowServing, turnMs });
    for (const place of lane.places) {
      const isNew = place.position > before && place.position <= nowServing && place.happened.length === 0;
      if (isNew) place.happened.push({ what: "called", turnMs });
    }
    lane.nowServing = nowServing;
  }
  const atFront = countOf(model, lane, "open") + countOf(model, lane, "recorded");
  const asked = clock.eventMs - clock.askedMs <= ASKED_MS;
  if (asked && standstill === null && atFront === 0 && countOf(model, lane, "uncalled") > 0)
    throw new Error(`lane ${lane.id}: somebody waits, intake is there, nobody is called`);
}

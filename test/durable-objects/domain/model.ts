/**
 * A reference model of one event: slow and obvious. It keeps one record a place with everything that happened to it, counts by
 * looking through all of them, and follows the design's rules, not the real code's structure. Plain data, so that a test can copy it.
 *
 * Two choices it does not make itself but takes from the real event and checks against bounds: how far the line is called, and
 * which lane a grant goes to.
 */
import type {
  Command,
  Doors,
  EventPolicy,
  SessionView,
  Standstill,
  VisitorItem,
  VisitorResult,
} from "../../../durable-objects/domain/types.ts";

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
  /** Calls within a second count as one. */
  readonly calls: { through: number; readonly liveMs: number; readonly turnMs: number }[];
}

export interface Model {
  policy: EventPolicy;
  readonly lanes: ModelLane[];
  readonly clock: { eventMs: number; offsetMs: number; liveMs: number; turnMs: number; pickupMs: number; stayMs: number };
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

const TOKEN = 60_000;
const GAP_MS = 20_000;
const STEP_BACK_MS = 5_000;
const JOIN_KEY_MS = 150_000;
const JOIN_LATENESS_MS = 25_000;
const LAPSE_MARGIN_MS = 2_000;
const REFILL_MS = 2_000;

export function createModel(policy: EventPolicy, before: number, wallMs: number): Model {
  const model: Model = {
    policy,
    lanes: [],
    clock: { eventMs: wallMs, offsetMs: 0, liveMs: 0, turnMs: 0, pickupMs: 0, stayMs: 0 },
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

function addLane(model: Model, id: string, before: number): void {
  if (model.lanes.some((lane) => lane.id === id)) return;
  model.lanes.push({ id, before, places: [], nowServing: before, missedThrough: before, calls: [] });
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

export function standingOf(model: Model, place: Place): Standing {
  const last = place.happened.at(-1);
  switch (last?.what) {
    case undefined:
      return "uncalled";
    case "called": {
      const age = model.clock.turnMs - last.turnMs;
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
      return model.clock.turnMs - last.turnMs < model.policy.lateSeconds * 1000 ? "missed" : "spent";
    case "missed for good":
    case "given up":
      return "spent";
  }
}

function isLate(place: Place): boolean {
  return place.happened.some((happening) => happening.what === "claimed" && happening.late);
}

export function countOf(model: Model, lane: ModelLane, standing: Standing): number {
  return lane.places.filter((place) => standingOf(model, place) === standing).length;
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

function burstOf({ burst, perMinute }: EventPolicy): number {
  return burst === null ? Math.max(TOKEN, 2_000 * perMinute) : burst * TOKEN;
}

function hasLine(model: Model): boolean {
  return openLanes(model).some((lane) => lane.places.some((place) => ["uncalled", "recorded"].includes(standingOf(model, place))));
}

// Time.

/** Lets time pass up to the wall clock's `wallMs`, by how things stood since the last step. */
export function passTime(model: Model, wallMs: number): void {
  const { clock, policy } = model;
  const standstill = standstillOf(model);
  const behindMs = clock.eventMs - (wallMs + clock.offsetMs);
  if (behindMs > STEP_BACK_MS) clock.offsetMs += behindMs;
  const elapsedMs = Math.max(0, wallMs + clock.offsetMs - clock.eventMs);
  const liveMs = elapsedMs > GAP_MS ? 0 : elapsedMs;
  clock.eventMs += elapsedMs;
  clock.liveMs += liveMs;
  if (standstill === null) clock.turnMs += liveMs;
  if (policy.doors !== "sealed") {
    clock.pickupMs += liveMs;
    clock.stayMs += elapsedMs;
  }
  const mints = standstill === null || standstill === "full";
  model.minted = Math.min(burstOf(policy), model.minted + (mints ? policy.perMinute * elapsedMs : 0));
  model.letIn = model.letIn.filter(({ untilMs }) => untilMs > clock.eventMs);
  model.ended = model.ended.filter(({ forgetAtMs }) => forgetAtMs >= clock.eventMs - clock.offsetMs);
  for (const lane of model.lanes) ageTurns(model, lane);
  for (const { place, stay } of staysOf(model)) agePlaceInside(model, place, stay);
}

function ageTurns(model: Model, lane: ModelLane): void {
  const over = lane.calls.filter(({ turnMs }) => model.clock.turnMs - turnMs >= model.policy.claimSeconds * 1000);
  lane.missedThrough = Math.max(lane.missedThrough, ...over.map(({ through }) => through));
  for (const place of lane.places) {
    if (place.happened.at(-1)?.what === "called" && standingOf(model, place) === "spent") place.happened.push({ what: "missed for good" });
  }
}

function agePlaceInside(model: Model, place: Place, stay: Stay): void {
  const { clock, policy } = model;
  if (stay.endedAtMs !== null) {
    if (clock.eventMs >= stay.endedAtMs + REFILL_MS) place.stay = null;
  } else if (stay.pickUpByMs !== null) {
    if (clock.pickupMs < stay.pickUpByMs + LAPSE_MARGIN_MS) return;
    place.stay = null;
    place.happened.push({ what: "voided", turnMs: clock.turnMs });
  } else if (clock.stayMs >= stay.expiresStayMs + policy.graceSeconds * 1000) place.stay = null;
}

// Sessions.

function isAlive({ clock }: Model, stay: Stay): boolean {
  if (stay.endedAtMs !== null) return false;
  return stay.pickUpByMs === null ? clock.stayMs < stay.expiresStayMs : clock.pickupMs < stay.pickUpByMs;
}

/** A pass is taken back also in its grace, a provisional one while it is not void. */
function isRenewable({ clock, policy }: Model, stay: Stay): boolean {
  if (stay.endedAtMs !== null) return false;
  return stay.pickUpByMs === null
    ? clock.stayMs < stay.expiresStayMs + policy.graceSeconds * 1000
    : clock.pickupMs < stay.pickUpByMs + LAPSE_MARGIN_MS;
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

function grant({ clock, policy }: Model, place: Place, network: string | null): Stay {
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

function renew({ clock, policy }: Model, stay: Stay, checkout: boolean): void {
  const first = stay.pickUpByMs !== null;
  stay.pickUpByMs = null;
  stay.network = null;
  if (!policy.sliding) {
    if (first) stay.expiresStayMs = stay.grantedStayMs + policy.idleSeconds * 1000;
    return;
  }
  const wanted = clock.stayMs + (checkout ? Math.max(policy.idleSeconds, policy.checkoutSeconds) : policy.idleSeconds) * 1000;
  const longest = stay.grantedStayMs + policy.maxStaySeconds * 1000;
  if (checkout) stay.payingUntilStayMs = Math.max(stay.payingUntilStayMs, wanted);
  // The maximum stay is put off once, by the checkout time.
  if (checkout && wanted > longest) stay.deferred = true;
  const latest = stay.deferred ? longest + policy.checkoutSeconds * 1000 : longest;
  stay.expiresStayMs = Math.max(stay.expiresStayMs, Math.min(wanted, latest));
}

/** Ends a session; those ended one by one are told to the Workers until no pass of theirs can be good. */
function end(model: Model, lane: ModelLane, place: Place, stay: Stay, told: boolean): boolean {
  if (stay.endedAtMs !== null) return false;
  if (told) {
    const forgetAtMs = viewOf(model, lane, place, stay).expiresAtMs + model.policy.graceSeconds * 1000 + REFILL_MS;
    model.ended.push({ sequence: ++model.endedEver, lane: lane.id, position: place.position, forgetAtMs });
  }
  stay.endedAtMs = model.clock.eventMs;
  return true;
}

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
      if (["spent", "admitted"].includes(standingOf(model, place))) return { outcome: "left", changed: false };
      place.happened.push({ what: "given up" });
      return { outcome: "left", changed: true };
    }
  }
}

function join(model: Model, lane: ModelLane, item: VisitorItem & { kind: "join" }, wallMs: number): VisitorResult {
  const known = model.joins.get(item.visitorKey);
  if (known !== undefined && model.clock.eventMs - known.atMs <= JOIN_KEY_MS) {
    const place = placeAt(lane, known.position) as Place;
    if (place.stay !== null && isAlive(model, place.stay)) return { outcome: "admitted", session: viewOf(model, lane, place, place.stay) };
    const over = standingOf(model, place) === "spent" || (standingOf(model, place) === "admitted" && !isVoidSoon(place));
    return over ? { outcome: "spent" } : { outcome: "waiting", position: known.position };
  }
  if (wallMs > item.expiresAtMs + JOIN_LATENESS_MS) return { outcome: "expired" };
  const { doors } = model.policy;
  const room = (doors === "auto" || doors === "off") && standstillOf(model) === null && model.minted >= TOKEN && !hasLine(model);
  const atOnce = room && (item.presented || mayEnterInOneStep(model, item.network));
  if (!atOnce && !item.presented) return { outcome: "queueing" };
  const place: Place = { position: issuedOf(lane) + 1, happened: [], stay: null };
  lane.places.push(place);
  model.joins.set(item.visitorKey, { position: place.position, atMs: model.clock.eventMs });
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

/** Its pick-up time is over, and in a moment its grant is void. */
function isVoidSoon({ stay }: Place): boolean {
  return stay !== null && stay.endedAtMs === null && stay.pickUpByMs !== null;
}

function claim(model: Model, lane: ModelLane, place: Place): VisitorResult {
  if (place.stay !== null && isAlive(model, place.stay)) return { outcome: "admitted", session: viewOf(model, lane, place, place.stay) };
  const standing = standingOf(model, place);
  switch (standing) {
    case "uncalled":
      return { outcome: "not-yet" };
    case "spent":
      return { outcome: "over", reason: "place-spent" };
    case "admitted":
      return isVoidSoon(place) ? { outcome: "recorded", late: true } : { outcome: "over", reason: "session-over" };
    case "recorded":
      return { outcome: "recorded", late: isLate(place) };
    case "open":
    case "missed":
      place.happened.push({ what: "claimed", late: standing === "missed" });
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
  const granted = new Map(lanes.map(({ id }) => [id, 0]));
  const standstill = standstillOf(model);
  const flowing = standstill === null || standstill === "full";
  while (activeOf(model) < model.policy.maxActiveSessions && model.policy.doors !== "sealed") {
    const [letIn] = model.letIn.filter(({ count }) => count > 0);
    if (letIn === undefined && !(flowing && model.minted >= TOKEN)) break;
    const able = lanes.filter((each) => countOf(model, each, "recorded") > 0);
    if (able.length === 0) break;
    const lane = able.find(({ id }) => (granted.get(id) ?? 0) < (toGrant.get(id) ?? 0));
    if (lane === undefined) throw new Error(`a claim stays recorded though intake is there: ${able.map(({ id }) => id).join()}`);
    if (letIn === undefined) model.minted = Math.max(0, model.minted - TOKEN);
    else letIn.count--;
    granted.set(lane.id, (granted.get(lane.id) ?? 0) + 1);
    // Lowest position first.
    grant(model, lane.places.find((place) => standingOf(model, place) === "recorded") as Place, null);
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
    const last = lane.calls.at(-1);
    const together =
      last !== undefined && last.through === before && clock.liveMs - last.liveMs < 1000 && clock.turnMs - last.turnMs < 1000;
    if (together) last.through = nowServing;
    else lane.calls.push({ through: nowServing, liveMs: clock.liveMs, turnMs: clock.turnMs });
    const turnMs = together ? last.turnMs : clock.turnMs;
    for (const place of lane.places) {
      const isNew = place.position > before && place.position <= nowServing && place.happened.length === 0;
      if (isNew) place.happened.push({ what: "called", turnMs });
    }
    lane.nowServing = nowServing;
  }
  const atFront = countOf(model, lane, "open") + countOf(model, lane, "recorded");
  if (standstill === null && atFront === 0 && countOf(model, lane, "uncalled") > 0)
    throw new Error(`lane ${lane.id}: somebody waits, intake is there, nobody is called`);
}

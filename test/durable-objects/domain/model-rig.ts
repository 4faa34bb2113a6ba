/** Plays a history on the real event and on the model, side by side, and compares everything after each op. */
import { isDeepStrictEqual } from "node:util";
import { applyCommand, replacePolicy } from "../../../durable-objects/domain/commands.ts";
import { createEvent, hasLine, turnMsOf, type EventState } from "../../../durable-objects/domain/event.ts";
import { figuresOf } from "../../../durable-objects/domain/figures.ts";
import { viewSession } from "../../../durable-objects/domain/grants.ts";
import { standingOf as realStandingOf } from "../../../durable-objects/domain/lane.ts";
import { PAGE_POSITIONS } from "../../../durable-objects/domain/place-states.ts";
import { snapshotOf } from "../../../durable-objects/domain/snapshot.ts";
import { NOTHING, step } from "../../../durable-objects/domain/step.ts";
import type { Command, EventPolicy, VisitorItem, VisitorResult } from "../../../durable-objects/domain/types.ts";
import { afterGrants, obey, settle, takeItems, replacePolicy as replaceInModel } from "./model-moves.ts";
import * as M from "./model.ts";
import { LANES, type Act, type History, type Op } from "./model-histories.ts";
import { ModelStore } from "./model-store.ts";

const START_MS = 1_800_000_000_000;
const CREDENTIAL_MS = 120_000;

/** Credentials told apart by a number, as 16 hex digits whose low words collide. */
const keyOf = (count: number): string => count.toString(16).padStart(8, "0") + (count % 3).toString(16).padStart(8, "0");

interface Played {
  readonly steps: number;
  readonly granted: number;
  readonly crashes: number;
}

export class Rig {
  real: EventState;
  model: M.Model;
  readonly store = new ModelStore();
  wallMs = START_MS;
  /** The model as it was when the real event last wrote; null = now. */
  #durable: M.Model | null = null;
  readonly #joins: (VisitorItem & { kind: "join" })[] = [];
  #keys = 0;
  /** Live clock at which the items in the making will arrive. */
  #arrivalMs = 0;
  #version = 0;
  /** Grants a lane since both lanes of a pair have had claims all the time. */
  #stretch = new Map<string, [number, number]>();
  steps = 0;
  granted = 0;
  crashes = 0;

  constructor({ policy, before }: Pick<History, "policy" | "before">) {
    this.real = createEvent(policy, START_MS);
    for (const lane of this.real.lanes.values())
      Object.assign(lane, { issued: before, nowServing: before, missedThrough: before, spentThrough: before });
    this.model = M.createModel(policy, before, START_MS);
    this.store.saveSettings(this.real, policy, { facts: [], joins: [] });
  }

  play(op: Op): void {
    switch (op.op) {
      case "step":
        return this.step(op.afterMs, this.itemsOf(op));
      case "lost":
        return this.lose(op.afterMs, this.itemsOf(op));
      case "heartbeat":
        this.step(op.afterMs, [], true);
        return this.store.saveLearned(this.real);
      case "crash":
        return this.crash();
      case "checkpoint":
        // The shell folds right after it has written.
        this.step(0, [], true);
        this.store.fold(this.real);
        return this.compare();
      case "clock back":
        this.wallMs -= op.byMs;
        return this.step(0, []);
      case "replace":
        return this.replace(op.policy);
      default:
        return this.command(this.commandOf(op));
    }
  }

  step(afterMs: number, items: readonly VisitorItem[], heartbeat = false): void {
    this.wallMs += afterMs;
    const changes = step(this.real, heartbeat ? NOTHING : { items, presence: [], sums: null }, this.wallMs);
    this.#noteWritten(heartbeat ? (this.store.save(this.real, changes), true) : this.store.saveStep(this.real, changes));
    M.passTime(this.model, this.wallMs);
    if (!heartbeat) this.model.clock.askedMs = this.model.clock.eventMs;
    const taken = takeItems(this.model, items, this.wallMs);
    this.#settle();
    const expected = afterGrants(this.model, items, taken);
    for (const [index, item] of items.entries()) this.#compareResult(item, changes.results[index], expected[index]);
    this.steps++;
    this.compare();
  }

  #compareResult(item: VisitorItem, real: VisitorResult | undefined, model: VisitorResult | undefined): void {
    // A page of finished places is dropped, and no longer tells why they are over.
    if (item.kind === "claim" && item.position < PAGE_POSITIONS && real?.outcome === "over" && model?.outcome === "over") return;
    same(`result of ${JSON.stringify(item)}`, real, model);
  }

  /** A step that was taken in memory and never written: the visitors ask again. */
  lose(afterMs: number, items: readonly VisitorItem[]): void {
    step(this.real, { items, presence: [], sums: null }, this.wallMs + afterMs);
    this.crash();
    this.step(afterMs, items);
  }

  crash(): void {
    this.real = this.store.restore();
    if (this.#durable !== null) this.model = this.#durable;
    this.#durable = null;
    // Kept in memory only.
    for (const { stay } of M.staysOf(this.model)) stay.network = null;
    this.#version = 0;
    this.crashes++;
    this.compare();
  }

  command(command: Command): void {
    const done = applyCommand(this.real, command, this.wallMs);
    if (done.outcome === "invalid") {
      same(`order ${JSON.stringify(command)}`, undefined, obey(this.model, command));
      return this.crash();
    }
    this.store.saveSettings(this.real, this.real.policy, done.changes);
    this.#noteWritten(true);
    M.passTime(this.model, this.wallMs);
    same(`order ${JSON.stringify(command)}`, done.changed, obey(this.model, command));
    this.#settle();
    this.compare();
  }

  replace(policy: EventPolicy): void {
    const changes = replacePolicy(this.real, policy, this.wallMs);
    this.store.saveSettings(this.real, policy, changes);
    this.#noteWritten(true);
    M.passTime(this.model, this.wallMs);
    replaceInModel(this.model, policy);
    this.#stretch = new Map();
    this.#settle();
    this.compare();
  }

  /** Before the model follows a step that wrote nothing, it is put by: that is where a crash leads back to. */
  #noteWritten(written: boolean): void {
    if (written) this.#durable = null;
    else this.#durable ??= structuredClone(this.model);
  }

  #settle(): void {
    const observed = new Map(figuresOf(this.real).lanes.map(({ id, nowServing, recorded }) => [id, { nowServing, recorded }]));
    const claims = new Map(M.openLanes(this.model).map((lane) => [lane.id, M.countOf(this.model, lane, "recorded")]));
    const { granted } = settle(this.model, observed);
    for (const count of granted.values()) this.granted += count;
    this.#compareShares(claims, granted, observed);
  }

  /** While two lanes both have claims all the time, their grants go by their shares, to one grant a lane. */
  #compareShares(claims: ReadonlyMap<string, number>, granted: ReadonlyMap<string, number>, observed: M.Observed): void {
    const lanes = this.model.policy.lanes;
    for (const one of lanes) {
      for (const other of lanes) {
        if (one.id >= other.id) continue;
        const pair = `${one.id}${other.id}`;
        const [ofOne, ofOther] = this.#stretch.get(pair) ?? [0, 0];
        const sums: [number, number] = [ofOne + (granted.get(one.id) ?? 0), ofOther + (granted.get(other.id) ?? 0)];
        const busy = [one.id, other.id].every((id) => (claims.get(id) ?? 0) > 0 && (observed.get(id)?.recorded ?? 0) > 0);
        this.#stretch.set(pair, busy ? sums : [0, 0]);
        if (busy && Math.abs(sums[0] / one.share - sums[1] / other.share) > 2 + 1e-9) {
          throw new Error(`lanes ${one.id}, ${other.id} with shares ${one.share} : ${other.share} got ${sums.join(" : ")} grants`);
        }
      }
    }
  }

  compare(): void {
    const { real, model } = this;
    const figures = figuresOf(real);
    same("sessions counted", figures.activeSessions, M.activeOf(model));
    same("provisional sessions", figures.provisionalSessions, M.provisionalOf(model));
    same("let in", figures.letInRemaining, M.letInOf(model));
    same("standstill", figures.standstill, M.standstillOf(model));
    same("policy", real.policy, model.policy);
    same("epoch", real.epoch, model.epoch);
    const minted = model.minted / 60_000;
    if (Math.abs(real.bucket.tokens - minted) > 1e-6) throw new Error(`tokens: real ${real.bucket.tokens}, model ${minted}`);
    for (const { id, lastIssued, nowServing, waiting, recorded } of figures.lanes) {
      const lane = model.lanes.find((each) => each.id === id) as M.ModelLane;
      const expected = [M.issuedOf(lane), lane.nowServing, M.countOf(model, lane, "uncalled"), M.countOf(model, lane, "recorded")];
      same(`lane ${id}: issued, now serving, waiting, recorded`, [lastIssued, nowServing, waiting, recorded], expected);
    }
    same(
      "whether anybody waits",
      hasLine(real),
      figures.lanes.some(({ waiting, recorded }) => waiting > 0 || recorded > 0),
    );
    for (const lane of model.lanes) this.#comparePlaces(lane);
    this.#compareTold();
  }

  #comparePlaces(lane: M.ModelLane): void {
    const { real, model } = this;
    const other = real.lanes.get(lane.id);
    if (other === undefined) throw new Error(`no lane ${lane.id}`);
    same(`lane ${lane.id}: missed through`, other.missedThrough, lane.missedThrough);
    const inside = lane.places.filter(({ stay }) => stay !== null).map(({ position }) => position);
    same(
      `lane ${lane.id}: positions inside`,
      [...other.sessions.keys()].sort((a, b) => a - b),
      inside,
    );
    const open = lane.places.filter(({ happened }) => happened.at(-1)?.what === "called").length;
    same(
      `lane ${lane.id}: called and neither claimed nor over`,
      other.cohorts.reduce((sum, cohort) => sum + cohort.open, 0),
      open,
    );
    for (const place of lane.places) {
      const { position, stay } = place;
      const told = `${lane.id} ${position} (${JSON.stringify(place.happened)})`;
      const standing = M.standingOf(model, lane, place);
      const found = realStandingOf(other, position, turnMsOf(real, other), real.policy);
      // The same for their standing.
      const dropped = found === "spent" && standing === "admitted" && stay === null && position < PAGE_POSITIONS;
      if (!dropped) same(`standing of ${told}`, found, standing);
      const session = other.sessions.get(position);
      if (session === undefined || stay === null) continue;
      same(`session of ${told}`, viewSession(real, other, session), M.viewOf(model, lane, place, stay));
      same(`end of ${told}`, session.endedAtMs, stay.endedAtMs);
    }
    const recorded = lane.places.filter((place) => M.standingOf(model, lane, place) === "recorded");
    const claims = [...other.claims].sort(([one], [two]) => one - two);
    same(
      `lane ${lane.id}: claims and whether late`,
      claims,
      recorded.map((place) => [place.position, M.isLate(place)]),
    );
    const isVoided = (position: number): boolean => M.placeAt(lane, position)?.happened.at(-1)?.what === "voided";
    const forNothing = [...other.voided.keys()].filter((position) => !isVoided(position));
    same(`lane ${lane.id}: places kept as voided that are not`, forNothing, []);
  }

  #compareTold(): void {
    const { real, model } = this;
    const { version, atMs } = snapshotOf(real);
    if (version < this.#version) throw new Error(`version went from ${this.#version} back to ${version}`);
    this.#version = version;
    same("time", atMs, model.clock.eventMs - model.clock.offsetMs);
    for (const ended of model.ended) {
      if (!real.ended.some((each) => isDeepStrictEqual(each, ended))) throw new Error(`not told: ${JSON.stringify(ended)}`);
    }
  }

  // From acts to items.

  itemsOf({ afterMs, acts, repeat, reverse }: Op & { op: "step" | "lost" }): VisitorItem[] {
    const { eventMs, liveMs, offsetMs } = this.model.clock;
    const elapsedMs = Math.max(0, this.wallMs + afterMs + offsetMs - eventMs);
    this.#arrivalMs = liveMs + (elapsedMs > M.GAP_MS ? 0 : elapsedMs);
    const items = acts.flatMap((act) => this.#itemsOfAct(act));
    if (reverse) items.reverse();
    return repeat ? [...items, ...items.filter((item) => item.kind !== "join" || this.#isClear(item))] : items;
  }

  #itemsOfAct(act: Act): VisitorItem[] {
    if (act.act === "elsewhere") return [{ kind: "claim", lane: "nowhere", position: 1, network: "n" }];
    if (act.act === "again") {
      const item = this.#joins.at(-1 - act.back);
      return item !== undefined && this.#isClear(item) ? [item] : [];
    }
    const id = LANES[act.lane] ?? "a";
    if (act.act === "new")
      return Array.from({ length: act.count }, () => this.#newJoin(id, act.presented, `n${act.network}`, this.wallMs + CREDENTIAL_MS));
    if (act.act === "stale") return [this.#newJoin(id, true, "n0", this.wallMs - 700_000)];
    const lane = this.model.lanes.find((each) => each.id === id);
    if (lane === undefined) return [{ kind: "leave", lane: id, position: 1 }];
    if (act.act === "all claim")
      return placesThat(lane, (place) => M.standingOf(this.model, lane, place) === "open").map((position) => claimOf(id, position));
    if (!("at" in act))
      return placesThat(lane, ({ stay }) => stay !== null && stay.pickUpByMs !== null).map((position) => ({
        kind: "renew",
        lane: id,
        position,
        checkout: false,
      }));
    const position = this.#positionOf(lane, act);
    if (act.act === "claim") return [claimOf(id, position)];
    if (act.act === "leave") return [{ kind: "leave", lane: id, position }];
    if (act.act === "end") return [{ kind: "end", lane: id, position, reason: "bought" }];
    return [{ kind: "renew", lane: id, position, checkout: act.act === "checkout" }];
  }

  #positionOf(lane: M.ModelLane, { at, nth }: { readonly at: "front" | "anywhere" | "inside"; readonly nth: number }): number {
    const inside = placesThat(lane, ({ stay }) => stay !== null);
    if (at === "inside" && inside.length > 0) return inside[nth % inside.length] as number;
    if (at === "front") return Math.max(0, lane.nowServing - nth);
    return lane.before + (nth % (lane.places.length + 3)) - 1;
  }

  #newJoin(lane: string, presented: boolean, network: string, expiresAtMs: number): VisitorItem {
    const item = { kind: "join" as const, lane, visitorKey: keyOf(++this.#keys), expiresAtMs, network, presented };
    this.#joins.push(item);
    return item;
  }

  /** Keys are forgotten by the quarter of a minute: from 150 to 165 s they may be known or not, and no credential lives that long. */
  #isClear({ visitorKey }: { readonly visitorKey: string }): boolean {
    const known = this.model.joins.get(visitorKey);
    const ageMs = known === undefined ? 0 : this.#arrivalMs - known.atMs;
    return ageMs <= 145_000 || ageMs > 170_000;
  }

  commandOf(op: Op): Command {
    switch (op.op) {
      case "doors":
        return { command: "doors", doors: op.doors };
      case "intake":
        return { command: "intake", perMinute: op.perMinute, maxActiveSessions: op.most };
      case "let in":
        return { command: "let-in", count: op.count };
      case "end one": {
        const lane = this.model.lanes.find(({ id }) => id === LANES[op.lane]);
        return {
          command: "end-session",
          lane: LANES[op.lane] ?? "nowhere",
          position: lane === undefined ? 1 : this.#positionOf(lane, { at: "inside", nth: op.nth }),
        };
      }
      case "end all":
        return { command: "end-all" };
      default:
        return { command: "message", message: "soon" };
    }
  }
}

function claimOf(lane: string, position: number): VisitorItem {
  return { kind: "claim", lane, position, network: "n" };
}

function placesThat(lane: M.ModelLane, holds: (place: M.Place) => boolean): number[] {
  return lane.places.filter(holds).map(({ position }) => position);
}

function same(what: string, real: unknown, model: unknown): void {
  if (!isDeepStrictEqual(real, model)) throw new Error(`${what}: real ${JSON.stringify(real)}, model ${JSON.stringify(model)}`);
}

/** Plays the whole history. @throws Error that names the op at which the two part */
export function playHistory(history: History): Played {
  const rig = new Rig(history);
  for (const [index, op] of history.ops.entries()) {
    try {
      rig.play(op);
    } catch (error) {
      throw new Error(`op ${index} ${JSON.stringify(op)}: ${(error as Error).message}`, { cause: error });
    }
  }
  return { steps: rig.steps, granted: rig.granted, crashes: rig.crashes };
}

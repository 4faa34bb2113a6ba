/** What the demo's buttons set in motion: crowds through the room, a stampede past it, and the organiser's levers. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CrowdTotals, Scene } from "../../static/demo/state.ts";
import { defaultBurst } from "../load/promises.ts";
import type { CrowdRun } from "../load/run-crowd.ts";
import { runCrowd } from "../load/run-crowd.ts";
import type { CrowdFigures } from "../load/tally.ts";
import type { Target } from "../load/target.ts";
import type { History } from "./history.ts";
import type { RoomClient } from "./room-client.ts";
import type { ShopClient } from "./shop-client.ts";
import { runStampede } from "./stampede.ts";
import { CALM } from "./worker-pool.ts";

const CROWD_SIZE = 500;
const CROWD_ARRIVES_SECONDS = 6;
/** A crowd held up by stopped doors waits so long at most. */
const CROWD_TIMEOUT_SECONDS = 900;
/** What two cores carry beside room and shop. */
const MOST_UNDER_WAY = 2000;

const STAMPEDE_ARRIVES_SECONDS = 4;
const STAMPEDE_MS = 16_000;
const RECOVERY_LIMIT_MS = 60_000;

export interface DirectorParts {
  readonly room: RoomClient;
  readonly shop: ShopClient;
  readonly history: History;
  readonly roomTarget: Target;
  readonly shopTarget: Target;
  readonly path: string;
  readonly perMinute: number;
  readonly say: (text: string) => void;
}

export class Director {
  readonly #parts: DirectorParts;
  readonly #curtain = new AbortController();
  /** Figures of every crowd so far. */
  readonly #crowds: CrowdFigures[] = [];
  /** Number of the next visitor: every one has an address of its own. */
  #nextIndex = 0;
  #underWay = 0;
  #letIn = 0;
  #scene: Pick<Scene, "kind" | "text"> = { kind: "idle", text: "" };

  constructor(parts: DirectorParts) {
    this.#parts = parts;
  }

  get scene(): Scene {
    return { ...this.#scene, mayArrive: this.#underWay + CROWD_SIZE <= MOST_UNDER_WAY };
  }

  totals(): CrowdTotals {
    const sum = (of: (figures: CrowdFigures) => number): number => this.#crowds.reduce((total, one) => total + of(one), 0);
    return {
      arrived: sum((one) => one.arrived),
      inLine: sum((one) => one.inLine),
      entered: sum((one) => one.entered),
      bought: sum((one) => one.bought),
      failed: sum((one) => one.failed),
    };
  }

  /** 500 visitors go to the shop through the room. False: as many as this machine carries are under way. */
  arrive(): boolean {
    if (this.#underWay + CROWD_SIZE > MOST_UNDER_WAY) return false;
    const { roomTarget, path, perMinute, say } = this.#parts;
    const number = this.#crowds.length;
    const letInBefore = this.#letIn;
    const firstIndex = this.#nextIndex;
    this.#nextIndex += CROWD_SIZE;
    this.#underWay += CROWD_SIZE;
    void runCrowd({
      target: roomTarget,
      visitors: CROWD_SIZE,
      arriveSeconds: CROWD_ARRIVES_SECONDS,
      path,
      timeoutSeconds: CROWD_TIMEOUT_SECONDS,
      perMinute,
      burst: defaultBurst(perMinute),
      letIn: () => this.#letIn - letInBefore,
      firstIndex,
      signal: this.#curtain.signal,
      onFigures: (figures) => (this.#crowds[number] = figures),
    }).then((run) => {
      this.#underWay -= CROWD_SIZE;
      if (!this.#curtain.signal.aborted) say(describeRun(run));
    });
    return true;
  }

  /** Lifts the shop's check and sends 500 visitors straight at it, then puts it back. False: that is going on already. */
  withoutRoom(): boolean {
    if (this.#scene.kind !== "idle") return false;
    void this.#stampede().catch((error: unknown) => {
      if (!this.#curtain.signal.aborted) this.#parts.say(`The stampede broke off: ${String(error)}`);
      this.#scene = { kind: "idle", text: "" };
    });
    return true;
  }

  async setDoors(doors: "auto" | "stopped"): Promise<void> {
    await this.#parts.room.act("doors", { doors });
  }

  async letIn(count: number): Promise<void> {
    await this.#parts.room.act("let-in", { count });
    this.#letIn += count;
  }

  /** Takes half of the shop's workers away, or gives them back: the room is to find out by itself. */
  async setCapacity(share: "half" | "whole"): Promise<void> {
    await this.#parts.shop.capacity(share === "half" ? CALM.workers / 2 : CALM.workers);
    this.#parts.say(
      share === "half"
        ? "Half of the shop's workers are gone. The room measures it and lets fewer in."
        : "The shop has all its workers again.",
    );
  }

  /** Ends everything that is under way. */
  stop(): void {
    this.#curtain.abort();
  }

  async #stampede(): Promise<void> {
    const { shop, history, shopTarget, say } = this.#parts;
    this.#scene = { kind: "stampede", text: "The shop's door stands open: 500 people go straight at it, past the room." };
    say("Without the room: the shop lets everybody in, and 500 visitors go straight at it.");
    await shop.check("off");
    const rush = runStampede({
      target: shopTarget,
      visitors: CROWD_SIZE,
      arriveSeconds: STAMPEDE_ARRIVES_SECONDS,
      firstIndex: 0,
      signal: AbortSignal.any([this.#curtain.signal, AbortSignal.timeout(STAMPEDE_MS + 10_000)]),
    });
    await this.#pause(STAMPEDE_MS);
    await shop.check("on");

    this.#scene = { kind: "recovery", text: "The room guards the door again. The shop works off what nobody waits for any more." };
    say("With the room again: whoever comes past it is turned away, and the shop works off its backlog.");
    await rush;
    const giveUpMs = Date.now() + RECOVERY_LIMIT_MS;
    for (let shopNow = history.last?.shop; shopNow?.state !== "up" && Date.now() < giveUpMs; shopNow = history.last?.shop) {
      await this.#pause(500);
    }
    this.#scene = { kind: "idle", text: "The shop has recovered. The line kept everybody's place all the while." };
    say("The shop has recovered.");
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#curtain.signal });
  }
}

function describeRun({ result, figures, reasons }: CrowdRun): string {
  const { duplicatePlaces, orderViolations, capViolations } = result;
  const promises =
    duplicatePlaces + orderViolations + capViolations === 0
      ? "no place given twice, nobody overtaken, the rate never exceeded"
      : `places given twice ${duplicatePlaces}, overtaken ${orderViolations}, windows over the rate ${capViolations}`;
  const why = reasons.size === 0 ? "" : ` (${Array.from(reasons, ([reason, count]) => `${reason} ${count}`).join(", ")})`;
  return (
    `The crowd is through after ${Math.round(result.seconds)} s: ${result.entered} of ${result.visitors} got in, ` +
    `${figures.bought} bought, ${result.failed} failed${why}; ${promises}.`
  );
}

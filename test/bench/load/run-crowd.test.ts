import { describe, expect, it, onTestFinished } from "vitest";
import type { CrowdOptions, CrowdRun } from "../../../bench/load/run-crowd.ts";
import { allWell, runCrowd } from "../../../bench/load/run-crowd.ts";
import { loopbackTarget } from "../../../bench/load/target.ts";
import type { MadeUpRoom, Manners } from "./made-up-room.ts";
import { openMadeUpRoom } from "./made-up-room.ts";

async function crowdAt(room: MadeUpRoom, options: Partial<CrowdOptions> = {}): Promise<CrowdRun> {
  const target = loopbackTarget(room.base);
  if (target === null) throw new Error("the room is not on this machine");
  return runCrowd({
    target,
    visitors: 10,
    arriveSeconds: 0.3,
    // A page without links: they come in, look round, and go.
    path: "/quiet",
    timeoutSeconds: 30,
    perMinute: 60,
    burst: 2,
    letIn: () => 0,
    ...options,
  });
}

async function open(manners?: Manners): Promise<MadeUpRoom> {
  const room = await openMadeUpRoom(manners);
  onTestFinished(() => room.close());
  return room;
}

describe("a crowd", { timeout: 30_000 }, () => {
  it("comes through an honest room, each from an address of its own, and most buy", async () => {
    const room = await open();
    const { result, figures } = await crowdAt(room, { path: "/tickets" });
    expect(result).toMatchObject({ visitors: 10, joined: 10, entered: 10, failed: 0 });
    expect(allWell(result)).toBe(true);
    expect([figures.bought, figures.left]).toEqual([8, 2]);
    if (process.platform === "linux") expect(room.addresses.size).toBe(10);
  });

  it("notices places given twice", async () => {
    const { result } = await crowdAt(await open({ placeOf: (order) => Math.ceil(order / 2) }));
    expect(result.duplicatePlaces).toBe(5);
    expect(allWell(result)).toBe(false);
  });

  it("notices who is put before those who came earlier", async () => {
    const { result } = await crowdAt(await open({ placeOf: (order) => 100 - order }));
    expect(result.orderViolations).toBeGreaterThan(20);
    expect(result.duplicatePlaces).toBe(0);
    expect(allWell(result)).toBe(false);
  });

  it("notices too many at once, by the rate it is told to judge by or by the room's own words", async () => {
    const manners = { grantedAt: () => 1000 };
    expect((await crowdAt(await open(manners))).result.capViolations).toBeGreaterThan(0);
    expect((await crowdAt(await open(manners), { perMinute: null, burst: null })).result.capViolations).toBeGreaterThan(0);
    expect((await crowdAt(await open(manners), { letIn: () => 7 })).result.capViolations).toBe(0);
  });

  it("notices a place that changes", async () => {
    const { result, reasons } = await crowdAt(await open({ placeLater: (position) => position + 1 }));
    expect(result).toMatchObject({ joined: 10, entered: 0, failed: 10 });
    expect(reasons.get("place-changed")).toBe(10);
  });

  it("comes again when it is told to", async () => {
    const { result } = await crowdAt(await open({ refusals: 15 }));
    expect(allWell(result)).toBe(true);
  });

  it("gives up when its time is over, and counts who was still on the way", async () => {
    const room = await open({ refusals: Number.POSITIVE_INFINITY });
    const { result, reasons } = await crowdAt(room, { timeoutSeconds: 1 });
    expect(result).toMatchObject({ joined: 0, failed: 10 });
    expect(reasons.get("time-is-up")).toBe(10);
    expect(result.seconds).toBeLessThan(3);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueVisitor } from "../../worker/credentials/visitor.ts";
import { solutionOf } from "../support/challenge.ts";
import { issued, ownPost } from "../support/joins.ts";
import { SHOP_PAGE } from "../support/origin.ts";
import type { Probe } from "../support/probed-bundle.ts";
import { startProbedRoom, type ProbedRoom } from "../support/probed-room.ts";
import { configOf, type Room } from "../support/room.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";

let probed: ProbedRoom;
let room: Room;
let probe: Probe;
const challenge = { attempts: 400 };

beforeAll(async () => {
  probed = await startProbedRoom();
  ({ room, probe } = probed);
  await Promise.all([
    ...["asked", "other", "patient", "quiet"].map((id) =>
      room.createEvent({ id, paths: [`/${id}`], doors: id === "quiet" ? "auto" : "stopped", challenge }),
    ),
    room.createEvent({ id: "later", paths: ["/later"], doors: "stopped" }),
  ]);
});

afterAll(() => probed?.stop());

/** What a run of requests costs in calls of gates for visitors. */
async function visits(work: () => Promise<void>): Promise<number> {
  const before = (await probe.calls())["gate.visit"] ?? 0;
  await work();
  return ((await probe.calls())["gate.visit"] ?? 0) - before;
}

/** A credential of the event made some time ago. */
async function agedCredential(event: string, from: string, ageMs: number): Promise<string> {
  const scope = { config: await configOf(room), ref: { event, incarnation: 1 }, lane: "main", nowMs: Date.now() - ageMs };
  return `stanchion-v-${event}.main=${(await issueVisitor(scope, `${from}/32`, challenge)).value}`;
}

describe("S4: a place costs the challenge's solution", () => {
  test("asked for by API: credential with challenge, 403 without or with a wrong solution, no object called; solved, one place", async () => {
    const visitor = new TestVisitor(room, { event: "asked" });
    const unsolved = await visits(async () => {
      const first = await visitor.call("join");
      expect(first.status).toBe(202);
      expect(first.json().status.challenge).toMatchObject({ algorithm: "PBKDF2-SHA-256", attempts: 400 });
      for (const [body, code] of [
        [{}, "challenge-required"],
        [{ challenge: "" }, "challenge-required"],
        [{ challenge: null }, "challenge-required"],
        [{ challenge: "0".repeat(32) }, "challenge-wrong"],
        [{ challenge: "x".repeat(5_000) }, "challenge-wrong"],
      ] as const) {
        const refused = await visitor.call("join", body);
        expect([refused.status, refused.json().code, refused.json().field]).toEqual([403, code, "challenge"]);
        // The puzzle it is, so that nobody needs to keep the former answer; and when it is taken unsolved.
        expect(refused.json().challenge.target).toBe(first.json().status.challenge.target);
        expect(Number(refused.headers["retry-after"])).toBeGreaterThan(40);
      }
      const malformed = await visitor.call("join", { challenge: 7 });
      expect([malformed.status, malformed.json().code, malformed.json().field]).toEqual([400, "invalid-body", "challenge"]);
    });
    expect(unsolved).toBe(0);
    expect(await issued(room, "asked")).toBe(0);

    const status = await visitor.status();
    expect(status).toMatchObject({ state: "joining", position: null });
    const solution = solutionOf(status.challenge);
    const joined = await visitor.copy().call("join", { challenge: solution });
    expect([joined.status, joined.json().status.position]).toEqual([201, 1]);
    expect(joined.json().status.challenge).toBeUndefined();
    // Spent with the join: shown again, at once and by others who have a copy, it is the same place.
    const again = await Promise.all(Array.from({ length: 10 }, () => visitor.copy().call("join", { challenge: solution })));
    expect(again.map(({ status: code }) => code)).toEqual(again.map(() => 201));
    expect(again.map((answer) => answer.json().status.position)).toEqual(again.map(() => 1));
    expect(await issued(room, "asked")).toBe(1);
  });

  test("a solution is worth nothing to another visitor, in another event, or without its credential", async () => {
    const solver = new TestVisitor(room, { event: "asked" });
    const { status } = (await solver.call("join")).json();
    const solution = solutionOf(status.challenge);
    const places = await issued(room, "asked");
    const called = await visits(async () => {
      const thief = new TestVisitor(room, { event: "asked" });
      expect((await thief.call("join", { challenge: solution })).status).toBe(202);
      expect((await thief.call("join", { challenge: solution })).json().code).toBe("challenge-wrong");
      const elsewhere = new TestVisitor(room, { event: "other" });
      await elsewhere.call("join");
      expect((await elsewhere.call("join", { challenge: solution })).json().code).toBe("challenge-wrong");
      // A copy of the credential on another network is no credential.
      expect((await solver.copy({ from: newAddress() }).call("join", { challenge: solution })).status).toBe(202);
    });
    expect(called).toBe(0);
    expect([await issued(room, "asked"), await issued(room, "other")]).toEqual([places, 0]);
  });

  test("an expired credential's solution gets no place but a new challenge", async () => {
    const from = newAddress();
    const answer = await room.ask({ ...ownPost("join", "other", await agedCredential("other", from, 121_000)), from });
    expect(answer.status).toBe(202);
    expect(answer.json().status.challenge.target).toMatch(/^[\w+/]{24}$/);
  });

  test("turned on while people come: a credential from before is replaced by one with a challenge; turned off, none is asked for", async () => {
    const early = new TestVisitor(room, { event: "later" });
    await early.open("/later");
    const put = async (asked: typeof challenge | null): Promise<void> => {
      const settings = (await room.organise("GET", "events/later")).json();
      expect((await room.organise("PUT", "events/later", { ...settings, challenge: asked })).status).toBe(200);
      const isKnown = async (): Promise<boolean> => {
        const { status } = (await new TestVisitor(room, { event: "later" }).call("join")).json();
        return (status.challenge !== undefined) === (asked !== null);
      };
      while (!(await isKnown())) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await put(challenge);
    const replaced = await early.call("join");
    expect([replaced.status, replaced.json().status.challenge?.attempts]).toEqual([202, 400]);
    expect((await early.call("join")).status).toBe(403);
    await put(null);
    const joined = await early.call("join");
    expect([joined.status, joined.json().status.position]).toEqual([201, 1]);
  });
});

describe("case 56, case 69: nobody is shut out by a challenge", () => {
  test("without script the page comes back once its credential is taken unsolved, and keeps it until then", async () => {
    const browser = new TestVisitor(room);
    const page = await browser.open("/patient");
    const credential = browser.cookie("v");
    expect(page.body).toContain('data-phase="challenge"');
    const seconds = Number(/<meta http-equiv="refresh" content="([0-9]+)/.exec(page.body)?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(55);
    expect(seconds).toBeLessThanOrEqual(60);
    // Too early: no place, no object call, and the same credential.
    const early = await visits(async () => {
      expect((await browser.open("/patient")).body).toContain('data-phase="challenge"');
    });
    expect(early).toBe(0);
    expect(browser.cookie("v")).toBe(credential);

    const from = newAddress();
    const answer = await room.ask({
      path: "/patient",
      headers: { Cookie: await agedCredential("patient", from, 56_000), Accept: "text/html" },
      from,
    });
    expect(answer.status).toBe(200);
    expect(await issued(room, "patient")).toBe(1);
  });

  test("that is limited by network, whose neighbours still get in by solving", async () => {
    const from = newAddress();
    const before = await issued(room, "patient");
    const codes: number[] = [];
    for (let n = 0; n < 20; n++)
      codes.push((await room.ask({ ...ownPost("join", "patient", await agedCredential("patient", from, 60_000)), from })).status);
    expect(codes.slice(0, 5)).toEqual(codes.slice(0, 5).map(() => 201));
    expect(codes.filter((code) => code === 403).length).toBeGreaterThanOrEqual(14);
    expect(await issued(room, "patient")).toBe(before + codes.filter((code) => code === 201).length);
    const neighbour = new TestVisitor(room, { event: "patient", from });
    const { status } = (await neighbour.call("join")).json();
    expect((await neighbour.call("join", { challenge: solutionOf(status.challenge) })).status).toBe(201);
  });

  test("where nobody waits there is nothing to solve: a newcomer goes straight in", async () => {
    const visitor = new TestVisitor(room);
    expect((await visitor.open("/quiet")).body).toContain(SHOP_PAGE);
  });

  test("a program that asks the shop's address for JSON is told the challenge there", async () => {
    const answer = await room.ask({ path: "/patient", headers: { Accept: "application/json" }, from: newAddress() });
    expect(answer.json()).toMatchObject({ state: "joining", challenge: { attempts: 400 } });
    expect(answer.json().pollAfterMs).toBeGreaterThan(50_000);
  });
});

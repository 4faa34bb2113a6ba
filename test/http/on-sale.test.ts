/** One on-sale from schedule to its end, as thousands see it: over HTTP, through the real room, judged from outside. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBeacon, type BeaconServer } from "../support/beacon-server.ts";
import { cookieSetBy, ownPost } from "../support/joins.ts";
import { startOrigin, type TestOrigin } from "../support/origin.ts";
import { pipeline, type PipelineAnswer, type PipelineAsk } from "../support/pipeline.ts";
import { freePort, HOST, startRoom, type Room } from "../support/room.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { TestVisitor } from "../support/visitor.ts";

const SHOWS = [
  { id: "friday", share: 3, paths: ["/tickets/friday"] },
  { id: "saturday", share: 2, paths: ["/tickets/saturday"] },
  { id: "sunday", share: 1, paths: ["/tickets/sunday"] },
] as const;
const GATHERING = { friday: 1_000, saturday: 600, sunday: 400 } as const;
const LATE = 30;
const PER_MINUTE = 3_000;
const LEAD_SECONDS = 45;

let origin: TestOrigin;
let beacon: BeaconServer;
let room: Room;
let ownHost: string;

beforeAll(async () => {
  [origin, beacon] = await Promise.all([startOrigin(), startBeacon()]);
  const port = await freePort();
  ownHost = `127.0.0.1:${port}`;
  room = await startRoom({
    origin: origin.url,
    port,
    hosts: { [ownHost]: origin.url },
    deployment: { beacons: { test: { url: beacon.url, chain: beacon.chain } } },
    outside: ["127.0.0.0/8"],
  });
});

afterAll(async () => {
  await room?.stop();
  await Promise.all([origin?.stop(), beacon?.stop()]);
});

/** Somebody of the crowd, reduced to a cookie. */
interface Member {
  readonly lane: string;
  cookie: string;
  place: number;
  /** Milliseconds since the epoch; null = not (yet). */
  recordedMs: number | null;
  enteredMs: number | null;
  /** When the room granted it, in seconds since the epoch, as the pass says. */
  grantedSeconds: number | null;
}

const until = async (atMs: number): Promise<void> => sleep(Math.max(0, atMs - Date.now()));
const order = async (action: string, body: object): Promise<any> =>
  (await room.organise("POST", `events/on-sale/actions/${action}`, body)).json();
const live = (): Promise<any> => room.live("on-sale");

/** A POST of the page, for a lane. */
function post(call: string, lane: string, cookie?: string): PipelineAsk {
  const ask = ownPost(call, "on-sale", cookie);
  return { ...ask, body: JSON.stringify({ event: "on-sale", lane }) };
}

function statusOf({ lane, cookie }: Member): PipelineAsk {
  return { path: `/_stanchion/v1/status?event=on-sale&lane=${lane}`, headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" } };
}

/** Sends each member's request, a hundred on a connection, each connection from an address of its own. */
async function asCrowd(members: readonly Member[], call: string): Promise<PipelineAnswer[]> {
  const size = 100;
  const parts = Array.from({ length: Math.ceil(members.length / size) }, (_, part) => members.slice(part * size, (part + 1) * size));
  const answers: PipelineAnswer[] = [];
  for (let at = 0; at < parts.length; at += 6) {
    const batch = parts.slice(at, at + 6);
    const given = await Promise.all(
      batch.map((part, index) =>
        pipeline(
          room.port,
          HOST,
          part.map(({ lane, cookie }) => post(call, lane, cookie)),
          `127.60.${at + index}.${1 + Math.floor(Math.random() * 250)}`,
        ),
      ),
    );
    answers.push(...given.flat());
  }
  return answers;
}

/** That many people of a lane get a number or a place. */
async function gather(lane: string, count: number, net: number): Promise<Member[]> {
  const size = 50;
  const parts = await Promise.all(
    Array.from({ length: Math.ceil(count / size) }, async (_, part) => {
      const from = `127.${net}.${part}.7`;
      const bare = Array.from({ length: Math.min(size, count - part * size) }, () => post("join", lane));
      const given = await pipeline(room.port, HOST, bare, from);
      const joined = await pipeline(
        room.port,
        HOST,
        given.map((answer) => post("join", lane, cookieSetBy(answer))),
        from,
      );
      return joined.map((answer): Member => {
        expect(answer.status).toBe(201);
        const { status } = JSON.parse(answer.body) as { status: { position: number | null; drawNumber: number | null } };
        return {
          lane,
          cookie: cookieSetBy(answer) ?? "",
          place: status.position ?? 0,
          recordedMs: null,
          enteredMs: null,
          grantedSeconds: null,
        };
      });
    }),
  );
  return parts.flat();
}

/** Everybody who is called asks to enter, again and again, until that long has passed; answers are noted. */
async function enterFor(members: readonly Member[], milliseconds: number): Promise<void> {
  const endMs = Date.now() + milliseconds;
  while (Date.now() < endMs) {
    const outside = members.filter(({ enteredMs }) => enteredMs === null);
    if (outside.length === 0) return;
    // Somebody of those outside polls; where nobody does, nobody is called.
    const [someone] = outside;
    if (someone !== undefined) await pipeline(room.port, HOST, [statusOf(someone)]);
    const { lanes } = (await live()) as { readonly lanes: readonly { readonly id: string; readonly nowServing: number }[] };
    const serving = new Map(lanes.map(({ id, nowServing }) => [id, nowServing]));
    const open = outside.filter(({ lane, place }) => place <= (serving.get(lane) ?? 0));
    const answers = await asCrowd(open, "enter");
    const nowMs = Date.now();
    answers.forEach((answer, index) => {
      const member = open[index] as Member;
      if (answer.status === 202) member.recordedMs ??= nowMs;
      if (answer.status !== 200) return;
      member.enteredMs = nowMs;
      member.grantedSeconds = grantOf(answer);
    });
    await sleep(300);
  }
}

const entered = (members: readonly Member[], lane?: string): Member[] =>
  members.filter((member) => member.enteredMs !== null && (lane === undefined || member.lane === lane));

test("from schedule to sold out to the end", { timeout: 240_000 }, async () => {
  const startMs = Date.now();
  const preQueueMs = startMs + 3_000;
  const opensMs = startMs + 68_000;
  const at = (ms: number): string => new Date(ms).toISOString();
  await room.createEvent({
    id: "on-sale",
    hosts: [HOST, ownHost],
    paths: SHOWS.flatMap(({ paths }) => paths),
    lanes: SHOWS,
    schedule: { preQueueAt: at(preQueueMs), opensAt: at(opensMs), closesAt: null },
    draw: { leadSeconds: LEAD_SECONDS, beacon: "test" },
    perMinute: PER_MINUTE,
    burst: 50,
    maxActiveSessions: 10_000,
    provisionalSeconds: 300,
    entryPath: "/tickets/friday",
    limiter: { mode: "fixed" } as never,
  });

  // Scheduled: a countdown, and nothing to have.
  const anna = new TestVisitor(room, { event: "on-sale", lane: "friday" });
  const early = await anna.open("/tickets/friday");
  expect(early.body).toContain("Not open yet");
  expect(await anna.status()).toMatchObject({ state: "countdown", phase: "scheduled", position: null, opensAt: at(opensMs) });
  expect((await anna.call("join")).json()).toMatchObject({ status: { state: "countdown" } });
  expect(anna.cookie("p")).toBeUndefined();
  expect((await anna.load("/_stanchion/v1/events/on-sale/draw")).status).toBe(404);

  // Gathering: numbers with receipts, the commitment published, and nothing of it can be changed any more.
  await until(preQueueMs + 1_500);
  await anna.open("/tickets/friday");
  const joined = (await anna.call("join")).json();
  expect(joined).toMatchObject({ status: { state: "in-draw", position: null, drawNumber: 1 }, receipt: expect.stringMatching(/^ey/) });
  const committed = (await anna.load("/_stanchion/v1/events/on-sale/draw")).json();
  expect(committed).toMatchObject({ state: "committed", seed: null, lanes: null, predictableByOperator: false });
  expect(committed.signedCommitments).toHaveLength(1);
  const settings = (await room.organise("GET", "events/on-sale")).json();
  const changed = await room.organise("PUT", "events/on-sale", {
    ...settings,
    lanes: settings.lanes.map((lane: object) => ({ ...lane, share: 1 })),
  });
  expect([changed.status, changed.json().code, changed.json().field]).toEqual([409, "draw-begun", "lanes"]);

  const crowd: Member[] = [];
  for (const [index, { id }] of SHOWS.entries()) crowd.push(...(await gather(id, GATHERING[id], 20 + index)));
  const beforeFreezeMs = opensMs - LEAD_SECONDS * 1_000 - Date.now();
  expect(beforeFreezeMs, "everybody has gathered before the freeze").toBeGreaterThan(0);
  // Half of the line leaves, most of it before the draw.
  const leaving = crowd.filter((_, index) => index % 2 === 1);
  const staying = crowd.filter((_, index) => index % 2 === 0);
  expect((await asCrowd(leaving, "leave")).every(({ status }) => status === 204)).toBe(true);

  // The freeze: whoever comes from now on stands behind, and is told so.
  await until(opensMs - LEAD_SECONDS * 1_000 + 2_500);
  const late = await gather("friday", LATE, 30);
  const size = GATHERING.friday + 1;
  expect(late.map(({ place }) => place).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: LATE }, (_, n) => size + 1 + n),
  );
  expect((await anna.load("/_stanchion/v1/events/on-sale/draw")).json()).toMatchObject({
    state: "frozen",
    seed: null,
    lanes: [
      { lane: "friday", size },
      { lane: "saturday", size: GATHERING.saturday },
      { lane: "sunday", size: GATHERING.sunday },
    ],
  });

  // The reveal: the page tells the place; a command that knows nothing of the room computes the same.
  await expect.poll(async () => (await anna.status()).state, { timeout: 45_000, interval: 500 }).toBe("drawn");
  expect(Date.now()).toBeLessThan(opensMs);
  const { position, ahead } = await anna.status();
  expect(ahead).toBe(position - 1);
  expect((await anna.open("/tickets/friday")).body).toContain("Your place is drawn");
  const folder = await temporaryFolder();
  const jwks = join(folder, "jwks.json");
  await writeFile(jwks, (await anna.load("/_stanchion/jwks.json")).body);
  const url = `http://${ownHost}/_stanchion/v1/events/on-sale/draw`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "bench/tools/verify-draw.ts",
    url,
    ...["--receipt", joined.receipt, "--jwks", jwks],
    ...SHOWS.flatMap(({ id }) => ["--leaves", `${id}=${url}/leaves?lane=${id}`]),
  ]);
  expect(stdout).toContain(`number 1 of friday: place ${position} of ${size}`);
  expect(stdout).toMatch(/ 0 failed/);
  expect((await anna.load("/_stanchion/draw/on-sale")).status).toBe(200);
  for (const member of staying) member.place = 0;
  const told = await pipeline(room.port, HOST, staying.map(statusOf));
  told.forEach(({ body }, index) => {
    (staying[index] as Member).place = (JSON.parse(body) as { position: number }).position;
  });
  for (const { id } of SHOWS) {
    const places = staying.filter(({ lane }) => lane === id).map(({ place }) => place);
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...places)).toBeLessThanOrEqual(id === "friday" ? size : GATHERING[id]);
  }

  // The doors: nobody before, then in order, three lanes by their shares, late arrivals last.
  expect((await asCrowd(staying.slice(0, 50), "enter")).every(({ status }) => status === 409)).toBe(true);
  await until(opensMs + 500);
  const inLine = [...staying, ...late];
  const openedMs = Date.now();
  await enterFor(inLine, 6_000);
  const seconds = (Date.now() - openedMs) / 1_000;
  expect(entered(inLine).length).toBeLessThanOrEqual((PER_MINUTE / 60) * (seconds + 1.5) + 50);
  expect(entered(inLine).length).toBeGreaterThan(100);
  expect(entered(late)).toEqual([]);
  const [friday = 0, saturday = 0, sunday = 0] = SHOWS.map(({ id }) => entered(inLine, id).length);
  expect(friday / saturday).toBeGreaterThan(1.1);
  expect(saturday / sunday).toBeGreaterThan(1.3);
  for (const { id } of SHOWS) expectInOrder(inLine.filter(({ lane }) => lane === id));

  // Capacity changes: a tenth of the rate, and what the bucket holds.
  await order("intake", { perMinute: PER_MINUTE / 10 });
  const slowedMs = Date.now();
  await enterFor(inLine, 5_000);
  expect(grantedSince(inLine, slowedMs).length).toBeLessThanOrEqual((PER_MINUTE / 600) * ((Date.now() - slowedMs) / 1_000) + 50);

  // Stop and go.
  await order("doors", { doors: "stopped" });
  const stoppedMs = Date.now();
  await enterFor(inLine, 3_000);
  expect(grantedSince(inLine, stoppedMs)).toEqual([]);
  await order("doors", { doors: "auto" });
  await order("intake", { perMinute: PER_MINUTE });
  const onMs = Date.now();
  await enterFor(inLine, 3_000);
  expect(grantedSince(inLine, onMs).length).toBeGreaterThan(0);

  // One lane sold out: its people wait for tickets that come back, the others have the whole intake.
  await order("sold-out", { lane: "sunday" });
  const soldOutMs = Date.now();
  await enterFor(inLine, 4_000);
  expect(grantedSince(inLine, soldOutMs).filter(({ lane }) => lane === "sunday")).toEqual([]);
  const ben = new TestVisitor(room, { event: "on-sale", lane: "sunday" });
  expect((await ben.open("/tickets/sunday")).body).toContain("Sold out");
  expect((await ben.call("join")).json()).toMatchObject({ status: { state: "sold-out", position: null } });
  await order("reopen", { lane: "sunday" });

  // Everybody who stayed gets in, each position once, late arrivals behind all who were drawn.
  await enterFor(inLine, 30_000);
  expect(entered(inLine).length).toBe(inLine.length);
  const figures = await live();
  expect(figures.activeSessions).toBe(inLine.length);
  expectInOrder(inLine.filter(({ lane }) => lane === "friday"));

  // The end: a page that does not load itself anew.
  await order("close", {});
  await sleep(2_000);
  const end = await ben.open("/tickets/sunday");
  expect(end.body).toContain("The sale is over");
  expect(end.body).not.toContain('http-equiv="refresh"');
  expect(end.headers["refresh"]).toBeUndefined();
  expect(await anna.status()).toMatchObject({ state: "closed", phase: "closed" });
  expect((await live()).phase).toBe("closed");
});

/** Whom the room granted after that moment; a pass says the second. */
function grantedSince(members: readonly Member[], sinceMs: number): Member[] {
  return members.filter(({ grantedSeconds }) => grantedSeconds !== null && grantedSeconds * 1_000 > sinceMs);
}

/** When the room granted the pass that an answer sets. */
function grantOf(answer: PipelineAnswer): number {
  const pass = cookieSetBy(answer) ?? "";
  const [, payload = ""] = pass.slice(pass.indexOf("=") + 1).split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { readonly gat: number }).gat;
}

/** Promise 4: whoever was recorded before somebody behind was granted, was granted no later. */
function expectInOrder(members: readonly Member[]): void {
  for (const { place, grantedSeconds } of members) {
    if (grantedSeconds === null) continue;
    const overtaken = members.filter(
      (other) =>
        other.place < place &&
        other.recordedMs !== null &&
        other.recordedMs < grantedSeconds * 1_000 &&
        other.grantedSeconds !== null &&
        other.grantedSeconds > grantedSeconds,
    );
    expect(overtaken).toEqual([]);
  }
}

import { describe, expect, test } from "vitest";
import { takeSample } from "../../durable-objects/domain/limiter/meter.ts";
import { RequestContext } from "../../worker/context.ts";
import { EventView } from "../../worker/event-view.ts";
import { beginAttempt, sumsOfAnswer, retryAfterSeconds, sessionHash, type Attempt } from "../../worker/measure.ts";
import { splitRequestUrl } from "../../worker/request-url.ts";
import { freshConfig } from "../support/deployment.ts";

const T0 = 1_800_000_000_000;
const config = await freshConfig();

async function begin(view: EventView, init: RequestInit = {}, position = 7, checkout = false, from = "192.0.2.1"): Promise<Attempt | null> {
  const request = Object.assign(new Request("https://shop.example/tickets", init), { cf: { clientIp: from } });
  if (config.deployment.platform.kind === "cloudflare") request.headers.set("CF-Connecting-IP", from);
  const target = splitRequestUrl(request.url);
  if (target === null) throw new Error("no target");
  const context = new RequestContext(request, target, {} as never, config, {} as never);
  return beginAttempt(context, { view, session: sessionHash("main", position), checkout });
}

const newView = (): EventView => new EventView({ event: "e", incarnation: 1 });

function sampleOf(view: EventView, nowMs = Date.now()) {
  if (view.meter === null) throw new Error("nothing was measured");
  return takeSample(view.meter, nowMs, 1);
}

async function outcome(response: Response, init: RequestInit = {}): Promise<readonly number[]> {
  const view = newView();
  const attempt = await begin(view, init);
  attempt?.answered(response, {}, Date.now());
  const { good, failed, sessions } = sampleOf(view);
  return [good, failed, sessions[0]?.[5] ?? 0];
}

describe("what an attempt's end says", () => {
  test.each([
    [200, 1, 0, 0],
    [303, 1, 0, 0],
    [304, 0, 0, 0],
    [404, 0, 0, 0],
    [429, 0, 1, 1],
    [503, 0, 1, 1],
    [500, 0, 1, 0],
    [504, 0, 1, 0],
  ])("S10: %i: good %i, failed %i, refused %i", async (status, ...expected) => {
    expect(await outcome(new Response(null, { status }))).toEqual(expected);
  });

  test.each([
    [101, { requests: 1 }],
    [200, { requests: 1, ok: 1, firstByteMsSum: 40 }],
    [404, { requests: 1 }],
    [429, { requests: 1, throttled: 1 }],
    [500, { requests: 1, serverErrors: 1 }],
    [504, { requests: 1, timeouts: 1 }],
  ])("the sums count it alike: %i", (status, sums) => {
    expect(sumsOfAnswer(status, 40)).toEqual(sums);
  });

  test("case 45: uploads, upgrades and event streams are not measured", async () => {
    const view = newView();
    expect(await begin(view, { method: "POST", body: "seats=2" })).toBe(null);
    expect(await begin(view, { headers: { Upgrade: "websocket" } })).toBe(null);
    expect(await begin(view, { headers: { Accept: "text/event-stream" } })).toBe(null);
    expect(view.meter).toBe(null);
  });

  test("who has no session is no load that was let in", async () => {
    const view = newView();
    const target = splitRequestUrl("https://shop.example/x") as NonNullable<ReturnType<typeof splitRequestUrl>>;
    const context = new RequestContext(new Request("https://shop.example/x"), target, {} as never, config, {} as never);
    expect(await beginAttempt(context, { view, session: null, checkout: false })).toBe(null);
  });

  test("each kind of request is compared with its own kind", async () => {
    const view = newView();
    const kinds: readonly (readonly [RequestInit, boolean])[] = [
      [{ headers: { "Sec-Fetch-Mode": "navigate" } }, false],
      [{ headers: { "Sec-Fetch-Mode": "navigate" } }, true],
      [{ method: "POST" }, false],
      [{ headers: { "Sec-Fetch-Mode": "no-cors" } }, false],
    ];
    for (const [index, [init, checkout]] of kinds.entries())
      (await begin(view, init, index + 1, checkout))?.answered(new Response("x"), {}, Date.now());
    expect(sampleOf(view).classes.map(([name]) => name)).toEqual(["page", "checkout", "write", "other"]);
  });

  test("the origin's Retry-After and its own word go along", async () => {
    const view = newView();
    (await begin(view))?.answered(new Response(null, { status: 503, headers: { "Retry-After": "7" } }), { load: "slow" }, Date.now());
    expect(sampleOf(view)).toMatchObject({ retryAfterSeconds: 7, load: "slow" });
  });

  test("an attempt ends once, and one that is never answered ends as timed out after half a minute", async () => {
    const view = newView();
    const attempt = await begin(view);
    const late = (attempt?.startedMs ?? 0) + 30_001;
    expect(view.takeReport(late - 10_000).sample).toMatchObject({ started: 1, failed: 0 });
    expect(view.takeReport(late).sample).toMatchObject({ started: 0, failed: 1 });
    attempt?.answered(new Response("x"), {}, late + 1);
    expect(view.takeReport(late + 1_000).sample).toMatchObject({ good: 0, failed: 0, inFlightSeconds: 0 });
  });

  test("sessions are told apart by lane and place, networks by prefix, and neither by anything that could be read back", async () => {
    const view = newView();
    for (const [position, from] of [
      [1, "192.0.2.1"],
      [2, "192.0.2.200"],
      [3, "198.51.100.1"],
    ] as const)
      (await begin(view, {}, position, false, from))?.answered(new Response("x"), {}, Date.now());
    const { sessions } = sampleOf(view);
    expect(sessions.map(([session]) => session)).toEqual([1, 2, 3].map((position) => sessionHash("main", position)));
    const networks = sessions.map(([, network]) => network);
    expect([networks[0] === networks[1], networks[0] === networks[2]]).toEqual([true, false]);
    // Neither as it is written nor as the number it is; a hash may hold any three digits by chance.
    expect(JSON.stringify(sessions)).not.toMatch(/192\.|198\.51/);
    const numbers = ["192.0.2", "198.51.100"].flatMap((prefix) => {
      const value = prefix.split(".").reduce((sum, part) => 256 * sum + Number(part), 0);
      return [value, 256 * value];
    });
    expect(sessions.flat().filter((each) => numbers.includes(each))).toEqual([]);
  });
});

test.each([
  [null, 0],
  ["120", 120],
  ["86400", 86_400],
  [new Date(T0 + 30_000).toUTCString(), 30],
  [new Date(T0 - 30_000).toUTCString(), 0],
  ["soon", 0],
  ["-5", 0],
  ["1e9", 0],
])("case 44: Retry-After %j is %i s", (value, seconds) => {
  expect(retryAfterSeconds(value, T0)).toBe(seconds);
});

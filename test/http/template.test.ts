/** An organiser's template and the words of Cloudflare Waiting Room, over the real room. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHOP_PAGE, startOrigin, type TestOrigin } from "../support/origin.ts";
import { HOST, startRoom, type Room } from "../support/room.ts";
import { putTemplate } from "../support/template.ts";
import { newAddress, TestVisitor } from "../support/visitor.ts";
import { IN_LINE } from "../support/waiting-room-members.ts";

let origin: TestOrigin;
let room: Room;
let storageDir: string;

beforeAll(async () => {
  origin = await startOrigin();
  storageDir = await mkdtemp(join(tmpdir(), "stanchion-template-"));
  room = await startRoom({ origin: origin.url, storageDir });
});

afterAll(async () => {
  await room?.stop();
  await origin?.stop();
  if (storageDir !== undefined) await rm(storageDir, { recursive: true, force: true });
});

const PAGE =
  "<!doctype html><title>{{title}}</title><h1>OURS {{state}}</h1><p>{{#placeKnown}}place {{place}}{{/placeKnown}}</p><em>{{message}}</em>";

async function eventOf(id: string, template: string | null, settings: Parameters<Room["createEvent"]>[0] = {}): Promise<void> {
  await room.createEvent({ id, paths: [`/${id}`], doors: "stopped", ...settings });
  if (template !== null) expect((await putTemplate(room, id, template)).status).toBe(200);
}

const visitorOf = (event: string): TestVisitor => new TestVisitor(room, { event });

/** Opens the page until it shows what is waited for: isolates learn of a change within seconds. */
async function openUntil(visitor: TestVisitor, path: string, text: string): Promise<Awaited<ReturnType<TestVisitor["open"]>>> {
  const until = Date.now() + 6_000;
  for (;;) {
    const answer = await visitor.open(path);
    if (answer.body.includes(text)) return answer;
    if (Date.now() > until) throw new Error(`${text} is not shown within seconds: ${answer.status} ${answer.body.slice(0, 200)}`);
    await sleep(250);
  }
}

// These mostly wait; each has an event of its own.
describe.concurrent("a visitor of an event with a template", () => {
  test("S3: sees it, sandboxed, never cached, and the browser loads it anew when it is time", async ({ expect }) => {
    await eventOf("shown", PAGE, { message: `</em><script>alert("{{title}}")</script>` });
    const visitor = visitorOf("shown");
    const first = await openUntil(visitor, "/shown", "OURS");
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    });
    const policy = String(first.headers["content-security-policy"]);
    expect(policy).toMatch(/^sandbox [a-z -]*allow-scripts/);
    expect(policy).not.toContain("allow-same-origin");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(first.headers["refresh"]).toMatch(/^\d+$/);
    expect(Number(first.headers["refresh"])).toBeGreaterThanOrEqual(2);
    // Case 60: the message is text, and no template.
    expect(first.body).toContain("<em>&#60;&#47;em&#62;&#60;script&#62;alert&#40;&#34;&#123;&#123;title&#125;&#125;&#34;&#41;");
    const second = await visitor.open("/shown");
    expect(second.body).toContain("<h1>OURS stopped</h1><p>place 1</p>");
  });

  test("gets in by nothing but loading it anew", async ({ expect }) => {
    await eventOf("enters", PAGE);
    const visitor = visitorOf("enters");
    await openUntil(visitor, "/enters", "<p>place 1</p>");
    await room.organise("POST", "events/enters/actions/doors", { doors: "always" });
    const until = Date.now() + 15_000;
    let answer = await visitor.open("/enters");
    while (answer.status !== 303 && Date.now() < until) {
      expect(answer.body).toContain("OURS");
      await sleep(200);
      answer = await visitor.open("/enters");
    }
    expect(answer.headers.location).toBe("/enters");
    expect((await visitor.open("/enters")).body).toContain(SHOP_PAGE);
  });

  test("one that is full says so with 503 and Retry-After", async ({ expect }) => {
    await eventOf("bounded", "{{#queueIsFull}}FULL{{/queueIsFull}}{{^queueIsFull}}room{{/queueIsFull}}", { maxWaiting: 0 });
    const answer = await openUntil(visitorOf("bounded"), "/bounded", "FULL");
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe(answer.headers["refresh"]);
  });

  test("where nothing is left to wait for, our own page says so", async ({ expect }) => {
    await eventOf("over", PAGE);
    const visitor = visitorOf("over");
    await openUntil(visitor, "/over", "<p>place 1</p>");
    await room.organise("POST", "events/over/actions/close", {});
    const answer = await openUntil(visitor, "/over", 'data-phase="closed"');
    expect(answer.body).not.toContain("OURS");
    expect(answer.headers["refresh"]).toBeUndefined();
  });
});

describe.concurrent("the organiser's changes", () => {
  test("another template is seen within seconds, ours again once it is taken away, and an order in between keeps it", async ({
    expect,
  }) => {
    await eventOf("changed", PAGE);
    const visitor = visitorOf("changed");
    await openUntil(visitor, "/changed", "OURS");
    await putTemplate(room, "changed", "SECOND {{state}}");
    await openUntil(visitor, "/changed", "SECOND stopped");
    await room.organise("POST", "events/changed/actions/message", { message: "hello" });
    await putTemplate(room, "changed", "THIRD {{message}}");
    await openUntil(visitor, "/changed", "THIRD hello");
    expect((await room.organise("GET", "events/changed")).json()).toMatchObject({ message: "hello", template: { bytes: 17 } });
    expect((await room.organise("GET", "events/changed/audit")).json().entries.map(({ action }: { action: string }) => action)).toEqual([
      "template",
      "message",
      "template",
      "template",
      "create",
    ]);
    expect((await room.organise("DELETE", "events/changed/template")).status).toBe(204);
    await openUntil(visitor, "/changed", "data-phase=");
  });

  test("422 with the line, over HTTP, and what was there before stays", async ({ expect }) => {
    await eventOf("refused", PAGE);
    const broken = await putTemplate(room, "refused", "<p>\n{{#queueIsFull}}\n");
    expect([broken.status, broken.json()]).toMatchObject([
      422,
      { code: "invalid-template", reason: "unclosed-section", line: 2, column: 1 },
    ]);
    const large = await putTemplate(room, "refused", "x\n".repeat(600_000));
    expect([large.status, large.json()]).toMatchObject([422, { code: "template-too-large", line: 524_289 }]);
    await openUntil(visitorOf("refused"), "/refused", "OURS");
  });

  test("a template of 1 MB reaches visitors", async ({ expect }) => {
    await eventOf("large", `${"<i></i>\n".repeat(131_000)}END {{state}}`);
    expect((await openUntil(visitorOf("large"), "/large", "END ")).body.length).toBeGreaterThan(1_000_000);
  });
});

describe.concurrent("a JSON client", () => {
  const json = (accept = "application/json") => ({ headers: { Host: HOST, Accept: accept }, from: newAddress() });

  test("case 5: gets ours and cfWaitingRoom beside it, whatever way it prefers JSON", async ({ expect }) => {
    await eventOf("program", null);
    const { headers, from } = json();
    const first = await room.ask({ path: "/program", headers, from });
    expect([first.status, first.headers["content-type"], first.headers["cache-control"]]).toEqual([200, "application/json", "no-store"]);
    const Cookie = (first.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
    const second = (await room.ask({ path: "/program", headers: { ...headers, Cookie }, from })).json();
    expect(second).toMatchObject({ state: "stopped", position: 1, ahead: 0, reference: expect.stringMatching(/^main-1-/) });
    expect(second.cfWaitingRoom).toStrictEqual({
      ...IN_LINE,
      queueAll: true,
      lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      refreshIntervalSeconds: Math.max(2, Math.ceil(second.pollAfterMs / 1000)),
    });
    for (const accept of [
      "application/json",
      "application/json, text/html;q=0.9",
      "text/html;q=0.1,application/json;q=0.2",
      "application/*",
    ]) {
      const answer = await room.ask({ path: "/program", ...json(accept) });
      expect(answer.json().cfWaitingRoom.inWaitingRoom, accept).toBe(true);
    }
    for (const accept of ["text/html", "text/html, application/json", "application/json;q=0.5, text/html;q=0.6"]) {
      const answer = await room.ask({ path: "/program", ...json(accept) });
      expect(answer.headers["content-type"], accept).toBe("text/html; charset=utf-8");
    }
  });

  test("written for Cloudflare Waiting Room: repeats its request with the newest cookies until the shop's own answer comes", async ({
    expect,
  }) => {
    await eventOf("repeats", PAGE);
    const visitor = visitorOf("repeats");
    // No header that only a browser sends.
    const bare = async () => {
      const Cookie = Array.from(visitor.jar.entries(), ([name, value]) => `${name}=${value}`).join("; ");
      const answer = await room.ask({
        path: "/repeats",
        headers: { Host: HOST, Accept: "application/json", Cookie: Cookie === "" ? undefined : Cookie },
        from: visitor.from,
      });
      visitor.jar.store(answer.headers["set-cookie"] ?? []);
      return answer;
    };
    expect((await bare()).json().cfWaitingRoom.inWaitingRoom).toBe(true);
    expect((await bare()).json().position).toBe(1);
    await room.organise("POST", "events/repeats/actions/doors", { doors: "always" });
    const until = Date.now() + 15_000;
    let answer = await bare();
    while (answer.headers["content-type"] === "application/json" && Date.now() < until) {
      await sleep(200);
      answer = await bare();
    }
    expect([answer.status, answer.body.includes(SHOP_PAGE)]).toEqual([200, true]);
    // The pass came with it: the next request is the same session's.
    expect((await bare()).body).toContain(SHOP_PAGE);
    expect(await room.live("repeats")).toMatchObject({ activeSessions: 1, provisionalSessions: 0 });
  });

  test("asks again as often as a page is loaded anew", async ({ expect }) => {
    await eventOf("paced", PAGE);
    await openUntil(visitorOf("paced"), "/paced", "OURS");
    // Of newcomers both times: no jitter is in that.
    const page = await visitorOf("paced").open("/paced");
    const { cfWaitingRoom, pollAfterMs } = (await room.ask({ path: "/paced", ...json() })).json();
    expect(cfWaitingRoom.refreshIntervalSeconds).toBe(Math.ceil(pollAfterMs / 1000));
    expect(Number(page.headers["refresh"])).toBe(cfWaitingRoom.refreshIntervalSeconds);
  });
});

test("after a restart of everything the template is still there", async () => {
  await eventOf("lasts", PAGE);
  await openUntil(visitorOf("lasts"), "/lasts", "OURS");
  const { keys } = room;
  await room.stop();
  room = await startRoom({ origin: origin.url, storageDir, keys });
  await openUntil(visitorOf("lasts"), "/lasts", "OURS");
});

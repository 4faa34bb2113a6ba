import { expect, test } from "vitest";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const { origin, room } = await roomOfFile();
await room.createEvent({ id: "quiet", paths: ["/quiet"] });
await room.createEvent({ id: "queue", paths: ["/queue"], doors: "always", perMinute: 6000 });

test("a quiet on-sale admits at once, and the pass that comes back is a session", async () => {
  const visitor = new TestVisitor(room);
  const first = await visitor.open("/quiet/a?b=%2F&c=+&c=2");
  expect(first.status).toBe(200);
  expect(first.body).toContain("The shop");
  expect(origin.seen.at(-1)?.url).toBe("/quiet/a?b=%2F&c=+&c=2");
  expect(origin.seen.at(-1)?.headers["stanchion-pass"]).toBeDefined();
  expect(origin.seen.at(-1)?.headers["stanchion-edge"]).toBeDefined();
  expect(origin.seen.at(-1)?.headers.cookie).toBeUndefined();
  const second = await visitor.open("/quiet/b");
  expect(second.status).toBe(200);
  const session = await visitor.load("/_stanchion/v1/session?event=quiet");
  expect(session.json().provisional).toBe(false);
});

test("a visitor waits, is called, enters and buys at the deep link", async () => {
  const visitor = new TestVisitor(room, { event: "queue" });
  const page = await visitor.open("/queue/show?x=%2F");
  expect(page.status).toBe(200);
  expect(page.body).not.toContain("<h1>The shop</h1>");
  const joined = await visitor.call("join", { returnTo: "/queue/show?x=%2F" });
  expect(joined.status).toBe(201);
  expect(joined.json().status.position).toBe(1);
  const entered = await visitor.goIn("/queue/show?x=%2F");
  expect(entered.status).toBe(200);
  expect(entered.json().returnTo).toBe("/queue/show?x=%2F");
  const inside = await visitor.open(entered.json().returnTo);
  expect(inside.body).toContain("The shop");
});

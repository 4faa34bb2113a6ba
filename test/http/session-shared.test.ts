/** One pass, one person (S6): a session that is entered from another network is taken over; the room never lets two take turns by themselves. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "vitest";
import { SHOP_PAGE } from "../support/origin.ts";
import { roomOfFile } from "../support/room-of-file.ts";
import { TestVisitor } from "../support/visitor.ts";

const { room } = await roomOfFile({ replicas: 1 });

const isIn = ({ body }: { body: string }): boolean => body.includes(SHOP_PAGE);

/** Holds a ticket whose turn has come, from a network of its own. */
async function called(event: string): Promise<TestVisitor> {
  await room.createEvent({ id: event, paths: [`/${event}`], doors: "always" });
  const visitor = new TestVisitor(room, { event, from: "127.70.1.1" });
  await visitor.join(`/${event}`);
  await visitor.untilState("your-turn");
  return visitor;
}

/** The form of a page by which a browser without script goes on, sent as it stands there. */
function takeOver(client: TestVisitor, page: string, site: "same-origin" | "cross-site" = "same-origin") {
  const [, action = "", inputs = ""] = /<form[^>]*action="([^"]*enter)"(?![^>]*hidden>)[^>]*>([\s\S]*?)<\/form>/.exec(page) ?? [];
  const fields = [...inputs.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  return client.submit(action, new URLSearchParams(fields).toString(), site);
}

// These mostly wait; each has an event of its own.
describe.concurrent("one session, two networks", () => {
  test("case 25, S6: a ticket copied to another network is one session between them: the latest to enter has it", async ({ expect }) => {
    const one = await called("copies");
    const two = one.copy({ from: "127.70.2.1" });
    expect((await one.goIn("/copies")).status).toBe(200);
    expect(isIn(await one.open("/copies"))).toBe(true);
    expect((await two.goIn("/copies")).status).toBe(200);
    expect(isIn(await two.open("/copies"))).toBe(true);
    // Within the snapshot's refresh at every isolate.
    await sleep(1_500);
    const elsewhere = one.copy({ port: room.workerd.replicaPorts[0] as number });
    for (const client of [one, elsewhere]) {
      for (let tries = 0; tries < 3; tries++) {
        const page = await client.open("/copies");
        expect([page.status, isIn(page)]).toEqual([200, false]);
        expect(page.headers["set-cookie"]).toBeUndefined();
      }
      const refused = await client.load("/copies/seats");
      expect([refused.status, refused.json().code]).toEqual([409, "session-shared"]);
      expect((await client.load("/copies/pay", {}, "POST", "seat=1")).status).toBe(409);
      expect((await client.submit("/copies/pay", "seat=1")).status).toBe(503);
      expect(await client.status()).toMatchObject({ state: "admitted", shared: true, position: 1 });
      for (const call of ["session/touch", "join"]) expect((await client.call(call)).json()).toMatchObject({ code: "session-shared" });
    }
    // What it did moved nothing: the other is still in.
    expect(isIn(await two.open("/copies"))).toBe(true);
    // A person says so: it is taken back.
    await sleep(1_000);
    expect((await one.call("enter")).status).toBe(200);
    expect(isIn(await one.open("/copies"))).toBe(true);
    await sleep(1_500);
    expect(isIn(await two.open("/copies"))).toBe(false);
    // To leave with it ends nobody's session.
    expect((await two.call("leave")).status).toBe(204);
    expect(isIn(await one.open("/copies"))).toBe(true);
    expect(await room.live("copies")).toMatchObject({ activeSessions: 1, lanes: [{ lastIssued: 1 }] });
  });

  test("S6, case 56: the page of a session opened elsewhere offers to go on here, also without script", async ({ expect }) => {
    const one = await called("forms");
    const two = one.copy({ from: "127.70.2.1" });
    for (const client of [one, two]) expect((await client.goIn("/forms")).status).toBe(200);
    expect(isIn(await two.open("/forms"))).toBe(true);
    // Not sooner than two seconds after the other entered.
    await sleep(2_500);
    const { body } = await one.open("/forms/seats?row=%2F1");
    expect(body).toContain(">Your visit was opened elsewhere</h1>");
    // Another site's page can't press it.
    expect((await takeOver(one, body, "cross-site")).status).toBe(403);
    expect(isIn(await two.open("/forms"))).toBe(true);
    const entered = await takeOver(one, body);
    expect([entered.status, entered.headers.location]).toEqual([303, "/forms/seats?row=%2F1"]);
    expect(isIn(await one.open("/forms/seats?row=%2F1"))).toBe(true);
    await sleep(1_500);
    expect((await two.open("/forms")).body).toContain(">Your visit was opened elsewhere</h1>");
  });

  test("S6: a form without a place leads back to the line", async ({ expect }) => {
    const one = await called("formless");
    const stranger = new TestVisitor(room, { event: "formless" });
    const back = await stranger.submit("/_stanchion/v1/enter", "event=formless&lane=main&returnTo=%2Fformless%3Fa");
    expect([back.status, back.headers.location]).toEqual([303, "/formless?a"]);
    const away = await one.submit("/_stanchion/v1/enter", "event=formless&lane=main&returnTo=https%3A%2F%2Fevil.example%2F");
    expect([away.status, away.headers.location]).toEqual([303, "/formless"]);
  });

  test("S6: the same network may have several windows, and a phone may change its address within one", async ({ expect }) => {
    const one = await called("windows");
    const two = one.copy({ from: "127.70.1.99" });
    for (const client of [one, two]) expect((await client.goIn("/windows")).status).toBe(200);
    await sleep(1_500);
    for (const client of [one, two]) expect(isIn(await client.open("/windows"))).toBe(true);
  });

  test("S6: from a fourth network within ten minutes only the latest may enter", async ({ expect }) => {
    const one = await called("many");
    const copies = [1, 2, 3, 4].map((network) => one.copy({ from: `127.71.${network}.1` }));
    const entered: number[] = [];
    for (const copy of copies) {
      entered.push((await copy.goIn("/many", 1_000)).status);
      await sleep(2_100);
    }
    expect(entered).toEqual([200, 200, 200, 429]);
    const [, , latest, fourth] = copies as [TestVisitor, TestVisitor, TestVisitor, TestVisitor];
    const refused = await fourth.call("enter");
    expect([refused.status, refused.json().code]).toEqual([429, "session-shared"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    const form = await fourth.submit("/_stanchion/v1/enter", "event=many&lane=main&returnTo=%2Fmany");
    expect([form.status, form.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(form.headers["retry-after"])).toBeGreaterThan(60);
    expect(form.body).toContain("Code session-shared");
    expect(form.body).not.toMatch(/http-equiv="refresh"|payment/);
    // Its ticket would enter by a navigation, too.
    const page = await fourth.open("/many");
    expect([page.status, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(60);
    expect(isIn(await latest.open("/many"))).toBe(true);
    expect(await room.live("many")).toMatchObject({ activeSessions: 1 });
  });
});

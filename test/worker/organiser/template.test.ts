import { describe, expect, test } from "vitest";
import { MINIMAL, organiser, refusal, type Organiser } from "./organiser.ts";

const PAGE = "<!doctype html>\n<p>{{waitTimeFormatted}} {{plaice}}</p>\n";
const HTML = { "Content-Type": "text/html; charset=utf-8" };
const PATH = "/events/spring/template";

async function withEvent(): Promise<Organiser> {
  const api = organiser();
  await api.send("/events", { body: MINIMAL });
  return api;
}

const put = ({ send }: Organiser, body: string, headers: Record<string, string> = HTML, token = "owner") =>
  send(PATH, { method: "PUT", body, headers, token });

async function putBytes({ fetch }: Organiser, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { Authorization: "Bearer owner", ...HTML };
  return fetch(new Request(`https://shop.example/_stanchion/api/v1${PATH}`, { method: "PUT", headers, body: bytes }));
}

describe("PUT events/:id/template", () => {
  test("is kept by the event, named by the directory, told by every read, audited, and can be read back and taken away", async () => {
    const api = await withEvent();
    const answer = await put(api, PAGE);
    expect(answer.status).toBe(200);
    const { template, unknownNames } = await answer.json<{ template: { hash: string; bytes: number }; unknownNames: unknown }>();
    expect(template).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: PAGE.length });
    expect(unknownNames).toEqual([{ name: "plaice", line: 2 }]);
    // The text first: whoever learns the name must find it.
    expect(api.rooms.calls.filter((call) => call.endsWith("setTemplate"))).toEqual(["event.setTemplate", "directory.setTemplate"]);
    expect(await (await api.send("/events/spring")).json()).toMatchObject({ template });
    expect(await (await api.send("/events/spring/audit")).json()).toMatchObject({
      entries: [{ subject: "olga", action: "template" }, { action: "configure" }],
    });
    const read = await api.send(PATH);
    expect([
      read.headers.get("Content-Type"),
      read.headers.get("Content-Disposition"),
      read.headers.get("Content-Security-Policy"),
    ]).toEqual(["text/html; charset=utf-8", 'attachment; filename="spring.html"', "sandbox; default-src 'none'"]);
    expect(await read.text()).toBe(PAGE);
    expect((await api.send(PATH, { method: "DELETE" })).status).toBe(204);
    expect(await (await api.send("/events/spring")).json()).toMatchObject({ template: null });
    expect(await refusal(await api.send(PATH))).toEqual({ status: 404, code: "no-template" });
    expect((await api.send(PATH, { method: "DELETE" })).status).toBe(204);
  });

  test.each([
    ["{{#a}}\n<p>\n", { code: "invalid-template", reason: "unclosed-section", line: 1, column: 1 }],
    ["<p>\n {{#a}}{{/b}}", { code: "invalid-template", reason: "wrong-closing", line: 2, column: 8 }],
    [" \n", { code: "template-empty", line: 1 }],
    ["<p>\n\n{{waitTime", { code: "invalid-template", reason: "unclosed-tag", line: 3, column: 1 }],
  ])("%j: 422 with the line", async (body, expected) => {
    const api = await withEvent();
    const answer = await put(api, body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject(expected);
    expect(api.rooms.calls.some((call) => call.endsWith("setTemplate"))).toBe(false);
  });

  test("1 MB is taken, one byte more is 422 with the line it falls into", async () => {
    const api = await withEvent();
    const line = `${"x".repeat(1023)}\n`;
    expect((await put(api, line.repeat(1024))).status).toBe(200);
    const answer = await put(api, `${line.repeat(1024)}x`);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "template-too-large", line: 1025, column: 1 });
  });

  test("what is not UTF-8 is 422 with the line, and a byte order mark is not part of the page", async () => {
    const api = await withEvent();
    const before = new TextEncoder().encode("é�\n<p>");
    const answer = await putBytes(api, Uint8Array.from([...before, 0xff, 0x3c]));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "template-not-utf8", line: 2, column: 4 });
    expect((await putBytes(api, Uint8Array.from([0xef, 0xbb, 0xbf, 0x3c, 0x70, 0x3e]))).status).toBe(200);
    expect(await (await api.send(PATH)).text()).toBe("<p>");
  });

  test("S3: saving one takes an owner; reading and previewing an operator", async () => {
    const api = await withEvent();
    for (const token of ["viewer", "operator"])
      expect(await refusal(await put(api, PAGE, HTML, token)), token).toEqual({ status: 403, code: "role-too-low" });
    expect((await put(api, PAGE, HTML, "spring-owner")).status).toBe(200);
    for (const path of [PATH, `${PATH}/preview`]) {
      expect((await api.send(path, { token: "operator" })).status, path).toBe(200);
      expect((await api.send(path, { token: "viewer" })).status, path).toBe(403);
    }
    expect(await refusal(await api.send(PATH, { method: "DELETE", token: "operator" }))).toMatchObject({ code: "role-too-low" });
    expect(await refusal(await put(api, PAGE, { "Content-Type": "application/json" }))).toEqual({ status: 400, code: "content-type" });
    expect(await refusal(await put(api, PAGE, { "Content-Type": "text/html; charset=latin1" }))).toMatchObject({ status: 400 });
    expect((await api.send("/events/autumn/template", { method: "PUT", body: PAGE, headers: HTML })).status).toBe(404);
  });

  test("a call that broke off between event and directory goes on when it is repeated", async () => {
    const api = await withEvent();
    api.rooms.before.set("directory.setTemplate", () => {
      throw new Error("away");
    });
    expect(await refusal(await put(api, PAGE))).toEqual({ status: 503, code: "directory-unreachable" });
    api.rooms.before.clear();
    expect((await put(api, PAGE)).status).toBe(200);
    expect(await (await api.send(PATH)).text()).toBe(PAGE);
  });
});

describe("two at once", () => {
  test("another template that reaches the event in between is the one the directory tells in the end", async () => {
    const api = await withEvent();
    let other: Promise<Response> | null = null;
    api.rooms.before.set("directory.setTemplate", async () => {
      if (other !== null) return;
      // The first has reached the event; it is overtaken on its way to the directory.
      other = put(api, "SECOND");
      await other;
    });
    expect((await put(api, "FIRST")).status).toBe(200);
    expect(other).not.toBeNull();
    expect(await (await api.send(PATH)).text()).toBe("SECOND");
  });

  test("settings that were read before a template was saved don't take it away", async () => {
    const api = await withEvent();
    let saved: Response | null = null;
    api.rooms.before.set("directory.replace", async () => {
      saved ??= await put(api, PAGE);
    });
    expect((await api.send("/events/spring", { method: "PUT", body: { ...MINIMAL, title: "Other" } })).status).toBe(200);
    expect(await (await api.send(PATH)).text()).toBe(PAGE);
    expect(await (await api.send("/events/spring")).json()).toMatchObject({ title: "Other", template: { bytes: PAGE.length } });
  });

  test("an event whose creation broke off has no object to keep one: 503, repeat the creation", async () => {
    const api = organiser();
    api.rooms.before.set("event.configure", () => {
      throw new Error("away");
    });
    await api.send("/events", { body: MINIMAL });
    expect(await refusal(await put(api, PAGE))).toEqual({ status: 503, code: "event-incomplete" });
  });
});

describe("settings and template", () => {
  test("replacing the settings keeps the template, whether what was read of it is put back or left out", async () => {
    const api = await withEvent();
    const { template } = await (await put(api, PAGE)).json<{ template: unknown }>();
    const read = await (await api.send("/events/spring")).json<Record<string, unknown>>();
    for (const body of [MINIMAL, { ...read, title: "Other" }, { ...read, template: null }]) {
      expect((await api.send("/events/spring", { method: "PUT", body })).status).toBe(200);
      expect(await (await api.send("/events/spring")).json()).toMatchObject({ template });
    }
  });

  test("another template than the event's can't be named", async () => {
    const api = await withEvent();
    const template = { hash: "0".repeat(64), bytes: 3 };
    const expected = { status: 422, code: "invalid-field", field: "template" };
    expect(await refusal(await api.send("/events/spring", { method: "PUT", body: { ...MINIMAL, template } }))).toEqual(expected);
    expect(await refusal(await api.send("/events", { body: { ...MINIMAL, id: "autumn", template } }))).toEqual(expected);
  });
});

describe("preview", () => {
  test("fills in a sample of the state, under a visitor's policy, and does not load itself anew", async () => {
    const api = await withEvent();
    expect(await refusal(await api.send(`${PATH}/preview`))).toEqual({ status: 404, code: "no-template" });
    await put(api, "{{state}} {{#isFull}}full{{/isFull}}{{#placeKnown}}{{place}}{{/placeKnown}}");
    const shown = async (query: string) => (await api.send(`${PATH}/preview${query}`)).text();
    expect([await shown(""), await shown("?state=full"), await shown("?state=in-draw")]).toEqual([
      "waiting 12345",
      "full full",
      "in-draw ",
    ]);
    const { headers } = await api.send(`${PATH}/preview`);
    expect(headers.get("Content-Security-Policy")).toMatch(/^sandbox allow-scripts /);
    expect(headers.get("Content-Security-Policy")).not.toContain("allow-same-origin");
    expect(headers.has("Refresh")).toBe(false);
    expect(await refusal(await api.send(`${PATH}/preview?state=constructor`))).toEqual({
      status: 422,
      code: "invalid-field",
      field: "state",
    });
  });

  test("shows a template before it is saved", async () => {
    const api = await withEvent();
    const given = (body: string) => api.send(`${PATH}/preview?state=stopped`, { body, headers: HTML });
    expect(await (await given("{{state}} {{title}}")).text()).toBe("stopped spring");
    expect(await refusal(await given("{{#a}}"))).toEqual({ status: 422, code: "invalid-template" });
    expect(await refusal(await api.send(PATH))).toMatchObject({ code: "no-template" });
  });
});

import { describe, expect, test } from "vitest";
import { issuePass } from "../../../worker/credentials/pass.ts";
import { readCredentials } from "../../../worker/credentials/read.ts";
import { issueTicket } from "../../../worker/credentials/ticket.ts";
import { issueVisitor } from "../../../worker/credentials/visitor.ts";
import { freshConfig, network, noonMs, scopeOf, sessionAt } from "../../support/deployment.ts";
import { garbage } from "../../support/forgeries.ts";

const config = await freshConfig();
const scope = scopeOf(config);
const early = scopeOf(config, { nowMs: noonMs - 10_000 });
const [v, p] = ["__Host-stanchion-v-on-sale.main", "__Host-stanchion-p-on-sale.main"];
const visitor = (await issueVisitor(scope, network)).value;
const ticket = await issueTicket(scope, 42, "/x");
const earlierTicket = await issueTicket(early, 41, null);
const pass = await issuePass(scope, sessionAt(42), 600);
const longerPass = await issuePass(scope, sessionAt(43, { expiresAtMs: noonMs + 700_000 }), 600);
const expiredPass = await issuePass(early, sessionAt(40, { expiresAtMs: noonMs }), 600);
const nothing = { pass: null, expiredPass: null, ticket: null, visitor: null };

const read = (headers: Readonly<Record<string, string>>, path = "/shop", change: Parameters<typeof scopeOf>[1] = {}) =>
  readCredentials(new Request(`https://shop.example${path}`, { headers }), scopeOf(config, change), () => network);
const cookies = (...pairs: string[]) => ({ Cookie: pairs.join("; ") });

describe("S17: the credentials of a request", () => {
  test("none", async () => {
    expect(await read({})).toEqual(nothing);
  });

  test("each in its cookie", async () => {
    expect(await read(cookies(`a=1`, `${v}=${visitor}`))).toMatchObject({ ...nothing, visitor: { value: visitor, source: "cookie" } });
    expect(await read(cookies(`${p}=${ticket}`))).toMatchObject({
      ...nothing,
      ticket: { claims: { position: 42, returnTo: "/x" }, source: "cookie" },
    });
    expect(await read(cookies(`${p}=${pass.value}`))).toEqual({
      ...nothing,
      pass: { claims: pass.claims, value: pass.value, token: pass.token, source: "cookie" },
    });
  });

  test("a valid pass makes all else ignored", async () => {
    expect(await read(cookies(`${v}=${visitor}`, `${p}=${ticket}`, `${p}=${expiredPass.value}`, `${p}=${pass.value}`))).toMatchObject({
      ...nothing,
      pass: { claims: { position: 42 } },
    });
  });

  test("an expired pass is told beside a ticket or a visitor credential", async () => {
    const expired = { pass: null, expiredPass: { claims: { position: 40 }, token: expiredPass.token } };
    expect(await read(cookies(`${p}=${expiredPass.value}`, `${p}=${ticket}`))).toMatchObject({
      ...expired,
      ticket: { claims: { position: 42 } },
    });
    expect(await read(cookies(`${p}=${expiredPass.value}`, `${v}=${visitor}`))).toMatchObject({
      ...expired,
      visitor: { source: "cookie" },
    });
  });

  test("case 70: a pass from a clock that ran ahead is told as one that is not good now, and never before a valid one", async () => {
    const ahead = await issuePass(scopeOf(config, { nowMs: noonMs + 3_600_000 }), sessionAt(44, { expiresAtMs: noonMs + 4_200_000 }), 600);
    expect(await read(cookies(`${p}=${ahead.value}`))).toMatchObject({ pass: null, expiredPass: { claims: { position: 44 } } });
    expect(await read(cookies(`${p}=${ahead.value}`, `${p}=${pass.value}`))).toMatchObject({
      pass: { claims: { position: 42 } },
      expiredPass: null,
    });
  });

  test("a valid ticket makes the visitor credential ignored, an expired one does not", async () => {
    const both = cookies(`${v}=${visitor}`, `${p}=${ticket}`);
    expect(await read(both)).toMatchObject({ ticket: { claims: { position: 42 } }, visitor: null });
    const late = scopeOf(config, { nowMs: noonMs + 14 * 86_400_000 });
    const fresh = (await issueVisitor(late, network)).value;
    expect(await read(cookies(`${v}=${fresh}`, `${p}=${ticket}`), "/shop", { nowMs: late.nowMs })).toMatchObject({
      ticket: null,
      visitor: { value: fresh },
    });
  });

  test("case 46: of our cookie twice, the one that expires last wins, in either order", async () => {
    for (const pair of [
      [pass, longerPass],
      [longerPass, pass],
    ]) {
      expect(await read(cookies(...pair.map(({ value }) => `${p}=${value}`)))).toMatchObject({ pass: { claims: { position: 43 } } });
    }
    for (const pair of [
      [ticket, earlierTicket],
      [earlierTicket, ticket],
    ]) {
      expect(await read(cookies(...pair.map((value) => `${p}=${value}`)))).toMatchObject({ ticket: { claims: { position: 42 } } });
    }
  });

  test("S17: up to four copies are looked at", async () => {
    const copies = (before: number) => cookies(...new Array<string>(before).fill(`${p}=x`), `${p}=${ticket}`);
    expect(await read(copies(3))).toMatchObject({ ticket: { claims: { position: 42 } } });
    expect(await read(copies(4))).toEqual(nothing);
  });

  test("case 46: garbage in any place is no credential", async () => {
    for (const text of garbage.filter((text) => /^[\x20-\x7e]*$/.test(text))) {
      expect(
        await read(
          { ...cookies(`${v}=${text}`, `${p}=${text}`), "Stanchion-Credential": text, Authorization: `Bearer ${text}` },
          "/_stanchion/v1/x",
        ),
      ).toEqual(nothing);
      expect(await read({ Cookie: text })).toEqual(nothing);
      expect(await read(cookies(text, `${p}=${ticket}`, text))).toMatchObject({ ticket: { claims: { position: 42 } } });
    }
  });

  test("S7: what the origin sees is no cookie", async () => {
    expect(await read(cookies(`${p}=${pass.token}`))).toEqual(nothing);
  });

  test("names are another lane's, another listener's, or in other letters: nothing", async () => {
    for (const name of [
      "__Host-stanchion-p-on-sale.vip",
      "stanchion-p-on-sale.main",
      "__host-stanchion-p-on-sale.main",
      "__Secure-stanchion-p-on-sale.main",
    ]) {
      expect(await read(cookies(`${name}=${ticket}`))).toEqual(nothing);
    }
  });

  test("a credential in the other cookie is nothing: each has its own", async () => {
    expect(await read(cookies(`${v}=${ticket}`))).toEqual(nothing);
    expect(await read(cookies(`${p}=${visitor}`))).toEqual(nothing);
  });

  test("the loopback listener has plain names", async () => {
    const local = await freshConfig({ STANCHION_LISTENER: "loopback" });
    const own = await issueTicket(scopeOf(local), 42, null);
    const request = (name: string) => new Request("http://localhost:8787/", { headers: cookies(`${name}=${own}`) });
    expect(await readCredentials(request("stanchion-p-on-sale.main"), scopeOf(local), () => network)).toMatchObject({
      ticket: { claims: { position: 42 } },
    });
    expect(await readCredentials(request(p), scopeOf(local), () => network)).toEqual(nothing);
  });
});

describe("apps", () => {
  test("send the same values in a header, one or several", async () => {
    for (const path of ["/shop", "/_stanchion/v1/status"]) {
      expect(await read({ "Stanchion-Credential": pass.value }, path)).toMatchObject({
        pass: { source: "header", claims: { position: 42 } },
      });
      expect(await read({ "Stanchion-Credential": `${visitor}, ${expiredPass.value}` }, path)).toMatchObject({
        visitor: { source: "header" },
        expiredPass: { source: "header" },
      });
    }
  });

  test("Authorization is ours only under our own path", async () => {
    const headers = { Authorization: `Bearer ${ticket}` };
    expect(await read(headers, "/_stanchion/v1/status")).toMatchObject({ ticket: { source: "header" } });
    for (const path of ["/shop", "/_stanchionx/", "/shop/_stanchion/v1/status", "/_Stanchion/v1/status"])
      expect(await read(headers, path)).toEqual(nothing);
    expect(await read({ Authorization: `Basic ${ticket}` }, "/_stanchion/v1/status")).toEqual(nothing);
  });

  test("S17: a lane's cookie speaks before any header, so that no header changes what a browser's cookies say", async () => {
    const shown = [pass.value, ticket, "x"];
    for (const value of shown) {
      expect(await read({ ...cookies(`${p}=${pass.value}`), "Stanchion-Credential": value })).toMatchObject({
        pass: { source: "cookie" },
        ticket: null,
      });
    }
    expect(await read({ ...cookies("other=1"), "Stanchion-Credential": pass.value })).toMatchObject({ pass: { source: "header" } });
  });
});

test("S15: a withdrawn key's credentials are none", async () => {
  const withdrawn = () => true;
  expect(
    await read(cookies(`${v}=${visitor}`, `${p}=${ticket}`, `${p}=${pass.value}`, `${p}=${expiredPass.value}`), "/shop", { withdrawn }),
  ).toEqual(nothing);
});

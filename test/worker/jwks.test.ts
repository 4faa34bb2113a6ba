import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { issuePass } from "../../worker/credentials/pass.ts";
import { jwksResponse } from "../../worker/jwks.ts";
import { publicKeySet } from "../../worker/keys.ts";
import { configFrom, entriesOf, freshBindings, freshConfig, freshKeys, issuer, noonMs, scopeOf, sessionAt } from "../support/deployment.ts";

const url = "https://shop.example/_stanchion/jwks.json";

describe("the public key set", () => {
  test("S15: has no private member", async () => {
    const bindings = await freshBindings();
    const text = JSON.stringify(publicKeySet(await configFrom(bindings)));
    const { keys } = JSON.parse(text) as { keys: object[] };
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([["alg", "crv", "kid", "kty", "use", "x"]]);
    for (const { jwk } of entriesOf<{ jwk: { d: string } }>(bindings.STANCHION_PASS_KEYS)) expect(text).not.toContain(jwk.d);
  });

  test("is what an origin verifies a pass with, and case 50: one of a key that no longer signs", async () => {
    const [bindings, next] = [await freshBindings(), (await freshKeys()).secrets];
    const old = await configFrom(bindings);
    const both = [...entriesOf(next.STANCHION_PASS_KEYS), ...entriesOf(bindings.STANCHION_PASS_KEYS)];
    const rotated = await configFrom({ ...bindings, STANCHION_PASS_KEYS: JSON.stringify(both) });
    const response = await jwksResponse(new Request(url), rotated);
    const keySet = createLocalJWKSet(await response.json<JSONWebKeySet>());
    for (const config of [old, rotated]) {
      const { token } = await issuePass(scopeOf(config), sessionAt(42), 600);
      const options = {
        issuer,
        audience: "on-sale.1.main",
        typ: "stanchion-pass+jwt",
        algorithms: ["EdDSA"],
        currentDate: new Date(noonMs),
      };
      const { payload, protectedHeader } = await jwtVerify(token, keySet, options);
      expect(payload).toMatchObject({ pos: 42 });
      expect(protectedHeader.kid).toBe(config.passKeys[0].kid);
    }
  });

  test("may be kept for some minutes, by anybody, and is compared by its tag", async () => {
    const config = await freshConfig();
    const first = await jwksResponse(new Request(url), config);
    const etag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Content-Type")).toBe("application/jwk-set+json");
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const shown of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await jwksResponse(new Request(url, { headers: { "If-None-Match": shown } }), config);
      expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, etag, ""]);
    }
    const stale = await jwksResponse(new Request(url, { headers: { "If-None-Match": etag } }), await freshConfig());
    expect(stale.status).toBe(200);
  });

  test("HEAD has no body", async () => {
    const response = await jwksResponse(new Request(url, { method: "HEAD" }), await freshConfig());
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

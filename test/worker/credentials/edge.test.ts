import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { edgeAssertion } from "../../../worker/credentials/edge.ts";
import { publicKeySet } from "../../../worker/keys.ts";
import { freshConfig, issuer, noonMs, origin } from "../../support/deployment.ts";
import { decode } from "../../support/forgeries.ts";

const config = await freshConfig();
const claimsOf = (token: string) => decode(token.split(".")[1] ?? "");

test("S7: an assertion is for one origin, for 60 s, and the origin verifies it by the public keys", async () => {
  const token = await edgeAssertion(config, origin, noonMs);
  const keySet = createLocalJWKSet(publicKeySet(config) as unknown as JSONWebKeySet);
  const verify = (audience: string, nowMs: number) =>
    jwtVerify(token, keySet, { issuer, audience, typ: "stanchion-edge+jwt", algorithms: ["EdDSA"], currentDate: new Date(nowMs) });
  expect((await verify(origin, noonMs + 59_999)).payload).toEqual({
    iss: issuer,
    aud: origin,
    iat: noonMs / 1_000,
    exp: noonMs / 1_000 + 60,
  });
  await expect(verify(origin, noonMs + 60_000)).rejects.toThrow(/exp/);
  await expect(verify("https://other.example", noonMs)).rejects.toThrow(/aud/);
});

test("S7: it is made once in 30 s for each origin, so that at least 30 s are left of it", async () => {
  const at = (offsetMs: number, to = origin) => edgeAssertion(config, to, noonMs + offsetMs);
  const first = await at(0);
  expect(await at(29_999)).toBe(first);
  const other = await at(0, "https://other.example");
  expect(claimsOf(other)).toMatchObject({ aud: "https://other.example" });
  const second = await at(30_000);
  expect(claimsOf(second)).toMatchObject({ iat: noonMs / 1_000 + 30, exp: noonMs / 1_000 + 90 });
  expect(await at(0, "https://other.example")).toBe(other);
});

test("case 70: a clock set back makes a new one", async () => {
  await edgeAssertion(config, origin, noonMs + 3_600_000);
  expect(claimsOf(await edgeAssertion(config, origin, noonMs))).toMatchObject({ iat: noonMs / 1_000 });
});

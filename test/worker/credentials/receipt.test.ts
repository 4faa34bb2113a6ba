import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { expect, test } from "vitest";
import { issueReceipt, verifyReceipt } from "../../../worker/credentials/receipt.ts";
import { publicKeySet } from "../../../worker/keys.ts";
import { freshConfig, issuer } from "../../support/deployment.ts";
import { decode, forgeries, garbage, withClaims } from "../../support/forgeries.ts";

const config = await freshConfig();
const facts = { event: "on-sale", incarnation: 3, lane: "main", number: 77, leaf: "ab".repeat(16), commitment: "cd".repeat(32) };
const receipt = await issueReceipt(config, facts);

test("S14: a receipt says what it was given for, the same each time, and anybody verifies it by the public keys", async () => {
  expect(await verifyReceipt(config, receipt)).toEqual({ ok: true, receipt: facts });
  expect(await issueReceipt(config, facts)).toBe(receipt);
  const { payload, protectedHeader } = await compactVerify(receipt, createLocalJWKSet(publicKeySet(config) as unknown as JSONWebKeySet));
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({ iss: issuer, ...facts });
  expect(protectedHeader).toEqual({ alg: "EdDSA", typ: "stanchion-receipt+jwt", kid: config.passKeys[0].kid });
});

test("S15: another room's is none, and a withdrawn key's is refused", async () => {
  expect(await verifyReceipt(await freshConfig(), receipt)).toEqual({ ok: false, reason: "malformed" });
  const { kid } = config.passKeys[0];
  expect(await verifyReceipt(config, receipt, (withdrawn) => withdrawn === kid)).toEqual({ ok: false, reason: "withdrawn" });
  expect(await verifyReceipt(config, receipt, () => false)).toMatchObject({ ok: true });
});

test.each(Object.entries(await forgeries(receipt, config.passKeys[0].x)))("S15: %s", async (_, forged) => {
  expect(await verifyReceipt(config, forged)).toEqual({ ok: false, reason: "malformed" });
});

test.each(garbage.map((text) => [text.slice(0, 20), text]))("case 46: garbage %j", async (_, text) => {
  expect(await verifyReceipt(config, text)).toEqual({ ok: false, reason: "malformed" });
});

test("another number, another leaf, another spelling of the signature", async () => {
  const last = receipt.at(-1) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const respelt = receipt.slice(0, -1) + (alphabet[alphabet.indexOf(last) + 1] ?? "");
  for (const text of [withClaims(receipt, { number: 1 }), withClaims(receipt, { leaf: "00".repeat(16) }), respelt])
    expect(await verifyReceipt(config, text)).toEqual({ ok: false, reason: "malformed" });
  expect(decode(receipt.split(".")[1] ?? "")).toMatchObject({ number: 77 });
});

test.each([
  ["no number", { number: 0 }],
  ["half a number", { number: 1.5 }],
  ["a short leaf", { leaf: "ab" }],
  ["no commitment", { commitment: "" }],
  ["no incarnation", { incarnation: 0 }],
])("facts that cannot be: %s", async (_, change) => {
  expect(await verifyReceipt(config, await issueReceipt(config, { ...facts, ...change }))).toEqual({ ok: false, reason: "malformed" });
});

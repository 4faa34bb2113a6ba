import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { makeKeys } from "../../../bench/tools/keys.ts";
import { mintOrganiserToken } from "../../../bench/tools/token.ts";
import { makeCommitment } from "../../../durable-objects/domain/draw/commitment.ts";
import { sha256 } from "../../../durable-objects/domain/draw/sha256.ts";
import { signCommitment } from "../../../worker/credentials/commitment.ts";
import { edgeAssertion } from "../../../worker/credentials/edge.ts";
import { issueInvites, verifyInvite } from "../../../worker/credentials/invite.ts";
import { issuePass, verifyPass } from "../../../worker/credentials/pass.ts";
import { issueReceipt, verifyReceipt } from "../../../worker/credentials/receipt.ts";
import { issueTicket, verifyTicket } from "../../../worker/credentials/ticket.ts";
import { issueVisitor, verifyVisitor } from "../../../worker/credentials/visitor.ts";
import { publicKeySet } from "../../../worker/keys.ts";
import { verifyOrganiserToken } from "../../../worker/organiser-token.ts";
import { freshConfig, issuer, network, noonMs, origin, scopeOf, sessionAt } from "../../support/deployment.ts";
import { withHeader, withMac } from "../../support/forgeries.ts";

const keys = await makeKeys({ issuer, dev: false, nowMs: noonMs });
const config = await freshConfig(keys.secrets);
const scope = scopeOf(config);
const pass = await issuePass(scope, sessionAt(42), 600);
const [invite = ""] = await issueInvites(scope, 1, noonMs + 3_600_000);
const actor = { subject: "otto", role: "owner", events: "*" } as const;

const commitment = makeCommitment(
  sha256,
  { ...scope.ref, opensAtMs: noonMs, drawLeadSeconds: 120, lanes: ["main"] },
  new Uint8Array(32),
  null,
);

/** Every token the deployment knows, as somebody holds it who is entitled to it. */
const tokens = {
  visitor: (await issueVisitor(scope, network)).value,
  ticket: await issueTicket(scope, 42, null),
  invite,
  pass: pass.value,
  "pass at the origin": pass.token,
  edge: await edgeAssertion(config, origin, noonMs),
  receipt: await issueReceipt(config, {
    ...scope.ref,
    lane: scope.lane,
    number: 42,
    leaf: "ab".repeat(16),
    commitment: "cd".repeat(32),
  }),
  commitment: await signCommitment(config, commitment),
  organiser: await mintOrganiserToken(keys, actor, { ttlSeconds: 3_600, nowMs: noonMs }),
};

/** What an origin does that holds the public keys; the audience of an assertion is the origin, of a pass the lane. */
const atOrigin = async (token: string, typ: string, audience: string): Promise<boolean> => {
  const keySet = createLocalJWKSet(publicKeySet(config) as unknown as JSONWebKeySet);
  const options = { issuer, audience, typ, algorithms: ["EdDSA"], currentDate: new Date(noonMs) };
  return jwtVerify(token, keySet, options).then(
    () => true,
    () => false,
  );
};

/** What anybody does who holds the public keys, with a token that is for nobody in particular. */
const isSigned = async (token: string, typ: string): Promise<boolean> => {
  const keySet = createLocalJWKSet(publicKeySet(config) as unknown as JSONWebKeySet);
  return jwtVerify(token, keySet, { issuer, typ, algorithms: ["EdDSA"], currentDate: new Date(noonMs) }).then(
    () => true,
    () => false,
  );
};

const verifiers: Readonly<Record<keyof typeof tokens, (token: string) => Promise<boolean>>> = {
  visitor: async (token) => (await verifyVisitor(scope, token, network)).ok,
  ticket: async (token) => (await verifyTicket(scope, token)).ok,
  invite: async (token) => (await verifyInvite(scope, token)).ok,
  pass: async (token) => (await verifyPass(scope, token)).ok,
  "pass at the origin": (token) => atOrigin(token, "stanchion-pass+jwt", "on-sale.1.main"),
  edge: (token) => atOrigin(token, "stanchion-edge+jwt", origin),
  receipt: async (token) => (await verifyReceipt(config, token)).ok,
  commitment: (token) => isSigned(token, "stanchion-commitment+jwt"),
  organiser: async (token) => (await verifyOrganiserToken(config, token, noonMs)).ok,
};

const names = Object.keys(tokens) as (keyof typeof tokens)[];

test.each(names.flatMap((token) => names.map((verifier) => [token, verifier] as const)))("S15: %s shown as %s", async (token, verifier) => {
  expect(await verifiers[verifier](tokens[token])).toBe(token === verifier);
});

test.each(names.flatMap((token) => names.filter((name) => name !== token).map((verifier) => [token, verifier] as const)))(
  "S15: %s shown as %s under that one's header",
  async (token, verifier) => {
    const [header = ""] = tokens[verifier].split(".");
    const dressed = [header, ...tokens[token].split(".").slice(1)].join(".");
    // The pass and its form for the origin are one token, told apart by the MAC alone.
    const sameToken = token.startsWith("pass") && verifier.startsWith("pass");
    if (!sameToken) expect(await verifiers[verifier](dressed)).toBe(false);
    expect(await verifiers[verifier](await withMac(config, { event: "other", incarnation: 1 }, dressed))).toBe(false);
    expect(await verifiers[verifier](withHeader(tokens[token], { typ: `stanchion-${verifier}+jwt` }))).toBe(false);
  },
);

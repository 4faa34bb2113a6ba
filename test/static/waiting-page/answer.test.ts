import { describe, expect, it } from "vitest";
import { readAnswer, retryAfterMs } from "../../../static/waiting-page/answer.ts";
import { sampleStatus } from "../../../worker/pages/preview.ts";

const status = sampleStatus();
const joining = sampleStatus({ state: "joining", position: null, ahead: null });
const closed = sampleStatus({ state: "closed", position: null, ahead: null });
const challenge = { algorithm: "PBKDF2-SHA-256", iterations: 500, attempts: 400, seed: "s", target: "t", unsolvedAfterMs: 55_000 };
const failed = { kind: "failed", retryAfterMs: 7 };

describe("readAnswer", () => {
  it.each([
    ["status", 200, status, { kind: "status", status }],
    ["join", 201, { status }, { kind: "status", status }],
    ["join", 202, { status: joining }, { kind: "credential-given", challenge: null }],
    ["join", 202, { status: { ...joining, challenge } }, { kind: "credential-given", challenge }],
    ["join", 202, { status: closed }, { kind: "status", status: closed }],
    ["join", 202, null, failed],
    ["leave", 204, null, { kind: "left" }],
    ["leave", 404, { code: "unknown-event" }, { kind: "left" }],
    ["leave", 200, null, failed],
    ["leave", 503, { code: "room-unavailable" }, failed],
    ["leave", 429, { code: "too-many-requests" }, { kind: "limited", retryAfterMs: 7 }],
    ["enter", 200, { returnTo: "/x" }, { kind: "granted", returnTo: "/x" }],
    ["enter", 200, { returnTo: 5 }, { kind: "granted", returnTo: null }],
    ["enter", 202, { status }, { kind: "recorded", status }],
    ["enter", 401, { code: "no-place" }, { kind: "no-place" }],
    ["enter", 409, { code: "not-your-turn" }, { kind: "not-yet" }],
    ["enter", 410, { code: "place-spent" }, { kind: "over", reason: "spent" }],
    ["enter", 410, { code: "session-over" }, { kind: "over", reason: "ended" }],
    ["status", 404, { code: "unknown-event" }, { kind: "refused" }],
    ["join", 503, { code: "full" }, { kind: "barred", phase: "full", retryAfterMs: 7, challenge: null }],
    ["join", 503, { code: "queue-full" }, { kind: "barred", phase: "full", retryAfterMs: 7, challenge: null }],
    ["join", 403, { code: "challenge-required" }, { kind: "barred", phase: "challenge", retryAfterMs: 7, challenge: null }],
    ["join", 403, { code: "invite-required" }, { kind: "barred", phase: "invite", retryAfterMs: 7, challenge: null }],
    ["join", 403, { code: "challenge-wrong", challenge }, { kind: "barred", phase: "challenge", retryAfterMs: 7, challenge }],
    ["join", 403, { code: "invite-invalid" }, { kind: "invite-refused" }],
    ["join", 403, { code: "invite-expired" }, { kind: "invite-refused" }],
    ["join", 403, { code: "invite-used" }, { kind: "invite-refused" }],
    ["join", 403, { code: "wrong-identity" }, { kind: "barred", phase: "wrong-identity", retryAfterMs: 7, challenge: null }],
    ["join", 503, { code: "sealed" }, { kind: "barred", phase: "sealed", retryAfterMs: 7, challenge: null }],
    ["status", 429, null, { kind: "limited", retryAfterMs: 7 }],
    ["enter", 429, { code: "too-many-requests" }, { kind: "limited", retryAfterMs: 7 }],
    ["enter", 429, { code: "session-shared" }, { kind: "shared", retryAfterMs: 7 }],
    ["status", 503, { code: "room-unavailable" }, failed],
    ["status", 502, null, failed],
  ] as const)("%s answered %i %j", (call, code, body, answer) => {
    expect(readAnswer(call, code, body, 7)).toEqual(answer);
  });

  it.each([null, 5, "text", [], {}, { state: "waiting" }, { status: null }, { state: "waiting", version: "7", pollAfterMs: 2000 }])(
    "%j is no answer of ours to anything",
    (body) => {
      expect(readAnswer("status", 200, body, 7)).toEqual(failed);
      expect(readAnswer("join", 201, body, 7)).toEqual(failed);
      expect(readAnswer("enter", 202, body, 7)).toEqual(failed);
    },
  );

  it("takes a status with less in it than today's", () => {
    const answer = readAnswer("status", 200, { state: "waiting", version: 1, pollAfterMs: 2000, ahead: 3 }, 0);
    expect(answer).toMatchObject({ kind: "status", status: { ahead: 3, position: null, message: "", turnEndsAt: null } });
  });
});

it("reads Retry-After in seconds, within bounds; what it can't read is none", () => {
  expect(retryAfterMs("12")).toBe(12_000);
  expect(retryAfterMs("99999999")).toBe(600_000);
  for (const value of [null, "", "soon", "-5", "Sun, 29 Nov 2026 10:00:30 GMT"]) expect(retryAfterMs(value)).toBe(0);
});

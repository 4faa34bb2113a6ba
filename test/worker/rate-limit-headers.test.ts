import { describe, expect, test } from "vitest";
import { createRateLimit, take } from "../../durable-objects/domain/rate-limit.ts";
import { rateLimitHeaders } from "../../worker/rate-limit-headers.ts";

const LIMIT = { name: "joins", perSecond: 10, burst: 200 };

describe("case 59: rateLimitHeaders", () => {
  test("a bucket is its burst in the time it fills", () => {
    expect(rateLimitHeaders(LIMIT, { allowed: true, retryAfterMs: 0, remaining: 12 })).toEqual({
      "RateLimit-Policy": '"joins";q=200;w=20',
      RateLimit: '"joins";r=12;t=20',
    });
  });
  test("refused, the window is the wait, and Retry-After the same", () => {
    expect(rateLimitHeaders(LIMIT, { allowed: false, retryAfterMs: 1_001, remaining: 0 })).toEqual({
      "RateLimit-Policy": '"joins";q=200;w=20',
      RateLimit: '"joins";r=0;t=2',
      "Retry-After": "2",
    });
  });
  test.each([
    [{ perSecond: 0.3, burst: 1.5 }, { allowed: true, retryAfterMs: 0, remaining: 1 }, '"joins";q=1;w=5', '"joins";r=1;t=5'],
    [{ perSecond: 100, burst: 1 }, { allowed: false, retryAfterMs: 0.5, remaining: 0 }, '"joins";q=1;w=1', '"joins";r=0;t=1'],
    [{ perSecond: 10, burst: 200 }, { allowed: false, retryAfterMs: Infinity, remaining: 200 }, '"joins";q=200;w=20', '"joins";r=0;t=20'],
    // A wider network's bucket may hold more than what is told of one network's.
    [{ perSecond: 10, burst: 200 }, { allowed: true, retryAfterMs: 0, remaining: 900 }, '"joins";q=200;w=20', '"joins";r=200;t=20'],
  ])("%o %o: whole numbers, windows of at least a second", (limit, taken, policy, state) => {
    expect(rateLimitHeaders({ name: "joins", ...limit }, taken)).toMatchObject({ "RateLimit-Policy": policy, RateLimit: state });
  });
  test("a client that waits as long as Retry-After says is let in", () => {
    const limit = createRateLimit({ perSecond: 7, burst: 3, slots: 16 }, [1, 2]);
    let refused = take(limit, ["a"], 1, 0);
    while (refused.allowed) refused = take(limit, ["a"], 1, 0);
    const wait = Number(rateLimitHeaders({ name: "x", perSecond: 7, burst: 3 }, refused)["Retry-After"]);
    expect(take(limit, ["a"], 1, wait * 1_000).allowed).toBe(true);
  });
});

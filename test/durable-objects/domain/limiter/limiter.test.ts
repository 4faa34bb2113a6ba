import fc from "fast-check";
import { expect, it } from "vitest";
import { noteSample, stepLimiter } from "../../../../durable-objects/domain/limiter/limiter.ts";
import { type Limiter, loadLimiter, saveLimiter } from "../../../../durable-objects/domain/limiter/state.ts";
import { sampleOf, SETTINGS, Shop, type Second } from "./plant.ts";

/** The limiter as it comes back from what it stored. */
function restarted(limiter: Limiter): Limiter {
  const loaded = loadLimiter(saveLimiter(limiter));
  if (loaded === null) throw new Error("its own format was not read");
  return loaded;
}

/** A shop that has found a limit: it was slow once. */
function cruising(settings = {}): Shop {
  const shop = new Shop(settings);
  shop.pass(40);
  shop.pass(4, { ms: 700 });
  shop.pass(20);
  expect(shop.phase).toBe("cruise");
  return shop;
}

const last = <T>(values: readonly T[]): T => values.at(-1) as T;

it("starts at the maximum, or at the starting rate and grows to the maximum", () => {
  expect(last(new Shop().pass(5)).ratePerSecond).toBe(10);
  const slow = new Shop({ startPerMinute: 60 });
  expect(slow.pass(1)[0]?.ratePerSecond).toBeCloseTo(1, 1);
  expect(last(slow.pass(120)).ratePerSecond).toBe(10);
});

it("stops while the origin is far too slow, says why, and comes back", () => {
  const shop = cruising();
  const stopped = last(shop.pass(8, { ms: 4000, inFlightSeconds: 160 }));
  expect(stopped).toMatchObject({ standstill: "saturated", ratePerSecond: 0, phase: "saturated" });
  expect(stopped.reason).toMatch(/^stopped: median first byte \d+ ms, \d+\.\d × baseline$/);
  const back = last(shop.pass(15));
  expect(back.standstill).toBeNull();
});

it("cuts once and not again and again while load drains", () => {
  const shop = cruising();
  shop.pass(10, { ms: 4000, inFlightSeconds: 60 });
  const once = shop.limiter.target as number;
  shop.pass(20, { ms: 4000, inFlightSeconds: 60 });
  expect(shop.limiter.target as number).toBeGreaterThan(0.5 * once);
});

it("pauses when most sessions fail, probes when nobody is left, resumes at less than before", () => {
  const shop = cruising();
  const before = shop.limiter.target as number;
  expect(last(shop.pass(6, { failing: 36 }))).toMatchObject({ standstill: "paused", phase: "dead", ratePerSecond: 0 });
  const probing = last(shop.pass(15, { sessions: 0 }));
  expect(probing.phase).toBe("probing");
  expect(probing.ratePerSecond).toBeGreaterThan(0);
  expect(probing.ratePerSecond).toBeLessThan(1.1);
  shop.pass(5, { sessions: 3 });
  shop.pass(2);
  expect(shop.phase).toBe("cruise");
  expect(shop.limiter.target as number).toBeLessThan(0.8 * before);
});

it("stops cutting when errors do not depend on load, and says so", () => {
  const shop = cruising();
  const before = shop.limiter.target as number;
  shop.pass(3, { failing: 8 });
  expect(shop.phase).toBe("erroring");
  expect(shop.limiter.target as number).toBeLessThan(0.9 * before);
  const decision = last(shop.pass(30, { failing: 8 }));
  expect(decision.phase).toBe("cruise");
  expect(decision.reason).toMatch(/\d+ % of sessions fail whatever the load/);
  expect(shop.limiter.target as number).toBeGreaterThanOrEqual(before * 0.99);
});

it("case 44: without measurements it never admits more, and decays to the fallback", () => {
  const shop = cruising({ fallbackPerMinute: 30 });
  const before = shop.limiter.target as number;
  shop.pass(5, null);
  expect(shop.phase).toBe("blind");
  expect(shop.limiter.target as number).toBeLessThan(before * 1.1);
  const steady = shop.limiter.steadyRate;
  const blind = shop.pass(90, null).map(({ ratePerSecond }) => ratePerSecond);
  expect(Math.max(...blind)).toBeLessThanOrEqual(Math.max(steady, 0.5) + 1e-9);
  expect(blind.every((rate, index) => index === 0 || rate <= (blind[index - 1] as number) + 1e-9)).toBe(true);
  expect(last(blind)).toBeCloseTo(0.5, 1);
});

it("case 45: refusals and errors of the origin admit nobody", () => {
  const shop = cruising();
  for (const second of [{ failing: 40, throttled: true }, { failing: 40 }] as Second[]) {
    shop.pass(3, second);
    expect(last(shop.pass(10, second)).ratePerSecond).toBeLessThan(1.1);
  }
});

it("without measurements and without a fallback keeps six tenths of the limit inside: admits none until so few are left", () => {
  const shop = cruising();
  const target = shop.limiter.target as number;
  shop.pass(12, null);
  expect(shop.limiter.decision.ratePerSecond).toBe(0);
  const again = shop.pass(2_000, null).find(({ ratePerSecond }) => ratePerSecond > 0);
  expect(again?.phase).toBe("blind");
  expect(again?.sessions).toBeLessThan(0.65 * target);
  expect(again?.sessions).toBeGreaterThan(0.55 * target);
});

it("a refusing origin gets fewer than there were when it began to refuse, and no more than that for a while", () => {
  const shop = cruising();
  const before = shop.limiter.population.sessions;
  expect(last(shop.pass(4, { failing: 12, throttled: true, retryAfterSeconds: 30 })).phase).toBe("hold");
  expect(shop.limiter.target as number).toBeLessThan(before);
  const held = shop.limiter.target as number;
  const phases = shop.pass(15).map(({ phase }) => phase);
  expect(phases.filter((phase) => phase === "hold").length).toBeLessThan(10);
  expect(last(phases)).toBe("cruise");
  expect(shop.limiter.target as number).toBeLessThan(1.05 * held);
});

it("answers that take longer from now on, within the target and whatever the load, starve nobody", () => {
  const shop = cruising();
  shop.pass(10, { ms: 600 });
  const before = shop.limiter.population.sessions;
  // Fewer and fewer come, and the answers are as slow as ever.
  for (let sessions = 38; sessions >= 32; sessions -= 2) shop.pass(10, { sessions, ms: 600 });
  shop.pass(40, { sessions: 32, ms: 600 });
  expect([...shop.limiter.baselines.medianMs.values()][0] as number).toBeGreaterThan(400);
  expect(shop.limiter.target as number).toBeGreaterThan(0.9 * before);
});

it("obeys the origin's own word, and stop lapses after two minutes", () => {
  const shop = cruising();
  expect(last(shop.pass(1, { load: "stop" }))).toMatchObject({ standstill: "paused", phase: "stopped" });
  expect(last(shop.pass(110)).phase).toBe("stopped");
  expect(last(shop.pass(15)).standstill).toBeNull();
  const target = shop.limiter.target as number;
  expect(last(shop.pass(10, { load: "slow" })).reason).toBe("no growth: the origin says slow");
  expect(shop.limiter.target as number).toBeLessThanOrEqual(target * 1.05);
});

const anySecond: fc.Arbitrary<Second | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record({
      sessions: fc.integer({ min: 0, max: 80 }),
      ms: fc.integer({ min: 1, max: 20_000 }),
      failing: fc.integer({ min: 0, max: 20 }),
      throttled: fc.boolean(),
      retryAfterSeconds: fc.constantFrom(0, 0, 5, 86_400),
      inFlightSeconds: fc.integer({ min: 0, max: 500 }),
    }),
  },
);
const anyStory = fc.array(fc.tuple(anySecond, fc.integer({ min: 1, max: 20 }), fc.boolean()), { maxLength: 25 });

it("keeps within the organiser's bounds, and admits nothing while it stands still", () => {
  fc.assert(
    fc.property(anyStory, fc.integer({ min: 0, max: 300 }), (story, minPerMinute) => {
      const shop = new Shop({ minPerMinute });
      for (const [second, seconds, waiting] of story) {
        for (const decision of shop.pass(
          seconds,
          second === null ? null : { ...second, failing: Math.min(second.failing ?? 0, second.sessions ?? 0) },
          waiting,
        )) {
          expect(decision.ratePerSecond).toBeLessThanOrEqual(10);
          expect(decision.reason.length).toBeGreaterThan(5);
          if (decision.standstill !== null) expect(decision.ratePerSecond).toBe(0);
          else if (decision.phase !== "probing") expect(decision.ratePerSecond).toBeGreaterThanOrEqual(minPerMinute / 60);
        }
      }
    }),
    { numRuns: 60 },
  );
});

/** Which network was which is forgotten at a restart, so that sessions of one network that come before and after it count as two. */
const ofNetworksOfTheirOwn = { networks: 1e9 };

it("decides after a restart as if there had been none", () => {
  fc.assert(
    fc.property(anyStory, anyStory, (before, after) => {
      const one = new Shop();
      const other = new Shop();
      const play = (shop: Shop, story: typeof before): unknown[] =>
        story.flatMap(([second, seconds, waiting]) =>
          shop.pass(
            seconds,
            second === null ? null : { ...ofNetworksOfTheirOwn, ...second, failing: Math.min(second.failing ?? 0, second.sessions ?? 0) },
            waiting,
          ),
        );
      play(one, before);
      play(other, before);
      other.limiter = restarted(other.limiter);
      expect(play(other, after)).toEqual(play(one, after));
    }),
    { numRuns: 40 },
  );
});

it("takes any elapsed time: hours of silence are no burst", () => {
  const shop = cruising();
  shop.nowMs += 5 * 3_600_000;
  const decision = stepLimiter(shop.limiter, shop.settings, { waiting: true, granted: 0, provisional: 0, active: 1_000 }, shop.nowMs);
  expect(decision.ratePerSecond).toBeLessThanOrEqual(SETTINGS.maxPerMinute / 60);
  expect(Number.isFinite(decision.ratePerSecond)).toBe(true);
});

it("ignores reports of another hour", () => {
  const shop = cruising();
  const lastMs = shop.limiter.samples.lastMs;
  noteSample(shop.limiter, sampleOf({ failing: 40 }, shop.nowMs - 3_600_000), shop.nowMs + 1000);
  expect(shop.limiter.samples.lastMs).toBe(lastMs);
});

it("S18: what is stored of a session's network is only which others share it", () => {
  const shop = new Shop();
  shop.pass(10, { sessions: 40 });
  const networks = new Set([...shop.limiter.table.seen.values()].map(({ network }) => network));
  const stored = [...restarted(shop.limiter).table.seen.values()].map(({ network }) => network);
  expect(new Set(stored)).toEqual(new Set(Array.from({ length: networks.size }, (_, index) => -1 - index)));
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { chargeLane, nextLane, type SharedTime, type Sharing } from "../../../durable-objects/domain/fair-share.ts";

interface TestLane extends Sharing {
  readonly claims: { size: number };
  readonly share: number;
  granted: number;
}

const laneOf = (share: number): TestLane => ({ claims: { size: 0 }, virtualTime: 0, share, granted: 0 });

function grantOne(lanes: readonly TestLane[], shared: SharedTime): void {
  const lane = nextLane(lanes, shared);
  if (lane === undefined) return;
  lane.claims.size--;
  lane.granted++;
  chargeLane(lane, lane.share, shared);
}

it("case 65: while lanes have claims their grants differ from the shares by at most one each, whatever was before", () => {
  const before = fc.array(fc.tuple(fc.nat(2), fc.nat(4), fc.nat(4)), { maxLength: 60 });
  const shares = fc.tuple(...([1, 2, 3] as const).map(() => fc.constantFrom(0.5, 1, 2, 7)));
  fc.assert(
    fc.property(shares, before, fc.integer({ min: 1, max: 80 }), (weights, arrivals, grants) => {
      const lanes = weights.map(laneOf);
      const shared = { virtualTime: 0 };
      for (const [index, claims, served] of arrivals) {
        (lanes[index] as TestLane).claims.size += claims;
        for (let n = 0; n < served; n++) grantOne(lanes, shared);
      }
      for (const lane of lanes) {
        lane.claims.size = 1_000;
        lane.granted = 0;
      }
      for (let n = 0; n < grants; n++) grantOne(lanes, shared);
      for (const one of lanes) {
        for (const other of lanes) {
          expect(Math.abs(one.granted / one.share - other.granted / other.share)).toBeLessThanOrEqual(
            1 / one.share + 1 / other.share + 1e-9,
          );
        }
      }
    }),
  );
});

it("without a claim there is no next lane", () => {
  expect(nextLane([laneOf(1), laneOf(2)], { virtualTime: 0 })).toBeUndefined();
});

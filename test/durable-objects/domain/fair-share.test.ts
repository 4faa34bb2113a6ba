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

it("case 65: unused share flows on: no grant is lost while any lane has a claim, and those with claims split it by their shares", () => {
  const lanes = fc.array(fc.record({ share: fc.constantFrom(1, 2, 3, 10), claims: fc.nat(40) }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(lanes, fc.integer({ min: 1, max: 120 }), (given, grants) => {
      const all = given.map(({ share, claims }) => Object.assign(laneOf(share), { claims: { size: claims } }));
      const shared = { virtualTime: 0 };
      let busy: TestLane[] = [];
      let since: readonly number[] = [];
      const grantsSince = (lane: TestLane): number => lane.granted - (since[all.indexOf(lane)] ?? 0);
      for (let n = 0; n < grants; n++) {
        // A stretch ends when a lane runs dry: from then on its share is the others'.
        const now = all.filter(({ claims }) => claims.size > 0);
        if (now.length !== busy.length) [busy, since] = [now, all.map(({ granted }) => granted)];
        grantOne(all, shared);
        for (const one of busy) {
          for (const other of busy) {
            const apart = Math.abs(grantsSince(one) / one.share - grantsSince(other) / other.share);
            expect(apart).toBeLessThanOrEqual(1 / one.share + 1 / other.share + 1e-9);
          }
        }
      }
      const asked = given.reduce((sum, { claims }) => sum + claims, 0);
      expect(all.reduce((sum, { granted }) => sum + granted, 0)).toBe(Math.min(grants, asked));
    }),
  );
});

it("without a claim there is no next lane", () => {
  expect(nextLane([laneOf(1), laneOf(2)], { virtualTime: 0 })).toBeUndefined();
});

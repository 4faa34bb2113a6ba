/** What a crash test judges beside the promises a crowd judges. Pure. */
import type { Diary } from "./patient-visitor.ts";

/**
 * Pairs of one event in which a recorded claim was passed over: A before B, A's claim acknowledged as recorded before B was
 * granted, and yet A granted later. `gat` is whole seconds, cut: B's grant came at its `gat` or after, and A's came after
 * B's where its `gat` is greater. So what is found is a violation beyond doubt.
 */
export function countOvertakenClaims(diaries: readonly Pick<Diary, "place" | "recordedAtMs" | "grantedAtSeconds">[]): number {
  let overtaken = 0;
  for (const a of diaries) {
    for (const b of diaries) {
      if (a.recordedAtMs === null || a.grantedAtSeconds === null || b.grantedAtSeconds === null || a.place === null || b.place === null)
        continue;
      if (a.place.lane !== b.place.lane || a.place.position >= b.place.position) continue;
      if (a.recordedAtMs < b.grantedAtSeconds * 1000 && a.grantedAtSeconds > b.grantedAtSeconds) overtaken++;
    }
  }
  return overtaken;
}

/** The most visitors that were inside at one moment for certain: seen in the shop, and not yet leaving. */
export function mostInside(diaries: readonly Pick<Diary, "insideFromMs" | "insideUntilMs">[]): number {
  const steps = diaries.flatMap(({ insideFromMs, insideUntilMs }) =>
    insideFromMs === null ? [] : [[insideFromMs, 1] as const, [insideUntilMs ?? Infinity, -1] as const],
  );
  let inside = 0;
  let most = 0;
  // Who leaves at the moment another comes was not there with it for certain.
  for (const [, change] of steps.toSorted(([a, first], [b, second]) => a - b || first - second)) most = Math.max(most, (inside += change));
  return most;
}

/** One sentence on what goes on right now. */
import { whole } from "./numbers.ts";
import type { DemoState, Sample } from "./state.ts";

export function tellStory({ scene }: Pick<DemoState, "scene">, sample: Sample | undefined): string {
  const room = sample?.room ?? null;
  const shop = sample?.shop ?? null;
  if (scene.kind === "stampede" && shop?.state === "down") {
    return "The shop is down. Everybody gets errors and tries again, and all its work is for people who have given up.";
  }
  if (scene.kind !== "idle") return scene.text;
  if (room === null || shop === null) return "Looking at the room and the shop …";
  if (room.doors === "stopped") {
    return `Nobody is let in. ${people(room.waiting + room.called)} in line, and everybody keeps their place.`;
  }
  if (room.standstill === "saturated" || room.standstill === "paused") {
    return `The shop can't take more, so for a moment nobody is let in: ${room.perMinuteReason}. ${people(room.waiting + room.called)} in line.`;
  }
  if (room.waiting + room.called > 0) {
    const perSecond = whole(room.perMinute / 60);
    return `${people(room.waiting + room.called)} in line. ${perSecond} a second are let in: what the shop can serve. Its ${shop.workers} workers stay ahead.`;
  }
  if (room.activeSessions > 0) return `The line is empty. ${people(room.activeSessions)} inside; who comes now goes straight in.`;
  return scene.text === "" ? "All quiet. Let another 500 arrive, and take a place among them." : scene.text;
}

function people(count: number): string {
  return count === 1 ? "1 person" : `${whole(count)} people`;
}

/** The room with a probe in it, before a real origin: what tests of its promises start from. */
import { rm } from "node:fs/promises";
import { startOrigin, type Handler, type TestOrigin } from "./origin.ts";
import { probedBundle, probeOf, type Probe } from "./probed-bundle.ts";
import { startRoom, type Room, type RoomOptions } from "./room.ts";

export interface ProbedRoom {
  readonly origin: TestOrigin;
  readonly room: Room;
  readonly probe: Probe;
  /** For further rooms of the same test; removed by `stop`. */
  readonly bundleDir: string;
  stop(): Promise<void>;
}

export interface ProbedRoomOptions extends Partial<Omit<RoomOptions, "origin" | "bundleDir">> {
  /** What the origin answers; left out, a plain page. */
  readonly handler?: Handler;
}

/** Starts origin and room. Rejects with nothing left running. */
export async function startProbedRoom({ handler, ...options }: ProbedRoomOptions = {}): Promise<ProbedRoom> {
  const bundleDir = await probedBundle();
  const origin = await startOrigin(handler);
  const stopRest = async (): Promise<void> => void (await Promise.all([origin.stop(), rm(bundleDir, { recursive: true, force: true })]));
  try {
    const room = await startRoom({ ...options, origin: origin.url, bundleDir });
    return {
      origin,
      room,
      probe: probeOf(room.port),
      bundleDir,
      async stop() {
        await room.stop();
        await stopRest();
      },
    };
  } catch (error) {
    await stopRest();
    throw error;
  }
}

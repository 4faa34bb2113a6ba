import { afterAll } from "vitest";
import { startOrigin, type Handler, type TestOrigin } from "./origin.ts";
import { startRoom, type Room, type RoomOptions } from "./room.ts";

export interface RoomOfFileOptions extends Partial<Omit<RoomOptions, "origin">> {
  /** What the origin answers; left out, a plain page. */
  readonly handler?: Handler;
  /** Further hosts of the same origin. */
  readonly moreHosts?: readonly string[];
}

/** A room before a real origin for all tests of a file: called while the file is read, and both are gone after its last test. */
export async function roomOfFile({ handler, moreHosts = [], ...options }: RoomOfFileOptions = {}): Promise<{
  readonly origin: TestOrigin;
  readonly room: Room;
}> {
  const origin = await startOrigin(handler);
  afterAll(() => origin.stop());
  const hosts = { ...Object.fromEntries(moreHosts.map((host) => [host, origin.url])), ...options.hosts };
  const room = await startRoom({ ...options, origin: origin.url, hosts });
  afterAll(() => room.stop());
  return { origin, room };
}

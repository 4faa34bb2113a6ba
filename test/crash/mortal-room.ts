/** The real room, which can be killed at any moment and started again on what it had stored. */
import { setTimeout as sleep } from "node:timers/promises";
import { mintOrganiserToken } from "../../bench/tools/token.ts";
import type { Target } from "../../bench/load/target.ts";
import type { Answer } from "../support/http.ts";
import { HOST, startRoom, type Room } from "../support/room.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Answers that say nothing of what was done: the call has to be repeated. */
const UNKNOWN = new Set([429, 500, 502, 503, 504]);
const REPEAT_AFTER_MS = 150;

export class MortalRoom {
  readonly #origin: string;
  #room: Room;
  #token: string;
  kills = 0;

  constructor(origin: string, room: Room, token: string) {
    this.#origin = origin;
    this.#room = room;
    this.#token = token;
  }

  /** Starts it in a folder that is gone when the test is over. */
  static async start(origin: string): Promise<MortalRoom> {
    const room = await startRoom({ origin, storageDir: await temporaryFolder() });
    const token = await mintOrganiserToken(
      room.keys,
      { subject: "mia", role: "owner", events: "*" },
      { ttlSeconds: 600, nowMs: Date.now() },
    );
    return new MortalRoom(origin, room, token);
  }

  get room(): Room {
    return this.#room;
  }

  /** Where the crowd's clients connect to; it stays the same through every crash. */
  get target(): Target {
    return { host: HOST, address: "127.0.0.1", port: this.#room.port, origin: `http://${HOST}` };
  }

  /** `kill -9`, and a new process on the same storage, keys and port. */
  async crash(): Promise<void> {
    const { workerd, storageDir, keys, port } = this.#room;
    await workerd.kill("SIGKILL");
    this.kills++;
    this.#room = await startRoom({ origin: this.#origin, storageDir, keys, port });
  }

  stop(): Promise<void> {
    return this.#room.stop();
  }

  /** A call of the organiser API, repeated until an answer says what became of it. */
  async organise(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    for (;;) {
      const answer = await this.#room
        .ask({
          method,
          path: `/_stanchion/api/v1/${path}`,
          headers: {
            Authorization: `Bearer ${this.#token}`,
            "Content-Type": "application/json",
            ...(key === undefined ? {} : { "Idempotency-Key": key }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        .catch(() => null);
      if (answer !== null && !UNKNOWN.has(answer.status)) return answer;
      await sleep(REPEAT_AFTER_MS);
    }
  }

  /** Waits until an event created a moment ago is known to the Worker. */
  async untilKnown(event: string): Promise<void> {
    while ((await this.#room.ask({ path: `/_stanchion/v1/status?event=${event}` })).status !== 200) await sleep(100);
  }
}

import { mintOrganiserToken } from "../../bench/tools/token.ts";
import type { Answer } from "./http.ts";
import type { Room } from "./room.ts";

/** Gives an event a template, as its owner does. */
export async function putTemplate(room: Room, event: string, html: string): Promise<Answer> {
  const actor = { subject: "tests", role: "owner", events: "*" } as const;
  const token = await mintOrganiserToken(room.keys, actor, { ttlSeconds: 60, nowMs: Date.now() });
  return room.ask({
    method: "PUT",
    path: `/_stanchion/api/v1/events/${event}/template`,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/html; charset=utf-8" },
    body: html,
  });
}

/** Joins as the waiting page sends them, for `pipeline`, and what came of them. */
import type { PipelineAnswer, PipelineAsk } from "./pipeline.ts";
import type { Room } from "./room.ts";

/** A POST of the room's own page; `cookie` is the header's value. */
export function ownPost(call: string, event: string, cookie?: string): PipelineAsk & { readonly body: string } {
  return {
    path: `/_stanchion/v1/${call}`,
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", ...(cookie === undefined ? {} : { Cookie: cookie }) },
    body: JSON.stringify({ event }),
  };
}

/** The same call from an app, which keeps its credentials itself; "new" = it has none yet. */
export function appPost(call: string, event: string, credential: string): PipelineAsk & { readonly body: string } {
  return {
    path: `/_stanchion/v1/${call}`,
    headers: { "Content-Type": "application/json", "Stanchion-Credential": credential },
    body: JSON.stringify({ event }),
  };
}

/** The first cookie an answer sets, as a request sends it back. */
export function cookieSetBy({ head }: PipelineAnswer): string | undefined {
  return /set-cookie: ([^;\r]+)/i.exec(head)?.[1];
}

/** How many places the event has given out in one of its lanes. */
export async function issued(room: Room, event: string, lane = 0): Promise<number> {
  return (await room.live(event)).lanes[lane].lastIssued;
}

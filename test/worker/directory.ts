/** Directory copies for tests of matching. */
import type { DirectoryCopy, EventSettings, RuleSettings } from "../../durable-objects/protocol.ts";
import { parseNewEvent } from "../../worker/organiser/event-schema.ts";

export const HOST = "shop.example";

export type EventChanges = Partial<Omit<EventSettings, "lanes" | "rules">> & {
  readonly lanes?: readonly object[];
  readonly rules?: readonly (Partial<RuleSettings> & Pick<RuleSettings, "action">)[];
};

/** A directory of events as the organiser's API would have stored them. */
export function directoryOf(...events: readonly EventChanges[]): DirectoryCopy {
  const entries = events.map((changes, index) => {
    const parsed = parseNewEvent({ id: `e${index + 1}`, region: "weur", hosts: [HOST], perMinute: 60, maxActiveSessions: 100, ...changes });
    if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.detail}`);
    return { event: parsed.value.id, incarnation: 1, settings: parsed.value };
  });
  return { version: 1, entries };
}

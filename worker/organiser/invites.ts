/** `POST events/:id/invites`: signed texts, each good for one place in a lane by invite. */
import * as v from "valibot";
import type { DirectoryEntry } from "../../durable-objects/protocol.ts";
import { invalid, json } from "./answers.ts";
import type { OrganiserApiDeps } from "./deps.ts";
import { id, instant, integer } from "./fields.ts";
import { parse } from "./parsed.ts";

/** A year and a day: used invites are remembered for as long as they could be shown. */
const MOST_LIFE_MS = 366 * 86_400_000;

const order = v.strictObject({ lane: id(), count: integer(1, 1_000), expiresAt: instant() });

/** Makes invites. Nothing is stored, so a repeated call makes others, as good as the first. */
export async function makeInvites(deps: OrganiserApiDeps, entry: DirectoryEntry, body: unknown, nowMs: number): Promise<Response> {
  const parsed = parse(order, body);
  if (!parsed.ok) return invalid(parsed);
  const { lane, count, expiresAt } = parsed.value;
  const byInvite = entry.settings.lanes.filter((each) => each.invite === true).map((each) => each.id);
  if (!byInvite.includes(lane)) {
    const known = byInvite.length === 0 ? "it has none" : `it has ${byInvite.join(", ")}`;
    return invalid({ field: "lane", detail: `"lane" must be one of the event's lanes by invite; ${known}.` });
  }
  const lifeMs = Date.parse(expiresAt) - nowMs;
  if (lifeMs <= 0 || lifeMs > MOST_LIFE_MS) return invalid({ field: "expiresAt", detail: '"expiresAt" must be within the next 366 days.' });
  const { event, incarnation } = entry;
  return json({ invites: await deps.makeInvites({ event, incarnation }, lane, count, Date.parse(expiresAt)) });
}

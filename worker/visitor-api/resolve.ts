/** Which event and lane a call of the visitor API is about. */
import type { DirectoryEntry } from "../../durable-objects/protocol.ts";
import type { RequestContext } from "../context.ts";
import { cookieValues, credentialCookieNames } from "../cookies.ts";
import type { KnownDirectory } from "../directory-view.ts";
import { isByInvite } from "../invited.ts";
import { problem } from "../problem.ts";

export type Resolved =
  | { readonly ok: true; readonly entry: DirectoryEntry; readonly lane: string }
  | { readonly ok: false; readonly response: Response };

/** What the caller named; null = left out. */
export interface Named {
  readonly event: string | null;
  readonly lane: string | null;
}

/** Finds event and lane. Both may be left out where there is only one, or where the request brings a credential of only one. */
export function resolve(context: RequestContext, directory: KnownDirectory, named: Named): Resolved {
  const here = directory.byHost.get(context.target.host) ?? [];
  const exact = here.find(({ event, settings }) => event === named.event && settings.lanes.some(({ id }) => id === named.lane));
  if (exact !== undefined && named.lane !== null) return { ok: true, entry: exact, lane: named.lane };
  const events = named.event === null ? here : here.filter(({ event }) => event === named.event);
  if (events.length === 0) {
    return refused(
      named.event === null
        ? problem(404, "unknown-event", "This host has no on-sale.")
        : problem(404, "unknown-event", "This host has no such on-sale.", { field: "event" }),
    );
  }
  const places = events.flatMap((entry) => entry.settings.lanes.map(({ id }) => ({ entry, lane: id })));
  const fitting = named.lane === null ? places : places.filter(({ lane }) => lane === named.lane);
  if (fitting.length === 0) return refused(problem(404, "unknown-lane", "The on-sale has no such lane.", { field: "lane" }));
  const [only] = fitting;
  if (fitting.length === 1 && only !== undefined) return { ok: true, ...only };
  const shown = fitting.filter(({ entry, lane }) => hasCookie(context, entry, lane));
  const [one] = shown;
  if (shown.length === 1 && one !== undefined) return { ok: true, ...one };
  // Lanes by invite are named, or known by what the request brings.
  const [open, ...more] = fitting.filter(({ entry, lane }) => !isByInvite({ entry, lane }));
  if (named.lane === null && open !== undefined && more.length === 0) return { ok: true, ...open };
  return refused(
    problem(400, "lane-required", "Several lanes are possible here: name `event` and `lane`.", {
      field: new Set(fitting.map(({ entry }) => entry.event)).size > 1 && named.event === null ? "event" : "lane",
    }),
  );
}

function refused(response: Response): Resolved {
  return { ok: false, response };
}

function hasCookie({ request, config }: RequestContext, entry: DirectoryEntry, lane: string): boolean {
  const header = request.headers.get("Cookie");
  const { visitor, credential } = credentialCookieNames(entry, lane, config);
  return cookieValues(header, credential).length > 0 || cookieValues(header, visitor).length > 0;
}

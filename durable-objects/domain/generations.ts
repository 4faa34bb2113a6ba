/**
 * A session belongs to one person (S6). Whoever enters it from another network than the one it was last entered from takes it over:
 * its *generation* rises, and passes of older ones are no longer good for the shop. The networks are keyed hashes of an IPv4 /24 or an
 * IPv6 /48, since a phone changes its address within one, and are held in memory only: after a restart the next is the first.
 */

/** The networks a session was entered from lately. */
export interface EnteredFrom {
  readonly latest: string;
  /** Event time of the last change to another network; null = there was none. */
  readonly changedMs: number | null;
  /** Each with the event time of its last entry, or of its first try where it was refused. */
  readonly seen: readonly (readonly [network: string, atMs: number])[];
}

export type Entry =
  /** The same network, or the first that is known. */
  | { readonly outcome: "same"; readonly from: EnteredFrom }
  /** Another network takes the session over. */
  | { readonly outcome: "taken-over"; readonly from: EnteredFrom }
  /** Too many networks: only the latest one may. */
  | { readonly outcome: "shared"; readonly from: EnteredFrom; readonly retryAfterMs: number };

/** Networks one person may come from within `SEEN_MS`: home, office, the phone between them. */
const MOST_NETWORKS = 3;
const SEEN_MS = 600_000;
/** Taken over again no sooner: by then every isolate refuses the older passes. */
const LEAST_BETWEEN_MS = 2_000;

/** What an entry from `network` at event time `nowMs` comes to. */
export function enterFrom(known: EnteredFrom | null, network: string, nowMs: number): Entry {
  if (known === null) return { outcome: "same", from: { latest: network, changedMs: null, seen: [[network, nowMs]] } };
  const others = known.seen.filter(([name, atMs]) => name !== network && (name === known.latest || nowMs - atMs < SEEN_MS));
  if (network === known.latest) return { outcome: "same", from: { ...known, seen: [...others, [network, nowMs]] } };
  const sinceMs = nowMs - (known.changedMs ?? Number.NEGATIVE_INFINITY);
  if (others.length < MOST_NETWORKS && sinceMs >= LEAST_BETWEEN_MS) {
    return { outcome: "taken-over", from: { latest: network, changedMs: nowMs, seen: [...others, [network, nowMs]] } };
  }
  if (others.length < MOST_NETWORKS) return { outcome: "shared", from: known, retryAfterMs: LEAST_BETWEEN_MS - sinceMs };
  // Noted by its first try, so that trying on and on does not shut the others out for ever; one too many is all that is noted.
  const tried = known.seen.find(([name]) => name === network) ?? ([network, nowMs] as const);
  const seen = others.length > MOST_NETWORKS ? others : [...others, tried];
  const oldestMs = Math.min(...others.filter(([name]) => name !== known.latest).map(([, atMs]) => atMs));
  return { outcome: "shared", from: { ...known, seen }, retryAfterMs: Math.max(1_000, oldestMs + SEEN_MS - nowMs) };
}

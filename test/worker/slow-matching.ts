/**
 * Matching as `docs/organiser-api.md` defines it, written to be obviously right: every glob is tried on every path, in every
 * way. Knows nothing of escapes: its paths and globs are of plain lower-case letters.
 */
import type { EventSettings } from "../../durable-objects/protocol.ts";

type Patterns = Pick<EventSettings, "id" | "hosts" | "paths" | "lanes">;

/** "event.lane" of each of the readings that an event covers. */
export function slowOwners(events: readonly Patterns[], host: string, readings: readonly string[]): string[] {
  return readings.flatMap((reading) => {
    const there = events.filter(({ hosts }) => hosts.includes(host)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const event = slowBest(
      there.flatMap((each) => each.paths.map((glob) => ({ glob, value: each }))),
      reading,
    );
    if (event === null) return [];
    const lanes = event.lanes.flatMap(({ id, paths }) => paths.map((glob) => ({ glob, value: id })));
    return [`${event.id}.${slowBest(lanes, reading) ?? event.lanes.find(({ paths }) => paths.length === 0)?.id}`];
  });
}

/** Of those that match, the first that no other beats. */
function slowBest<T>(candidates: readonly { readonly glob: string; readonly value: T }[], reading: string): T | null {
  const matching = candidates.filter(({ glob }) => slowMatch(glob, reading));
  const best = matching.find(({ glob }) => !matching.some((other) => beats(other.glob, glob)));
  return best === undefined ? null : best.value;
}

/** A longer beginning without wildcards; else more characters that are none; else fewer asterisks. */
function beats(one: string, other: string): boolean {
  const [a, b] = [measure(one), measure(other)];
  if (a.beginning !== b.beginning) return a.beginning > b.beginning;
  if (a.literal !== b.literal) return a.literal > b.literal;
  return a.asterisks < b.asterisks;
}

function measure(glob: string): { beginning: number; literal: number; asterisks: number } {
  const path = trimmed(glob);
  const literal = path.replaceAll("*", "").length;
  return { beginning: (path.split("*")[0] ?? "").length, literal, asterisks: path.length - literal };
}

function trimmed(glob: string): string {
  return glob.replace(/(?:\/\*\*|\/)+$/, "");
}

/** Tries every way to spend the path on the glob. */
export function slowMatch(source: string, path: string): boolean {
  const glob = trimmed(source);
  const go = (g: number, p: number): boolean => {
    if (g === glob.length) return p === path.length || path[p] === "/";
    if (glob.startsWith("/**/", g) && path[p] === "/") {
      for (let next = p; next < path.length; next += 1) if (path[next] === "/" && go(g + 3, next)) return true;
      return false;
    }
    if (glob.startsWith("**", g)) {
      for (let next = p; next <= path.length; next += 1) if (go(g + 2, next)) return true;
      return false;
    }
    if (glob[g] === "*") {
      for (let next = p; next <= path.length; next += 1) {
        if (go(g + 1, next)) return true;
        if (path[next] === "/") return false;
      }
      return false;
    }
    return p < path.length && glob[g] === path[p] && go(g + 1, p + 1);
  };
  return go(0, 0);
}

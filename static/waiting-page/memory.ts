/** What the page keeps in the browser. Storage may be forbidden or full; then it just forgets. */
function attempt<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** People ahead when this place was first seen, the same in all tabs, so that progress doesn't start anew. */
export function startAhead(key: string, position: number | null, ahead: number | null): number | null {
  if (position === null || ahead === null || !(ahead >= 1)) return null;
  const name = `stanchion:${key}`;
  const [knownPosition, known] = attempt(() => (localStorage.getItem(name) ?? "").split(":"), []).map(Number);
  if (knownPosition === position && known !== undefined && known >= ahead) return known;
  attempt(() => localStorage.setItem(name, `${position}:${ahead}`), undefined);
  return ahead;
}

/** Forgets that. */
export function forget(key: string): void {
  attempt(() => localStorage.removeItem(`stanchion:${key}`), undefined);
}

const ENTRIES = "stanchion-entries";
const ENTRIES_MS = 60_000;

/**
 * Notes that this tab goes into the shop. False: it did so three times within a minute and came back here each time,
 * as when this browser keeps no cookies; to go on would never end.
 */
export function noteEntry(nowMs: number): boolean {
  const times = attempt(() => (sessionStorage.getItem(ENTRIES) ?? "").split(","), [])
    .map(Number)
    .filter((time) => time > nowMs - ENTRIES_MS && time <= nowMs);
  attempt(() => sessionStorage.setItem(ENTRIES, [...times, nowMs].join(",")), undefined);
  return times.length < 3;
}

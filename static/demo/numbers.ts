/** Numbers as the page writes them. */
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function whole(value: number): string {
  return grouped.format(value);
}

/** Milliseconds, in seconds from one second on. */
export function span(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${whole(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** 0…1. */
export function percent(share: number | null): string {
  return share === null ? "–" : `${whole(share * 100)} %`;
}

/** A range of seconds in words. */
export function range(lowSeconds: number, highSeconds: number): string {
  if (highSeconds < 10) return "a few seconds";
  if (highSeconds < 90) return between(roundTo5(lowSeconds), Math.max(10, roundTo5(highSeconds)), "seconds");
  const [low, high] = [Math.max(1, Math.floor(lowSeconds / 60)), Math.ceil(highSeconds / 60)];
  return between(low, high, "minutes");
}

function between(low: number, high: number, unit: string): string {
  return low >= high ? `${high} ${unit}` : `${low} to ${high} ${unit}`;
}

function roundTo5(seconds: number): number {
  return Math.round(seconds / 5) * 5;
}

/** What caches may do with an admitted visitor's answer (S17). */

/** Fields that speak to shared caches only. RFC 9213 lets every vendor have one that ends so. */
const FOR_SHARED_CACHES = new Set(["surrogate-control", "edge-control", "x-accel-expires"]);

/** Whether a field (lower case) speaks to shared caches only. It goes from what `makePrivate` and `makeUncacheable` keep from them. */
export function isForSharedCaches(name: string): boolean {
  return FOR_SHARED_CACHES.has(name) || name.endsWith("cdn-cache-control");
}

/**
 * Keeps shared caches from storing an answer: what was `public` or had its own time for them becomes `private`. The
 * browser's cache is the origin's to rule, as it was.
 */
export function makePrivate(headers: Headers): void {
  const value = headers.get("Cache-Control");
  if (value === null) return headers.set("Cache-Control", "private");
  const directives = split(value).filter((directive) => {
    const name = directive.split("=", 1)[0]?.trim().toLowerCase() ?? "";
    // `private="field"` speaks of one field only.
    return !["", "public", "private", "s-maxage", "proxy-revalidate"].includes(name);
  });
  const isUnstored = directives.some((directive) => directive.trim().toLowerCase() === "no-store");
  headers.set("Cache-Control", (isUnstored ? directives : ["private", ...directives]).map((each) => each.trim()).join(", "));
}

/** Keeps every cache from storing an answer. */
export function makeUncacheable(headers: Headers): void {
  headers.delete("Expires");
  headers.set("Cache-Control", "private, no-store");
}

/** At commas that are not inside quotes. */
function split(value: string): string[] {
  return value.match(/(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g) ?? [];
}

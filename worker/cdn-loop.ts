/** Our name in `CDN-Loop` (RFC 8586). */
const OURS = "stanchion";

/** Whether the request has been forwarded by a room before: an origin that points back here would never end. */
export function hasLoop(headers: Headers): boolean {
  const value = headers.get("CDN-Loop");
  if (value === null) return false;
  return value.split(",").some((info) => info.split(";", 1)[0]?.trim().toLowerCase() === OURS);
}

/** The field's value with us as the last one that forwarded. */
export function withOurs(value: string | null): string {
  return value === null || value.trim() === "" ? OURS : `${value}, ${OURS}`;
}

/** What an origin's answer says to the room rather than to the visitor. */
export interface OriginCommands {
  /** The session is over; "bought" if it ended as everybody hoped. */
  readonly end?: "origin" | "bought";
  readonly load?: "ok" | "slow" | "stop";
  /** What is left to sell. */
  readonly stock?: number;
}

const MAX_STOCK = 1_000_000_000;

/**
 * Reads the commands. An answer out of a cache has none: it was given to another request, of another visitor. Anything not
 * written exactly as documented is no command.
 */
export function readCommands(headers: Headers): OriginCommands {
  if (headers.has("Age") || /^(?:hit|stale|updating|revalidated)$/i.test(headers.get("CF-Cache-Status") ?? "")) return {};
  const end = readEnd(headers);
  const load = headers.get("Stanchion-Load")?.trim().toLowerCase();
  const stock = headers.get("Stanchion-Stock")?.trim() ?? "";
  return {
    ...(end === null ? {} : { end }),
    ...(load === "ok" || load === "slow" || load === "stop" ? { load } : {}),
    ...(/^[0-9]{1,10}$/.test(stock) && Number(stock) <= MAX_STOCK ? { stock: Number(stock) } : {}),
  };
}

function readEnd(headers: Headers): "origin" | "bought" | null {
  const [command = "", ...parameters] = (headers.get("Stanchion-Session") ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (command === "end") return parameters.includes("reason=bought") ? "bought" : "origin";
  return headers.get("Cf-Waiting-Room-Command")?.trim().toLowerCase() === "revoke" ? "origin" : null;
}

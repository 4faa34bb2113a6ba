/** Links that carry an invite: `https://shop.example/tickets?stanchion-invite=…`. The shop never sees that parameter. */

const PARAMETER = "stanchion-invite=";

/**
 * Takes the invite out of a query, the rest byte for byte as it came.
 *
 * @param query with its "?"; "" = none
 * @returns the first value of that name, null = there is none
 */
export function takeInvite(query: string): { readonly rest: string; readonly invite: string | null } {
  if (!query.includes(PARAMETER)) return { rest: query, invite: null };
  const parts = query.slice(1).split("&");
  const invite = parts.find((part) => part.startsWith(PARAMETER));
  if (invite === undefined) return { rest: query, invite: null };
  const rest = parts.filter((part) => !part.startsWith(PARAMETER)).join("&");
  return { rest: rest === "" ? "" : `?${rest}`, invite: invite.slice(PARAMETER.length) };
}

/** The same for a path with query and fragment. */
export function takeInviteOfPath(path: string): { readonly rest: string; readonly invite: string | null } {
  const hash = path.indexOf("#");
  const end = hash === -1 ? path.length : hash;
  const question = path.indexOf("?");
  if (question === -1 || question > end) return { rest: path, invite: null };
  const { rest, invite } = takeInvite(path.slice(question, end));
  return { rest: path.slice(0, question) + rest + path.slice(end), invite };
}

/** A path with query and fragment as a link that carries the invite. */
export function withInvite(path: string, invite: string): string {
  const hash = path.indexOf("#");
  const end = hash === -1 ? path.length : hash;
  return `${path.slice(0, end)}${path.slice(0, end).includes("?") ? "&" : "?"}${PARAMETER}${encodeURIComponent(invite)}${path.slice(end)}`;
}

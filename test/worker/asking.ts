/** Asking a directory about a request, and what the answer comes to in short. */
import { compileDirectory, type DirectoryIndex, match, type MatchRequest } from "../../worker/matching.ts";
import { directoryOf, type EventChanges, HOST } from "./directory.ts";

/** A plain GET by nobody in particular, but for what is changed. */
export const ask = (index: DirectoryIndex, rawPath: string, changes: Partial<MatchRequest> = {}) =>
  match(index, { host: HOST, rawPath, query: "", method: "GET", headers: new Headers(), address: null, country: null, ...changes });

export const indexOf = (...events: EventChanges[]) => compileDirectory(directoryOf(...events));

/** Whose it is: "event.lane", or the outcome that names nobody. */
export const owner = (index: DirectoryIndex, rawPath: string, changes?: Partial<MatchRequest>) => {
  const found = ask(index, rawPath, changes);
  return found.outcome === "covered" ? `${found.entry.event}.${found.lane}` : found.outcome;
};

/** What the rules say. */
export const verdict = (index: DirectoryIndex, rawPath: string, changes?: Partial<MatchRequest>) => {
  const found = ask(index, rawPath, changes);
  if (found.outcome !== "covered") return found.outcome;
  return (
    [found.rule, found.checkout && "checkout", found.excluded && "excluded", found.stripCredentials && "stripped"]
      .filter(Boolean)
      .join(" ") || "held"
  );
};

import * as v from "valibot";

/** Outcome of checking what an organiser sent; `field` is a dotted path into the body ("lanes.0.share"), "" = the body itself. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly field: string; readonly detail: string };

const NAME_SHOWN = 64;

/** What to say where a member without default is missing; other members get a plain sentence. */
export type MissingHints = Readonly<Record<string, string>>;

/**
 * Checks a parsed JSON value and names the first fault. One is enough to act on, and stopping there bounds the work on a
 * hostile body.
 */
export function parse<const S extends v.GenericSchema>(schema: S, input: unknown, hints: MissingHints = {}): Parsed<v.InferOutput<S>> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { ok: false, field: "", detail: "The body must be a JSON object." };
  }
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  const field = (v.getDotPath(issue) ?? "").slice(0, 4 * NAME_SHOWN);
  return { ok: false, field, detail: describe(issue, field, hints) };
}

function describe(issue: v.BaseIssue<unknown>, field: string, hints: MissingHints): string {
  const name = field.slice(-NAME_SHOWN);
  if (issue.type !== "strict_object") return `"${name}" ${issue.message}.`;
  if (issue.expected === "never") return `"${name}" is not a member known here.`;
  if (issue.expected === "Object") return `"${name}" must be an object.`;
  const hint = hints[field];
  return hint === undefined ? `"${name}" is missing.` : `"${name}" is missing and has no default. ${hint}`;
}

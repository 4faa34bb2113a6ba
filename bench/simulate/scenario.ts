/** A scenario: data that anybody can add. Everything but name and description has a default; `docs/simulate.md` explains each field. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const notNegative = v.pipe(v.number(), v.minValue(0));
const positive = v.pipe(v.number(), v.gtValue(0));
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const orNull = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);
/** `[[fromSecond, value], …]`: each value holds until the next. */
const stepsOf = (value: v.GenericSchema<number, number>, first: number) =>
  v.optional(v.pipe(v.array(v.tuple([notNegative, value])), v.minLength(1)), [[0, first]]);
const spans = v.optional(v.array(v.tuple([notNegative, notNegative])), []);

const scenarioSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  about: v.string(),
  failure: v.optional(v.boolean(), false),
  seconds: v.optional(v.pipe(positive, v.maxValue(7200)), 420),
  disturbedAt: v.optional(notNegative, 0),
  organiser: v.optional(
    v.strictObject({
      perMinute: v.optional(positive, 600),
      minPerMinute: v.optional(notNegative, 0),
      startPerMinute: orNull(positive),
      latencyTargetMs: v.optional(v.nullable(positive), 1000),
      fallbackPerMinute: orNull(notNegative),
      maxActiveSessions: v.optional(positive, 100_000),
    }),
    {},
  ),
  visitors: v.optional(
    v.strictObject({
      atOpening: v.optional(whole, 600),
      perSecond: stepsOf(notNegative, 8),
      showUp: stepsOf(share, 0.9),
      leavePerMinute: stepsOf(share, 0),
      tellsLeave: v.optional(share, 0.2),
    }),
    {},
  ),
  sessions: v.optional(
    v.strictObject({
      pages: v.optional(positive, 12),
      tail: v.optional(v.picklist(["geometric", "pareto"]), "geometric"),
      thinkSeconds: v.optional(positive, 5),
      tries: v.optional(v.pipe(whole, v.minValue(1)), 3),
      retryAfterSeconds: v.optional(positive, 2),
      timeoutSeconds: v.optional(positive, 6),
      slowPages: stepsOf(share, 0),
      botShare: v.optional(share, 0),
      tellsEnd: v.optional(share, 0.5),
    }),
    {},
  ),
  origin: v.optional(
    v.strictObject({
      servers: v.optional(v.pipe(whole, v.minValue(1)), 12),
      serviceMs: v.optional(positive, 200),
      slowServiceMs: v.optional(positive, 600),
      jitter: v.optional(share, 0.5),
      backlog: v.optional(whole, 4000),
      capacity: stepsOf(notNegative, 1),
      addedMs: v.optional(v.array(v.tuple([notNegative, notNegative])), []),
      errors: stepsOf(share, 0),
      luckyShare: v.optional(share, 0),
      refuses: spans,
      hangs: spans,
      cold: v.optional(v.nullable(v.strictObject({ factor: positive, requests: positive, atStart: v.boolean() })), null),
      stalls: v.optional(v.nullable(v.strictObject({ everySeconds: positive, seconds: positive })), null),
      guard: v.optional(
        v.nullable(
          v.strictObject({
            share: positive,
            status: v.picklist([429, 503]),
            retryAfterSeconds: v.optional(notNegative, 0),
            once: v.optional(v.boolean(), false),
          }),
        ),
        null,
      ),
    }),
    {},
  ),
  edges: v.optional(
    v.strictObject({
      reporters: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(64)), 8),
      regions: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(8)), 1),
      silentShare: v.optional(share, 0),
      missing: spans,
      lateSeconds: v.optional(notNegative, 0.3),
      doubled: v.optional(v.boolean(), false),
      badRegion: v.optional(v.nullable(v.strictObject({ from: notNegative, to: notNegative, addedMs: notNegative, errors: share })), null),
    }),
    {},
  ),
  attack: v.optional(
    v.nullable(
      v.strictObject({ share, kind: v.picklist(["errors", "slow", "not-found", "never-arriving"]), perSecond: v.optional(positive, 20) }),
    ),
    null,
  ),
  doors: v.optional(v.array(v.tuple([notNegative, v.picklist(["always", "stopped"])])), []),
  restarts: v.optional(v.array(notNegative), []),
});

export type Scenario = v.InferOutput<typeof scenarioSchema>;

/** Judges a scenario's JSON; throws with the field at fault. */
export function parseScenario(json: unknown): Scenario {
  const result = v.safeParse(scenarioSchema, withDefaults(json));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${v.getDotPath(issue) ?? "scenario"}: ${issue.message}`);
}

/** The groups themselves may be left out. */
function withDefaults(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  return { organiser: {}, visitors: {}, sessions: {}, origin: {}, edges: {}, ...json };
}

/** Reads one file, or all `.json` files of a folder by name. */
export function readScenarios(path: string): Scenario[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith(".json"))
        .toSorted()
        .map((name) => join(path, name))
    : [path];
  return files.map((file) => {
    try {
      return parseScenario(JSON.parse(readFileSync(file, "utf8")));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });
}

/** The value of `[[fromSecond, value], …]` at `seconds`. */
export function stepAt(steps: readonly (readonly [number, number])[], seconds: number): number {
  let value = steps[0]?.[1] ?? 0;
  for (const [from, next] of steps) {
    if (from > seconds) break;
    value = next;
  }
  return value;
}

/** The value at `seconds` of points joined by straight lines; 0 without points. */
export function lineAt(points: readonly (readonly [number, number])[], seconds: number): number {
  for (let index = points.length - 1; index >= 0; index--) {
    const [from, value] = points[index] as readonly [number, number];
    if (from > seconds) continue;
    const next = points[index + 1];
    return next === undefined ? value : value + ((next[1] - value) * (seconds - from)) / (next[0] - from);
  }
  return points[0]?.[1] ?? 0;
}

/** Whether `seconds` lies in one of the spans. */
export function isWithin(spans: readonly (readonly [number, number])[], seconds: number): boolean {
  return spans.some(([from, to]) => seconds >= from && seconds < to);
}

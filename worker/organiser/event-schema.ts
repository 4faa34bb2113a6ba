import * as v from "valibot";
import { DEFAULT_SESSION_LIMITS } from "../../durable-objects/domain/busy-sessions.ts";
import { patternKey } from "../../durable-objects/domain/directory.ts";
import { ALWAYS_OPEN } from "../../durable-objects/domain/schedule.ts";
import type { EventSettings } from "../../durable-objects/protocol.ts";
import {
  cookieCondition,
  country,
  frameAncestor,
  headerCondition,
  host,
  localPath,
  method,
  network,
  origin,
  pathPattern,
  queryCondition,
  rulePattern,
} from "./address-fields.ts";
import { hasCondition } from "../match-rules.ts";
import { MAX_TEXT, overridesFault } from "../i18n/overrides.ts";
import { lookFault } from "../pages/look.ts";
import { boolean, id, instant, integer, list, oneOf, text, textThat } from "./fields.ts";
import { type MissingHints, type Parsed, parse } from "./parsed.ts";

export const DOORS = ["auto", "always", "stopped", "sealed", "off"] as const;
export const REGIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

export const MAX_PER_MINUTE = 1_000_000;
/** One entry each in the event's memory, which the runtime bounds. */
export const MAX_ACTIVE_SESSIONS = 200_000;
/** All lanes' figures and this go to every isolate each second: the snapshot stays under 4 KB. */
export const MAX_MESSAGE = 500;
/** Beyond any line an event can hold; what is higher is a mistake. */
export const MAX_POSITION = 1_000_000_000;

const HINTS: MissingHints = {
  perMinute:
    "It is how many people a minute the shop serves well: take the visitors (not requests) in the busiest minute it has stood without " +
    "slowing down, or load-test the way to the paid order, and begin with four fifths of that.",
  maxActiveSessions:
    "It is how many people the shop holds at once: perMinute times the minutes a visit lasts (Little's law), at most what a load test " +
    "has shown it to stand.",
  region: `It is where the event's object lives, and is fixed by its first call: one of ${REGIONS.join(", ")}, the nearest to the visitors.`,
};

const lane = v.strictObject({
  id: id(),
  share: v.optional(integer(1, 1_000), 1),
  paths: v.optional(list(pathPattern(), 0, 50), []),
  invite: v.optional(boolean(), false),
});

const rule = v.strictObject({
  action: oneOf(["bypass", "checkout", "exclude", "critical", "sheddable-plus", "sheddable"]),
  paths: v.optional(list(rulePattern(), 0, 50), []),
  methods: v.optional(list(method(), 0, 16), []),
  networks: v.optional(list(network(), 0, 100), []),
  countries: v.optional(list(country(), 0, 250), []),
  header: v.optional(v.nullable(headerCondition()), null),
  cookie: v.optional(v.nullable(cookieCondition()), null),
  query: v.optional(v.nullable(queryCondition()), null),
});

const rate = () => v.optional(v.nullable(integer(1, MAX_PER_MINUTE)), null);

const limiter = v.strictObject({
  mode: v.optional(oneOf(["measured", "fixed"]), "measured"),
  minPerMinute: v.optional(integer(0, MAX_PER_MINUTE), 0),
  startPerMinute: rate(),
  // Below it no network answers, above it no visitor waits.
  latencyTargetMs: v.optional(v.nullable(integer(10, 60_000)), null),
  fallbackPerMinute: rate(),
});

const moment = () => v.optional(v.nullable(instant()), null);

const schedule = v.strictObject({ preQueueAt: moment(), opensAt: moment(), closesAt: moment() });

const draw = v.strictObject({
  // Half a minute must pass between the freeze and the beacon's round, and the doors must not wait for it.
  leadSeconds: v.optional(integer(45, 3_600), 120),
  beacon: v.optional(v.nullable(id()), null),
});

/** At least what one person's browser asks of an ordinary page; at most what no person's does. */
const sessionLimits = v.strictObject({
  perSecond: v.optional(integer(1, 1_000), DEFAULT_SESSION_LIMITS.perSecond),
  burst: v.optional(integer(10, 10_000), DEFAULT_SESSION_LIMITS.burst),
  concurrent: v.optional(integer(4, 1_000), DEFAULT_SESSION_LIMITS.concurrent),
});

/** Fewer stop nobody; more take longer than the wait instead of them. */
const challenge = v.strictObject({ attempts: integer(100, 100_000) });

/** A template in UTF-8. */
export const MAX_TEMPLATE_BYTES = 1_048_576;

/** The page and the logo are one answer: a larger picture would be most of it. */
const MAX_LOGO = 6_000;
const LOGO = /^data:image\/(?:png|gif|jpeg|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

function colour() {
  return v.pipe(
    textThat((given) => /^#[0-9a-f]{6}$/i.test(given), "must be a colour such as #9c2743"),
    v.transform((given) => given.toLowerCase()),
  );
}

const colours = () => v.optional(v.nullable(v.strictObject({ paper: colour(), ink: colour(), accent: colour() })), null);

const look = v.strictObject({
  logo: v.optional(
    v.nullable(
      textThat(
        (given) => given.length <= MAX_LOGO && LOGO.test(given),
        `must be a data: URL of a picture (png, gif, jpeg, webp, avif, svg+xml), in base64, of at most ${MAX_LOGO} characters`,
      ),
    ),
    null,
  ),
  theme: v.optional(oneOf(["auto", "light", "dark"]), "auto"),
  light: colours(),
  dark: colours(),
});

/** Every member and its default; bounds in `docs/organiser-api.md`. */
const settings = v.strictObject({
  id: id(),
  // The id until somebody gives one.
  title: v.optional(text(1, 200)),
  region: oneOf(REGIONS),
  hosts: list(host(), 1, 20),
  paths: v.optional(list(pathPattern(), 1, 100), ["/"]),
  origin: v.optional(v.nullable(origin()), null),
  shareOrigin: v.optional(boolean(), false),
  lanes: v.optional(list(lane, 1, 16), [{ id: "main" }]),
  rules: v.optional(list(rule, 0, 100), []),
  doors: v.optional(oneOf(DOORS), "auto"),
  perMinute: integer(1, MAX_PER_MINUTE),
  maxActiveSessions: integer(1, MAX_ACTIVE_SESSIONS),
  burst: v.optional(v.nullable(integer(1, MAX_PER_MINUTE)), null),
  claimSeconds: v.optional(integer(180, 3_600), 300),
  lateSeconds: v.optional(integer(0, 86_400), 900),
  idleSeconds: v.optional(integer(10, 86_400), 600),
  checkoutSeconds: v.optional(integer(10, 86_400), 1_200),
  maxStaySeconds: v.optional(integer(10, 86_400), 3_600),
  provisionalSeconds: v.optional(integer(5, 3_600), 30),
  graceSeconds: v.optional(integer(0, 3_600), 60),
  sliding: v.optional(boolean(), true),
  message: v.optional(text(0, MAX_MESSAGE, { lines: true }), ""),
  limiter: v.optional(limiter, {}),
  schedule: v.optional(schedule, {}),
  draw: v.optional(v.nullable(draw), null),
  maxWaiting: v.optional(v.nullable(integer(0, MAX_POSITION)), null),
  maxWaitSeconds: v.optional(v.nullable(integer(60, 86_400)), null),
  sessionLimits: v.optional(sessionLimits, {}),
  challenge: v.optional(v.nullable(challenge), null),
  failure: v.optional(oneOf(["closed", "open"]), "closed"),
  // S7: an origin's commands count only when switched on.
  originCommands: v.optional(boolean(), false),
  waitingPageStatus: v.optional(oneOf([200, 202, 429, 503]), 200),
  allowedOrigins: v.optional(list(origin(), 0, 20), []),
  entryPath: v.optional(localPath(), "/"),
  framing: v.optional(list(frameAncestor(), 0, 10), []),
  look: v.optional(v.nullable(look), null),
  texts: v.optional(v.nullable(v.record(v.string(), v.record(v.string(), text(1, MAX_TEXT)))), null),
  // What a read tells; only `PUT events/:id/template` changes it.
  template: v.optional(v.nullable(v.strictObject({ hash: text(64, 64), bytes: integer(1, MAX_TEMPLATE_BYTES) })), null),
});

/** Settings to write, and the incarnation they were read at where the body names one (PUT only). */
export interface EventBody {
  readonly settings: EventSettings;
  readonly incarnation: number | null;
  /** Why the plan can't come to pass. One that orders have led to stands all the same: what was read can be put. */
  readonly planFault: Fault | null;
}

/** Body of `POST events`: settings with their defaults written out, or the first fault. */
export function parseNewEvent(body: unknown): Parsed<EventSettings> {
  const judged = judge(parse(settings, body, HINTS));
  const fault = judged.ok ? findContradictingPlan(judged.value) : null;
  return fault === null ? judged : { ok: false, ...fault };
}

/**
 * Body of `PUT events/:id`. What a read returned may be put back as it is: `id` and `incarnation` may stand in the body,
 * and the id must be the path's.
 */
export function parseEventUpdate(body: unknown, event: string): Parsed<EventBody> {
  const schema = v.strictObject({
    ...settings.entries,
    id: v.optional(id(), event),
    incarnation: v.optional(integer(1, Number.MAX_SAFE_INTEGER)),
  });
  const parsed = parse(schema, body, HINTS);
  if (!parsed.ok) return parsed;
  const { incarnation, ...rest } = parsed.value;
  if (rest.id !== event) return { ok: false, field: "id", detail: `"id" must be the path's (${event}) or be left out.` };
  const judged = judge({ ok: true, value: rest });
  if (!judged.ok) return judged;
  const planFault = findContradictingPlan(judged.value);
  return { ok: true, value: { settings: judged.value, incarnation: incarnation ?? null, planFault } };
}

/** Adds the title that depends on the id, and looks for what no single member shows. */
function judge(parsed: Parsed<v.InferOutput<typeof settings>>): Parsed<EventSettings> {
  if (!parsed.ok) return parsed;
  // A new object, so that members come in one order whether the title was given or not.
  const { id: event, title = event, ...rest } = parsed.value;
  const value: EventSettings = { id: event, title, ...rest };
  const fault = findContradiction(value);
  return fault === null ? { ok: true, value } : { ok: false, ...fault };
}

/** One member that is at fault. */
export interface Fault {
  readonly field: string;
  readonly detail: string;
}

function findContradiction(event: EventSettings): Fault | null {
  const { lanes, hosts, paths, rules } = event;
  const emptyRule = rules.findIndex((each) => !hasCondition(each));
  if (emptyRule !== -1) {
    return {
      field: `rules.${emptyRule}`,
      detail: "A rule must name a path, method, network, country, header, cookie or query: without any it would match every request.",
    };
  }
  const laneless = findLanelessPath(event);
  if (laneless !== undefined) {
    return {
      field: "lanes",
      detail: `No lane takes "${laneless}": give one lane that is not by invite no paths, and it takes what no other lane names.`,
    };
  }
  return (
    findContradictingTimes(event) ??
    findRateAboveMaximum(event) ??
    (event.look ? lookFault(event.look) : null) ??
    (event.texts ? overridesFault(event.texts) : null) ??
    findDouble(hosts, (index) => `hosts.${index}`) ??
    findDouble(paths.map(patternKey), (index) => `paths.${index}`) ??
    findDouble(
      lanes.map((each) => each.id),
      (index) => `lanes.${index}.id`,
    ) ??
    findDoubleLanePath(lanes)
  );
}

/** A covered path that lies under no lane's, where no lane is the default one. */
function findLanelessPath({ lanes, paths }: EventSettings): string | undefined {
  if (lanes.some((each) => each.paths.length === 0 && each.invite !== true)) return undefined;
  const taken = lanes.flatMap((each) => each.paths.map(patternKey));
  return paths.find((path) => !taken.some((key) => `${patternKey(path)}/`.startsWith(`${key}/`)));
}

function findContradictingTimes(event: EventSettings): Fault | null {
  const { claimSeconds, idleSeconds, checkoutSeconds, maxStaySeconds, provisionalSeconds } = event;
  if (idleSeconds > maxStaySeconds) return above("idleSeconds", idleSeconds, "maxStaySeconds", maxStaySeconds);
  if (provisionalSeconds > claimSeconds) return above("provisionalSeconds", provisionalSeconds, "claimSeconds", claimSeconds);
  if (checkoutSeconds < idleSeconds) {
    return {
      field: "checkoutSeconds",
      detail: `"checkoutSeconds" (${checkoutSeconds}) must not be below "idleSeconds" (${idleSeconds}): paying would cut the time.`,
    };
  }
  return null;
}

/** Field case 38: a plan that can't come to pass. */
function findContradictingPlan({ schedule: plan, draw: drawn }: EventSettings): Fault | null {
  const { preQueueAt, opensAt, closesAt } = plan ?? ALWAYS_OPEN;
  if (preQueueAt !== null && opensAt === null)
    return { field: "schedule.opensAt", detail: '"schedule.preQueueAt" needs "schedule.opensAt": people gather for an opening.' };
  // All are written in one form, so that their order is that of their letters.
  if (preQueueAt !== null && opensAt !== null && preQueueAt >= opensAt) return notBefore("preQueueAt", preQueueAt, "opensAt", opensAt);
  if (drawn != null && preQueueAt === null) {
    return { field: "draw", detail: 'A draw needs "schedule.preQueueAt": places are drawn among those who gather before the opening.' };
  }
  if (
    drawn != null &&
    preQueueAt !== null &&
    opensAt !== null &&
    Date.parse(opensAt) - Date.parse(preQueueAt) <= drawn.leadSeconds * 1_000
  ) {
    return {
      field: "draw.leadSeconds",
      detail: `"draw.leadSeconds" (${drawn.leadSeconds}) must be less than the time from "schedule.preQueueAt" to "schedule.opensAt": nobody could get a number.`,
    };
  }
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt) return notBefore("opensAt", opensAt, "closesAt", closesAt);
  return null;
}

function notBefore(early: string, earlyAt: string, late: string, lateAt: string): Fault {
  return {
    field: `schedule.${late}`,
    detail: `"schedule.${late}" (${lateAt}) must be after "schedule.${early}" (${earlyAt}).`,
  };
}

/** `perMinute` is the most that is ever admitted. */
function findRateAboveMaximum({ limiter: asked, perMinute }: EventSettings): Fault | null {
  for (const name of ["minPerMinute", "startPerMinute", "fallbackPerMinute"] as const) {
    const value = asked?.[name] ?? 0;
    if (value > perMinute)
      return { field: `limiter.${name}`, detail: `"limiter.${name}" (${value}) must not be above "perMinute" (${perMinute}).` };
  }
  return null;
}

function above(field: keyof EventSettings, seconds: number, other: keyof EventSettings, otherSeconds: number): Fault {
  return { field, detail: `"${field}" (${seconds}) must not be above "${other}" (${otherSeconds}).` };
}

function findDouble(values: readonly string[], fieldOf: (index: number) => string): Fault | null {
  const index = values.findIndex((value, at) => values.indexOf(value) !== at);
  return index === -1 ? null : { field: fieldOf(index), detail: `"${fieldOf(index)}" stands here twice.` };
}

/** A path that chooses two lanes would have no answer. */
function findDoubleLanePath(lanes: EventSettings["lanes"]): Fault | null {
  const places = lanes.flatMap((each, at) =>
    each.paths.map((path, index) => ({ key: patternKey(path), field: `lanes.${at}.paths.${index}` })),
  );
  return findDouble(
    places.map(({ key }) => key),
    (index) => places[index]?.field ?? "lanes",
  );
}

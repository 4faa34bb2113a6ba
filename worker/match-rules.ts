/** What an event's rules, and those that stand for every event, say to a covered request. */
import { CRITICALITIES, type Criticality } from "../durable-objects/domain/limiter/shed.ts";
import type { EventSettings, RuleSettings, ValueCondition } from "../durable-objects/protocol.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { cookieValues } from "./cookies.ts";
import { compileGlob, covers, type Glob } from "./glob.ts";
import { type Network, networksContain, parseNetwork } from "./ip-networks.ts";
import { looseReading } from "./loose-reading.ts";
import type { MatchRequest } from "./matching.ts";
import type { PathReadings } from "./path-readings.ts";

export interface RuleVerdict {
  /** "bypass": to the origin without ticket or pass, uncounted. */
  readonly rule: "bypass" | null;
  /** The request is part of paying: its session is kept longer. */
  readonly checkout: boolean;
  /** As if the event did not cover it. */
  readonly excluded: boolean;
  /** It passes for its ending or by default only: forwarded without Cookie and Authorization. */
  readonly stripCredentials: boolean;
  /** What of those inside is refused first when the origin can't cope; what no rule names, and the checkout, never is. */
  readonly criticality: Criticality;
}

interface CompiledRule {
  readonly action: RuleSettings["action"];
  /** Null = any path. */
  readonly globs: readonly Glob[] | null;
  readonly methods: readonly string[];
  /** Null = any network. */
  readonly networks: readonly Network[] | null;
  /** Null = any country, an unknown one included. */
  readonly countries: ReadonlySet<string> | null;
  readonly header: ValueCondition | null;
  readonly cookie: ValueCondition | null;
  readonly query: ValueCondition | null;
}

export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** Pages the organiser names outright: no ending lets a file-like spelling of them pass. */
  readonly namedPages: ReadonlySet<string>;
}

/** Shorter values can be guessed: as a proof they count for nothing. */
export const MIN_SECRET_LENGTH = 16;

const NOTHING: RuleVerdict = { rule: null, checkout: false, excluded: false, stripCredentials: false, criticality: "critical-plus" };

/** Compiles an event's rules. What this version cannot read matches nothing: rules only open doors. */
export function compileRules({ rules, paths, lanes, entryPath }: EventSettings): CompiledRules {
  const checkouts = rules.filter(({ action }) => action === "checkout").flatMap((rule) => rule.paths);
  const named = [...paths, ...lanes.flatMap((lane) => lane.paths), ...checkouts, entryPath.split("?")[0] ?? ""];
  const pages = named.map(compileGlob).flatMap(literalsOf);
  return { rules: rules.filter(isReadable).map(compileRule), namedPages: new Set([...pages, ...pages.map(looseReading)]) };
}

/** Applies the rules. A suspicious path gets nothing, whatever else a rule asks for. */
export function judgeRules({ rules, namedPages }: CompiledRules, read: PathReadings, request: MatchRequest): RuleVerdict {
  if (read.suspicious) return NOTHING;
  const matched = rules.flatMap((rule) => {
    const how = howRuleMatches(rule, read, request);
    const opens = how === "by-name" || (how === "by-ending" && (!isOpening(rule.action) || mayPassByEnding(namedPages, read, request)));
    return opens ? [{ action: rule.action, how }] : [];
  });
  const opening = matched.filter(({ action }) => isOpening(action));
  const checkout = matched.some(({ action }) => action === "checkout");
  const byDefault = opening.length === 0 && passesByDefault(read, request);
  return {
    rule: byDefault || opening.some(({ action }) => action === "bypass") ? "bypass" : null,
    checkout,
    excluded: opening.some(({ action }) => action === "exclude"),
    stripCredentials: byDefault || (opening.length > 0 && opening.every(({ how }) => how === "by-ending")),
    criticality: checkout ? "critical-plus" : criticalityOf(matched.map(({ action }) => action)),
  };
}

/** Whether a rule of this action lets requests by. */
function isOpening(action: RuleSettings["action"]): boolean {
  return action === "bypass" || action === "exclude";
}

/** The highest of the classes named. */
function criticalityOf(actions: readonly RuleSettings["action"][]): Criticality {
  const named = CRITICALITIES.filter((criticality) => (actions as readonly string[]).includes(criticality));
  return named.at(-1) ?? "critical-plus";
}

/** Null: it doesn't. "by-ending": at least one reading is named by its ending alone. */
function howRuleMatches(rule: CompiledRule, read: PathReadings, request: MatchRequest): "by-name" | "by-ending" | null {
  const { globs, methods, networks, countries } = rule;
  if (methods.length > 0 && !methods.includes(request.method)) return null;
  if (networks !== null && !networksContain(networks, request.address)) return null;
  if (countries !== null && (request.country === null || !countries.has(request.country))) return null;
  if (globs !== null && !read.readings.every((reading) => globs.some((glob) => covers(glob, reading)))) return null;
  if (!carriesValues(rule, request)) return null;
  const isNamed = globs === null || read.readings.every((reading) => globs.some((glob) => !glob.floating && covers(glob, reading)));
  return isNamed ? "by-name" : "by-ending";
}

/** Reading only, and no page that the organiser names, however its name is dressed up. */
function mayPassByEnding(namedPages: ReadonlySet<string>, { readings }: PathReadings, { method }: MatchRequest): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return !readings.some((reading) => namedPages.has(withoutLastSlash(reading)) || namedPages.has(withoutLastSlash(looseReading(reading))));
}

/** Preflights and what belongs to the whole site rather than to the sale. */
function passesByDefault({ readings }: PathReadings, { method, headers }: MatchRequest): boolean {
  if (method === "OPTIONS") return headers.has("Access-Control-Request-Method") && headers.has("Origin");
  if (method !== "GET" && method !== "HEAD") return false;
  return readings.every((path) => path === "/robots.txt" || path === "/favicon.ico" || path.startsWith("/.well-known/"));
}

/** Whether the request carries what the rule asks for; sent twice, it has no one meaning and counts as not sent. */
function carriesValues({ header, cookie, query }: CompiledRule, request: MatchRequest): boolean {
  if (header !== null && !equalInConstantTime(header.value, request.headers.get(header.name) ?? "")) return false;
  if (cookie !== null && !isOnly(cookie.value, cookieValues(request.headers.get("Cookie"), cookie.name))) return false;
  return query === null || isOnly(query.value, new URLSearchParams(request.query).getAll(query.name));
}

function isOnly(wanted: string, [given, ...others]: readonly string[]): boolean {
  return given !== undefined && others.length === 0 && equalInConstantTime(wanted, given);
}

/** Whether a rule asks for anything at all: without any condition it would open everything. */
export function hasCondition({ paths, methods, networks, countries = [], ...values }: RuleSettings): boolean {
  return paths.length + methods.length + networks.length + countries.length > 0 || valuesOf(values).length > 0;
}

/** What a later version wrote may hold conditions that are not known here; a secret that could be guessed is none. */
function isReadable(rule: RuleSettings): boolean {
  const isProof = ({ value, forgeable = false }: ValueCondition): boolean => forgeable || value.length >= MIN_SECRET_LENGTH;
  return Object.keys(rule).every((member) => MEMBERS.has(member)) && hasCondition(rule) && valuesOf(rule).every(isProof);
}

const MEMBERS: ReadonlySet<string> = new Set<keyof RuleSettings>([
  "action",
  "paths",
  "methods",
  "networks",
  "countries",
  "header",
  "cookie",
  "query",
]);

function valuesOf({ header, cookie = null, query = null }: Pick<RuleSettings, "header" | "cookie" | "query">): ValueCondition[] {
  return [header, cookie, query].filter((condition) => condition !== null);
}

function compileRule({
  action,
  paths,
  methods,
  networks,
  countries = [],
  header,
  cookie = null,
  query = null,
}: RuleSettings): CompiledRule {
  return {
    action,
    globs: paths.length === 0 ? null : paths.map(compileGlob).filter((glob) => glob !== null),
    methods,
    networks: networks.length === 0 ? null : networks.map(parseNetwork).filter((network) => network !== null),
    countries: countries.length === 0 ? null : new Set(countries),
    header,
    cookie,
    query,
  };
}

function literalsOf(glob: Glob | null): string[] {
  return (glob?.spellings ?? [])
    .filter(({ kind, wildcards }) => kind === "path" && wildcards === null)
    .map(({ literal }) => literal || "/");
}

function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

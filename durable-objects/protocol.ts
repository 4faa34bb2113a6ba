/**
 * The contract between the rooms: Worker → Gate → EventQueue, and the Directory. Types only. It only grows:
 * during a deploy two versions of it speak to each other, so a field is added, never renamed or given a new meaning.
 */
import type {
  Command,
  EventPolicy,
  EndedSession,
  LiveFigures,
  OriginSums,
  PresenceReport,
  Snapshot,
  VisitorItem,
  VisitorResult,
} from "./domain/types.ts";
import type { HostOrigins } from "./domain/directory.ts";
import type { BeaconChain } from "./domain/draw/beacon.ts";
import type { DrawPublication } from "./domain/draw/publication.ts";
import type { BusyRow } from "./domain/busy-sessions.ts";
import type { LookSettings, TextOverrides } from "./domain/look.ts";
import type { Criticality } from "./domain/limiter/shed.ts";
import type { OriginSample } from "./domain/limiter/samples.ts";
import type { StockReport } from "./domain/sold-out.ts";

/** Regions an object can be hinted to; the runtime's location hints. */
export type Region = "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";

/** One event at one creation: both are part of every object's name and every credential's audience. */
export interface EventRef {
  readonly event: string;
  /** The number of this id's creation, from 1. */
  readonly incarnation: number;
}

/** A lane as the organiser writes it. */
export interface LaneSettings {
  readonly id: string;
  readonly share: number;
  /** Globs that choose this lane; the first lane without any is the default one. */
  readonly paths: readonly string[];
  /** Places only for an invite of it. Without paths it covers what the event does, for whoever has one. Absent in settings of an earlier version = false. */
  readonly invite?: boolean;
}

/** What a request must carry under that name. */
export interface ValueCondition {
  readonly name: string;
  /** A secret of at least 16 characters, unless forgeable. */
  readonly value: string;
  /** Its owner accepts that anybody may send it. Absent in settings of an earlier version = false. */
  readonly forgeable?: boolean;
}

/** What a matching request is exempt from or raised to. Every given field must match. */
export interface RuleSettings {
  readonly action: "bypass" | "checkout" | "exclude" | Exclude<Criticality, "critical-plus">;
  readonly paths: readonly string[];
  /** Upper case; empty = any. */
  readonly methods: readonly string[];
  /** CIDR prefixes; empty = any. */
  readonly networks: readonly string[];
  /** A header that must have this value; null = none. */
  readonly header: ValueCondition | null;
  // The members below are absent in settings that an earlier version wrote, and then stand for none.
  /** ISO 3166-1 alpha-2, upper case; empty = any, an unknown one included. */
  readonly countries?: readonly string[];
  readonly cookie?: ValueCondition | null;
  readonly query?: ValueCondition | null;
}

/** Everything the organiser sets of an event: the line's policy and what routes to it. A read returns all of it with defaults made explicit. */
export interface EventSettings extends Omit<EventPolicy, "lanes"> {
  readonly id: string;
  readonly title: string;
  readonly region: Region;
  /** Host names as the visitor's browser sends them, with the port where there is one. */
  readonly hosts: readonly string[];
  /** Covered paths: by segment, so that "/shop" covers "/shop/x" and not "/shopping"; `*` within a segment, `**` across. */
  readonly paths: readonly string[];
  /** Where covered requests go; null = what the deployment maps the host to. */
  readonly origin: string | null;
  /** Whether another event that says so too may be before the same origin. Absent in settings of an earlier version = false. */
  readonly shareOrigin?: boolean;
  readonly lanes: readonly LaneSettings[];
  readonly rules: readonly RuleSettings[];
  readonly failure: "closed" | "open";
  /** What a browser must work out before it gets a place; null or, in events of earlier versions, left out = nothing. */
  readonly challenge?: ChallengeSettings | null;
  /** Obey `Stanchion-Session` on the origin's answers. */
  readonly originCommands: boolean;
  readonly waitingPageStatus: 200 | 202 | 429 | 503;
  /** Origins other than the host's own that may call with credentials (CORS). */
  readonly allowedOrigins: readonly string[];
  /** Path of the shop's entry page: where a lost form leads. */
  readonly entryPath: string;
  /** Origins whose pages may show ours in a frame, or "self"; left out = none. */
  readonly framing?: readonly string[];
  /** How the visitors' pages look; null or, in events of earlier versions, left out = as they are. */
  readonly look?: LookSettings | null;
  /** Texts that the organiser says differently. */
  readonly texts?: TextOverrides | null;
  /** The page that is shown to those who wait, instead of ours; null or left out = none. Its text is kept by the event's object. */
  readonly template?: TemplateRef | null;
}

/** A proof of work before a place. */
export interface ChallengeSettings {
  /** Tries after which it is solved for certain; half as many on the average. */
  readonly attempts: number;
}

/** A stored template. */
export interface TemplateRef {
  /** SHA-256 of the text in UTF-8, in lower-case hex: another text is another name, so that a copy never is out of date. */
  readonly hash: string;
  readonly bytes: number;
}

/** An event as the Worker needs it to route and to decide. */
export interface DirectoryEntry extends EventRef {
  readonly settings: EventSettings;
}

/** All events. */
export interface DirectoryCopy {
  readonly version: number;
  readonly entries: readonly DirectoryEntry[];
}

// ---------------------------------------------------------------- Gate → EventQueue

/** One gate's call: everything that gathered while its last call was in flight. */
export interface GateReport {
  /** Random at the gate's start; with `sequence` it drops doubled sums. */
  readonly gate: string;
  readonly sequence: number;
  /** In order of arrival at the gate. */
  readonly items: readonly VisitorItem[];
  readonly sums: OriginSums | null;
  /** Isolates' reports for the limiter. */
  readonly samples?: readonly OriginSample[];
  /** What the shop said is left to sell; the newest of each lane. */
  readonly stock?: readonly StockReport[];
  /** Sessions that asked for much of the origin, merged over isolates. */
  readonly busy?: readonly BusyRow[];
  readonly presence: readonly PresenceReport[];
  /** Last ended session this gate knows of. */
  readonly endedSequence: number;
}

export type GateReply =
  | {
      readonly outcome: "ok";
      /** One for each item, in the same order. */
      readonly results: readonly VisitorResult[];
      readonly snapshot: Snapshot;
      readonly ended: readonly EndedSession[];
      /** The gate waits this long before its next call. */
      readonly nextSyncAfterMs: number;
    }
  /** No such event (any more): never created, or deleted. */
  | { readonly outcome: "gone" };

// ---------------------------------------------------------------- Worker → Gate

export interface VisitRequest {
  readonly ref: EventRef;
  readonly item: VisitorItem;
}

export type VisitReply =
  | { readonly outcome: "ok"; readonly result: VisitorResult }
  | { readonly outcome: "gone" }
  /** The gate's network limit; the item did not reach the event. */
  | { readonly outcome: "limited"; readonly retryAfterMs: number }
  /** The gate's queue is full, or the event cannot be reached; nothing is known of the item, and repeating it is safe. */
  | { readonly outcome: "unavailable"; readonly reason: "overloaded" | "unreachable" };

export interface ReadRequest {
  readonly ref: EventRef;
  readonly endedSequence: number;
  readonly sums: OriginSums | null;
  /** What the isolate measured for the limiter since its last read. */
  readonly sample?: OriginSample;
  /** What the shop said is left to sell since then; the newest of each lane. */
  readonly stock?: readonly StockReport[];
  /** Sessions that asked for much of the origin through this isolate, the busiest. */
  readonly busy?: readonly BusyRow[];
  readonly presence: readonly PresenceReport[];
}

export type ReadReply =
  | {
      readonly outcome: "ok";
      readonly snapshot: Snapshot;
      readonly ended: readonly EndedSession[];
      /** The isolate uses this snapshot without asking again for that long. */
      readonly refreshAfterMs: number;
    }
  | { readonly outcome: "gone" }
  | { readonly outcome: "unavailable"; readonly reason: "overloaded" | "unreachable" };

// ---------------------------------------------------------------- organiser → EventQueue, Directory

/** Who gave an order: the token's subject. */
export interface Actor {
  readonly subject: string;
  readonly role: "viewer" | "operator" | "owner";
}

export interface AuditEntry {
  readonly sequence: number;
  readonly atMs: number;
  /** A person's subject, or "system". */
  readonly subject: string;
  readonly action: string;
  /** What changed, in words and figures; no personal data, no secret. */
  readonly detail: string;
}

/** What the event's object costs, since it started. */
export interface EventUsage {
  /** Calls from gates. */
  readonly calls: number;
  readonly rowsWritten: number;
  readonly storedBytes: number;
}

export interface EventDescription {
  readonly ref: EventRef;
  /** As put, with what commands changed since. */
  readonly settings: EventSettings;
  readonly figures: LiveFigures;
  readonly usage: EventUsage;
}

export interface ConfigureRequest {
  readonly ref: EventRef;
  readonly settings: EventSettings;
  readonly actor: Actor;
  /** What the name of the draw's beacon stands for in this deployment; null = none is used. */
  readonly beacon?: BeaconSource | null;
}

/** A public randomness beacon: who signs, and where its rounds are read. */
export interface BeaconSource {
  readonly url: string;
  readonly chain: BeaconChain;
}

/** What is published of an event's draw; null = there is none yet. */
export type DrawReply = DrawPublication | null;

/** Leaves of one lane from number `from` on, 16 bytes each; empty = there are no more, or none may be known yet. */
export interface LeavesRequest {
  readonly lane: string;
  readonly from: number;
}

/** Gives the event a template, or takes it away. */
export interface TemplateRequest {
  readonly template: (TemplateRef & { readonly text: string }) | null;
  readonly actor: Actor;
}

export interface CommandRequest {
  readonly ref: EventRef;
  readonly command: Command;
  readonly actor: Actor;
  /** The caller's name for this order, 1 to 128 characters: repeated under it by the same subject, it is carried out once. */
  readonly requestId?: string;
}

export type CommandReply =
  | { readonly outcome: "ok"; readonly changed: boolean; readonly description: EventDescription }
  | { readonly outcome: "gone" }
  /** The command does not fit the event, e.g. an unknown lane. */
  | { readonly outcome: "invalid"; readonly field: string; readonly detail: string }
  /** Another command was carried out under this `requestId`; nothing was done. */
  | { readonly outcome: "other-command" };

export type CreateReply =
  | { readonly outcome: "created"; readonly entry: DirectoryEntry; readonly version: number }
  | { readonly outcome: "exists" }
  /** Host and path (`field` "paths.N"), or the origin ("origin"), are another event's. */
  | { readonly outcome: "conflict"; readonly field: string; readonly event: string };

export type ReplaceReply =
  | { readonly outcome: "replaced"; readonly entry: DirectoryEntry; readonly version: number }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "conflict"; readonly field: string; readonly event: string };

/** An event's settings for the directory. */
export interface DirectoryWrite {
  readonly settings: EventSettings;
  /** The deployment's own map from host to origin, of all its hosts; absent = unknown, and only named origins are told apart. */
  readonly hostOrigins?: HostOrigins;
}

// ---------------------------------------------------------------- the methods of each object

/** What gates and organisers call. */
export interface EventQueueRpc {
  configure(request: ConfigureRequest): Promise<EventDescription>;
  sync(report: GateReport): Promise<GateReply>;
  command(request: CommandRequest): Promise<CommandReply>;
  describe(): Promise<EventDescription | null>;
  audit(request: { readonly before: number | null; readonly limit: number }): Promise<readonly AuditEntry[]>;
  /** Changes the template alone; null = there is no such event. */
  setTemplate(request: TemplateRequest): Promise<EventDescription | null>;
  /** The text of a template by its hash; null = it is not (or no longer) here. */
  template(request: { readonly hash: string }): Promise<string | null>;
  draw(): Promise<DrawReply>;
  leaves(request: LeavesRequest): Promise<Uint8Array>;
  destroy(): Promise<void>;
}

/** "missing" = the event has no such template, "unavailable" = it could not be asked. */
export type TemplateReply = { readonly text: string } | "missing" | "unavailable";

/** What isolates call. */
export interface GateRpc {
  visit(request: VisitRequest): Promise<VisitReply>;
  read(request: ReadRequest): Promise<ReadReply>;
  /** What is published of the draw; "unavailable" = the event could not be asked. */
  draw(request: { readonly ref: EventRef }): Promise<DrawReply | "unavailable">;
  leaves(request: LeavesRequest & { readonly ref: EventRef }): Promise<Uint8Array | "unavailable">;
  /** A template's text, from the gate's copy or the event. */
  template(request: { readonly ref: EventRef; readonly hash: string }): Promise<TemplateReply>;
  /** The gate's copy; null when the directory cannot be reached and there is no copy. */
  directory(request: { readonly knownVersion: number | null }): Promise<DirectoryCopy | "unchanged" | null>;
}

/** What gates and organisers call. */
export interface DirectoryRpc {
  read(request: { readonly knownVersion: number | null }): Promise<DirectoryCopy | "unchanged">;
  create(request: DirectoryWrite): Promise<CreateReply>;
  replace(request: DirectoryWrite): Promise<ReplaceReply>;
  /** Which template an event has now; null = there is no such incarnation. */
  setTemplate(request: { readonly ref: EventRef; readonly template: TemplateRef | null }): Promise<DirectoryEntry | null>;
  remove(request: { readonly event: string; readonly actor?: Actor }): Promise<EventRef | null>;
  /** Who removed events of this id, newest first: an event's own audit goes with it. */
  removals(request: { readonly event: string }): Promise<readonly AuditEntry[]>;
}

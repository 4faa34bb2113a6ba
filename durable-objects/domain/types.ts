/**
 * The domain's shared vocabulary: what goes into the event's step and what comes out of it. Data only.
 *
 * Units are in the names. `…Ms` without a further word is the wall clock in Unix milliseconds; positions are
 * 1, 2, 3 … in their lane.
 */

import type { Phase } from "./limiter/phase.ts";
import type { Doors } from "./policy.ts";

export type * from "./policy.ts";

/** One thing a visitor's request asks of the event. Idempotent by its own key. */
export type VisitorItem = JoinItem | ClaimItem | RenewItem | LeaveItem | EndItem;

/** Wants in: admitted at once if nobody waits, else a place, but only for a credential set in an earlier answer. */
export interface JoinItem {
  readonly kind: "join";
  readonly lane: string;
  /** 16 hex digits: 8-byte hash of the visitor credential's id; the idempotency key. */
  readonly visitorKey: string;
  /** The credential's id, which a draw number's leaf is made of; left out = the key stands for it. */
  readonly credentialId?: string;
  /** When the visitor credential expires. */
  readonly expiresAtMs: number;
  /** Keyed hash of the visitor's network, kept in memory only. */
  readonly network: string;
  /** True: the credential came with the request. False: minted for this call; admit at once or do nothing. */
  readonly presented: boolean;
  /** What the credential was given for; it is the idempotency key then. */
  readonly invite?: ShownInvite;
  /** With an invite: the place in another lane that its holder has now, and gives up for the new one. */
  readonly from?: { readonly lane: string; readonly position: number; readonly isDrawNumber: boolean };
}

/** An invite whose signature and time were found good. */
export interface ShownInvite {
  /** 16 hex digits: 8-byte hash of the invite's id. */
  readonly key: string;
  /** The id itself, which a draw number's leaf is made of. */
  readonly id: string;
  /** When the invite expires; its use is remembered for longer. */
  readonly expiresAtMs: number;
}

/** Asks to enter with a ticket (or with an expired pass, which is a ticket for its position). */
export interface ClaimItem {
  readonly kind: "claim";
  readonly lane: string;
  readonly position: number;
  /** The position is a number of the draw, as the ticket has it. */
  readonly isDrawNumber?: boolean;
  /** Keyed hash of the network that asks. */
  readonly network: string;
  /** The same of its IPv4 /24 or IPv6 /48; left out = not known, which is taken for the one the session was last entered from. */
  readonly wideNetwork?: string;
  /** Of the pass that asks by itself: an older one enters only when a person says so, and then it is left out. */
  readonly generation?: number;
}

/** A pass came back: confirms a provisional session and raises its expiry. */
export interface RenewItem {
  readonly kind: "renew";
  readonly lane: string;
  readonly position: number;
  /** The request was on a checkout path. */
  readonly checkout: boolean;
  /** The pass's; left out = the session's own. */
  readonly generation?: number;
}

/** The visitor gives up its place or its session. */
export interface LeaveItem {
  readonly kind: "leave";
  readonly lane: string;
  readonly position: number;
  /** The position is a number of the draw, as the ticket has it. */
  readonly isDrawNumber?: boolean;
}

/** The origin says that a session is over. */
export interface EndItem {
  readonly kind: "end";
  readonly lane: string;
  readonly position: number;
  readonly reason: "origin" | "bought";
}

/** An admitted visitor's stay as the pass tells it. */
export interface SessionView {
  readonly lane: string;
  readonly position: number;
  readonly grantedAtMs: number;
  /** The pass's `exp`. For a provisional session the end of its provisional time. */
  readonly expiresAtMs: number;
  readonly provisional: boolean;
  /** Rises with every "end all"; a pass of an older epoch is refused. */
  readonly epoch: number;
  /** Rises when the session is entered from another network; a pass of an older one is refused at the shop. Left out = 0. */
  readonly generation?: number;
}

/** What became of one item, in the order of the items. */
export type VisitorResult =
  /** join, claim: a session; the same one while it lives, whatever is repeated. */
  | { readonly outcome: "admitted"; readonly session: SessionView; readonly gaveUp?: true }
  /** join: a place in line, or a number of the draw; with a number's leaf and commitment for its receipt. `gaveUp`: the place it came from. */
  | { readonly outcome: "waiting"; readonly position: number; readonly drawNumber?: DrawNumber; readonly gaveUp?: true }
  /** join without a presented credential: nothing was done; show the waiting page. */
  | { readonly outcome: "queueing" }
  /** join: the place this credential got is spent or given up; give a new credential. */
  | { readonly outcome: "spent" }
  /** join: the credential is too old to be judged. */
  | { readonly outcome: "expired" }
  /** claim: the turn is recorded and never lost for lack of intake. */
  | { readonly outcome: "recorded"; readonly late: boolean }
  /** claim: the position is not called yet. */
  | { readonly outcome: "not-yet" }
  /** claim: the place is spent, or its session is over. */
  | { readonly outcome: "over"; readonly reason: "place-spent" | "session-over" }
  /** renew: committed; the new pass may be given. */
  | { readonly outcome: "renewed"; readonly session: SessionView }
  /** renew: there is no such session. */
  | { readonly outcome: "refused" }
  /** renew, claim by a pass: the session lives, but was entered from another network since. */
  | { readonly outcome: "superseded" }
  /** claim: the session is entered from too many networks. */
  | { readonly outcome: "shared"; readonly retryAfterMs: number }
  /** leave, end: true if this call ended something. */
  | { readonly outcome: "left"; readonly changed: boolean }
  /** join: nothing can be had here now; nothing was done. */
  | { readonly outcome: "not-on-sale"; readonly reason: "scheduled" | "sold-out" | "closed" }
  /** join: the lane is by invite and none was shown; nothing was done. */
  | { readonly outcome: "invite-required" }
  /** join: its holder's turn has come in the lane it would leave, or it is inside there; nothing was done, the invite is not used. */
  | { readonly outcome: "stays" }
  /** join: the line is at its bound; nothing was done. */
  | { readonly outcome: "full"; readonly retryAfterSeconds: number }
  /** The lane does not exist. */
  | { readonly outcome: "unknown-lane" };

/** What the holder of a draw number gets to check it with; both hexadecimal. */
export interface DrawNumber {
  readonly number: number;
  readonly leaf: string;
  readonly commitmentHash: string;
}

/** Why turns and grants stand still. */
export type Standstill = "stopped" | "sealed" | "full" | "paused" | "saturated" | "before-opening" | "closed";

/** Where an on-sale is. "drawn": the draw is published, the doors are still to open. */
export type SalePhase = "scheduled" | "pre-queue" | "drawn" | "open" | "sold-out" | "closed";

/** The on-sale as everybody may see it; wall clock, null = not by time. */
export interface SaleSnapshot {
  readonly phase: SalePhase;
  readonly preQueueAtMs: number | null;
  readonly opensAtMs: number | null;
  readonly closesAtMs: number | null;
  /** Left out = nothing is drawn, or the draw has not begun. `waits`: the doors wait for the beacon. */
  readonly draw?: { readonly freezesAtMs: number; readonly isFrozen: boolean; readonly waits: boolean };
}

/** One lane as everybody may see it. */
export interface LaneSnapshot {
  readonly id: string;
  /** Last place issued. */
  readonly issued: number;
  readonly nowServing: number;
  /** Highest position whose turn is over unless it was claimed. */
  readonly missedThrough: number;
  /** Highest position whose late time is over unless it was claimed. */
  readonly spentThrough: number;
  /** Ends of turns: `[last position of the cohort, wall ms]`, ascending; ends move while turns stand still. */
  readonly turnEnds: readonly (readonly [position: number, endsAtMs: number])[];
  /** Admissions a minute this lane is to expect from now on; 0 = unknown. */
  readonly perMinute: number;
  /** Admissions a minute of late, which is what a wait is reckoned with; null until there is a history. */
  readonly recentPerMinute: number | null;
  /** Places ahead within which the call may come in the next minute: who is nearer asks each front interval. */
  readonly frontPlaces: number;
  /** First position the block estimates start at, positions a block, and the living share of each block (0…100). */
  readonly presence: {
    readonly from: number;
    readonly blockSize: number;
    readonly livingPercent: readonly number[];
  };
  /** Nothing is left to sell: nobody is called, no place is given; those there are stay for when it reopens. */
  readonly soldOut?: true;
  /**
   * Numbers base + 1 … base + size are drawn under `key` (16 bytes, hexadecimal); size is null until the freeze, key until the
   * reveal. Left out = the lane has no draw.
   */
  readonly draw?: { readonly base: number; readonly size: number | null; readonly key: string | null };
  /** From this position on there are probably too few left; left out = nothing says so. */
  readonly tooLateFrom?: number;
}

/** Of ranges of the wait, hundredths of a logarithm: where a tenth of the real waits is shorter, where half is, and where a tenth is longer. */
export type ToldError = readonly [low: number, likely: number, high: number];
/** By band, or by so many bands that together they are all. */
export type ToldErrors = readonly ToldError[];

/** The event's public state: small, the same for everybody. */
export interface Snapshot {
  /** Rises with every change; page and isolate ignore an older one. */
  readonly version: number;
  /** The event's own time stamp (wall). */
  readonly atMs: number;
  readonly doors: Doors;
  /** A hint: newcomers would not be admitted at once. */
  readonly queueing: boolean;
  /** Doors are off and the line has drained: people pass without a session. */
  readonly passThrough: boolean;
  readonly standstill: Standstill | null;
  /** Admissions a minute the event permits now. */
  readonly perMinute: number;
  readonly message: string;
  readonly epoch: number;
  /** One position in this many reports its presence; a power of two. */
  readonly presenceSample: number;
  /** One session in this many is told by name to the limiter; a power of two. */
  readonly sessionSample: number;
  /** How much of what those inside ask is refused; 0 = nothing (`limiter/shed.ts`). */
  readonly shedLevel: number;
  /** What all isolates together may have under way at the origin while it can't cope, and what is asked a second of all; left out = no limit. */
  readonly originLimit?: { readonly mostInFlight: number; readonly askedPerSecond: number };
  /** How far ranges of the wait were off (`wait-errors.ts`); none from an event that does not learn it yet. */
  readonly waitErrors?: ToldErrors;
  /** Share of those in line who leave it within a minute, 0…1; none from an event that does not count them yet. */
  readonly leaving?: number;
  readonly lanes: readonly LaneSnapshot[];
  /** Left out = open, and nothing is planned. */
  readonly sale?: SaleSnapshot;
  /** The line is at its bound: when to come back; left out = it is not. */
  readonly full?: { readonly retryAfterSeconds: number };
  /** How long the oldest uncalled place has waited; left out = nobody waits. */
  readonly oldestWaitSeconds?: number;
  /** Sessions that ask for too much over all isolates, the busiest: number of the lane in `lanes`, place, the factor to slow it by. */
  readonly held?: readonly (readonly [lane: number, position: number, factor: number])[];
}

/** A session, or its older passes, ended before they expired; travels beside the snapshot until that pass has expired. */
export interface EndedSession {
  /** 1, 2, 3 …: the reader asks for what came after the last one it knows. */
  readonly sequence: number;
  readonly lane: string;
  readonly position: number;
  /** When no pass of that session can be valid any more. */
  readonly forgetAtMs: number;
  /** The session lives: only passes of a lower generation are over. Left out = all are. */
  readonly below?: number;
}

/** What an isolate measured at the origin since its last report; sums that can be merged. */
export interface OriginSums {
  readonly requests: number;
  /** 2xx and 3xx; 101, 304 and 4xx but 429 are neither good nor bad and stand in `requests` alone. */
  readonly ok: number;
  readonly serverErrors: number;
  readonly throttled: number;
  readonly timeouts: number;
  readonly connectErrors: number;
  /** Sum of times to first byte of good answers, and their count is `ok`. */
  readonly firstByteMsSum: number;
  readonly inFlightMax: number;
  /** Requests refused because they were no navigation and had no pass (field case 4). */
  readonly refusedWithoutPass: number;
}

/** Positions that polled, by lane; only sampled ones. */
export interface PresenceReport {
  readonly lane: string;
  readonly positions: readonly number[];
}

/** Where a visitor stands. The words are the API's. */
export type VisitorState =
  /** Nothing can be had before the pre-queue begins. */
  | "countdown"
  | "joining"
  /** A number was given before the freeze; its place is still to be drawn. */
  | "in-draw"
  /** The place is drawn; the doors are still to open. */
  | "drawn"
  | "waiting"
  | "your-turn"
  | "recorded"
  | "missed"
  | "spent"
  | "stopped"
  | "sealed"
  | "admitted"
  | "ended"
  /** Nothing is left; the place is kept for when it reopens. */
  | "sold-out"
  /** The line is at its bound; no place was given. */
  | "full"
  /** The on-sale is over. */
  | "closed";

/** A setting that a draw's commitment covers. */
export type FixedSetting = "schedule" | "lanes" | "draw";

/** What the organiser sees. Per minute, wall clock. */
export interface LiveFigures {
  readonly atMs: number;
  readonly doors: Doors;
  readonly perMinute: number;
  readonly perMinuteReason: string;
  readonly standstill: Standstill | null;
  readonly maxActiveSessions: number;
  readonly activeSessions: number;
  readonly provisionalSessions: number;
  readonly letInRemaining: number;
  readonly grantedLastMinute: number;
  readonly origin: OriginSums;
  readonly limiter: LimiterFigures;
  readonly phase: SalePhase;
  /** The draw's commitment is made. */
  readonly drawBegun: boolean;
  /** Settings that hold because of it, for now. */
  readonly fixed: readonly FixedSetting[];
  /** The doors should be open and wait for the draw; `perMinuteReason` says for what of it. */
  readonly drawWaits: boolean;
  /** What bounds the line, in people; null = nothing does. */
  readonly mostWaiting: number | null;
  /** Sessions that ask for more than a quarter of what one may, the busiest. */
  readonly busySessions: readonly BusySession[];
  readonly lanes: readonly {
    readonly id: string;
    readonly lastIssued: number;
    readonly nowServing: number;
    /** Places waiting for their call, those given up not counted. */
    readonly waiting: number;
    /** Called, turn still open, not yet claimed. */
    readonly calledNotIn: number;
    /** Claims recorded and waiting for intake. */
    readonly recorded: number;
    /** 0…1: learned share of the called that never claim; null while unknown. */
    readonly noShowShare: number | null;
    readonly oldestWaitSeconds: number | null;
    /** Who said that it is sold out; null = it is not. */
    readonly soldOut: "organiser" | "stock" | null;
    /** What the origin said last is left to sell; null = it has said nothing. */
    readonly stock: number | null;
  }[];
}

/** A busy session as the organiser sees it. */
export interface BusySession {
  readonly lane: string;
  readonly position: number;
  /** Requests asked, over the last seconds and all isolates; what was refused counts. */
  readonly perSecond: number;
  readonly concurrent: number;
  readonly held: boolean;
}

/** What the limiter makes of the origin. */
export interface LimiterFigures {
  /** Null: nothing was ever measured, or the rate is fixed; then the organiser's rate holds. */
  readonly phase: Phase | null;
  /** Sessions the origin is believed to carry; null = no limit found. */
  readonly targetSessions: number | null;
  /** Sessions that load it now, as measured. */
  readonly sessions: number | null;
  readonly shedLevel: number;
  /** Requests that may be under way at the origin at once, over all isolates; null = no limit. */
  readonly mostInFlight: number | null;
}

/** What the origin, or the organiser for it, says of its load. */
export type LoadWord = "ok" | "slow" | "stop";

/** An organiser's order to the line. */
export type Command =
  | { readonly command: "load"; readonly load: LoadWord }
  | { readonly command: "doors"; readonly doors: Doors }
  | { readonly command: "intake"; readonly perMinute?: number; readonly maxActiveSessions?: number }
  | { readonly command: "let-in"; readonly count: number }
  | { readonly command: "message"; readonly message: string }
  | { readonly command: "end-session"; readonly lane: string; readonly position: number }
  | { readonly command: "end-all"; readonly includePaying?: boolean }
  /** Null = now. */
  | { readonly command: "move-opening"; readonly opensAt: string | null }
  /** Lane left out = every lane. */
  | { readonly command: "sold-out"; readonly lane?: string }
  | { readonly command: "reopen"; readonly lane?: string }
  | { readonly command: "close"; readonly includePaying?: boolean };

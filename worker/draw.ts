/** What is published of draws: the publication and its leaves for programs, and a page that recomputes them. Readable by anybody. */
import type { DirectoryEntry, DrawReply } from "../durable-objects/protocol.ts";
import { gateStub } from "../durable-objects/stubs.ts";
import { newNonce } from "./answers.ts";
import { regionOf, type RequestContext } from "./context.ts";
import { signCommitment } from "./credentials/commitment.ts";
import { knownDirectory } from "./directory-view.ts";
import { hasPassed } from "./event-view.ts";
import { takeCall } from "./limits.ts";
import { renderDrawPage } from "./pages/draw-page.ts";
import { problem } from "./problem.ts";
import { refusedForNow, refusedForRate } from "./refusals.ts";

const PUBLICATION = /^\/_stanchion\/v1\/events\/([a-z0-9-]{1,40})\/draw(\/leaves)?$/;
const LANE = /^[a-z0-9-]{1,40}$/;
const PAGE = /^\/_stanchion\/draw\/([a-z0-9-]{1,40})$/;

/** A path of a draw's, read. */
interface DrawPath {
  readonly event: string;
  readonly wants: "page" | "publication" | "leaves";
}

/** Which draw's path it is, and for what; null = none's. */
export function drawPathOf(rawPath: string): DrawPath | null {
  const page = PAGE.exec(rawPath)?.[1];
  if (page !== undefined) return { event: page, wants: "page" };
  const [, event, leaves] = PUBLICATION.exec(rawPath) ?? [];
  return event === undefined ? null : { event, wants: leaves === undefined ? "publication" : "leaves" };
}

/** Answers a request for a path of a draw's. */
export async function answerDraw(context: RequestContext, { event, wants }: DrawPath): Promise<Response> {
  const { request, target } = context;
  if (request.method !== "GET" && request.method !== "HEAD")
    return problem(405, "method-not-allowed", "A draw is read only.", { headers: { Allow: "GET, HEAD" } });
  const directory = await knownDirectory(context);
  if (directory === null) return refusedForNow();
  const entry = directory.byHost.get(target.host)?.find((each) => each.event === event);
  if (entry === undefined) return problem(404, "unknown-event", "This host has no such on-sale.");
  if (wants === "page") return drawPage(entry);
  const taken = takeCall(context, "");
  if (!taken.allowed) return refusedForRate(taken);
  return wants === "leaves" ? leavesOf(context, entry) : publication(context, entry);
}

function drawPage({ event, settings }: DirectoryEntry): Response {
  const { html, headers } = renderDrawPage({ event, title: settings.title, nonce: newNonce(), framing: [] });
  return new Response(html, { headers });
}

/** Of use only if anybody can read it, from wherever. */
const FOR_ANYBODY = { "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store" } as const;

/** This isolate's last copies: anybody may read them as often as they like, so that no object hears of each time (S12). */
const copies = new Map<string, { readonly atMs: number; readonly reply: DrawReply }>();
const FRESH_MS = 1_000;
const MOST_COPIES = 100;

async function publicationOf(context: RequestContext, entry: DirectoryEntry): Promise<DrawReply | "unavailable"> {
  const key = `${entry.event}/${entry.incarnation}`;
  const known = copies.get(key);
  if (known !== undefined && !hasPassed(known.atMs, FRESH_MS, context.nowMs)) return known.reply;
  const reply = await gateOf(context, entry).draw({ ref: refOf(entry) });
  if (reply === "unavailable") return reply;
  if (copies.size >= MOST_COPIES) copies.clear();
  copies.set(key, { atMs: context.nowMs, reply });
  return reply;
}

async function publication(context: RequestContext, entry: DirectoryEntry): Promise<Response> {
  const reply = await publicationOf(context, entry);
  if (reply === "unavailable") return refusedForNow();
  if (reply === null)
    return problem(404, "no-draw", "Nothing is published of a draw of this on-sale: it has none, or its pre-queue has not begun.");
  const signedCommitments = await Promise.all(reply.commitments.map((commitment) => signCommitment(context.config, commitment)));
  return Response.json({ ...reply, signedCommitments }, { headers: FOR_ANYBODY });
}

/** Raw bytes, 16 a leaf, from number `from` on; as many as one answer holds. Empty = there are no more. */
async function leavesOf(context: RequestContext, entry: DirectoryEntry): Promise<Response> {
  const query = new URLSearchParams(context.target.query);
  const { lanes } = entry.settings;
  const lane = query.get("lane") ?? (lanes.length === 1 ? lanes[0]?.id : undefined);
  // A lane that the organiser has taken away since was drawn all the same.
  if (lane === undefined || !LANE.test(lane)) return problem(400, "lane-required", "Name one of the draw's lanes.", { field: "lane" });
  const from = query.get("from") ?? "1";
  if (!/^[1-9][0-9]{0,9}$/.test(from)) return problem(400, "invalid-field", '"from" is a number from 1.', { field: "from" });
  const reply = await gateOf(context, entry).leaves({ ref: refOf(entry), lane, from: Number(from) });
  if (reply === "unavailable") return refusedForNow();
  return new Response(reply, { headers: { ...FOR_ANYBODY, "Content-Type": "application/octet-stream" } });
}

function refOf({ event, incarnation }: DirectoryEntry): { readonly event: string; readonly incarnation: number } {
  return { event, incarnation };
}

/** Any shard will do, so it is not always the same. */
function gateOf(context: RequestContext, entry: DirectoryEntry): ReturnType<typeof gateStub> {
  const shard = Math.floor(Math.random() * context.config.deployment.shardsPerRegion);
  return gateStub(context.env, entry, regionOf(context), shard);
}

/**
 * Recomputes a draw from what a room has published of it, and says of each check how it came out. Trusts nothing but the
 * publication's own numbers, the beacon's public key, and for a receipt the room's public keys.
 *
 *     npm run verify-draw -- PUBLICATION [--number N] [--lane LANE] [--receipt JWT --jwks FILE|URL]
 *                            [--leaves [LANE=]FILE|URL]… [--all OUT.csv]
 *
 * PUBLICATION is a file or a URL (https, or http on the loopback address). Exits 1 if a check fails.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { verifyBeacon } from "../../durable-objects/domain/draw/beacon-signature.ts";
import { sha256 } from "../../durable-objects/domain/draw/sha256.ts";
import { LEAF_BYTES } from "../../durable-objects/domain/draw/chain.ts";
import { placeOf } from "../../durable-objects/domain/draw/permutation.ts";
import { type DrawPublication, readPublication } from "../../durable-objects/domain/draw/publication.ts";
import { type ReceiptFacts, readReceiptFacts } from "../../durable-objects/domain/draw/receipt.ts";
import { type Check, inForce, publishedKey, publishedPlace, verifyPublication } from "../../durable-objects/domain/draw/verification.ts";
import { isMain } from "./project.ts";

const usage =
  "Usage: npm run verify-draw -- PUBLICATION [--number N] [--lane LANE] [--receipt JWT --jwks FILE|URL] [--leaves [LANE=]FILE|URL]… [--all OUT.csv]";

const TIMEOUT_MS = 30_000;
const MAX_TEXT_BYTES = 1_000_000;
/** Leaves of a draw of 20 million. */
const MAX_LEAVES_BYTES = 20_000_000 * LEAF_BYTES;

export interface Outcome {
  /** No check failed. Some may be open, for want of what they compare. */
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/**
 * The command.
 *
 * @throws where an argument is wrong or something cannot be read; the message is for whoever typed it
 */
export async function verifyDrawCommand(args: readonly string[]): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      number: { type: "string" },
      lane: { type: "string" },
      receipt: { type: "string" },
      jwks: { type: "string" },
      leaves: { type: "string", multiple: true, default: [] },
      all: { type: "string" },
    },
  });
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new Error("name one publication: a file or a URL");
  const read = readPublication(parseJson(await readText(source), source));
  if (!read.ok) throw new Error(`${source} is no publication of a draw: ${read.fault}`);
  const { publication } = read;

  const receipt = values.receipt === undefined ? undefined : await provenReceipt(values.receipt, values.jwks);
  const leaves = new Map(await Promise.all(values.leaves.map((named) => readLeaves(publication, named))));
  const checks = verifyPublication(publication, { sha256, verifyBeacon }, { leaves, ...(receipt === undefined ? {} : { receipt }) });
  const lines = [titleOf(publication), ...checks.map(lineOf)];

  if (receipt !== undefined) lines.push(...placeLine(publication, receipt.lane, receipt.number));
  if (values.number !== undefined) lines.push(...placeLine(publication, laneFor(publication, values.lane), readNumber(values.number)));
  if (values.all !== undefined) lines.push(await writePlaces(publication, values.lane, values.all));
  const failed = checks.filter(({ ok }) => ok === false).length;
  const open = checks.filter(({ ok }) => ok === null).length;
  lines.push(`${checks.length - failed - open} checks passed, ${failed} failed, ${open} open`);
  return { ok: failed === 0, lines };
}

function titleOf(publication: DrawPublication): string {
  const { event, incarnation, opensAtMs } = inForce(publication);
  return `${event} (incarnation ${incarnation}), opening ${new Date(opensAtMs).toISOString()}: ${publication.state}`;
}

const marks = new Map<boolean | null, string>([
  [true, "ok   "],
  [false, "WRONG"],
  [null, "open "],
]);

function lineOf({ name, lane, ok, detail }: Check): string {
  return `${marks.get(ok)}  ${(lane === null ? name : `${name} ${lane}`).padEnd(18)} ${detail}`;
}

function placeLine(publication: DrawPublication, lane: string, number: number): string[] {
  const place = publishedPlace(publication, sha256, lane, number);
  if (place === null) return [`number ${number} of ${lane}: its place can't be known before the reveal`];
  const size = publication.lanes?.find((one) => one.lane === lane)?.size ?? 0;
  return [`number ${number} of ${lane}: place ${place}${number > size ? `, as it came after the ${size} drawn` : ` of ${size}`}`];
}

/** The lane that was meant: the only one, where none is named. */
function laneFor(publication: DrawPublication, named: string | undefined): string {
  const { lanes } = inForce(publication);
  const lane = named ?? (lanes.length === 1 ? lanes[0] : undefined);
  if (lane === undefined) throw new Error(`--lane must name one of ${lanes.join(", ")}`);
  if (!lanes.includes(lane)) throw new Error(`there is no lane "${lane}": the draw has ${lanes.join(", ")}`);
  return lane;
}

function readNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(number)) throw new Error("--number must be a whole number from 1");
  return number;
}

/** The facts of a receipt whose signature is one of the keys'. */
async function provenReceipt(token: string, jwks: string | undefined): Promise<ReceiptFacts> {
  if (jwks === undefined) throw new Error("--receipt needs --jwks: the room's public keys, as /_stanchion/jwks.json has them");
  const keySet = parseJson(await readText(jwks), jwks);
  try {
    const keys = createLocalJWKSet(keySet as JSONWebKeySet);
    const { payload, protectedHeader } = await compactVerify(token, keys, { algorithms: ["EdDSA"] });
    if (protectedHeader.typ !== "stanchion-receipt+jwt") throw new Error(`its type is "${protectedHeader.typ}"`);
    const facts = readReceiptFacts(JSON.parse(new TextDecoder().decode(payload)));
    if (facts === null) throw new Error("its claims are not a receipt's");
    return facts;
  } catch (error) {
    throw new Error(`the receipt is not one that these keys signed: ${messageOf(error)}`, { cause: error });
  }
}

async function readLeaves(publication: DrawPublication, named: string): Promise<readonly [string, Uint8Array]> {
  const [, lane, source = ""] = /^(?:([a-z0-9-]+)=)?(.*)$/s.exec(named) ?? [];
  return [laneFor(publication, lane), await readBytes(source, MAX_LEAVES_BYTES)];
}

/** Writes `lane,number,place` for every number that was drawn. */
async function writePlaces(publication: DrawPublication, named: string | undefined, file: string): Promise<string> {
  const lanes = named === undefined ? inForce(publication).lanes : [laneFor(publication, named)];
  const rows = ["lane,number,place"];
  for (const lane of lanes) {
    const known = publishedKey(publication, sha256, lane);
    if (known === null) throw new Error("--all: places can't be known before the reveal");
    for (let number = 1; number <= known.size; number += 1) rows.push(`${lane},${number},${placeOf(known.key, known.size, number)}`);
  }
  await writeFile(file, `${rows.join("\n")}\n`);
  return `${rows.length - 1} places written to ${file}`;
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${source} is no JSON`, { cause: error });
  }
}

async function readText(source: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(source, MAX_TEXT_BYTES));
}

async function readBytes(source: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const bytes = /^[a-z]+:\/\//i.test(source) ? await download(source, maxBytes) : new Uint8Array(await readFile(source));
    if (bytes.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return bytes;
  } catch (error) {
    throw new Error(`cannot read ${source}: ${messageOf(error)}`, { cause: error });
  }
}

async function download(source: string, maxBytes: number): Promise<Uint8Array> {
  const { protocol, hostname } = new URL(source);
  const loopback = ["127.0.0.1", "[::1]", "localhost"].includes(hostname) || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !(protocol === "http:" && loopback)) throw new Error("only https, or http on the loopback address");
  const response = await fetch(source, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    length += (part as Uint8Array).length;
    if (length > maxBytes) break;
  }
  return new Uint8Array(Buffer.concat(parts));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

if (isMain(import.meta)) {
  try {
    const { ok, lines } = await verifyDrawCommand(process.argv.slice(2));
    for (const line of lines) console.log(line);
    if (!ok) process.exitCode = 1;
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
}

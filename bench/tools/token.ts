/**
 * Makes an organiser's token and writes it to standard output.
 *
 *     npm run --silent token -- --subject NAME --role viewer|operator|owner --events a,b|"*" [--ttl 12h] [--keys FILE]
 *
 * The key is the organiser's private one, from a file that `npm run keys` wrote.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { importJWK, SignJWT } from "jose";
import type { OrganiserActor } from "../../worker/organiser/deps.ts";
import { isEventScope, isSubject, organiserIssuer, organiserRoles, organiserTokenType } from "../../worker/organiser-token.ts";
import { devKeysFile, type OrganiserFile } from "./keys.ts";
import { isMain } from "./project.ts";

const maxTtlSeconds = 30 * 86_400;

/** Signs a token for one deployment. */
export async function mintOrganiserToken(
  { issuer, organiserKey }: OrganiserFile,
  { subject, role, events }: OrganiserActor,
  times: { readonly ttlSeconds: number; readonly nowMs: number },
): Promise<string> {
  const iat = Math.floor(times.nowMs / 1_000);
  return new SignJWT({ role, events })
    .setProtectedHeader({ alg: "EdDSA", typ: organiserTokenType, kid: organiserKey.kid })
    .setIssuer(organiserIssuer)
    .setAudience(issuer)
    .setSubject(subject)
    .setIssuedAt(iat)
    .setExpirationTime(iat + times.ttlSeconds)
    .sign(await importJWK(organiserKey.jwk, "EdDSA"));
}

const usage = `Usage: npm run --silent token -- --subject NAME --role ${organiserRoles.join("|")} --events a,b|"*" [--ttl 12h] [--keys FILE]`;

/**
 * The command: the token its arguments ask for.
 *
 * @throws where an argument is wrong or the key cannot be read; the message is for whoever typed it
 */
export async function tokenCommand(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      subject: { type: "string" },
      role: { type: "string" },
      events: { type: "string" },
      ttl: { type: "string", default: "12h" },
      keys: { type: "string", default: devKeysFile },
    },
  });
  const actor = readActor(values);
  const ttlSeconds = readTtl(values.ttl);
  return mintOrganiserToken(await readOrganiserFile(values.keys), actor, { ttlSeconds, nowMs: Date.now() });
}

function readActor(values: {
  readonly subject?: string | undefined;
  readonly role?: string | undefined;
  readonly events?: string | undefined;
}): OrganiserActor {
  const role = organiserRoles.find((known) => known === values.role);
  const events = values.events === "*" ? values.events : values.events?.split(",");
  if (!isSubject(values.subject))
    throw new Error("--subject is missing: the name of who gets the token, 1 to 100 characters; the audit shows it");
  if (role === undefined) throw new Error(`--role must be one of ${organiserRoles.join(", ")}`);
  if (!isEventScope(events)) throw new Error('--events must be event ids with commas between them, or "*" (in quotes) for all');
  return { subject: values.subject, role, events };
}

const secondsOf: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

function readTtl(text: string): number {
  const [, count, unit = ""] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsOf[unit] ?? Number.NaN);
  if (!(seconds <= maxTtlSeconds)) throw new Error("--ttl must be a number with m, h or d (30m, 12h, 7d), at most 30d");
  return seconds;
}

async function readOrganiserFile(file: string): Promise<OrganiserFile> {
  let content: Partial<OrganiserFile>;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(`cannot read the keys in ${file}: "npm run keys" makes them, --keys says where they are`, { cause: error });
  }
  if (!content?.issuer || !content.organiserKey)
    throw new Error(`${file} holds no organiser key; take the organiser.json that "npm run keys" wrote`);
  return { issuer: content.issuer, organiserKey: content.organiserKey };
}

if (isMain(import.meta)) {
  try {
    console.log(await tokenCommand(process.argv.slice(2)));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
}

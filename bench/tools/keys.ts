/**
 * Makes the secrets of a deployment: ticket master, pass key, organiser key.
 *
 *     npm run keys -- --issuer https://room.example [--dir FOLDER] [--force]
 *     npm run keys -- --dev [--issuer URL] [--force]
 *
 * Files are readable by their owner alone, and a folder made here keeps itself out of git. Nothing is overwritten without
 * `--force`: with a lost ticket master everybody's place in line is lost too.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { base64url, exportJWK, generateKeyPair, type JWK } from "jose";
import { is } from "valibot";
import { origin } from "../../worker/organiser/address-fields.ts";
import { isMain, root } from "./project.ts";

/** Values of the secret bindings. */
export interface Secrets {
  readonly STANCHION_TICKET_KEYS: string;
  readonly STANCHION_PASS_KEYS: string;
  readonly STANCHION_ORGANISER_KEYS: string;
}

/** What organisers' tokens are signed with; it never goes into the room. */
export interface OrganiserFile {
  /** The deployment's issuer, which tokens are made for. */
  readonly issuer: string;
  /** Ed25519 private key. */
  readonly organiserKey: { readonly kid: string; readonly jwk: JWK };
}

export interface KeySet extends OrganiserFile {
  readonly secrets: Secrets;
}

/** Where the keys of the local demo are. */
export const devKeysFile = join(root, ".stanchion/keys.json");

const devIssuer = "http://localhost";

/** Fresh random keys. The kids of those for development begin with `dev-`, and they serve on the loopback address alone. */
export async function makeKeys(options: { readonly issuer: string; readonly dev: boolean; readonly nowMs: number }): Promise<KeySet> {
  const day = new Date(options.nowMs).toISOString().slice(0, 10);
  const kid = () => `${options.dev ? "dev-" : ""}${day}-${crypto.randomUUID().slice(0, 8)}`;
  const ticketKey = { kid: kid(), key: base64url.encode(crypto.getRandomValues(new Uint8Array(32))) };
  const [pass, organiser, organiserKid] = [await makePair(), await makePair(), kid()];
  return {
    issuer: options.issuer,
    organiserKey: { kid: organiserKid, jwk: organiser.privateJwk },
    secrets: {
      STANCHION_TICKET_KEYS: JSON.stringify([ticketKey]),
      STANCHION_PASS_KEYS: JSON.stringify([{ kid: kid(), jwk: pass.privateJwk }]),
      STANCHION_ORGANISER_KEYS: JSON.stringify([{ kid: organiserKid, jwk: organiser.publicJwk }]),
    },
  };
}

async function makePair(): Promise<{ readonly privateJwk: JWK; readonly publicJwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
  return { privateJwk: await exportJWK(privateKey), publicJwk: await exportJWK(publicKey) };
}

/**
 * The keys of the local demo; the first call makes them.
 *
 * @throws where the file is there but holds no keys
 */
export async function loadOrMakeDevKeys(file: string, nowMs: number): Promise<KeySet> {
  if (!existsSync(file)) {
    const keys = await makeKeys({ issuer: devIssuer, dev: true, nowMs });
    await writeSecretFile(file, keys, false);
    return keys;
  }
  const keys: Partial<KeySet> = JSON.parse(await readFile(file, "utf8"));
  if (!keys.secrets || !keys.organiserKey || !keys.issuer)
    throw new Error(`${file} holds no development keys: npm run keys -- --dev --force makes new ones`);
  return keys as KeySet;
}

/**
 * Writes JSON that only its owner can read.
 *
 * @throws with code EEXIST where the file is there and `force` is not set
 */
async function writeSecretFile(file: string, content: object, force: boolean): Promise<void> {
  const folder = dirname(file);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await writeFile(join(folder, ".gitignore"), "*\n");
  // Written beside the old file and put in its place: the old one's mode may be wider, and a crash leaves one of the two.
  const target = force ? `${file}.new` : file;
  if (force) await rm(target, { force: true });
  await writeFile(target, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  if (force) await rename(target, file);
}

const usage = `Usage: npm run keys -- --issuer https://room.example [--dir FOLDER] [--force]
       npm run keys -- --dev [--issuer URL] [--force]`;

/**
 * The command: writes the files its arguments ask for and returns what to tell.
 *
 * @throws where an argument is wrong or a file is there already; the message is for whoever typed it
 */
export async function keysCommand(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dev: { type: "boolean", default: false },
      issuer: { type: "string" },
      dir: { type: "string" },
      force: { type: "boolean", default: false },
    },
  });
  const { dev, dir, force } = values;
  const issuer = values.issuer ?? (dev ? devIssuer : undefined);
  if (issuer === undefined) throw new Error('--issuer is missing: the "issuer" of STANCHION_DEPLOYMENT');
  if (!is(origin(), issuer)) throw new Error("--issuer must be an origin: http(s)://host[:port], lower case, without path or default port");
  if (dev && dir !== undefined) throw new Error("--dir does not go with --dev, whose keys have their fixed place");
  const keys = await makeKeys({ issuer, dev, nowMs: Date.now() });
  if (dev) return writeFiles({ [devKeysFile]: keys }, force, "These keys serve on the loopback address only.");
  const folder = resolve(dir ?? join(root, ".stanchion/deployment"));
  const [secretsFile, organiserFile] = [join(folder, "secrets.json"), join(folder, "organiser.json")];
  const { secrets, ...organiser } = keys;
  return writeFiles(
    { [secretsFile]: secrets, [organiserFile]: organiser satisfies OrganiserFile },
    force,
    instructions(secretsFile, organiserFile),
  );
}

async function writeFiles(files: Readonly<Record<string, object>>, force: boolean, afterwards: string): Promise<string> {
  const standing = Object.keys(files).find((file) => !force && existsSync(file));
  if (standing !== undefined)
    throw new Error(`${standing} is there already; --force replaces it, and what its keys have signed is worth nothing then`);
  for (const [file, content] of Object.entries(files)) await writeSecretFile(file, content, force);
  return [...Object.keys(files).map((file) => `Written: ${file}`), afterwards].join("\n");
}

function instructions(secretsFile: string, organiserFile: string): string {
  const [secrets, organiser] = [secretsFile, organiserFile].map((file) => relative(process.cwd(), file));
  return `
1. Give the room its secrets:    npx wrangler secret bulk ${secrets}
2. Remove that file, or lock it away: whoever reads it can make tickets and passes.
3. Keep the other one with those who may make organisers' tokens:
   npm run token -- --keys ${organiser} --subject NAME --role owner --events "*"

To rotate a key later, put the new entry behind the old one in its list, deploy everywhere, then move it to the front: the
first one signs, all verify. Take the old one out when what it signed has expired (tickets: 14 days).`;
}

if (isMain(import.meta)) {
  try {
    console.log(await keysCommand(process.argv.slice(2)));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
}

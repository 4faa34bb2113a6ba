/** The secret bindings: parsed, judged (S15) and turned into keys that can be used but not read out. */
import { base64url } from "jose";
import { publishedKeys } from "./published-keys.ts";

/** Root of all keys derived by purpose; see `keys.ts`. */
export interface TicketMaster {
  readonly kid: string;
  readonly hkdf: CryptoKey;
}

/** Ed25519 pair that signs passes and edge assertions. */
export interface PassKey {
  readonly kid: string;
  readonly signing: CryptoKey;
  readonly verifying: CryptoKey;
  /** Public key, base64url. */
  readonly x: string;
}

/** Ed25519 public key that verifies organisers' tokens. */
export interface OrganiserKey {
  readonly kid: string;
  readonly verifying: CryptoKey;
}

/** The first key of a list signs, all of them verify. */
export type KeyList<K> = readonly [K, ...K[]];

export interface Keys {
  readonly ticketKeys: KeyList<TicketMaster>;
  readonly passKeys: KeyList<PassKey>;
  /** Null: none are set, and the organiser API and the console are shut. */
  readonly organiserKeys: KeyList<OrganiserKey> | null;
}

export interface KeyBindings {
  readonly STANCHION_TICKET_KEYS?: unknown;
  readonly STANCHION_PASS_KEYS?: unknown;
  readonly STANCHION_ORGANISER_KEYS?: unknown;
}

export type CheckedKeys =
  | { readonly ok: true; readonly keys: Keys }
  /** Each names the variable, the key by its `kid`, and what to do. No fault quotes key material. */
  | { readonly ok: false; readonly faults: readonly string[] };

type Name = keyof KeyBindings;

/** One entry of a list, its form checked. `material`: what nobody else may have and no other entry may share. */
interface Entry<K> {
  readonly kid: string;
  readonly material: readonly string[];
  /** @throws where the runtime refuses the key */
  readonly load: () => Promise<K>;
}

const remedy = 'make new keys with "npm run keys"';

/** Checks all three lists and names every fault, not only the first. */
export async function checkKeys(bindings: KeyBindings): Promise<CheckedKeys> {
  const faults: string[] = [];
  const tickets = readList("STANCHION_TICKET_KEYS", bindings, faults, ticketEntry);
  const passes = readList("STANCHION_PASS_KEYS", bindings, faults, passEntry);
  const organisers = isUnset(bindings.STANCHION_ORGANISER_KEYS)
    ? []
    : readList("STANCHION_ORGANISER_KEYS", bindings, faults, organiserEntry);
  refuseShared(
    [...named("STANCHION_TICKET_KEYS", tickets), ...named("STANCHION_PASS_KEYS", passes), ...named("STANCHION_ORGANISER_KEYS", organisers)],
    faults,
  );
  const ticketKeys = await load("STANCHION_TICKET_KEYS", tickets, faults);
  const passKeys = await load("STANCHION_PASS_KEYS", passes, faults);
  const organiserKeys = await load("STANCHION_ORGANISER_KEYS", organisers, faults);
  if (faults.length > 0 || !isFilled(ticketKeys) || !isFilled(passKeys)) return { ok: false, faults };
  return { ok: true, keys: { ticketKeys, passKeys, organiserKeys: isFilled(organiserKeys) ? organiserKeys : null } };
}

function isFilled<K>(keys: readonly K[]): keys is KeyList<K> {
  return keys.length > 0;
}

/** Not set at all, null from an environment without it, or set to nothing. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Entries in good form; of the others, faults. */
function readList<K>(
  name: Name,
  bindings: KeyBindings,
  faults: string[],
  read: (entry: Json) => Omit<Entry<K>, "kid"> | string,
): Entry<K>[] {
  const text = bindings[name];
  if (isUnset(text)) {
    faults.push(`${name} is not set: ${remedy} and set it as a secret`);
    return [];
  }
  const list = typeof text === "string" ? parseJson(text) : null;
  if (!Array.isArray(list) || list.length === 0) {
    faults.push(`${name} is not a JSON list of keys: ${remedy}`);
    return [];
  }
  const entries: Entry<K>[] = [];
  const kids = new Set<string>();
  for (const [index, item] of list.entries()) {
    const kid = isObject(item) ? item["kid"] : undefined;
    if (!isObject(item) || typeof kid !== "string" || !/^[A-Za-z0-9._-]{1,64}$/.test(kid)) {
      faults.push(`${name}: entry ${index} has no "kid" of 1 to 64 letters, digits, ".", "_" or "-"`);
      continue;
    }
    if (kids.has(kid)) faults.push(`${name}: "kid" "${kid}" stands twice; each key needs its own`);
    kids.add(kid);
    const entry = read(item);
    if (typeof entry === "string") faults.push(`${name}: key "${kid}" ${entry}; ${remedy}`);
    else entries.push({ kid, ...entry });
  }
  return entries;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function ticketEntry(entry: Json): Omit<Entry<Omit<TicketMaster, "kid">>, "kid"> | string {
  const bytes = decode(entry["key"]);
  if (bytes === null) return 'has no "key" in base64url without padding';
  if (bytes.length < 32) return `has ${bytes.length} bytes; at least 32 random ones are needed`;
  // Of 32 random bytes about 30 differ, and all are printable once in 10^13 times.
  if (new Set(bytes).size < 16 || bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is not made of random bytes";
  return {
    material: [base64url.encode(bytes)],
    load: async () => ({ hkdf: await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]) }),
  };
}

function passEntry({ jwk }: Json): Omit<Entry<Omit<PassKey, "kid">>, "kid"> | string {
  const x = publicPart(jwk);
  const d = isObject(jwk) ? jwk["d"] : undefined;
  if (x === null || typeof d !== "string" || decode(d)?.length !== 32) return 'has no "jwk" that is an Ed25519 private key';
  return {
    material: [x, d],
    load: async () => {
      const signing = await crypto.subtle.importKey("jwk", { ...okp, x, d }, "Ed25519", false, ["sign"]);
      const verifying = await importPublic(x);
      const probe = new TextEncoder().encode("stanchion");
      const signature = await crypto.subtle.sign("Ed25519", signing, probe);
      if (!(await crypto.subtle.verify("Ed25519", verifying, signature, probe))) throw new Error("x and d are of different keys");
      return { signing, verifying, x };
    },
  };
}

function organiserEntry({ jwk }: Json): Omit<Entry<Omit<OrganiserKey, "kid">>, "kid"> | string {
  const x = publicPart(jwk);
  if (x === null) return 'has no "jwk" that is an Ed25519 public key';
  if (isObject(jwk) && jwk["d"] !== undefined) return 'holds the private half ("d"), which has no place in the room';
  return { material: [x], load: async () => ({ verifying: await importPublic(x) }) };
}

const okp = { kty: "OKP", crv: "Ed25519" } as const;

function importPublic(x: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", { ...okp, x }, "Ed25519", false, ["verify"]);
}

function publicPart(jwk: unknown): string | null {
  if (!isObject(jwk) || jwk["kty"] !== okp.kty || jwk["crv"] !== okp.crv) return null;
  const { x } = jwk;
  return typeof x === "string" && decode(x)?.length === 32 ? x : null;
}

/** Bytes of canonical base64url without padding, so that one key has one spelling; else null. */
function decode(text: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof text !== "string" || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const bytes = new Uint8Array(base64url.decode(text));
    return base64url.encode(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

interface NamedEntry {
  readonly name: Name;
  readonly kid: string;
  readonly material: readonly string[];
}

function named(name: Name, entries: readonly Entry<unknown>[]): NamedEntry[] {
  return entries.map(({ kid, material }) => ({ name, kid, material }));
}

/** A key known to others, or used for two things, is no key. */
function refuseShared(entries: readonly NamedEntry[], faults: string[]): void {
  const owners = new Map<string, NamedEntry>();
  for (const entry of entries) {
    if (entry.material.some((material) => publishedKeys.has(material))) {
      faults.push(`${entry.name}: key "${entry.kid}" is a published sample key that anybody can use; ${remedy}`);
    }
    const owner = entry.material.map((material) => owners.get(material)).find((found) => found !== undefined);
    if (owner !== undefined) {
      faults.push(`${entry.name}: key "${entry.kid}" is shared: ${owner.name} has the same as "${owner.kid}"; ${remedy}`);
    }
    for (const material of entry.material) owners.set(material, entry);
  }
}

async function load<K>(name: Name, entries: readonly Entry<K>[], faults: string[]): Promise<(K & { kid: string })[]> {
  const keys: (K & { kid: string })[] = [];
  for (const { kid, load: loadKey } of entries) {
    try {
      keys.push({ kid, ...(await loadKey()) });
    } catch {
      faults.push(`${name}: key "${kid}" is not a working key; ${remedy}`);
    }
  }
  return keys;
}

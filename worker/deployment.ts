/** `STANCHION_DEPLOYMENT`: the hosts and origins that belong to this deployment, whatever events say (S2). */
import * as v from "valibot";
import { quicknet } from "../durable-objects/domain/draw/beacon.ts";
import { isHex } from "../durable-objects/domain/draw/bytes.ts";
import type { BeaconSource, Region } from "../durable-objects/protocol.ts";
import { host, network, origin } from "./organiser/address-fields.ts";
import { REGIONS } from "./organiser/event-schema.ts";
import { id, integer, list, oneOf, textThat } from "./organiser/fields.ts";

/** Where the caller's address comes from (S9). */
export type Platform =
  | { readonly kind: "cloudflare" }
  | { readonly kind: "workerd" }
  | {
      readonly kind: "proxy";
      /** The caller is the rightmost address in it that is outside these prefixes. */
      readonly header: string;
      readonly trustedProxies: readonly string[];
      /** The header in which the proxy tells the caller's country (ISO 3166-1 alpha-2); without it no country is known. */
      readonly countryHeader?: string;
    };

export interface Deployment {
  /** `iss` of every credential, `aud` of organiser tokens. */
  readonly issuer: string;
  /** By `Host` header, lower case, with the port where there is one. Without prototype: any text may be looked up. */
  readonly hosts: Readonly<Record<string, { readonly origin: string }>>;
  /** Origins an event may name. */
  readonly origins: readonly string[];
  /** Hosts of the console, which no event may cover (S3). */
  readonly consoleHosts: readonly string[];
  readonly platform: Platform;
  readonly shardsPerRegion: number;
  readonly region: Region;
  /** Public randomness beacons that draws may use, by name. Without prototype: any text may be looked up. */
  readonly beacons: Readonly<Record<string, BeaconSource>>;
}

export type ParsedDeployment =
  | { readonly ok: true; readonly deployment: Deployment }
  /** Each fault names its member. */
  | { readonly ok: false; readonly faults: readonly string[] };

const headerName = textThat((text) => /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/i.test(text), "must be a header's name");

const hex = (bytes: number) => textThat((text) => isHex(text, bytes), `must be ${bytes} bytes in lower-case hexadecimal`);

/** What drand's `/info` tells of a chain. */
const chain = v.strictObject({
  publicKey: hex(96),
  periodSeconds: integer(1, 86_400),
  genesisSeconds: integer(0, 100_000_000_000),
  groupHash: hex(32),
  beaconId: id(),
});

/** There whether it is configured or not. */
const QUICKNET: BeaconSource = { url: "https://api.drand.sh", chain: quicknet };

const schema = v.strictObject({
  issuer: origin(),
  hosts: v.record(v.string(), v.strictObject({ origin: origin() }), 'must map hosts to {"origin": …}'),
  origins: v.optional(list(origin(), 0, 100), []),
  consoleHosts: v.optional(list(host(), 0, 20), []),
  platform: v.variant(
    "kind",
    [
      v.strictObject({ kind: v.literal("cloudflare") }),
      v.strictObject({ kind: v.literal("workerd") }),
      v.strictObject({
        kind: v.literal("proxy"),
        header: headerName,
        trustedProxies: list(network(), 1, 100),
        countryHeader: v.exactOptional(headerName),
      }),
    ],
    'must have "kind": "cloudflare", "workerd" or "proxy"',
  ),
  shardsPerRegion: v.optional(integer(1, 256), 16),
  region: oneOf(REGIONS),
  beacons: v.optional(v.record(v.string(), v.strictObject({ url: origin(), chain })), {}),
});

/** Reads the variable strictly: a member that is unknown, missing or in another form than it is compared in is a fault. */
export function parseDeployment(text: unknown): ParsedDeployment {
  if (typeof text !== "string" || text === "") return refuse(["is not set: README, Configuration, says what it holds"]);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse(["is not JSON"]);
  }
  const result = v.safeParse(schema, json);
  if (!result.success) return refuse(result.issues.map(describe));
  const { hosts, consoleHosts, beacons, ...rest } = result.output;
  const faults = [
    ...Object.keys(hosts)
      .filter((name) => !isOwnSpelling(name))
      .map((name) => `hosts: ${shown(name)} ${hostForm}`),
    // `host()` folds case; here the spelling is the operator's own to mend.
    ...consoleHosts
      .filter((name) => Object.hasOwn(hosts, name))
      .map((name) => `consoleHosts: ${shown(name)} is in hosts too; the console is never the shop's host`),
  ];
  if (Object.keys(hosts).length === 0) faults.push("hosts: names no host");
  if (faults.length > 0) return refuse(faults);
  return {
    ok: true,
    deployment: {
      ...rest,
      hosts: Object.assign(Object.create(null), hosts),
      consoleHosts,
      beacons: Object.assign(Object.create(null), { quicknet: QUICKNET }, beacons),
    },
  };
}

const hostForm = "must be a host as browsers send it: lower case, with the port where it is not the scheme's own";

/** Whether the host is written the one way a browser sends it, under http as under https. */
function isOwnSpelling(name: string): boolean {
  const parsed = v.safeParse(host(), name);
  return parsed.success && parsed.output === name && URL.canParse(`http://${name}`) && new URL(`http://${name}`).host === name;
}

function describe(issue: v.BaseIssue<unknown>): string {
  const member = v.getDotPath(issue) ?? "";
  if (member === "") return "must be a JSON object";
  if (issue.type !== "strict_object") return `${member} ${issue.message}`;
  if (issue.expected === "never") return `${member} is not a member known here`;
  return issue.input === undefined ? `${member} is missing` : `${member} must be an object`;
}

function refuse(faults: readonly string[]): ParsedDeployment {
  return { ok: false, faults: faults.map((fault) => `STANCHION_DEPLOYMENT: ${fault}`) };
}

/** Goes into the log: bounded, and without control characters. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

/** Those building blocks that hold hosts, origins, paths and rules of a request. */
import * as v from "valibot";
import { patternKey } from "../../durable-objects/domain/directory.ts";
import { isOwnCookieName } from "../cookies.ts";
import { MAX_GLOB_LENGTH } from "../glob.ts";
import { parseNetwork } from "../ip-networks.ts";
import { MIN_SECRET_LENGTH } from "../match-rules.ts";
import { isCountry } from "./countries.ts";
import { boolean, textThat } from "./fields.ts";

const MAX_WILDCARDS = 8;

/** `host` or `host:port` as a browser sends it in `Host`; lower-cased. */
export function host() {
  return v.pipe(
    v.custom<string>(
      (input) => typeof input === "string" && isHost(input.toLowerCase()),
      "must be a host name as browsers send it, with the port where it is not 443 (shop.example, shop.example:8443)",
    ),
    v.transform((name) => name.toLowerCase()),
  );
}

/** Scheme, host and port and nothing else, as in the `Origin` header. */
export function origin() {
  return textThat(isOrigin, "must be an origin: http(s)://host[:port], lower case, without path or default port");
}

/** Who may show a page in a frame. */
export function frameAncestor() {
  return textThat((given) => given === "self" || isOrigin(given), 'must be an origin such as "https://portal.example", or "self"');
}

/** A glob over whole paths: `*` within a segment, `**` across segments; what it names covers everything below. */
export function pathPattern() {
  return textThat(
    isPathPattern,
    `must be a path pattern: "/…", at most ${MAX_GLOB_LENGTH} characters, * and ** as only wildcards, nothing under /_stanchion`,
  );
}

/** As `pathPattern`, or `*.ext` for all paths that end so. */
export function rulePattern() {
  return textThat(
    (text) => isPathPattern(text) || /^\*\.[a-z0-9][a-z0-9.-]{0,31}$/i.test(text),
    `must be a path pattern: "/…" or "*.ext", at most ${MAX_GLOB_LENGTH} characters, * and ** as only wildcards, nothing under /_stanchion`,
  );
}

/** A path on the shop's host to send a visitor to; "//host" and "/\host" would leave it. */
export function localPath() {
  return textThat(
    (text) => /^\/(?![/\\])[^\\\s#]*$/u.test(text) && text.length <= 512 && isPlain(text) && !isOurs(text),
    'must be a path of the shop that begins with one "/", at most 512 characters, without fragment, not under /_stanchion',
  );
}

/** Fetch cuts white space at both ends of a header's value, so none may rest on it. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** `cookie-octet` of RFC 6265: what needs no quotes and no escape. */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;
const PRINTABLE = /^[\x20-\x7e]+$/;

export function headerCondition() {
  return valueCondition(
    textThat((text) => isToken(text), "must be a header's name"),
    HEADER_VALUE,
  );
}

export function cookieCondition() {
  return valueCondition(
    textThat((text) => isToken(text) && !isOwnCookieName(text), "must be a cookie's name, and none of Stanchion's own"),
    COOKIE_VALUE,
  );
}

export function queryCondition() {
  return valueCondition(
    textThat((text) => PRINTABLE.test(text) && text.length <= 64, "must be a query parameter's name"),
    PRINTABLE,
  );
}

/** Anybody can send any value: it proves its sender by being secret, unless its owner says that it needn't (S8). */
function valueCondition(name: ReturnType<typeof textThat>, form: RegExp) {
  return v.pipe(
    v.strictObject({
      name,
      value: textThat((text) => form.test(text) && text.length <= 512, "must be 1 to 512 printable ASCII characters"),
      forgeable: v.optional(boolean(), false),
    }),
    v.forward(
      v.check(
        ({ value, forgeable }) => forgeable || value.length >= MIN_SECRET_LENGTH,
        `must be a secret of ${MIN_SECRET_LENGTH} characters or more, since anybody can send what is shorter; "forgeable": true takes it as it is`,
      ),
      ["value"],
    ),
  );
}

export function method() {
  return v.pipe(
    textThat((text) => /^[a-z]{1,20}$/i.test(text), "must be an HTTP method"),
    v.transform((name) => name.toUpperCase()),
  );
}

/** An address prefix: `192.0.2.0/24`, `2001:db8::/32`, or one address. */
export function network() {
  return textThat((text) => parseNetwork(text) !== null, "must be an address or a CIDR prefix (192.0.2.0/24, 2001:db8::/32)");
}

/** ISO 3166-1 alpha-2; upper-cased. */
export function country() {
  return v.pipe(
    textThat(
      (text) => /^[a-z]{2}$/i.test(text) && isCountry(text.toUpperCase()),
      "must be a country's code of two letters (ISO 3166-1 alpha-2: DE, GB)",
    ),
    v.transform((code) => code.toUpperCase()),
  );
}

/** `token` of RFC 9110. */
function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/i.test(text);
}

function isHost(name: string): boolean {
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(name) || name.length > 260) return false;
  // The URL parser writes a host the one way a browser does; what it writes otherwise would never match.
  const url = `https://${name}`;
  return URL.canParse(url) && new URL(url).host === name;
}

function isOrigin(text: string): boolean {
  return text.length <= 300 && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isPathPattern(text: string): boolean {
  return (
    text.startsWith("/") &&
    text.length <= MAX_GLOB_LENGTH &&
    isPlain(text) &&
    // Not in any path (RFC 3986 section 3.3), and mostly signs of another pattern language.
    !/[?#\\^|[\]{}<>"`]/.test(text) &&
    !/\*{3}|%(?![0-9a-f]{2})/i.test(text) &&
    !/\/(?:\/|\.{1,2}(?:\/|$))/.test(text) &&
    (text.match(/\*+/g)?.length ?? 0) <= MAX_WILDCARDS &&
    !isOurs(text)
  );
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** Under Stanchion's own path, in any spelling that is folded when matching. */
function isOurs(path: string): boolean {
  return /^\/_stanchion(?:[/?;]|$)/.test(patternKey(path));
}

import { describe, expect, test } from "vitest";
import { base64url } from "jose";
import { checkKeys, type KeyBindings } from "../../worker/key-lists.ts";
import { entriesOf, freshKeys } from "../support/deployment.ts";

interface PassEntry {
  readonly kid: string;
  readonly jwk: Readonly<Record<string, unknown>> & { readonly x: string; readonly d: string };
}

const { secrets } = await freshKeys();
const other = (await freshKeys()).secrets;
const [ticket] = entriesOf<{ kid: string; key: string }>(secrets.STANCHION_TICKET_KEYS);
const [pass] = entriesOf<PassEntry>(secrets.STANCHION_PASS_KEYS);
const [organiser] = entriesOf<PassEntry>(secrets.STANCHION_ORGANISER_KEYS);
const [otherTicket] = entriesOf<{ kid: string; key: string }>(other.STANCHION_TICKET_KEYS);
const [otherPass] = entriesOf<PassEntry>(other.STANCHION_PASS_KEYS);
if (!ticket || !pass || !organiser || !otherTicket || !otherPass) throw new Error("no keys");

async function faultsOf(changes: KeyBindings): Promise<readonly string[]> {
  const checked = await checkKeys({ ...secrets, ...changes });
  return checked.ok ? [] : checked.faults;
}

const tickets = (...entries: object[]): KeyBindings => ({ STANCHION_TICKET_KEYS: JSON.stringify(entries) });
const passes = (...entries: object[]): KeyBindings => ({ STANCHION_PASS_KEYS: JSON.stringify(entries) });
const organisers = (...entries: object[]): KeyBindings => ({ STANCHION_ORGANISER_KEYS: JSON.stringify(entries) });
const bytes = (...values: number[]): string => base64url.encode(Uint8Array.from(values));
/** A text that decodes to the same bytes: the last of 43 characters has two bits that count for nothing. */
const otherEnding = (key: Buffer): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const text = key.toString("base64url");
  return text.slice(0, -1) + (alphabet[alphabet.indexOf(text.slice(-1)) + 1] ?? "");
};
const random = (count: number): string => base64url.encode(crypto.getRandomValues(new Uint8Array(count)));

describe("S15: keys", () => {
  test("fresh ones are taken, in their order, and none can be read out", async () => {
    const checked = await checkKeys({ ...secrets, ...tickets(ticket, otherTicket) });
    if (!checked.ok) throw new Error(checked.faults.join());
    const { ticketKeys, passKeys, organiserKeys } = checked.keys;
    expect(ticketKeys.map(({ kid }) => kid)).toEqual([ticket.kid, otherTicket.kid]);
    const all = [...ticketKeys.map(({ hkdf }) => hkdf), ...passKeys.map(({ signing }) => signing)];
    expect(all.map(({ extractable }) => extractable)).toEqual([false, false, false]);
    expect(organiserKeys).toHaveLength(1);
    expect(JSON.stringify(checked)).not.toContain(pass.jwk.d);
  });

  test.each([[undefined], [null], [""]])("organiser keys may be missing (%o): only the organiser API is shut", async (value) => {
    const checked = await checkKeys({ ...secrets, STANCHION_ORGANISER_KEYS: value });
    expect(checked).toMatchObject({ ok: true, keys: { organiserKeys: null } });
  });

  test.each(["STANCHION_TICKET_KEYS", "STANCHION_PASS_KEYS"] as const)("%s missing is a fault", async (name) => {
    for (const value of [undefined, null, ""])
      expect(await faultsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} is not set`)]);
  });

  test.each(["STANCHION_TICKET_KEYS", "STANCHION_PASS_KEYS", "STANCHION_ORGANISER_KEYS"] as const)(
    "%s in another form is a fault",
    async (name) => {
      for (const value of ["{", "[]", "{}", "7", 7, ["x"]])
        expect(await faultsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
      expect(await faultsOf({ [name]: "[null]" })).toEqual([expect.stringContaining(`${name}: entry 0 has no "kid"`)]);
      expect(await faultsOf({ [name]: '[{"kid":"a b"}]' })).toEqual([expect.stringContaining(`${name}: entry 0 has no "kid"`)]);
      expect(await faultsOf({ [name]: '[{"kid":"a"}]' })).toEqual([expect.stringContaining(`${name}: key "a" has no`)]);
    },
  );

  test("short", async () => {
    expect(await faultsOf(tickets({ kid: "s", key: random(31) }))).toEqual([
      expect.stringContaining('STANCHION_TICKET_KEYS: key "s" has 31 bytes'),
    ]);
    expect(await faultsOf(tickets({ kid: "s", key: random(32) }))).toEqual([]);
  });

  test.each([
    ["zeros", bytes(...new Array<number>(32).fill(0))],
    ["one byte again and again", bytes(...new Array<number>(64).fill(0xc3))],
    ["text", base64url.encode("correct horse battery staple correct")],
    ["the sample secret of a token debugger", base64url.encode("a-string-secret-at-least-256-bits-long")],
  ])("not random: %s", async (_, key) => {
    expect(await faultsOf(tickets({ kid: "s", key }))).toEqual([expect.stringContaining('key "s" is not made of random bytes')]);
  });

  test("in another spelling than base64url without padding", async () => {
    const plain = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
    for (const key of [plain.toString("base64"), `${plain.toString("base64url")}=`, otherEnding(plain), 7, null]) {
      expect(await faultsOf(tickets({ kid: "s", key }))).toEqual([expect.stringContaining('key "s" has no "key" in base64url')]);
    }
  });

  test("duplicate kid", async () => {
    expect(await faultsOf(tickets(ticket, { ...otherTicket, kid: ticket.kid }))).toEqual([
      expect.stringContaining(`"kid" "${ticket.kid}" stands twice`),
    ]);
  });

  test.each([
    ["under two kids", tickets(ticket, { ...ticket, kid: "again" }), "STANCHION_TICKET_KEYS", "again"],
    ["passes, under two kids", passes(pass, { ...pass, kid: "again" }), "STANCHION_PASS_KEYS", "again"],
    ["the ticket key as private pass key", tickets({ kid: "t", key: pass.jwk.d }), "STANCHION_PASS_KEYS", pass.kid],
    ["a public key as ticket key", tickets({ kid: "t", key: pass.jwk.x }), "STANCHION_PASS_KEYS", pass.kid],
    [
      "the pass key as organiser key",
      organisers({ kid: "o", jwk: { kty: "OKP", crv: "Ed25519", x: pass.jwk.x } }),
      "STANCHION_ORGANISER_KEYS",
      "o",
    ],
  ])("shared: %s", async (_, changes, name, kid) => {
    expect(await faultsOf(changes)).toEqual([expect.stringContaining(`${name}: key "${kid}" is shared`)]);
  });

  const rfc8037 = {
    kty: "OKP",
    crv: "Ed25519",
    x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  };
  test.each([
    [
      "RFC 7515's HMAC key",
      tickets({ kid: "p", key: "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow" }),
    ],
    ["RFC 7520's HMAC key", tickets({ kid: "p", key: "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg" })],
    ["RFC 8037's pair", passes({ kid: "p", jwk: rfc8037 })],
    ["RFC 8037's public key for organisers", organisers({ kid: "p", jwk: { ...rfc8037, d: undefined } })],
    ["RFC 8037's private key as ticket key", tickets({ kid: "p", key: rfc8037.d })],
  ])("published: %s", async (_, changes) => {
    expect(await faultsOf(changes)).toEqual([expect.stringContaining('key "p" is a published sample key')]);
  });

  test.each([
    ["public half alone", { ...pass.jwk, d: undefined }],
    ["another curve", { ...pass.jwk, crv: "X25519" }],
    ["another type", { ...pass.jwk, kty: "EC" }],
    ["short d", { ...pass.jwk, d: random(31) }],
    ["padded x", { ...pass.jwk, x: `${pass.jwk.x}=` }],
  ])("a pass key that is none: %s", async (_, jwk) => {
    expect(await faultsOf(passes({ kid: "k", jwk }))).toEqual([
      expect.stringContaining('key "k" has no "jwk" that is an Ed25519 private key'),
    ]);
  });

  test("a pass key whose halves are of two pairs", async () => {
    const jwk = { ...pass.jwk, x: otherPass.jwk.x };
    expect(await faultsOf(passes({ kid: "k", jwk }))).toEqual([expect.stringContaining('key "k" is not a working key')]);
  });

  test("an organiser's private key in the room", async () => {
    expect(await faultsOf(organisers(otherPass))).toEqual([expect.stringContaining(`key "${otherPass.kid}" holds the private half`)]);
  });

  test("no fault quotes key material", async () => {
    const faults = await faultsOf({
      ...tickets({ kid: "a", key: pass.jwk.d }, { kid: "b", key: pass.jwk.d }, { kid: pass.jwk.d.repeat(2), key: random(8) }),
      ...passes(pass, { ...pass, kid: "again" }),
      ...organisers({ kid: "o", jwk: otherPass.jwk }),
    });
    expect(faults.length).toBeGreaterThanOrEqual(4);
    for (const material of [pass.jwk.d, pass.jwk.x, otherPass.jwk.d]) expect(faults.join()).not.toContain(material);
  });
});

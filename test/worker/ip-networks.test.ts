import fc from "fast-check";
import { isIP } from "node:net";
import { describe, expect, test } from "vitest";
import { formatAddress, parseAddress } from "../../worker/ip-address.ts";
import { networkMatches, parseNetwork, prefixesOf } from "../../worker/ip-networks.ts";

const spelled = (text: string) => {
  const address = parseAddress(text);
  return address === null ? null : formatAddress(address);
};

describe("addresses", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["::", "::"],
    ["::1", "::1"],
    ["1::", "1::"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ])("%s is %s", (text, expected) => {
    expect(spelled(text)).toBe(expected);
  });

  test.each([
    "",
    " ",
    "1",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "1.2.3.256",
    "1.2.3.-4",
    "0x1.2.3.4",
    "1.2.3.4 ",
    " 1.2.3.4",
    "1.2.3.4:80",
    "1.2.3.4\n",
    "\uff11.2.3.4",
    ":",
    ":::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "::1::",
    "1::2::3",
    ":1::2",
    "1:",
    "12345::",
    "g::",
    "[::1]",
    "::1%eth0",
    "1.2.3.4::",
    "::1.2.3",
    "::1.2.3.4:1",
    "::01.2.3.4",
    "::ffff:1.2.3.4/96",
  ])("S9: %j is no address", (text) => {
    expect(spelled(text)).toBe(null);
  });

  test("every address of the runtime's own reading is read, and reads the same again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ unit: fc.constantFrom(..."0123afF:.%/ "), maxLength: 24 })), (text) => {
        const isAddress = isIP(text) !== 0 && !text.includes("%");
        expect([text, spelled(text) !== null]).toEqual([text, isAddress]);
        const once = spelled(text);
        if (once !== null) expect(spelled(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("networks", () => {
  test.each([
    ["192.0.2.0/24", "192.0.2.255", true],
    ["192.0.2.0/24", "192.0.3.0", false],
    ["192.0.2.77/24", "192.0.2.1", true],
    ["192.0.2.1", "192.0.2.1", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["::/0", "203.0.113.9", false],
    ["::/0", "::ffff:203.0.113.9", false],
    ["128.0.0.0/1", "200.1.1.1", true],
    ["192.0.2.128/25", "192.0.2.127", false],
    ["2001:db8::/33", "2001:db8:7fff::1", true],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["::ffff:192.0.2.0/120", "192.0.2.9", true],
    ["192.0.2.0/24", "::ffff:192.0.2.9", true],
    ["192.0.2.0/24", null, false],
    ["192.0.2.0/24", "192.0.2.1 ", false],
    ["nonsense", "192.0.2.1", false],
  ])("%s holds %s: %s", (cidr, address, expected) => {
    expect(networkMatches(cidr, address)).toBe(expected);
  });

  test.each([
    "",
    "/24",
    "192.0.2.0/",
    "192.0.2.0/33",
    "192.0.2.0/024",
    "192.0.2.0/-1",
    "192.0.2.0/24/24",
    "192.0.2.0/2 4",
    "::/129",
    "192.0.2.0/1e1",
  ])("%j is no network", (text) => {
    expect(parseNetwork(text)).toBe(null);
  });

  test("agrees with counting bits", () => {
    const bitsOf = (text: string) => (parseAddress(text)?.groups ?? []).map((group) => group.toString(2).padStart(16, "0")).join("");
    fc.assert(
      fc.property(
        fc.constantFrom(fc.ipV4(), fc.ipV6()).chain((kind) => fc.tuple(kind, kind)),
        fc.nat(128),
        fc.nat(128),
        ([first, second], bits, shared) => {
          const [a, b] = [bitsOf(first), bitsOf(second)];
          const length = Math.min(bits, a.length);
          expect(networkMatches(`${first}/${length}`, second)).toBe(a.length === b.length && a.slice(0, length) === b.slice(0, length));
          // Two random addresses rarely share a beginning: let one of the bits decide.
          const at = Math.min(shared, a.length - 1);
          const flipped = formatAddress({
            version: a.length === 32 ? 4 : 6,
            groups: groupsOf(a.slice(0, at) + (a[at] === "0" ? "1" : "0") + a.slice(at + 1)),
          });
          if (bitsOf(flipped).length === a.length) expect(networkMatches(`${first}/${length}`, flipped)).toBe(at >= length);
        },
      ),
    );
  });
});

describe("prefixesOf", () => {
  test.each([
    ["192.0.2.77", ["192.0.2.77/32", "192.0.2.0/24"]],
    ["::ffff:192.0.2.77", ["192.0.2.77/32", "192.0.2.0/24"]],
    [
      "2001:db8:1234:5678:9abc:def0:1234:5678",
      ["2001:db8:1234:5678::/64", "2001:db8:1234:5600::/56", "2001:db8:1234::/48", "2001:db8:1200::/40"],
    ],
    [null, []],
    ["unknown", []],
  ])("S12: of %s", (address, expected) => {
    expect(prefixesOf(address)).toEqual(expected);
  });
});

function groupsOf(bits: string): number[] {
  return (bits.match(/.{16}/g) ?? []).map((group) => Number.parseInt(group, 2));
}

import { describe, expect, test } from "vitest";
import type { Platform } from "../../worker/deployment.ts";
import { clientOf } from "../../worker/network.ts";

/** A request as the runtime shows it. */
const from = (headers: Record<string, string>, cf: object = {}) => Object.assign(new Request("https://shop.example/", { headers }), { cf });

const FORGED = {
  "X-Forwarded-For": "203.0.113.66",
  "X-Real-IP": "203.0.113.66",
  Forwarded: "for=203.0.113.66",
  "True-Client-IP": "203.0.113.66",
  "CF-Connecting-IP": "203.0.113.66",
};

describe("S9: cloudflare", () => {
  const platform: Platform = { kind: "cloudflare" };
  test("the address is CF-Connecting-IP, the country is the platform's", () => {
    const request = from({ ...FORGED, "CF-Connecting-IP": "2001:DB8::7" }, { country: "NL", clientIp: "203.0.113.66:1" });
    expect(clientOf(request, platform)).toEqual({ address: "2001:db8::7", country: "NL" });
  });
  test.each([
    {},
    { "CF-Connecting-IP": "192.0.2.1, 192.0.2.2" },
    { "CF-Connecting-IP": "192.0.2.1:80" },
    { "X-Forwarded-For": "192.0.2.1" },
  ])("%o: unknown", (headers) => {
    expect(clientOf(from(headers as Record<string, string>), platform)).toEqual({ address: null, country: null });
  });
  test.each(["XX", "T1", "nl", "", 7, null])("%j is no country", (country) => {
    expect(clientOf(from({ "CF-Connecting-IP": "192.0.2.1" }, { country }), platform).country).toBe(null);
  });
});

describe("S9: workerd", () => {
  const platform: Platform = { kind: "workerd" };
  test.each([
    ["192.0.2.1:51484", "192.0.2.1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.01", null],
    ["256.0.2.1:80", null],
    ["2001:db8::1", "2001:db8::1"],
    ["unix:/run/room.sock", null],
    ["[192.0.2.1]:443", null],
    ["192.0.2.1:", null],
    ["", null],
  ])("a socket to %s", (clientIp, address) => {
    expect(clientOf(from(FORGED, { clientIp, country: "NL" }), platform)).toEqual({ address, country: null });
  });
  test("without a socket's name the caller is unknown, whatever the headers say", () => {
    expect(clientOf(new Request("https://shop.example/", { headers: FORGED }), platform).address).toBe(null);
  });
});

describe("S9: proxy", () => {
  const platform: Platform = { kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["10.0.0.0/8", "127.0.0.1"] };
  const seen = (list: string, cf?: object) => clientOf(from({ ...FORGED, "X-Forwarded-For": list }, cf), platform).address;
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["203.0.113.66, 192.0.2.1", "192.0.2.1"],
    ["203.0.113.66, 192.0.2.1, 10.1.2.3, 10.4.5.6", "192.0.2.1"],
    ["203.0.113.66,[2001:db8::1]:4711 , 10.1.2.3:80", "2001:db8::1"],
    ["10.1.2.3", null],
    ["", null],
    ["192.0.2.1, nonsense", null],
    ["192.0.2.1, nonsense, 10.1.2.3", null],
    ["192.0.2.1, unknown", null],
    ["192.0.2.1,", null],
    ['for="192.0.2.1"', null],
    [`192.0.2.1${", 10.0.0.1".repeat(40)}`, null],
  ])("%s: %s", (list, address) => {
    expect(seen(list)).toBe(address);
  });
  test("who reaches the socket past the proxy is taken for what he is", () => {
    expect(seen("192.0.2.1", { clientIp: "127.0.0.1:5000" })).toBe("192.0.2.1");
    expect(seen("192.0.2.1", { clientIp: "198.51.100.9:5000" })).toBe("198.51.100.9");
    expect(seen("192.0.2.1", { clientIp: "unix:/run/room.sock" })).toBe("192.0.2.1");
  });
  describe("country", () => {
    const telling: Platform = { ...platform, countryHeader: "X-Edge-Country" };
    const told = (country: string, cf: object = {}, by: Platform = telling) =>
      clientOf(from({ ...FORGED, "X-Forwarded-For": "192.0.2.1", "X-Edge-Country": country, "CF-IPCountry": "FR" }, cf), by).country;
    test("is what the named header says, behind the proxy", () => {
      expect(told("NL")).toBe("NL");
      expect(told("NL", { clientIp: "10.1.2.3:5000", country: "FR" })).toBe("NL");
      expect(told("NL", { clientIp: "unix:/run/room.sock" })).toBe("NL");
    });
    test("is unknown to who reaches the socket past the proxy", () => {
      expect(told("NL", { clientIp: "198.51.100.9:5000", country: "NL" })).toBe(null);
    });
    test.each(["", "XX", "T1", "nl", "NLD", "NL, DE", "N L"])("%j is none", (country) => {
      expect(told(country)).toBe(null);
    });
    test("is unknown where no header is named, whatever others say", () => {
      expect(told("NL", { country: "NL" }, platform)).toBe(null);
    });
  });
  test("only the named header counts", () => {
    expect(clientOf(from(FORGED), { ...platform, header: "X-Edge-Address" }).address).toBe(null);
  });
});

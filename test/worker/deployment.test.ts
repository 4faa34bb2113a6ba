import { describe, expect, test } from "vitest";
import { parseDeployment } from "../../worker/deployment.ts";
import { deployment } from "../support/deployment.ts";

function faultsOf(changes: object): readonly string[] {
  const result = parseDeployment(JSON.stringify({ ...deployment, ...changes }));
  return result.ok ? [] : result.faults;
}

describe("STANCHION_DEPLOYMENT", () => {
  test("is read, with defaults", () => {
    const { consoleHosts: _, origins: __, ...least } = deployment;
    const result = parseDeployment(JSON.stringify(least));
    expect(result).toMatchObject({ ok: true, deployment: { ...least, origins: [], consoleHosts: [], shardsPerRegion: 16 } });
  });

  test.each([
    [{ kind: "cloudflare" }],
    [{ kind: "workerd" }],
    [{ kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/8", "2001:db8::/32"] }],
    [{ kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/8"], countryHeader: "X-Edge-Country" }],
  ])("takes the platform %o", (platform) => {
    expect(parseDeployment(JSON.stringify({ ...deployment, platform }))).toMatchObject({ ok: true, deployment: { platform } });
  });

  test.each(["127.0.0.1:8787", "[::1]:8787", "localhost:8787", "xn--mnchen-3ya.example"])("takes the host %s", (name) => {
    expect(faultsOf({ hosts: { [name]: { origin: "http://127.0.0.1:9000" } } })).toEqual([]);
  });

  test("looks up no host that is not its own, not even a prototype's member", () => {
    const result = parseDeployment(JSON.stringify(deployment));
    if (!result.ok) throw new Error(result.faults.join());
    expect(result.deployment.hosts["shop.example"]).toEqual({ origin: "https://origin.example" });
    for (const name of ["constructor", "__proto__", "toString"]) expect(result.deployment.hosts[name]).toBeUndefined();
  });

  test.each([[undefined], [null], [""], [7]])("%o is not set", (value) => {
    expect(parseDeployment(value)).toMatchObject({ ok: false, faults: [expect.stringMatching(/^STANCHION_DEPLOYMENT: is not set/)] });
  });

  test.each(["{", "[]", "null", '"x"'])("%s is a fault, not an exception", (text) => {
    expect(parseDeployment(text)).toMatchObject({ ok: false });
  });

  const bad = { origin: "https://origin.example" };
  test.each<[string, object, string]>([
    ["an upper-case host", { hosts: { "Shop.example": bad } }, 'hosts: "Shop.example"'],
    ["a host with the scheme", { hosts: { "https://shop.example": bad } }, 'hosts: "https://shop.example"'],
    ["a host with a path", { hosts: { "shop.example/x": bad } }, 'hosts: "shop.example/x"'],
    ["a host with a user", { hosts: { "a@shop.example": bad } }, 'hosts: "a@shop.example"'],
    ["a wildcard", { hosts: { "*.shop.example": bad } }, 'hosts: "*.shop.example"'],
    ["a host with the default port of https", { hosts: { "shop.example:443": bad } }, 'hosts: "shop.example:443"'],
    ["a host with the default port of http", { hosts: { "shop.example:80": bad } }, 'hosts: "shop.example:80"'],
    ["an address in another spelling", { hosts: { "127.1": bad } }, 'hosts: "127.1"'],
    ["no host", { hosts: {} }, "hosts: "],
    ["a host without origin", { hosts: { "shop.example": {} } }, "hosts.shop.example.origin is missing"],
    [
      "an origin with a slash",
      { hosts: { "shop.example": { origin: "https://origin.example/" } } },
      "hosts.shop.example.origin must be an origin",
    ],
    ["an origin with a path", { origins: ["https://origin.example/x"] }, "origins.0 must be an origin"],
    ["an origin that is no http", { origins: ["ftp://origin.example"] }, "origins.0 must be an origin"],
    ["an origin with a user", { origins: ["https://u:p@origin.example"] }, "origins.0 must be an origin"],
    ["an issuer with a slash", { issuer: "https://room.example/" }, "issuer must be an origin"],
    ["a missing issuer", { issuer: undefined }, "issuer is missing"],
    ["a console host that is a shop's", { consoleHosts: ["shop.example"] }, 'consoleHosts: "shop.example" is in hosts too'],
    [
      "a console host that is a shop's in other letters",
      { consoleHosts: ["SHOP.example"] },
      'consoleHosts: "shop.example" is in hosts too',
    ],
    ["a console host that is none", { consoleHosts: ["console example"] }, "consoleHosts.0 must be a host name"],
    ["an unknown platform", { platform: { kind: "nginx" } }, "platform"],
    ["a proxy without header", { platform: { kind: "proxy", trustedProxies: ["127.0.0.0/8"] } }, "platform.header"],
    ["a country header that only a proxy can be trusted with", { platform: { kind: "workerd", countryHeader: "X-Country" } }, "platform"],
    [
      "a country header that is none",
      { platform: { kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/8"], countryHeader: "X Country" } },
      "platform.countryHeader must be a header's name",
    ],
    [
      "a proxy that trusts nobody",
      { platform: { kind: "proxy", header: "X-Forwarded-For", trustedProxies: [] } },
      "platform.trustedProxies",
    ],
    [
      "a proxy with a bad prefix",
      { platform: { kind: "proxy", header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/33"] } },
      "platform.trustedProxies.0",
    ],
    ["no gates", { shardsPerRegion: 0 }, "shardsPerRegion must be a whole number"],
    ["an unknown region", { region: "moon" }, "region must be one of"],
    ["a misspelled member", { consoleHost: [] }, "consoleHost is not a member known here"],
  ])("%s is a fault that names its member", (_, changes, fault) => {
    expect(faultsOf(changes)).toEqual([expect.stringContaining(`STANCHION_DEPLOYMENT: ${fault}`)]);
  });

  test("all faults are told at once", () => {
    expect(faultsOf({ issuer: "x", region: "moon", shardsPerRegion: -1 })).toHaveLength(3);
  });
});

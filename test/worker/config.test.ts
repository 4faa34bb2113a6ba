import { describe, expect, test, vi } from "vitest";
import { makeKeys } from "../../bench/tools/keys.ts";
import { checkBindings, configOf, devKeysAllowed } from "../../worker/config.ts";
import { freshBindings, freshConfig, issuer, noonMs, origin } from "../support/deployment.ts";

describe("checkBindings", () => {
  test("whole bindings are a configuration", async () => {
    expect(await checkBindings(await freshBindings())).toMatchObject({
      ok: true,
      config: { override: null, loopback: false, devKeys: false, deployment: { issuer, hosts: { "shop.example": { origin } } } },
    });
  });

  test.each(["off", "sealed"])("STANCHION_OVERRIDE %s", async (override) => {
    expect(await checkBindings(await freshBindings({ STANCHION_OVERRIDE: override }))).toMatchObject({ ok: true, config: { override } });
  });

  test.each([
    ["STANCHION_OVERRIDE", "Off"],
    ["STANCHION_OVERRIDE", "open"],
    ["STANCHION_OVERRIDE", 1],
    ["STANCHION_LISTENER", "true"],
    ["STANCHION_LISTENER", "127.0.0.1"],
  ])("S15: %s = %o is a fault", async (name, value) => {
    const checked = await checkBindings(await freshBindings({ [name]: value }));
    expect(checked).toMatchObject({ ok: false, faults: [expect.stringContaining(`${name} must be`)], emergency: null });
  });

  test("S15: nothing set at all names every variable that must be", async () => {
    const checked = await checkBindings({});
    expect(checked.ok ? "" : checked.faults.join()).toMatch(/STANCHION_DEPLOYMENT.*STANCHION_TICKET_KEYS.*STANCHION_PASS_KEYS/s);
  });

  test("S15: the override works without keys, and without a deployment nothing does", async () => {
    const bindings = { ...(await freshBindings({ STANCHION_OVERRIDE: "sealed" })), STANCHION_TICKET_KEYS: "" };
    expect(await checkBindings(bindings)).toMatchObject({ ok: false, emergency: { override: "sealed", deployment: { issuer } } });
    expect(await checkBindings({ ...bindings, STANCHION_OVERRIDE: "" })).toMatchObject({ ok: false, emergency: null });
    expect(await checkBindings({ ...bindings, STANCHION_DEPLOYMENT: "" })).toMatchObject({ ok: false, emergency: null });
  });
});

describe("configOf", () => {
  test("computes once for one environment, and logs each fault once", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const bindings = { ...(await freshBindings()), STANCHION_PASS_KEYS: "" };
    const first = await configOf(bindings);
    expect(await configOf(bindings)).toBe(first);
    expect(log.mock.calls).toEqual([[expect.stringContaining("misconfigured: STANCHION_PASS_KEYS is not set")]]);
    expect(await configOf({ ...bindings })).not.toBe(first);
    log.mockRestore();
  });
});

describe("S15: development keys", () => {
  const dev = async (listener: string) =>
    freshConfig({ ...(await makeKeys({ issuer, dev: true, nowMs: noonMs })).secrets, STANCHION_LISTENER: listener });

  test.each([
    ["127.0.0.1", "localhost:8787"],
    ["127.0.0.1", "127.0.0.1:8787"],
    ["127.8.9.1", "shop.localhost"],
    ["::1", "[::1]:8787"],
    ["::ffff:127.0.0.1", "LOCALHOST"],
  ])("serve %s at %s", async (client, host) => {
    expect(devKeysAllowed(await dev("loopback"), client, host)).toBe(true);
  });

  test.each([
    ["203.0.113.7", "localhost"],
    [null, "localhost"],
    ["127.0.0.1", "shop.example"],
    ["127.0.0.1", "localhost.shop.example"],
    ["127.0.0.1", "127.0.0.1.shop.example"],
    ["127.0.0.1", "notlocalhost"],
    ["127.0.0.1", ""],
    ["127.0.0.1.203.0.113.7", "localhost"],
    ["::ffff:203.0.113.7", "localhost"],
  ])("do not serve %s at %s", async (client, host) => {
    expect(devKeysAllowed(await dev("loopback"), client, host)).toBe(false);
  });

  test("serve nobody where the listener is not bound to loopback", async () => {
    expect(devKeysAllowed(await dev(""), "127.0.0.1", "localhost")).toBe(false);
  });

  test("one among others is enough", async () => {
    const mixed = (await makeKeys({ issuer, dev: true, nowMs: noonMs })).secrets;
    for (const name of ["STANCHION_TICKET_KEYS", "STANCHION_PASS_KEYS", "STANCHION_ORGANISER_KEYS"] as const) {
      expect((await freshConfig({ [name]: mixed[name] })).devKeys).toBe(true);
    }
  });

  test("other keys serve everybody", async () => {
    expect(devKeysAllowed(await freshConfig(), "203.0.113.7", "shop.example")).toBe(true);
  });
});

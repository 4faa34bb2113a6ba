import { describe, expect, it } from "vitest";
import { loopbackTarget, visitorAddress } from "../../../bench/load/target.ts";

describe("a crowd's target", () => {
  it.each([
    ["http://localhost:8787", "127.0.0.1", 8787, "localhost:8787"],
    ["http://shop.localhost", "127.0.0.1", 80, "shop.localhost"],
    ["http://127.9.8.7:81/x", "127.9.8.7", 81, "127.9.8.7:81"],
    ["http://[::1]:8787", "::1", 8787, "[::1]:8787"],
  ])("%s is this machine", (base, address, port, host) => {
    expect(loopbackTarget(base)).toMatchObject({ address, port, host });
  });

  it.each([
    "https://localhost:8787",
    "http://shop.example",
    "http://192.0.2.1",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "http://127.0.0.1@192.0.2.1/",
    "http://localhost@192.0.2.1/",
    "http://0.0.0.0:8787",
    "http://[::ffff:192.0.2.1]/",
    "localhost:8787",
    "",
  ])("%s is refused", (base) => {
    expect(loopbackTarget(base)).toBeNull();
  });

  it("gives each of 100,000 visitors a loopback address of its own, and neighbours different networks", () => {
    const addresses = Array.from({ length: 100_000 }, (_, index) => visitorAddress(index));
    expect(new Set(addresses).size).toBe(100_000);
    expect(addresses.every((address) => /^127\.(1[6-9]|[2-9]\d|1\d\d|2[01]\d)\.\d{1,3}\.\d{1,3}$/u.test(address))).toBe(true);
    const networks = addresses.slice(0, 50_000).map((address) => address.replace(/\.\d+$/u, ""));
    expect(new Set(networks).size).toBe(50_000);
  });
});

import { expect, it } from "vitest";
import { configurationFaults } from "../../../bench/tools/configuration-faults.ts";
import { type WranglerConfig, wranglerConfig } from "../../../bench/tools/wrangler-config.ts";

const sound: WranglerConfig = {
  compatibility_date: "2026-11-01",
  compatibility_flags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
  durable_objects: { bindings: [] },
  vars: { STANCHION_DEPLOYMENT: "" },
  workers_dev: false,
  preview_urls: false,
};

it("S8: finds no fault in the project's wrangler.toml", async () => {
  expect(configurationFaults(await wranglerConfig())).toEqual([]);
});

it.each<[string, Partial<WranglerConfig>, RegExp]>([
  ["a second address", { workers_dev: true }, /^workers_dev must be false/],
  ["an address for each version", { preview_urls: true }, /^preview_urls must be false/],
  ["files before the Worker", { assets: { directory: "static" } }, /^assets\.run_worker_first must be true/],
  ["files before the Worker on some paths", { assets: { run_worker_first: ["/a"] } }, /^assets\.run_worker_first must be true/],
  ["an old runtime", { compatibility_date: "2026-04-20" }, /^compatibility_date must be/],
  ["Node's built-ins", { compatibility_flags: ["no_nodejs_compat"] }, /must hold no_nodejs_compat_v2$/],
  ["a secret as a variable", { vars: { STANCHION_TICKET_KEYS: "" } }, /^vars must not hold STANCHION_TICKET_KEYS$/],
  ["one deployment's settings", { vars: { STANCHION_LISTENER: "loopback" } }, /^vars\.STANCHION_LISTENER must be empty/],
])("S8: finds %s", (_, change, fault) => {
  expect(configurationFaults({ ...sound, ...change })).toEqual([expect.stringMatching(fault)]);
});

it("S8: takes what is not said for open, since that is the platform's default", () => {
  const { workers_dev: _workers, preview_urls: _previews, ...silent } = sound;
  expect(configurationFaults(silent)).toHaveLength(2);
});

it("accepts static files that come after the Worker", () => {
  expect(configurationFaults({ ...sound, assets: { directory: "static", run_worker_first: true } })).toEqual([]);
});

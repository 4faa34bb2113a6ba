import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { EventQueue } from "../../durable-objects/event-queue.ts";
import { Directory } from "../../durable-objects/directory.ts";

test("date", async () => {
  const real = Date.now();
  vi.setSystemTime(real + 5_000_000);
  const stub = env.DIRECTORY.get(env.DIRECTORY.newUniqueId());
  const inside = await runInDurableObject(stub, () => Date.now());
  console.log("mocked", inside - real);
  vi.useRealTimers();
  console.log("after", (await runInDurableObject(stub, () => Date.now())) - real);
});
test("spy", async () => {
  const spy = vi.spyOn(Directory.prototype, "read");
  const stub = env.DIRECTORY.get(env.DIRECTORY.newUniqueId());
  await stub.read({ knownVersion: null });
  console.log("spied", spy.mock.calls.length);
  spy.mockRejectedValueOnce(new Error("away"));
  console.log(await stub.read({ knownVersion: null }).catch((e: unknown) => String(e)));
  vi.restoreAllMocks();
});
test("abort", async () => {
  const stub = env.DIRECTORY.get(env.DIRECTORY.newUniqueId());
  await stub.read({ knownVersion: null });
  let t = performance.now();
  for (let i = 0; i < 10; i++) { await evictDurableObject(stub); await stub.read({ knownVersion: null }); }
  console.log("evict", (performance.now() - t) / 10);
  t = performance.now();
  for (let i = 0; i < 10; i++) { await abortAllDurableObjects(); console.log(await stub.read({ knownVersion: null }).catch((e: unknown) => String(e))); }
  console.log("abort", (performance.now() - t) / 10);
});

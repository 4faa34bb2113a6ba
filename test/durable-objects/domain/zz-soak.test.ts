import fc from "fast-check";
import { test } from "vitest";
import { histories } from "/work/main/test/durable-objects/domain/model-histories.ts";
import { playHistory } from "/work/main/test/durable-objects/domain/model-rig.ts";
test("soak", () => { fc.assert(fc.property(histories(Number(process.env.C ?? 2), Number(process.env.OPS ?? 60)), (h) => { playHistory(h); }), { numRuns: 100000, interruptAfterTimeLimit: 45000 }); }, 100_000);

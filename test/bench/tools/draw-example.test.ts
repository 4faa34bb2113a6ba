import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawExample } from "../../../bench/tools/draw-example.ts";
import { root } from "../../../bench/tools/project.ts";
import { verifyDrawCommand } from "../../../bench/tools/verify-draw.ts";
import { allPlaces, hashOfCommitment } from "../../durable-objects/domain/draw/independent-verifier.ts";

const file = join(root, "docs/draw-example.json");

test("the worked example in the documentation is what the command makes", async () => {
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(drawExample().publication);
  expect(await readFile(join(root, "docs/draw.md"), "utf8")).toContain(`\n${drawExample().lines.join("\n")}\n`);
});

test("it stands up to every check, with a real round of the beacon, and to a third party's computation", async () => {
  const { ok, lines } = await verifyDrawCommand([file, "--number", "3"]);
  expect(ok).toBe(true);
  expect(lines.slice(-2)).toEqual(["number 3 of main: place 4 of 5", "7 checks passed, 0 failed, 0 open"]);
  const { commitments, seed, beacon } = drawExample().publication;
  const [commitment] = commitments;
  const randomness = beacon?.randomness ?? null;
  expect(allPlaces({ commitment: commitment ?? {}, seed: seed ?? "", size: 5, lane: "main", randomness })).toEqual([3, 2, 4, 5, 1]);
  expect(drawExample().lines).toContain(`commitment hash ${hashOfCommitment(commitment ?? {})}`);
});

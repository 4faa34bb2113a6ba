/**
 * Makes the worked example of `docs/draw.md`: a draw of five numbers with a real round of quicknet, written to
 * `docs/draw-example.json`, and every value on the way to standard output.
 *
 *     npx node bench/tools/draw-example.ts
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../durable-objects/domain/draw/sha256.ts";
import { quicknet, randomnessOf } from "../../durable-objects/domain/draw/beacon.ts";
import { fromHex, toHex } from "../../durable-objects/domain/draw/bytes.ts";
import { firstHead, leafOf, nextHead } from "../../durable-objects/domain/draw/chain.ts";
import { canonicalCommitment, commitmentHash, makeCommitment } from "../../durable-objects/domain/draw/commitment.ts";
import { placeOf } from "../../durable-objects/domain/draw/permutation.ts";
import type { DrawPublication } from "../../durable-objects/domain/draw/publication.ts";
import { publishedKey } from "../../durable-objects/domain/draw/verification.ts";
import { isMain, root } from "./project.ts";

/** Round 1000, as https://api.drand.sh/52db…e971/public/1000 tells it. It was due at 2023-08-23T15:59:24Z. */
const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
const terms = { event: "on-sale", incarnation: 1, opensAtMs: 1_692_806_394_000, drawLeadSeconds: 60, lanes: ["main"] };
const size = 5;

/** The publication, and the lines that lead to it. */
export function drawExample(): { readonly publication: DrawPublication; readonly lines: readonly string[] } {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const commitment = makeCommitment(sha256, terms, seed, quicknet);
  const hash = toHex(commitmentHash(sha256, commitment));
  const lines = [`seed ${toHex(seed)}`, `commitment ${canonicalCommitment(commitment)}`, `commitment hash ${hash}`];
  let head = firstHead(sha256, hash, "main");
  lines.push(`h0 ${toHex(head)}`);
  for (let number = 1; number <= size; number += 1) {
    const leaf = leafOf(sha256, `visitor-${number}`, number);
    head = nextHead(sha256, head, number, leaf);
    lines.push(`leaf ${number} ${toHex(leaf)}`, `h${number} ${toHex(head)}`);
  }
  const randomness = toHex(randomnessOf(sha256, fromHex(signature)));
  const publication: DrawPublication = {
    algorithm: commitment.algorithm,
    state: "revealed",
    commitments: [commitment],
    lanes: [{ lane: "main", size, head: toHex(head) }],
    beacon: { chain: quicknet, round: commitment.beacon?.round ?? 0, signature, randomness },
    seed: toHex(seed),
    predictableByOperator: false,
  };
  const known = publishedKey(publication, sha256, "main");
  if (known === null) throw new Error("a revealed draw has a key");
  const key = new Uint8Array(new Uint32Array(known.key.map((word) => word >>> 0)).buffer);
  lines.push(`randomness ${randomness}`, `key ${toHex(key)}`);
  for (let number = 1; number <= size; number += 1) lines.push(`place of ${number} ${placeOf(known.key, size, number)}`);
  return { publication, lines };
}

if (isMain(import.meta)) {
  const { publication, lines } = drawExample();
  await writeFile(join(root, "docs/draw-example.json"), `${JSON.stringify(publication, null, 2)}\n`);
  for (const line of lines) console.log(line);
}

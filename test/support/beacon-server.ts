/** A drand relay on loopback for a chain of the test's own: a round is there once it is due, as in the world outside. */
import { createServer } from "node:http";
import { chainHashOf, roundDueAtMs } from "../../durable-objects/domain/draw/beacon.ts";
import { sha256 } from "../../durable-objects/domain/draw/sha256.ts";
import { testChain, type TestChain } from "./beacon.ts";

export interface BeaconServer extends TestChain {
  readonly url: string;
  /** Rounds that were asked for, in order. */
  readonly asked: readonly number[];
  /** While it is away every answer is 503. */
  setAway(isAway: boolean): void;
  stop(): Promise<void>;
}

export async function startBeacon(): Promise<BeaconServer> {
  const { chain, sign } = testChain();
  const hash = chainHashOf(sha256, chain);
  const asked: number[] = [];
  let isAway = false;
  const server = createServer((request, response) => {
    const round = Number(new RegExp(`^/${hash}/public/([0-9]+)$`).exec(request.url ?? "")?.[1] ?? 0);
    asked.push(round);
    if (isAway) response.writeHead(503).end();
    else if (round === 0 || Date.now() < roundDueAtMs(chain, round)) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(sign(round)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    chain,
    sign,
    asked,
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    setAway: (away) => {
      isAway = away;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

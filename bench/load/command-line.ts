/** The crowd's flags, judged before anything is sent. */
import { parseArgs } from "node:util";
import type { CrowdOptions } from "./run-crowd.ts";
import { loopbackTarget } from "./target.ts";

export type CommandLine =
  | { readonly outcome: "ok"; readonly options: CrowdOptions; readonly jsonFile: string | null }
  | { readonly outcome: "refused"; readonly reason: string };

const USAGE = `npm run crowd -- --visitors N --arrive SECONDS
  --base URL          where to, on this machine (http://localhost:8787)
  --path PATH         the page they want (/tickets)
  --timeout SECONDS   everybody still on the way then has failed (the arrival and 180)
  --per-minute N      the cap to judge by (the rate the room tells)
  --burst N           what the bucket may hold (two seconds of the rate)
  --let-in N          admissions let in by hand during the run (0)
  --json FILE         write the result there`;

const FLAGS = {
  visitors: { type: "string" },
  arrive: { type: "string" },
  base: { type: "string", default: "http://localhost:8787" },
  path: { type: "string", default: "/tickets" },
  timeout: { type: "string" },
  "per-minute": { type: "string" },
  burst: { type: "string" },
  "let-in": { type: "string", default: "0" },
  json: { type: "string" },
} as const;

/** Bounds: a crowd is a test on one machine, not a weapon. */
const MOST_VISITORS = 20_000;
const LONGEST_SECONDS = 3600;
const HIGHEST_RATE = 1_000_000;

class Refusal extends Error {}

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({ args: [...args], options: FLAGS });
    const target = loopbackTarget(values.base);
    if (target === null) throw new Refusal(`--base ${values.base}: a crowd goes only to http on this machine`);
    if (!values.path.startsWith("/")) throw new Refusal("--path: begins with /");
    const arriveSeconds = number("arrive", values.arrive, 0, LONGEST_SECONDS);
    const letIn = whole("let-in", values["let-in"], 0, HIGHEST_RATE);
    const options: CrowdOptions = {
      target,
      visitors: whole("visitors", values.visitors, 1, MOST_VISITORS),
      arriveSeconds,
      path: values.path,
      timeoutSeconds: values.timeout === undefined ? arriveSeconds + 180 : number("timeout", values.timeout, 1, LONGEST_SECONDS),
      perMinute: optional("per-minute", values["per-minute"], 0, HIGHEST_RATE),
      burst: optional("burst", values.burst, 0, HIGHEST_RATE),
      letIn: () => letIn,
    };
    return { outcome: "ok", options, jsonFile: values.json ?? null };
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error;
    return { outcome: "refused", reason: `${error.message}\n\n${USAGE}` };
  }
}

function number(name: string, text: string | undefined, lowest: number, highest: number): number {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (value >= lowest && value <= highest) return value;
  throw new Refusal(`--${name}: a number from ${lowest} to ${highest}`);
}

function whole(name: string, text: string | undefined, lowest: number, highest: number): number {
  const value = number(name, text, lowest, highest);
  if (Number.isInteger(value)) return value;
  throw new Refusal(`--${name}: a whole number`);
}

function optional(name: string, text: string | undefined, lowest: number, highest: number): number | null {
  return text === undefined ? null : number(name, text, lowest, highest);
}

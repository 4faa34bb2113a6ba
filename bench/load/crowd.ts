/**
 * `npm run crowd -- --visitors N --arrive SECONDS`: a crowd against a room on this machine.
 *
 * Exit code 0: all well; 1: a promise broke or a visitor failed; 2: not understood or not allowed.
 */
import { writeFile } from "node:fs/promises";
import { isMain } from "../tools/project.ts";
import { readCommandLine } from "./command-line.ts";
import { allWell, describe, runCrowd } from "./run-crowd.ts";

async function main(): Promise<number> {
  const command = readCommandLine(process.argv.slice(2));
  if (command.outcome === "refused") {
    console.error(command.reason);
    return 2;
  }
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  process.once("SIGTERM", () => interrupt.abort());

  let lastPolls = 0;
  const { result, reasons } = await runCrowd({
    ...command.options,
    signal: interrupt.signal,
    onFigures: (figures, elapsedSeconds) => {
      console.log(`${elapsedSeconds.toFixed(0).padStart(4)} s  ${describe(figures, figures.polls - lastPolls)}`);
      lastPolls = figures.polls;
    },
  });
  for (const [reason, count] of reasons) console.log(`failed, ${reason}: ${count}`);
  console.log(JSON.stringify(result));
  if (command.jsonFile !== null) await writeFile(command.jsonFile, `${JSON.stringify(result)}\n`);
  return allWell(result) ? 0 : 1;
}

if (isMain(import.meta)) process.exitCode = await main();

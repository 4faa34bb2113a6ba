/** What a call costs the event with ten thousand and with ten million waiting, and what a position costs on disk. */
import { median, processorMicros } from "./compare.ts";
import { Cleanup, serveScript } from "./servers.ts";
import type { EventDescription } from "../../durable-objects/protocol.ts";

const SHORT = 10_000;
const CALLS = 400;
/** Joins one filling request brings. */
const FILL = 250_000;
/** Join keys are kept that long; what remains of a position is counted after it. */
const KEY_WINDOW_MS = 151_000;

export interface LineFigures {
  /** Event work a call with `long` waiting over that with 10,000: medians of interleaved repetitions, processor time. */
  readonly lineLength: number;
  readonly bytesPerPosition: number;
  readonly rowsPerEventCall: number;
  readonly microsPerCall: { readonly short: number; readonly long: number };
}

/** Fills a short and a long line in one process, then gives both the same work in turns. */
export async function measureLine(long: number, repetitions: number): Promise<LineFigures> {
  const cleanup = new Cleanup();
  try {
    const server = await serveScript("line-length", cleanup, {}, [["EVENT_QUEUE", "EventQueue"]]);
    const ask: Ask = (path, name, count = 0) => get(server.port, `${path}?name=${name}&count=${count}`);
    await ask("/create", "short");
    await ask("/fill", "short", SHORT);
    await ask("/create", "long");
    const half = await fill(ask, long / 2);
    const full = await fill(ask, long / 2);
    // What the last 150 s take beside it is the same both times: SQLite keeps the room of rows that are gone.
    const bytesPerPosition = (full.storedBytes - half.storedBytes) / (full.issued - half.issued);
    for (const name of ["short", "long"]) await ask("/open", name);
    const micros = { short: [] as number[], long: [] as number[] };
    let rows = 0;
    for (let repetition = 0; repetition < repetitions; repetition++) {
      for (const name of repetition % 2 === 0 ? (["short", "long"] as const) : (["long", "short"] as const)) {
        const usageBefore = (await ask("/look", name)).usage;
        const before = processorMicros(server.pid);
        const { usage } = await ask("/work", name, CALLS);
        micros[name].push((processorMicros(server.pid) - before) / CALLS);
        rows = (usage.rowsWritten - usageBefore.rowsWritten) / (usage.calls - usageBefore.calls);
      }
    }
    const microsPerCall = { short: median(micros.short), long: median(micros.long) };
    return { lineLength: microsPerCall.long / microsPerCall.short, bytesPerPosition, rowsPerEventCall: rows, microsPerCall };
  } finally {
    await cleanup.run();
  }
}

type Ask = (path: string, name: string, count?: number) => Promise<EventDescription>;

/** Gives out `count` more places, and waits until no join can be repeated any more. */
async function fill(ask: Ask, count: number): Promise<{ readonly storedBytes: number; readonly issued: number }> {
  for (let filled = 0; filled < count; filled += FILL) await ask("/fill", "long", Math.min(FILL, count - filled));
  await ask("/wait", "long", KEY_WINDOW_MS);
  const { usage, figures } = await ask("/look", "long");
  return { storedBytes: usage.storedBytes, issued: figures.lanes[0]?.lastIssued ?? 0 };
}

async function get(port: number, path: string): Promise<EventDescription> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text()) as EventDescription;
}

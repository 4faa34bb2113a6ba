/** Programs of the demo that run beside the start command: told what to do by a message, and gone when it is gone. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { StartFailure } from "./start-failure.ts";

export interface Child {
  /** Settles when the process has ended, however that came. */
  readonly exited: Promise<void>;
  readonly stop: () => Promise<void>;
}

type Report = { readonly outcome: "ready" } | { readonly outcome: "failed"; readonly reason: string };

const STOP_MS = 6000;

/** Starts a program, by its absolute path, and waits until it is ready. Rejects with its reason where it can't be. */
export async function startChild(file: string, task: unknown): Promise<Child> {
  const child = fork(file, { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exited = new Promise<void>((settle) => child.once("exit", () => settle()));
  child.send(task as object);
  const gone = exited.then((): Report => ({ outcome: "failed", reason: "it ended at once" }));
  const told = once(child, "message").then(([report]) => report as Report);
  const report = await Promise.race([told, gone]);
  if (report.outcome === "failed") {
    child.kill("SIGKILL");
    throw new StartFailure(report.reason);
  }
  return {
    exited,
    async stop() {
      // The end of the channel is the order to end, as it is when the start command was killed.
      if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(force);
    },
  };
}

/**
 * The other side: runs `start` with the task, reports, and ends the process, after `stop`, when the parent has gone.
 * Ctrl-C reaches every process of the terminal; the start command alone decides what comes of it.
 */
export function runAsChild<T>(start: (task: T) => Promise<{ stop: () => Promise<void> }>): void {
  process.on("SIGINT", () => undefined);
  const orphaned = once(process, "disconnect");
  process.once("message", (task) => {
    void start(task as T).then(
      ({ stop }) => {
        process.send?.({ outcome: "ready" } satisfies Report);
        void orphaned.then(stop).finally(() => process.exit());
      },
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        process.send?.({ outcome: "failed", reason } satisfies Report, () => process.exit(1));
      },
    );
  });
}

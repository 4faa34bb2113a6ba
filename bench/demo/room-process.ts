/** Keeps `workerd` for the start command: a process of its own, so that `workerd` ends even when that one is killed. */
import type { WorkerdOptions } from "../tools/workerd.ts";
import { serveWorkerd } from "../tools/workerd.ts";
import { runAsChild } from "./child.ts";

runAsChild(async (options: WorkerdOptions) => {
  const workerd = await serveWorkerd(options);
  let stopping = false;
  void workerd.exited.then(() => {
    if (!stopping) process.exit(1);
  });
  return {
    stop: () => {
      stopping = true;
      // At once: what the room has acknowledged is on disk, and nobody who ends a demo wants to wait for its visitors.
      return workerd.kill("SIGKILL");
    },
  };
});

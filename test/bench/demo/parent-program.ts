/** Starts the child program and waits to be killed. */
import { join } from "node:path";
import { startChild } from "../../../bench/demo/child.ts";

await startChild(join(import.meta.dirname, "child-program.ts"), JSON.parse(process.argv[2] ?? ""));
console.log("started");

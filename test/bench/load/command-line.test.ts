import { describe, expect, it } from "vitest";
import { readCommandLine } from "../../../bench/load/command-line.ts";

describe("the crowd's flags", () => {
  it("needs only how many and how fast", () => {
    const command = readCommandLine(["--visitors", "500", "--arrive", "10"]);
    expect(command).toMatchObject({
      outcome: "ok",
      jsonFile: null,
      options: {
        visitors: 500,
        arriveSeconds: 10,
        timeoutSeconds: 190,
        path: "/tickets",
        perMinute: null,
        burst: null,
        target: { host: "localhost:8787" },
      },
    });
  });

  it("reads all of them", () => {
    const command = readCommandLine(
      "--visitors 3 --arrive 0 --base http://127.0.0.1:99 --path /x --timeout 5 --per-minute 60 --burst 0 --let-in 7 --json out.json".split(
        " ",
      ),
    );
    expect(command).toMatchObject({
      outcome: "ok",
      jsonFile: "out.json",
      options: { timeoutSeconds: 5, perMinute: 60, burst: 0, path: "/x", target: { port: 99 } },
    });
    expect(command.outcome === "ok" && command.options.letIn()).toBe(7);
  });

  it.each([
    ["no number", "--arrive 10"],
    ["half a visitor", "--visitors 1.5 --arrive 10"],
    ["no visitor", "--visitors 0 --arrive 10"],
    ["too many", "--visitors 20001 --arrive 10"],
    ["an unknown flag", "--visitors 1 --arrive 1 --fast"],
    ["another machine", "--visitors 1 --arrive 1 --base http://192.0.2.1"],
    ["a path of another host", "--visitors 1 --arrive 1 --path example"],
    ["no limit in time", "--visitors 1 --arrive 1 --timeout Infinity"],
  ])("refuses %s", (_what, line) => {
    expect(readCommandLine(line.split(" ")).outcome).toBe("refused");
  });
});

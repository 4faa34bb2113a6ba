/** The controllers that can be compared. One that is mapped in two ways is run in both, and the better run of each scenario counts. */
import type { ControllerFactory } from "../controller.ts";
import { aimd, gradient2, vegas } from "./concurrency.ts";
import { cubic } from "./cubic.ts";
import { fixed, oracle } from "./known-rate.ts";
import { mapped } from "./mapped.ts";
import { stanchion } from "./stanchion.ts";

export const CONTROLLERS: Readonly<Record<string, readonly ControllerFactory[]>> = {
  stanchion: [stanchion],
  oracle: [oracle],
  fixed: [fixed],
  aimd: [(scenario) => mapped(scenario, aimd(), "little"), (scenario) => mapped(scenario, aimd(), "population")],
  vegas: [(scenario) => mapped(scenario, vegas(), "little"), (scenario) => mapped(scenario, vegas(), "population")],
  gradient2: [(scenario) => mapped(scenario, gradient2(), "little"), (scenario) => mapped(scenario, gradient2(), "population")],
  cubic: [cubic],
};

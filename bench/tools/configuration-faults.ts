/** What must hold of `wrangler.toml` whatever else changes in it. */
import type { WranglerConfig } from "./wrangler-config.ts";

/** The date from which an error thrown in an object keeps its name and fields at the caller. */
const oldestCompatibilityDate = "2026-04-21";
const emptyVariables = ["STANCHION_DEPLOYMENT", "STANCHION_OVERRIDE", "STANCHION_LISTENER"];

/**
 * Every fault of a configuration, in words; none = []. The Worker must be reachable by the deployment's hosts only, must see each
 * request before any static file does, and nothing secret or particular to one deployment may stand in the file.
 */
export function configurationFaults(config: WranglerConfig): string[] {
  const faults: string[] = [];
  if (config.workers_dev !== false) faults.push("workers_dev must be false: it would be a second address beside the configured hosts");
  if (config.preview_urls !== false) faults.push("preview_urls must be false: each version would have an address of its own");
  if (config.assets !== undefined && config.assets.run_worker_first !== true) {
    faults.push("assets.run_worker_first must be true: a file would be served past the Worker");
  }
  if (config.compatibility_date < oldestCompatibilityDate) faults.push(`compatibility_date must be ${oldestCompatibilityDate} or later`);
  for (const flag of ["no_nodejs_compat", "no_nodejs_compat_v2"]) {
    if (config.compatibility_flags?.includes(flag) !== true) faults.push(`compatibility_flags must hold ${flag}`);
  }
  for (const [name, value] of Object.entries(config.vars)) {
    if (!emptyVariables.includes(name)) faults.push(`vars must not hold ${name}`);
    else if (value !== "") faults.push(`vars.${name} must be empty: it belongs to a deployment`);
  }
  return faults;
}

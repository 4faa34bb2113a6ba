/** Finds the Chromium or Chrome of this machine. Plain JavaScript: it also runs before anything is installed. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = ["/usr/bin", "/snap/bin", "/Applications/Chromium.app/Contents/MacOS", "/Applications/Google Chrome.app/Contents/MacOS"];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of a Chromium: `CHROMIUM_PATH`, which must then exist, else the usual places; undefined if there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  const folders = [...places, ...(process.env["PATH"] ?? "").split(delimiter).filter(Boolean)];
  const candidates = folders.flatMap((folder) => [...names, "Chromium", "Google Chrome"].map((name) => join(folder, name)));
  return candidates.find(isExecutable);
}

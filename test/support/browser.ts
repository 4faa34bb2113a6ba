import { chromium, type Browser } from "playwright-core";

// The test runner's configuration looks for it and sets the variable; "" = not found.
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Playwright turns the memory for back and forward off; without this switch the browser has it as it comes. */
export const WITH_PAGE_MEMORY = ["--disable-back-forward-cache"];

/**
 * Starts the system's Chromium without a window and without calls of its own to the network. The caller closes it.
 *
 * @param extraArguments more command line switches
 * @param left switches of Playwright's that are left out
 */
export async function launchBrowser(extraArguments: readonly string[] = [], left: readonly string[] = []): Promise<Browser> {
  if (executablePath === "") throw new Error("No Chromium found: install the system's, or set CHROMIUM_PATH.");
  return chromium.launch({
    executablePath,
    headless: true,
    // Root can't use the sandbox, and pages under test are our own.
    chromiumSandbox: false,
    ignoreDefaultArgs: [...left],
    args: [
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      ...extraArguments,
    ],
  });
}

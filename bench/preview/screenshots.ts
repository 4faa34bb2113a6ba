/**
 * `npm run screenshots`: pictures of every state of the visitors' pages into `docs/screenshots/`: on a light mobile one each, and for a dark
 * one and the desktop, light and dark, a sheet with all of them.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../tools/chromium.mjs";
import { isMain, root } from "../tools/project.ts";
import { inEachScene } from "./open-scene.ts";
import { scenes } from "./scenes.ts";
import { startPreview } from "./server.ts";

const folder = join(root, "docs/screenshots");
const screens = [
  { name: "desktop", width: 900, height: 760, columns: 6, shown: 230 },
  { name: "mobile", width: 360, height: 720, columns: 10, shown: 150 },
] as const;
const themes = ["light", "dark"] as const;

interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

async function takeAll(browser: Browser, base: string, screen: (typeof screens)[number], theme: (typeof themes)[number]) {
  const context = await browser.newContext({
    viewport: { width: screen.width, height: screen.height },
    colorScheme: theme,
    reducedMotion: "reduce",
    timezoneId: "Europe/London",
    locale: "en-GB",
  });
  const pictures = new Map<string, Buffer>();
  await inEachScene(context, base, async (scene, page) => {
    // Chromium's own picture of a whole page now and then repeats a part of it; one of a window as high as the page does not.
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    await page.setViewportSize({ width: screen.width, height: Math.max(screen.height, height) });
    pictures.set(scene.name, await page.screenshot());
  });
  await context.close();
  return scenes.map(({ name }): Picture => ({ name, png: pictures.get(name) as Buffer }));
}

/** All pictures on one, with their names. */
async function sheet(browser: Browser, pictures: readonly Picture[], screen: (typeof screens)[number]) {
  const page = await browser.newPage({ viewport: { width: screen.columns * (screen.shown + 12) + 12, height: 800 } });
  const figures = pictures.map(
    ({ name, png }) =>
      `<figure><img width="${screen.shown}" src="data:image/png;base64,${png.toString("base64")}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(
    `<style>body{margin:12px;display:grid;grid-template-columns:repeat(${screen.columns},${screen.shown}px);gap:12px;background:#888;font:12px system-ui}figure{margin:0}figcaption{color:#fff}</style>${figures.join("")}`,
  );
  const png = await page.screenshot({ fullPage: true });
  await page.close();
  return png;
}

async function main(): Promise<void> {
  const executablePath = process.env["CHROMIUM_PATH"] || findChromium();
  if (executablePath === undefined) throw new Error("No Chromium found: install the system's, or set CHROMIUM_PATH.");
  const preview = await startPreview(0);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args: ["--disable-gpu"] });
  try {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) if (name.endsWith(".png")) await rm(join(folder, name));
    for (const screen of screens) {
      for (const theme of themes) {
        const pictures = await takeAll(browser, preview.url, screen, theme);
        if (screen.name === "mobile" && theme === "light")
          for (const { name, png } of pictures) await writeFile(join(folder, `${name}.png`), png);
        else await writeFile(join(folder, `all-${screen.name}-${theme}.png`), await sheet(browser, pictures, screen));
        console.log(`${screen.name}, ${theme}: ${pictures.length} states`);
      }
    }
  } finally {
    await browser.close();
    await preview.close();
  }
}

if (isMain(import.meta)) await main();

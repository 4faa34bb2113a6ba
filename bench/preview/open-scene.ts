/** Opens the scenes of a preview in a browser. */
import type { BrowserContext, Page } from "playwright-core";
import { scenes, type Scene } from "./scenes.ts";

/** Opens a scene and waits until it is as it is meant. The caller closes the page. */
async function openScene(context: BrowserContext, url: string, scene: Scene): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(`html[data-phase="${scene.phase}"]`, { timeout: 20_000 });
  if (scene.name === "shared-too-often") await page.click(".take-over button");
  const troubled = ["offline", "unreachable", "busy", "shared-too-often", "joining-unreachable", "turn-without-answer"].includes(
    scene.name,
  );
  if (troubled) await page.waitForSelector(".trouble:not([hidden])", { timeout: 20_000 });
  return page;
}

/** Scenes wait for polls; so many do so at a time. */
const TABS = 6;

/** Shows every scene of the preview at `url` and does `look` with it. */
export async function inEachScene(context: BrowserContext, url: string, look: (scene: Scene, page: Page) => Promise<void>): Promise<void> {
  const left = [...scenes];
  const tab = async (): Promise<void> => {
    for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
      const page = await openScene(context, `${url}/${scene.name}`, scene);
      await look(scene, page);
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: TABS }, tab));
}

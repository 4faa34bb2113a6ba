import { expect, it } from "vitest";
import { outdatedFiles, packedPages } from "../../../bench/tools/build-static.ts";
import { unpack } from "../../../worker/packed/unpack.ts";

it("finds the committed files up to date", async () => {
  expect(await outdatedFiles(), 'run "npm run static"').toEqual([]);
});

it("compiles a page's script and style to text that cannot end its own element", async () => {
  const pages = await packedPages();
  expect([...pages.keys()]).toEqual(["demo", "draw", "waiting-page"]);
  for (const [name, packed] of pages) {
    const { css = "", js = "" } = unpack<Record<string, string>>(packed).get(name)?.() ?? {};
    for (const text of [css, js]) {
      expect(text.length, name).toBeGreaterThan(100);
      expect(text, name).not.toMatch(/<\/(?:script|style)|<!--/i);
    }
  }
});

import { expect, it } from "vitest";
import { outdatedStaticModules, staticModules } from "../../../bench/tools/build-static.ts";

it("finds the committed modules up to date", async () => {
  expect(await outdatedStaticModules(), 'run "npm run static"').toEqual([]);
});

it("compiles a page's script and style to text that cannot end its own element", async () => {
  const module = (await staticModules()).get("worker/generated/waiting-page-assets.ts") ?? "";
  for (const name of ["pageCss", "pageJs"]) {
    const literal = new RegExp(`^export const ${name} = (".*");$`, "m").exec(module)?.[1] ?? '""';
    const text = JSON.parse(literal) as string;
    expect(text.length, name).toBeGreaterThan(100);
    expect(text, name).not.toMatch(/<\/(?:script|style)|<!--/i);
  }
});

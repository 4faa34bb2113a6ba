import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { bundle } from "../../../bench/tools/build-static.ts";
import { ownNames, textNames } from "../../../bench/tools/own-names.ts";
import { root } from "../../../bench/tools/project.ts";
import type * as plainAnswer from "../../../static/waiting-page/answer.ts";
import type * as plainLine from "../../../static/waiting-page/line.ts";
import { en } from "../../../worker/i18n/en.ts";
import { scriptTexts } from "../../../worker/pages/script-texts.ts";
import { samplePages, sampleStatuses } from "../../../worker/pages/preview.ts";
import type * as plainView from "../../../worker/pages/view.ts";
import type * as plainWording from "../../../worker/pages/wording.ts";

const shortened: readonly string[] = [...ownNames, ...textNames];

it("shortens no name that the browser or the language has", async () => {
  const folder = join(root, "node_modules/@typescript");
  const [compiler = ""] = (await readdir(folder)).filter((name) => name.startsWith("typescript-"));
  const files = (await readdir(join(folder, compiler, "lib"))).filter((name) => /^lib\.(?:dom|es).*\.d\.ts$/.test(name));
  const declarations = (await Promise.all(files.map((file) => readFile(join(folder, compiler, "lib", file), "utf8")))).join("\n");
  const known = new Set(
    [...declarations.matchAll(/^\s*(?:readonly |static |get |set |abstract )*"?(\w+)"?\??\s*[(:<]/gm)].map(([, name]) => name),
  );
  expect(known).toContain("toggleAttribute");
  expect(shortened.filter((name) => known.has(name))).toEqual([]);
});

it("shortens no name of a status, and none that a page's data have under it", () => {
  const names = new Set(Object.values(sampleStatuses).flatMap((status) => [...Object.keys(status), ...Object.keys(status.wait ?? {})]));
  for (const { html } of samplePages().values()) {
    const data = /id="config">(.*?)<\/script>/s.exec(html)?.[1];
    if (data !== undefined) JSON.parse(data, (name: string, value: unknown) => (names.add(name), value));
  }
  expect(names).toContain("pollAfterMs");
  expect(shortened.filter((name) => names.has(name))).toEqual([]);
});

/** Everything in it in the order in which it was written, whatever the names. */
function nameless(value: unknown): unknown {
  return typeof value === "object" && value !== null ? Object.values(value).map(nameless) : value;
}

const MODULES = ["worker/pages/view.ts", "worker/pages/wording.ts", "static/waiting-page/line.ts", "static/waiting-page/answer.ts"];
type Modules = typeof plainView & typeof plainWording & typeof plainLine & typeof plainAnswer;

/** What the page decides and says with these modules, in every sample state and after every answer. */
function outcomes(modules: Modules, texts: unknown): unknown[] {
  const line = texts as typeof en.line;
  const wording = modules.createWording("en", line);
  const answers = [
    [200, sampleStatuses["next"]],
    [202, { status: sampleStatuses["front"] }],
    [409, {}],
    [410, { code: "session-over" }],
    [429, { code: "session-shared" }],
    [503, { code: "queue-full" }],
    [404, {}],
    [500, null],
  ] as const;
  return Object.values(sampleStatuses)
    .flatMap((status) =>
      (["join", "status", "enter"] as const).flatMap((call) =>
        answers.map(([code, body]) => {
          const first = modules.startLine(modules.completed(status), null, true, false, 0);
          const next = modules.afterAnswer(first, modules.readAnswer(call, code, body, 3000), true, 1000);
          const phase = modules.shownPhase(next, null);
          // What a page passes on is written with the names of its own modules; here that is done by the line itself.
          return [
            phase,
            modules.nextStep(next, true, false),
            modules.delayMs(next, true, 0.5, 2000),
            modules.floorMs(next, "enter"),
            nameless(next),
          ];
        }),
      ),
    )
    .concat([wording.wait(250, 530), wording.duration(250_000), wording.countdown(7_200_000), wording.date(0)]);
}

it("a bundle with shortened names decides and says what the sources do", async () => {
  const folder = await mkdtemp(join(root, "node_modules/.own-names-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, "all.ts"),
    [
      ...MODULES.map((path, index) => `import * as module${index} from ${JSON.stringify(join(root, path))};`),
      // Written here, so that what goes in has the names that the modules have.
      `import { describe } from ${JSON.stringify(join(root, "worker/pages/view.ts"))};`,
      `import { createWording } from ${JSON.stringify(join(root, "worker/pages/wording.ts"))};`,
      `import { phaseOf } from ${JSON.stringify(join(root, "worker/pages/phase.ts"))};`,
      `import { openingOf } from ${JSON.stringify(join(root, "worker/pages/opening.ts"))};`,
      `const shownOf = (status, trouble, texts) => describe({ phase: phaseOf(status), status, trouble, inviteRefused: false, retryInMs: 4000, ageMs: 5000,`,
      `  opening: openingOf(status, 0), turnLeftMs: 50000, turnEndsClockMs: 0, startAhead: 3000 }, "Aurora", texts, createWording("en", texts));`,
      `globalThis.bundled = { ${MODULES.map((_, index) => `...module${index}`).join(", ")}, shownOf };`,
    ].join("\n"),
  );
  const load = async (own: readonly string[]) => {
    const { text, names } = await bundle(join(folder, "all.ts"), own);
    const bundled: Modules & { shownOf: (status: unknown, trouble: string | null, texts: unknown) => unknown } = runInThisContext(
      `${text};bundled`,
    );
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "bundled"));
    const texts = Object.fromEntries(Object.entries(scriptTexts(en.line)).map(([key, text]) => [names[key] ?? key, text]));
    const shown = Object.values(sampleStatuses).flatMap((status) =>
      [null, "busy", "shared", "offline"].map((trouble) => nameless(bundled.shownOf(status, trouble, texts))),
    );
    return { names, results: [...outcomes(bundled, texts), ...shown] };
  };
  const plain = await load([]);
  const short = await load(shortened);
  expect(Object.keys(short.names).length).toBeGreaterThan(25);
  expect(short.results).toEqual(plain.results);
});

/** Puts the demo's page together from its compiled assets. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../../worker/packed/unpack.ts";
import { root } from "../tools/project.ts";
import type { Page } from "./demo-server.ts";

interface DemoAssets {
  readonly css: string;
  readonly js: string;
  readonly html: string;
}

/** `shopUrl`: where "Go to the shop" leads: the shop's page behind the room. */
export function demoPage(shopUrl: string): Page {
  const read = unpack<DemoAssets>(readFileSync(join(root, "bench/demo/generated/pages.txt"), "utf8")).get("demo");
  if (read === undefined) throw new Error("No assets of the demo's page were packed.");
  const { css, js, html: document } = read();
  const parts = [
    ['data-shop=""', `data-shop="${shopUrl}"`],
    ["<!-- style -->", `<style>${css}</style>`],
    ["<!-- script -->", `<script>${js}</script>`],
  ] as const;
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(js)}`,
    `style-src ${hashSource(css)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  // By function: what is put in may hold "$&".
  const html = parts.reduce((text, [place, part]) => text.replace(place, () => part), document);
  return { html, contentSecurityPolicy: policy.join("; ") };
}

/** The one inline text a Content-Security-Policy lets through. */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Puts the demo's page together from its compiled assets. */
import { createHash } from "node:crypto";
import { pageCss, pageHtml, pageJs } from "./generated/demo-assets.ts";
import type { Page } from "./demo-server.ts";

/** `shopUrl`: where "Go to the shop" leads: the shop's page behind the room. */
export function demoPage(shopUrl: string): Page {
  const parts = [
    ['data-shop=""', `data-shop="${shopUrl}"`],
    ["<!-- style -->", `<style>${pageCss}</style>`],
    ["<!-- script -->", `<script>${pageJs}</script>`],
  ] as const;
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(pageJs)}`,
    `style-src ${hashSource(pageCss)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  // By function: what is put in may hold "$&".
  const html = parts.reduce((text, [place, part]) => text.replace(place, () => part), pageHtml);
  return { html, contentSecurityPolicy: policy.join("; ") };
}

/** The one inline text a Content-Security-Policy lets through. */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

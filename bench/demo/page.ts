/** Puts the demo's page together from its compiled assets. */
import { pageCss, pageCssHash, pageHtml, pageJs, pageJsHash } from "../../worker/generated/demo-assets.ts";
import type { Page } from "./demo-server.ts";

/** `shopUrl`: where "Go to the shop" leads: the shop's page behind the room. */
export function demoPage(shopUrl: string): Page {
  const parts = { style: pageCss, script: pageJs, shop: shopUrl };
  const policy = [
    "default-src 'none'",
    `script-src ${pageJsHash}`,
    `style-src ${pageCssHash}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html: pageHtml.replace(/\{\{(style|script|shop)\}\}/gu, (_, name: keyof typeof parts) => parts[name]),
    contentSecurityPolicy: policy.join("; "),
  };
}

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import * as languages from "../../worker/i18n/languages.ts";
import { oneLine } from "../../worker/pages/bounded-text.ts";
import { sampleInput, sampleNotice, samplePages, sampleStatus, sampleStatuses } from "../../worker/pages/preview.ts";
import { renderWaitingPage, type WaitingPageInput } from "../../worker/pages/waiting-page.ts";

const pages = [...samplePages()];
const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>{{x}} {ahead} </style><!-- \u0000\u001b]`;

/** The page without its scripts and styles and without the white space of its source: what is shown. */
const shown = (html: string) =>
  html
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?(<|\/?>) ?/g, "$1");
const shownOf = (input: WaitingPageInput) => shown(renderWaitingPage(input).html);
const configOf = (html: string) => JSON.parse(/id="config">(.*?)<\/script>/s.exec(html)?.[1] ?? "");

describe("case 60: an organiser's text is shown as text", () => {
  const page = renderWaitingPage(
    sampleInput(sampleStatus({ message: hostile, reference: hostile }), { title: hostile, event: '"x', lane: "<y>" }),
  );

  it("escapes markup and leaves template signs alone", () => {
    const body = shown(page.html);
    expect(body).not.toMatch(/<img|<script|onerror=alert\(1\)>(?!.*&gt;)/);
    expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(body).toContain("{{x}} {ahead}");
    expect(body).toContain('name="event" value="&quot;x"');
    expect(body).not.toMatch(/[\u0000\u001b]/);
  });

  it("can't end the script element its data stand in", () => {
    expect(page.html.match(/<script/g)).toHaveLength(3);
    expect(page.html.match(/<\/script>/g)).toHaveLength(3);
    expect(configOf(page.html).title).toBe(oneLine(hostile));
  });

  it("keeps emoji and text that runs from right to left, each in its own direction", () => {
    const { html } = renderWaitingPage(sampleInput(sampleStatus({ message: "مرحبا 👩‍👩‍👧 שלום" }), { title: "عرض 🎸" }));
    expect(html).toContain("<bdi>عرض 🎸</bdi>");
    expect(html).toMatch(/class="words" dir="auto">مرحبا 👩‍👩‍👧 שלום</);
    expect(html).toContain("<title>(1,284) ahead · عرض 🎸</title>");
  });

  it("bounds 10 KB to a thousand characters, in the page and in its data", () => {
    const { html } = renderWaitingPage(sampleInput(sampleStatus({ message: "🎸".repeat(5000) }), { title: "x".repeat(10_000) }));
    expect(/class="words" dir="auto">(.*?)</s.exec(html)?.[1]).toBe(`${"🎸".repeat(999)}…`);
    expect(configOf(html).status).not.toHaveProperty("message");
    expect(/<bdi>(.*?)<\/bdi>/.exec(html)?.[1]).toBe(`${"x".repeat(119)}…`);
  });
});

describe("headers", () => {
  it.each(pages)("%s: runs nothing but its own inline code, and is kept by nobody (case 53)", (_name, { html, headers }) => {
    const policy = headers["Content-Security-Policy"] ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce).toBe("c2FtcGxlLW5vbmNlLTE2Yg==");
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain(`style-src 'nonce-${nonce}'`);
    expect(policy).toMatch(/connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'/);
    expect(policy).not.toContain("unsafe");
    for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/\s(?:style|on[a-z]+)=/);
    expect(html).not.toMatch(/(?:src|href|action)="(?:https?:|\/\/)/);
    expect(headers).toMatchObject({
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    });
  });

  it("lets itself be framed only where that is configured, and takes no directive from there", () => {
    const framing = ["https://shop.example", "self", "https://x.example; script-src *", "*"];
    const { headers } = renderWaitingPage(sampleInput(sampleStatus(), { framing }));
    expect(headers["Content-Security-Policy"]).toContain("; frame-ancestors https://shop.example 'self'; base-uri");
  });

  it("refuses a nonce that is short or could end the policy", () => {
    for (const nonce of ["", "short", "x'; script-src *; y'aaaaaaaaaaaa"]) {
      expect(() => renderWaitingPage(sampleInput(sampleStatus(), { nonce }))).toThrow("nonce");
    }
  });

  it("sends Retry-After only where it is given", () => {
    expect(renderWaitingPage(sampleInput(sampleStatus())).headers["Retry-After"]).toBeUndefined();
    expect(renderWaitingPage(sampleInput(sampleStatus(), { retryAfterSeconds: 4.2 })).headers["Retry-After"]).toBe("5");
  });
});

describe.each(Object.entries(languages))("in %s", (_language, texts) => {
  it("every page weighs 14 KB at most, all in one answer", () => {
    const heavy = [...samplePages(texts)].map(([name, { html }]) => `${name}: ${gzipSync(html).length}`);
    expect(heavy.filter((one) => Number(one.split(": ")[1]) > 14 * 1024)).toEqual([]);
  });
});

it("a message weighs what its letters do, once", () => {
  const message = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join("");
  const weight = (words: string) => gzipSync(renderWaitingPage(sampleInput(sampleStatus({ message: words }))).html).length;
  expect(weight(message) - weight("")).toBeLessThanOrEqual(Buffer.byteLength(message) * 1.2);
});

it("sends one language only", () => {
  const others = Object.values(languages).filter(({ language }) => language !== "en");
  const { html } = renderWaitingPage(sampleInput(sampleStatus()));
  for (const { line } of others) expect(html).not.toContain(line.phases.waiting.lead);
  // Nor the words of other pages.
  expect(html).not.toContain(languages.en.notices.errors["unknown-host"].headline);
});

describe("case 19: never nobody and never fewer ahead", () => {
  it.each([0, -1, -0.5, Number.NaN])("%s ahead is next", (ahead) => {
    const { html } = renderWaitingPage(sampleInput(sampleStatus({ ahead })));
    expect(html).toContain(">You are next</h1>");
    expect(shown(html)).not.toMatch(/-?\d[^<]*(?:people|person) ahead|\(\S+\) ahead/);
  });

  it.each(["waiting", "stopped", "sealed", "your-turn", "recorded", "missed"] as const)(
    "%s without anybody ahead shows no number",
    (state) => {
      for (const ahead of [0, -1, null]) {
        const html = shownOf(sampleInput(sampleStatus({ state, ahead, position: 5, nowServing: 4 })));
        expect(html).toMatch(/<p class="count" hidden><strong class="figure" data-length="short"><\/strong>/);
        expect(html).toMatch(/<title>[^<(]*<\/title>/);
      }
    },
  );

  it("has a singular", () => {
    expect(shownOf(sampleInput(sampleStatus({ ahead: 1 })))).toContain('>1</strong><span class="figure-label">person ahead of you<');
  });
});

describe("what the states say", () => {
  const html = (name: string) => shown(samplePages().get(name)?.html ?? "");

  it("shows the people ahead, the place, the range of the wait and the age of the figures", () => {
    expect(html("waiting")).toMatch(
      />1,284<\/strong>.*people ahead of you.*"place">12,345<.*"wait">4–9 minutes<.*"pace">240 a minute<.*Updated just now/s,
    );
  });

  it("case 35: stopped doors keep the place, and the wait is not a number", () => {
    expect(html("stopped")).toMatch(/The line is paused.*Your place is kept.*"wait">not known yet</s);
    expect(html("stopped")).not.toMatch(/"wait">[^<]*\d/);
  });

  it("shows the organiser's message", () => {
    expect(html("stopped")).toMatch(/<section class="message" aria-label="From the organiser">.*A short break/s);
    expect(html("waiting")).toMatch(/<section class="message" [^>]*hidden>/);
  });

  it("leads in without script, and shows the time left but no time of day in a zone it does not know", () => {
    expect(html("your-turn")).toContain('<a class="link button" href="/tickets?show=3">Go in now</a>');
    expect(html("your-turn")).toContain(">4 min 32 sec left</p>");
  });

  it("says where a recorded claim stands", () => {
    expect(html("front")).toContain("We are letting you in as soon as the shop has room.");
  });

  it("case 14: offers the late return, and a new place after it", () => {
    expect(html("missed")).toMatch(/You can still go in, once\..*>Go in now<\/a>/s);
    for (const name of ["spent", "ended"])
      expect(html(name)).toMatch(/<form method="post" action="\/_stanchion\/v1\/leave" class="new-place">/);
  });

  it("S6: a visit that was opened elsewhere offers to go on here, by a form that shows no link into the shop", () => {
    const page = html("shared");
    expect(page).toMatch(/Your visit was opened elsewhere.*<a class="link button"[^>]*hidden>/s);
    expect(page).toMatch(/<form method="post" action="\/_stanchion\/v1\/enter" class="take-over">.*>Go on here<\/button>/s);
    expect(html("admitted")).toMatch(/action="\/_stanchion\/v1\/enter" class="take-over" hidden>/);
  });

  it("keeps the last figures when the room can't be reached, with their age", () => {
    expect(html("unreachable")).toMatch(/1,284.*We can&#39;t reach the waiting room.*Your place is kept\..*Updated 43 seconds ago/s);
    expect(html("joining-unreachable")).toContain("You have no place yet.");
  });

  it("speaks of no place to somebody without one", () => {
    expect(html("sealed-without-place")).not.toContain("Your place is kept");
  });

  it("offers to leave only to those in line, and asks first", () => {
    expect(html("waiting")).toMatch(/<details class="leave"><summary>Leave the line<.*give up place 12,345.*>Give up my place</s);
    expect(html("spent")).toContain('<details class="leave" hidden>');
  });
});

describe("without script (case 56)", () => {
  it("refreshes in noscript alone, in whole seconds, and never where told so", () => {
    const refreshed = renderWaitingPage(sampleInput(sampleStatus(), { refreshSeconds: 11.2 })).html;
    expect(refreshed).toContain('<noscript><meta http-equiv="refresh" content="12" /></noscript>');
    expect(refreshed.match(/http-equiv="refresh"/g)).toHaveLength(1);
    const still = renderWaitingPage(sampleInput(sampleStatus(), { refreshSeconds: null })).html;
    expect(still).not.toContain('http-equiv="refresh"');
    expect(still).not.toContain("stanchionGuard=function");
  });

  it("never refreshes more often than every two seconds", () => {
    expect(renderWaitingPage(sampleInput(sampleStatus(), { refreshSeconds: 0 })).html).toContain('content="2"');
  });
});

describe("notices", () => {
  it("a form that was not sent says so, warns of a payment and leads back", () => {
    const { html } = sampleNotice({ kind: "form-not-sent", refererPath: "/checkout/seats?a=1&b", entryPath: "/" });
    expect(html).toMatch(/The form was not sent.*payment may have gone through.*href="\/checkout\/seats\?a=1&amp;b">Back to the form</s);
    expect(html).not.toContain('http-equiv="refresh"');
    const without = sampleNotice({ kind: "form-not-sent", refererPath: null, entryPath: "/tickets" });
    expect(without.html).toContain('href="/tickets">Go to the start page<');
  });

  it("the shop that does not answer: the visit is kept; after a form it is not tried again by itself", () => {
    const page = sampleNotice({ kind: "origin-unreachable", afterForm: false });
    expect(page.html).toMatch(/http-equiv="refresh" content="\d+".*The shop is not answering.*it is kept/s);
    expect(page.headers["Retry-After"]).toBe("5");
    const after = sampleNotice({ kind: "origin-unreachable", afterForm: true }, true).html;
    expect(after).toContain("may have gone through");
    expect(after).not.toMatch(/http-equiv="refresh"|by itself/);
  });

  it.each([
    { kind: "full" },
    { kind: "error", code: "sealed", entryPath: null },
    { kind: "error", code: "room-unavailable", entryPath: null },
    { kind: "error", code: "other-code", entryPath: null },
  ] as const)("in answer to a form never loads itself anew, nor says so: $kind $code", (notice) => {
    expect(sampleNotice(notice).html).toMatch(/http-equiv="refresh" content="\d+".*This page tries again by itself\./s);
    expect(sampleNotice(notice, true).html).not.toMatch(/http-equiv="refresh"|by itself/);
  });

  it.each(["unknown-host", "ambiguous-path"])("%s is answered the same however often: nothing tries again, nor says so", (code) => {
    expect(sampleNotice({ kind: "error", code, entryPath: null }).html).not.toMatch(/http-equiv="refresh"|by itself|location\.reload/);
  });

  it("an error in answer to a form says that nothing has reached the shop, and warns of a payment", () => {
    const notice = { kind: "error", code: "sealed", entryPath: null } as const;
    expect(sampleNotice(notice, true).html).toMatch(/has not reached the shop\. If you were paying, the payment may have gone through/);
    expect(sampleNotice(notice).html).not.toContain("reached the shop");
  });

  it.each([
    "unknown-host",
    "ambiguous-path",
    "room-unavailable",
    "sealed",
    "session-rate",
    "session-shared",
    "shed",
    "queue-full",
    "challenge-required",
    "invite-required",
    "wrong-identity",
  ])("%s has words of its own", (code) => {
    const other = sampleNotice({ kind: "error", code: "other-code", entryPath: null }).html;
    const own = sampleNotice({ kind: "error", code, entryPath: null }).html;
    expect(/<h1.*<\/h1>/.exec(own)?.[0]).not.toBe(/<h1.*<\/h1>/.exec(other)?.[0]);
    expect(own).toContain(`Code ${code}`);
  });

  it.each(["__proto__", "constructor", "<b>", "x".repeat(100)])("the code %s is nothing to look up or to show", (code) => {
    const { html } = sampleNotice({ kind: "error", code, entryPath: null });
    expect(html).toContain("This did not work");
    expect(html).not.toContain("<b>");
  });
});

it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nb", ""])(
  "case 47: never leads to %j",
  (returnTo) => {
    const input = sampleInput(sampleStatuses["your-turn"] ?? sampleStatus(), { returnTo });
    expect(shownOf(input)).toContain('<a class="link button" href="/">');
    expect(configOf(renderWaitingPage(input).html).returnTo).toBe("/");
  },
);

it("case 47: keeps a good address byte for byte", () => {
  const returnTo = "/a%2Fb;c=1/..%2e?x=1+2&x=%C3%A9&y=\\&z='\"";
  const { html } = renderWaitingPage(sampleInput(sampleStatus(), { returnTo }));
  expect(configOf(html).returnTo).toBe(returnTo);
  expect(html).toContain('href="/a%2Fb;c=1/..%2e?x=1+2&amp;x=%C3%A9&amp;y=\\&amp;z=&#39;&quot;"');
});

it("no attribute runs into its element's name", () => {
  for (const [name, { html }] of samplePages()) expect([name, html.match(/<[a-z0-9]+hidden/g)]).toEqual([name, null]);
});

import { describe, expect, test } from "vitest";
import { compileDirectory } from "../../worker/matching.ts";
import { ask, indexOf, verdict } from "./asking.ts";
import { directoryOf } from "./directory.ts";

describe("case 3: bypass", () => {
  const index = indexOf({
    paths: ["/tickets", "/checkout", "/basket.html"],
    rules: [
      { action: "bypass", paths: ["*.js", "*.css", "*.html"] },
      { action: "bypass", paths: ["/checkout/callback", "/tickets.css"], methods: ["GET", "POST"] },
      { action: "checkout", paths: ["/checkout/pay"] },
      { action: "exclude", paths: ["/tickets/help"] },
    ],
  });
  test.each([
    ["/tickets", "held"],
    ["/tickets/app.js", "bypass stripped"],
    ["/Tickets/App.JS", "bypass stripped"],
    ["/tickets/my%20app.js", "bypass stripped"],
    ["/tickets/app.js/", "held"],
    ["/checkout/callback", "bypass"],
    ["/checkout/callback/1", "bypass"],
    ["/checkout/callback.js", "bypass stripped"],
    ["/checkout/pay", "checkout"],
    ["/tickets/help", "excluded"],
    ["/tickets/help/x.js", "bypass excluded"],
    // A file-like spelling of a page that the organiser names is that page, unless a rule names the spelling.
    ["/tickets.js", "held"],
    ["/Tickets.JS", "held"],
    ["/tickets.css", "bypass"],
    ["/basket.html", "held"],
    ["/basket.html/", "held"],
    ["/tickets.html", "held"],
    ["/checkout/pay.js", "held"],
  ])("%s: %s", (path, expected) => {
    expect(verdict(index, path)).toBe(expected);
  });

  test.each([
    "/checkout;x=.css",
    "/tickets/x%2Fapp.js",
    "/tickets/..%2fapp.js",
    "/tickets/app%00.js",
    "/tickets/app.js%",
    "/tickets/a\\b.js",
    "/tickets/a..b.js",
    "/checkout/callback;x",
    "/checkout/pay;x=1",
    "/tickets/help/../buy",
    "/tickets/buy%3F.js",
    "/tickets/buy%23.js",
  ])("S8: no rule lets %s pass", (path) => {
    expect(verdict(index, path)).toBe("held");
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("S8: an ending lets no %s pass", (method) => {
    expect(verdict(index, "/tickets/app.js", { method })).toBe("held");
  });

  test("S8: an ending spelled with other wildcards is still one", () => {
    const rules = [{ action: "bypass", paths: ["/**/*.js"] }] as const;
    expect(verdict(indexOf({ rules }), "/a/b.js")).toBe("bypass stripped");
    expect(verdict(indexOf({ rules }), "/a/b.js", { method: "POST" })).toBe("held");
  });

  test("case 4: a payment callback passes with the methods its rule names, everybody else's calls don't", () => {
    expect(verdict(index, "/checkout/callback", { method: "POST" })).toBe("bypass");
    expect(verdict(index, "/checkout/callback", { method: "PUT" })).toBe("held");
    expect(verdict(index, "/checkout/other", { method: "POST" })).toBe("held");
  });

  test("every given field must match", () => {
    const secret = "s".repeat(16);
    const guarded = indexOf({
      rules: [
        { action: "bypass", paths: ["/api"], methods: ["POST"], networks: ["192.0.2.0/24"], header: { name: "X-Probe", value: secret } },
      ],
    });
    const right = { method: "POST", address: "192.0.2.7", headers: new Headers({ "x-probe": secret }) };
    expect(verdict(guarded, "/api/x", right)).toBe("bypass");
    for (const wrong of [
      { method: "GET" },
      { address: "192.0.3.7" },
      { address: null },
      { headers: new Headers() },
      { headers: new Headers({ "x-probe": `${secret}s` }) },
      { headers: new Headers({ "x-probe": secret.slice(1) }) },
      {
        headers: new Headers([
          ["x-probe", secret],
          ["x-probe", secret],
        ]),
      },
    ]) {
      expect([wrong, verdict(guarded, "/api/x", { ...right, ...wrong })]).toEqual([wrong, "held"]);
    }
    expect(verdict(guarded, "/other", right)).toBe("held");
  });

  test("a rule without path passes every proper path of its network, and no suspicious one", () => {
    const office = indexOf({ rules: [{ action: "bypass", networks: ["2001:db8::/32"] }] });
    expect(verdict(office, "/any", { address: "2001:db8::1" })).toBe("bypass");
    expect(verdict(office, "/any;x", { address: "2001:db8::1" })).toBe("held");
    expect(verdict(office, "/any", { address: "2001:db9::1" })).toBe("held");
  });
});

describe("rules by country", () => {
  const rules = [{ action: "bypass", paths: ["/press"], countries: ["nl", "BE"] }] as const;
  const index = indexOf({ rules });
  test("a rule of several countries matches each, in whatever case it was written", () => {
    expect(verdict(index, "/press", { country: "NL" })).toBe("bypass");
    expect(verdict(index, "/press", { country: "BE" })).toBe("bypass");
  });
  test.each(["DE", null])("%s: no rule of other countries matches, and an unknown one matches none", (country) => {
    expect(verdict(index, "/press", { country })).toBe("held");
  });
  test("a country is a condition like any other: the path must match too", () => {
    expect(verdict(index, "/tickets", { country: "NL" })).toBe("held");
    expect(verdict(indexOf({ rules: [{ action: "bypass", countries: ["NL"] }] }), "/tickets", { country: "NL" })).toBe("bypass");
  });
});

describe("S8: rules by what a request carries", () => {
  const value = "staff-and-nobody-else";
  const index = indexOf({
    rules: [
      { action: "bypass", paths: ["/a"], cookie: { name: "staff", value } },
      { action: "bypass", paths: ["/b"], query: { name: "key", value } },
      { action: "bypass", paths: ["/c"], header: { name: "User-Agent", value: "probe/1", forgeable: true } },
      { action: "bypass", paths: ["/d"], query: { name: "preview", value: "1", forgeable: true } },
    ],
  });
  const cookie = (text: string) => ({ headers: new Headers({ Cookie: text }) });
  test.each([
    ["/a", cookie(`x=1; staff=${value}; y=2`), "bypass"],
    ["/a", cookie(`staff=${value}x`), "held"],
    ["/a", cookie(`Staff=${value}`), "held"],
    ["/a", cookie(`staff=${value}; staff=other`), "held"],
    ["/a", { headers: new Headers({ staff: value }), query: `?staff=${value}` }, "held"],
    ["/b", { query: `?x=1&key=${value}` }, "bypass"],
    ["/b", { query: `?key=staff%2Dand-nobody-else` }, "bypass"],
    ["/b", { query: `?key=${value}&key=${value}` }, "held"],
    ["/b", { query: `?key=${value}x` }, "held"],
    ["/b", { query: `?KEY=${value}` }, "held"],
    ["/b", {}, "held"],
    ["/c", { headers: new Headers({ "user-agent": "probe/1" }) }, "bypass"],
    ["/c", { headers: new Headers({ "user-agent": "probe/12" }) }, "held"],
    ["/d", { query: "?preview=1" }, "bypass"],
    ["/d", { query: "?preview=" }, "held"],
  ])("%s with %o: %s", (path, changes, expected) => {
    expect(verdict(index, path, changes)).toBe(expected);
  });
  test.each(["header", "cookie", "query"])("a stored %s value that could be guessed opens nothing, unless it was marked", (member) => {
    const [entry] = directoryOf({ rules: [{ action: "bypass", paths: ["/a"] }] }).entries;
    if (entry === undefined) throw new Error("no entry");
    const request = { headers: new Headers({ k: "short", Cookie: "k=short" }), query: "?k=short" };
    const opens = (condition: object) => {
      const rules = entry.settings.rules.map((rule) => ({ ...rule, [member]: condition }));
      return verdict(compileDirectory({ version: 2, entries: [{ ...entry, settings: { ...entry.settings, rules } }] }), "/a", request);
    };
    expect(opens({ name: "k", value: "short" })).toBe("held");
    expect(opens({ name: "k", value: "short", forgeable: false })).toBe("held");
    expect(opens({ name: "k", value: "short", forgeable: true })).toBe("bypass");
  });
});

describe("what passes by default", () => {
  const index = indexOf({ paths: ["/"] });
  const preflight = new Headers({ Origin: "https://www.example", "Access-Control-Request-Method": "POST" });
  test.each([
    ["/robots.txt", {}, "bypass stripped"],
    ["/favicon.ico", { method: "HEAD" }, "bypass stripped"],
    ["/.well-known/acme-challenge/x", {}, "bypass stripped"],
    ["/.well-known/x", { method: "POST" }, "held"],
    ["/.well-known/../tickets", {}, "held"],
    ["/.well-known/..%2ftickets", {}, "held"],
    ["/robots.txt/x", {}, "held"],
    ["/robots.txt;x", {}, "held"],
    ["/tickets", { method: "OPTIONS", headers: preflight }, "bypass stripped"],
    ["/tickets", { method: "OPTIONS" }, "held"],
    ["/tickets", { headers: preflight }, "held"],
    ["/tickets;x", { method: "OPTIONS", headers: preflight }, "held"],
  ])("%s %o: %s", (path, changes, expected) => {
    expect(verdict(index, path, changes)).toBe(expected);
  });
});

describe("what is refused first while the shop can't cope", () => {
  const rule = (action: "sheddable" | "sheddable-plus" | "critical" | "checkout", path: string) =>
    ({ action, paths: [path], methods: [], networks: [], header: null }) as const;
  const index = indexOf({
    paths: ["/"],
    rules: [rule("sheddable", "/stats"), rule("sheddable-plus", "/list"), rule("critical", "/list/seats"), rule("checkout", "/list/pay")],
  });
  const criticality = (path: string) => {
    const found = ask(index, path);
    return found.outcome === "covered" ? [found.criticality, found.rule] : found.outcome;
  };
  test.each([
    ["/stats/x", "sheddable"],
    ["/list", "sheddable-plus"],
    // Of several the highest.
    ["/list/seats/3", "critical"],
    ["/list/pay", "critical-plus"],
    ["/", "critical-plus"],
    // No spelling makes a page less important.
    ["/stats/..%2flist/pay", "critical-plus"],
  ])("%s is %s, and held like any other", (path, expected) => {
    expect(criticality(path)).toEqual([expected, null]);
  });
});

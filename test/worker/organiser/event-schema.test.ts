import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEventUpdate, parseNewEvent } from "../../../worker/organiser/event-schema.ts";
import { NUMERIC_SETTINGS, settingsOf } from "../../support/event-settings.ts";
import { MINIMAL } from "./organiser.ts";

const fault = (changes: object) => {
  const parsed = parseNewEvent({ ...MINIMAL, ...changes });
  return parsed.ok ? null : parsed.field;
};

const many = (count: number, make: (index: number) => unknown) => Array.from({ length: count }, (_, index) => make(index));

describe("defaults", () => {
  test("are written out", () => {
    expect(parseNewEvent(MINIMAL)).toEqual({ ok: true, value: settingsOf("spring") });
  });

  test("once written out they parse to themselves, member by member in the same order", () => {
    const once = parseNewEvent(MINIMAL);
    const twice = parseNewEvent(once.ok ? once.value : null);
    expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
  });

  test.each(["perMinute", "maxActiveSessions", "region"])("%s has none, and the refusal says how to find it", (name) => {
    const rest = Object.entries(MINIMAL).filter(([member]) => member !== name);
    expect(parseNewEvent(Object.fromEntries(rest))).toMatchObject({
      ok: false,
      field: name,
      detail: expect.stringMatching(/no default\. It is (how many|where)/),
    });
  });
});

describe("case 49: numbers", () => {
  const hostile = [
    -1,
    -0.5,
    0.5,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    JSON.parse("1e400"),
    1e308,
    2 ** 53,
    "600",
    "",
    true,
    [],
    [600],
    {},
  ];
  test.each(NUMERIC_SETTINGS)("%s: negative, NaN, huge, fractional or no number at all is refused by name", (name) => {
    for (const value of hostile) expect([value, fault({ [name]: value })]).toEqual([value, name]);
  });

  test.each(["minPerMinute", "startPerMinute", "latencyTargetMs", "fallbackPerMinute"])("limiter.%s likewise", (name) => {
    for (const value of hostile) expect([value, fault({ limiter: { [name]: value } })]).toEqual([value, `limiter.${name}`]);
  });

  test.each(["perSecond", "burst", "concurrent"])("sessionLimits.%s likewise", (name) => {
    for (const value of [0, ...hostile])
      expect([value, fault({ sessionLimits: { [name]: value } })]).toEqual([value, `sessionLimits.${name}`]);
  });

  test.each(["minPerMinute", "startPerMinute", "fallbackPerMinute"])("limiter.%s above the maximum is refused by name", (name) => {
    expect(fault({ perMinute: 600, limiter: { [name]: 601 } })).toBe(`limiter.${name}`);
    expect(fault({ perMinute: 600, limiter: { [name]: 600 } })).toBe(null);
  });

  test.each(["share"])("lanes.0.%s likewise", (name) => {
    for (const value of [0, ...hostile])
      expect([value, fault({ lanes: [{ id: "main", [name]: value }] })]).toEqual([value, `lanes.0.${name}`]);
  });

  test("any JSON value in any numeric member is refused by name or is a whole number within bounds", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NUMERIC_SETTINGS),
        fc.oneof(fc.jsonValue(), fc.double(), fc.integer(), fc.integer({ min: -2, max: 4_000 })),
        (name, value) => {
          const parsed = parseNewEvent({ ...MINIMAL, [name]: value });
          const stored = parsed.ok ? (parsed.value[name] ?? "null") : parsed.field;
          const allowed =
            (stored === "null" && ["burst", "maxWaiting", "maxWaitSeconds"].includes(name)) ||
            (Number.isSafeInteger(stored) && !Object.is(stored, -0));
          // A number that is right alone can still contradict another, which is named then.
          expect(allowed || NUMERIC_SETTINGS.some((field) => field === stored)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test("-0 is stored as 0", () => {
  const parsed = parseNewEvent({ ...MINIMAL, graceSeconds: -0, lateSeconds: 0 });
  expect(parsed.ok && [parsed.value.graceSeconds, parsed.value.lateSeconds]).toEqual([0, 0]);
});

describe("case 38: times and paths that contradict each other", () => {
  test.each([
    ["claimSeconds", { claimSeconds: 179 }],
    ["idleSeconds", { idleSeconds: 3_601, checkoutSeconds: 4_000 }],
    ["idleSeconds", { maxStaySeconds: 599 }],
    ["provisionalSeconds", { provisionalSeconds: 301 }],
    ["checkoutSeconds", { idleSeconds: 1_201 }],
    ["hosts.1", { hosts: ["shop.example", "SHOP.example"] }],
    ["paths.1", { paths: ["/shop", "/Shop/"] }],
    ["lanes.1.id", { lanes: [{ id: "a" }, { id: "a", paths: ["/a"] }] }],
    ["lanes.2.paths.0", { lanes: [{ id: "a" }, { id: "b", paths: ["/b"] }, { id: "c", paths: ["/b/**"] }] }],
    ["lanes", { lanes: [{ id: "a", paths: ["/a"] }] }],
    ["lanes", { paths: ["/a", "/ab"], lanes: [{ id: "a", paths: ["/a"] }] }],
    ["rules.1", { rules: [{ action: "bypass", paths: ["*.js"] }, { action: "bypass" }] }],
  ])("%s is named for %o", (field, changes) => {
    expect(fault(changes)).toBe(field);
  });

  test("case 65: lanes that take all covered paths between them need no lane without paths", () => {
    const lanes = ["a", "b"].map((id) => ({ id, paths: [`/${id}`] }));
    expect(fault({ paths: ["/a", "/B/", "/b/seats/**"], lanes })).toBe(null);
  });

  test("at their bounds they pass", () => {
    expect(fault({ claimSeconds: 180, provisionalSeconds: 180, idleSeconds: 1_200, maxStaySeconds: 1_200, checkoutSeconds: 1_200 })).toBe(
      null,
    );
  });
});

describe("members", () => {
  test.each([
    ["colour", { colour: "red" }],
    ["lanes.0.weight", { lanes: [{ id: "main", weight: 1 }] }],
    ["rules.0.header.secret", { rules: [{ action: "bypass", header: { name: "x-key", value: "0123456789abcdef", secret: true } }] }],
    ["__proto__", JSON.parse('{"__proto__": {"doors": "off"}}')],
    ["constructor", { constructor: 1 }],
    ["incarnation", { incarnation: 1 }],
  ])("an unknown one is refused by name: %s", (field, changes) => {
    const body: unknown = JSON.parse(`${JSON.stringify(MINIMAL).slice(0, -1)},${JSON.stringify(changes).slice(1)}`);
    const parsed = parseNewEvent(body);
    expect(parsed.ok ? null : parsed.field).toBe(field);
  });

  test.each([null, [], "text", 1, true, [MINIMAL]])("a body that is no object is refused: %o", (body) => {
    expect(parseNewEvent(body)).toEqual({ ok: false, field: "", detail: "The body must be a JSON object." });
  });

  test.each(["", "-a", "A", "a_b", "a".repeat(41), "a/b", "ä", "a b", "a\n"])("%o is no id", (id) => {
    expect(fault({ id })).toBe("id");
    expect(fault({ lanes: [{ id }] })).toBe("lanes.0.id");
  });

  test.each([
    ["title", "x".repeat(201)],
    ["title", "a\u0000b"],
    ["title", "two\nlines"],
    ["title", ""],
    ["message", "x".repeat(2_001)],
    ["message", "\ud800"],
    ["message", "\u001b[31m"],
    ["region", "mars"],
    ["doors", "open"],
    ["failure", "maybe"],
    ["waitingPageStatus", 500],
    ["sliding", "yes"],
    ["entryPath", "//evil.example"],
    ["entryPath", "/\\evil.example"],
    ["entryPath", "https://evil.example/"],
    ["entryPath", "/_stanchion/console"],
    ["origin", "https://origin.example/path"],
    ["origin", "https://user@origin.example"],
    ["origin", "ftp://origin.example"],
    ["origin", "https://origin.example:443"],
  ])("%s %o is refused", (name, value) => {
    expect(fault({ [name]: value })).toBe(name);
  });

  test.each([
    "   ",
    "\u00a0",
    "\u200b\u200d\u2060",
    "\u202e\u2066\u2069\u200e",
    "\u00ad",
    "\ufeff",
    "\u3164\u2800",
    "\u{e0061}\ufe0f",
    " \u3000 \u2003",
  ])("what nobody sees names nothing: %j", (blank) => {
    expect(fault({ title: blank })).toBe("title");
    expect(fault({ texts: { en: { "line.leave": blank } } })).toBe("texts.en.line.leave");
    expect(fault({ title: `${blank}1` })).toBeNull();
    expect(fault({ message: blank })).toBeNull();
  });

  test("a message keeps its lines and other scripts", () => {
    expect(fault({ message: "Bitte warten\nمن فضلك 🎟️" })).toBe(null);
  });

  test("lists are bounded", () => {
    expect(fault({ rules: many(101, () => ({ action: "bypass", paths: ["*.js"] })) })).toBe("rules");
    expect(fault({ lanes: many(17, (index) => ({ id: `l${index}` })) })).toBe("lanes");
    expect(fault({ hosts: many(21, (index) => `h${index}.example`) })).toBe("hosts");
    expect(fault({ hosts: [] })).toBe("hosts");
    expect(fault({ paths: [] })).toBe("paths");
    expect(fault({ rules: many(100, () => ({ action: "bypass", paths: ["*.js"] })) })).toBe(null);
  });
});

describe("addresses", () => {
  test.each(["shop.example", "SHOP.example", "localhost:8787", "127.0.0.1:8080", "[::1]:8787", "xn--bcher-kva.example"])(
    "%s is a host",
    (host) => {
      const parsed = parseNewEvent({ ...MINIMAL, hosts: [host] });
      expect(parsed.ok && parsed.value.hosts).toEqual([host.toLowerCase()]);
    },
  );

  test.each([
    "",
    "shop.example/",
    "https://shop.example",
    "a b",
    "shop.example:0x50",
    "shop.example:99999",
    "u@shop.example",
    "shop.example:443",
    "bücher.example",
    "127.1",
    "*.example",
  ])("%o is no host", (host) => expect(fault({ hosts: [host] })).toBe("hosts.0"));

  test.each(["/", "/shop", "/shop/*", "/shop/**/seats", "/caf%C3%A9", "/café", "/a.b-c_d~e"])("%s is a path pattern", (path) => {
    expect(fault({ paths: [path] })).toBe(null);
  });

  test.each([
    "shop",
    "",
    "/shop?x",
    "/shop#x",
    "/^a$",
    "/(a|b)",
    "/[ab]",
    "/{a,b}",
    "/a\\b",
    "/a\u0000",
    "/a\n",
    "/../a",
    "/a/./b",
    "//a",
    "/***",
    "/%zz",
    `/${"a".repeat(256)}`,
    `/${"*a".repeat(9)}`,
    "/_stanchion",
    "/_STANCHION/api",
    "/%5fstanchion/x",
    "*.js",
  ])("S2: %o is no path pattern", (path) => {
    expect(fault({ paths: [path] })).toBe("paths.0");
    expect(fault({ lanes: [{ id: "main" }, { id: "b", paths: [path] }] })).toBe("lanes.1.paths.0");
  });

  test("a suffix pattern is for rules", () => {
    expect(fault({ rules: [{ action: "bypass", paths: ["*.js", "/assets/**"] }] })).toBe(null);
    expect(fault({ rules: [{ action: "bypass", paths: ["*"] }] })).toBe("rules.0.paths.0");
  });

  test.each(["0.0.0.0/0", "192.0.2.7", "192.0.2.0/24", "2001:db8::/32", "::1"])("%s is a network", (network) => {
    expect(fault({ rules: [{ action: "bypass", networks: [network] }] })).toBe(null);
  });

  test.each([
    "",
    "192.0.2.0/33",
    "192.0.2.256",
    "192.0.2",
    "2001:db8::/129",
    "2001:db8::/",
    "192.0.2.0/24/8",
    "192.0.2.0/-1",
    "shop.example",
    "1.2.3.4/024",
  ])("%o is no network", (network) => {
    expect(fault({ rules: [{ action: "bypass", networks: [network] }] })).toBe("rules.0.networks.0");
  });

  const valued = (member: string, condition: object) => ({ rules: [{ action: "bypass", [member]: condition }] });

  describe.each(["header", "cookie", "query"])("S8: a rule by %s", (member) => {
    const secret = "0123456789abcdef";
    test.each(["too-short", "0123456789abcdé0", "0123456789abcdef\n", "", null, 1234567890123456])("%o is no secret", (value) => {
      expect(fault(valued(member, { name: "x-key", value }))).toBe(`rules.0.${member}.value`);
      expect(fault(valued(member, { name: "x-key", value, forgeable: false }))).toBe(`rules.0.${member}.value`);
    });
    test("a secret of 16 characters needs no mark, a shorter value does", () => {
      expect(fault(valued(member, { name: "x-key", value: secret }))).toBe(null);
      expect(fault(valued(member, { name: "x-key", value: secret.slice(1) }))).toBe(`rules.0.${member}.value`);
      expect(fault(valued(member, { name: "x-key", value: "1", forgeable: true }))).toBe(null);
      expect(fault(valued(member, { name: "x-key", value: "1", forgeable: 1 }))).toBe(`rules.0.${member}.forgeable`);
      expect(fault(valued(member, { name: "x-key", value: "", forgeable: true }))).toBe(`rules.0.${member}.value`);
      expect(fault(valued(member, { name: "", value: secret }))).toBe(`rules.0.${member}.name`);
    });
    test("its mark is written out", () => {
      const parsed = parseNewEvent({ ...MINIMAL, ...valued(member, { name: "x-key", value: secret }) });
      expect(parsed.ok && parsed.value.rules[0]).toMatchObject({ [member]: { name: "x-key", value: secret, forgeable: false } });
    });
  });

  test("what fetch would trim, a cookie would quote, or is our own cookie, is refused by name", () => {
    expect(fault(valued("header", { name: "x-key", value: " 0123456789abcdef" }))).toBe("rules.0.header.value");
    expect(fault(valued("header", { name: "x key", value: "0123456789abcdef" }))).toBe("rules.0.header.name");
    expect(fault(valued("cookie", { name: "staff", value: "0123456789abc;ef" }))).toBe("rules.0.cookie.value");
    expect(fault(valued("cookie", { name: "stanchion-p-a.b", value: "0123456789abcdef" }))).toBe("rules.0.cookie.name");
  });

  test("countries are written in upper case", () => {
    const parsed = parseNewEvent({ ...MINIMAL, rules: [{ action: "bypass", countries: ["de", "XK"] }] });
    expect(parsed.ok && parsed.value.rules[0]?.countries).toEqual(["DE", "XK"]);
  });

  test.each(["UK", "EU", "XX", "T1", "DEU", "D", "", "ZZ", "ſt", 7, null])("%o is no country", (country) => {
    expect(fault({ rules: [{ action: "bypass", countries: ["DE", country] }] })).toBe("rules.0.countries.1");
  });

  test("methods are written in upper case", () => {
    const parsed = parseNewEvent({ ...MINIMAL, rules: [{ action: "bypass", methods: ["post"] }] });
    expect(parsed.ok && parsed.value.rules[0]?.methods).toEqual(["POST"]);
  });
});

describe("an update", () => {
  const { id: _, ...withoutId } = MINIMAL;

  test("takes its id from the path", () => {
    expect(parseEventUpdate(withoutId, "spring")).toMatchObject({
      ok: true,
      value: { settings: { id: "spring", title: "spring" }, incarnation: null },
    });
  });

  test("takes back what a read returned", () => {
    expect(parseEventUpdate({ ...MINIMAL, incarnation: 3 }, "spring")).toMatchObject({
      ok: true,
      value: { settings: { id: "spring" }, incarnation: 3 },
    });
  });

  test("gives members in the order a creation gives them", () => {
    const created = parseNewEvent(MINIMAL);
    const updated = parseEventUpdate({ ...withoutId, incarnation: 1 }, "spring");
    expect(JSON.stringify(updated.ok && updated.value.settings)).toBe(JSON.stringify(created.ok && created.value));
  });

  test("can't rename", () => {
    expect(parseEventUpdate({ ...MINIMAL, id: "autumn" }, "spring")).toMatchObject({ ok: false, field: "id" });
  });
});

test("any JSON value at all is judged without an exception", () => {
  const members = fc.dictionary(
    fc.constantFrom(...Object.keys(MINIMAL), "lanes", "rules", "title", "paths", "origin", "x"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), members), (body) => {
      const parsed = parseNewEvent(body);
      expect(parsed.ok || parsed.detail !== "").toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

describe("look", () => {
  const colours = { paper: "#FFFFFF", ink: "#111111", accent: "#0044cc" };

  test("is kept with its defaults written out, colours in lower case", () => {
    const parsed = parseNewEvent({ ...MINIMAL, look: { light: colours } });
    expect(parsed.ok && parsed.value.look).toEqual({ logo: null, theme: "auto", light: { ...colours, paper: "#ffffff" }, dark: null });
  });

  test.each([
    ["look.light.ink", { light: { ...colours, ink: "#999999" } }],
    ["look.dark.accent", { dark: { paper: "#000000", ink: "#ffffff", accent: "#402020" } }],
    ["look.light.paper", { light: { ...colours, paper: "red;}body{display:none" } }],
    ["look.light.accent", { light: { paper: "#ffffff", ink: "#000000" } }],
    ["look.theme", { theme: "sepia" }],
    ["look.logo", { logo: "https://cdn.example/logo.png" }],
    ["look.logo", { logo: 'data:image/png;base64,AA"onerror="x' }],
    ["look.logo", { logo: `data:image/png;base64,${"A".repeat(6_000)}` }],
    ["look.logo", { logo: "data:text/html;base64,AAAA" }],
  ])("%s is refused by name", (field, look) => {
    expect(fault({ look })).toBe(field);
  });
});

import { describe, expect, test } from "vitest";
import { cpuMs } from "../support/cpu-time.ts";
import { compileDirectory } from "../../worker/matching.ts";
import { indexOf, owner, verdict } from "./asking.ts";
import { directoryOf } from "./directory.ts";

describe("case 1: spellings of a covered path", () => {
  const index = indexOf({ paths: ["/tickets"] });
  test.each([
    "/tickets",
    "/Tickets",
    "/%74ickets",
    "//tickets",
    "/./tickets",
    "/x/../tickets",
    "/tickets/",
    "/tickets;x=1",
    "/tickets%2F1",
    "/tickets/1",
    "/%2574ickets",
    "/tickets\\1",
    "/x/..%5ctickets",
    "/tickets%00",
    "/tickets?",
  ])("%s is covered", (path) => {
    expect(owner(index, path)).toBe("e1.main");
  });
  test.each(["/", "/ticket", "/ticketss", "/x/tickets", "/x", "/tickets-archive"])("%s is not", (path) => {
    expect(owner(index, path)).toBe("uncovered");
  });
});

describe("case 2: the most specific event", () => {
  const index = indexOf({ paths: ["/shop"] }, { paths: ["/shop/checkout"] }, { hosts: ["other.example"], paths: ["/"] });
  test.each([
    ["/shop/checkout/x", "e2.main"],
    ["/shop/checkout", "e2.main"],
    ["/SHOP//checkout/", "e2.main"],
    ["/shop/checkouts", "e1.main"],
    ["/shop", "e1.main"],
    ["/shopping", "uncovered"],
    ["/", "uncovered"],
  ])("%s: %s", (path, expected) => {
    expect(owner(index, path)).toBe(expected);
  });

  test.each([
    "/shop/checkout%2Fx",
    "/shop/x/../checkout",
    "/shop/%2e/checkout",
    "/shop/checkout/..;/x",
    "/shop/checkout%00x",
    "/shop/checkout%3Fx",
    "/shop/checkout%20",
    "/shop/check%09out",
  ])("S8: %s names two: ambiguous", (path) => {
    expect(owner(index, path)).toBe("ambiguous");
  });

  test("S8: more readings than are worked out: ambiguous", () => {
    expect(owner(index, `/x${"\\..;/./%5c..%3b//".repeat(900)}`)).toBe("ambiguous");
  });
});

describe("hosts", () => {
  const index = indexOf({ paths: ["/tickets"] }, { hosts: ["shop.example:8443"], paths: ["/"] });
  test.each([
    ["SHOP.example", "uncovered"],
    ["shop.example:8443", "e2.main"],
    ["shop.example.", "unknown-host"],
    ["evil.example", "unknown-host"],
    ["__proto__", "unknown-host"],
  ])("%s: %s", (host, expected) => {
    expect(owner(index, "/x", { host })).toBe(expected);
  });

  test.each(["/_stanchion/v1/join", "/_Stanchion", "/x/..%2f_stanchion/", "/%5fstanchion/v1"])(
    "S8: %s is ours on every host, events or not",
    (path) => {
      expect(owner(index, path)).toBe("own");
      expect(owner(index, path, { host: "shop.example:8443" })).toBe("own");
      expect(owner(index, path, { host: "evil.example" })).toBe("own");
    },
  );

  test("case 6: two events on one host are told apart by path", () => {
    const two = indexOf({ paths: ["/a"] }, { paths: ["/b"] });
    expect([owner(two, "/a/1"), owner(two, "/b/1"), owner(two, "/c")]).toEqual(["e1.main", "e2.main", "uncovered"]);
  });
});

describe("lanes", () => {
  const index = indexOf({
    paths: ["/shows"],
    lanes: [{ id: "rest" }, { id: "hamlet", paths: ["/shows/hamlet"] }, { id: "gala", paths: ["/shows/*/gala", "/shows/hamlet/gala"] }],
  });
  test.each([
    ["/shows", "e1.rest"],
    ["/shows/macbeth", "e1.rest"],
    ["/shows/Hamlet/seats", "e1.hamlet"],
    ["/shows/hamlet/gala", "e1.gala"],
    ["/shows/macbeth/gala/1", "e1.gala"],
    ["/shows/hamlet%2Fgala", "ambiguous"],
    ["/x/..%2fshows/hamlet", "e1.hamlet"],
  ])("case 65: %s is in %s", (path, expected) => {
    expect(owner(index, path)).toBe(expected);
  });
});

describe("settings this version can't read", () => {
  const directory = directoryOf({
    paths: ["/tickets"],
    lanes: [{ id: "rest" }, { id: "new", paths: ["/x"] }],
    rules: [{ action: "bypass", paths: ["/x"] }],
  });
  const [entry] = directory.entries;
  if (entry === undefined) throw new Error("no entry");
  const { settings } = entry;
  const changed = (changes: object) => compileDirectory({ version: 2, entries: [{ ...entry, settings: { ...settings, ...changes } }] });

  test("an unknown covering glob covers everything", () => {
    expect(owner(changed({ paths: ["~new"] }), "/anything")).toBe("e1.rest");
  });
  test("a rule of unknown globs, networks, action or members, without condition or with a short secret, opens nothing", () => {
    const rule = { action: "bypass", paths: [], methods: [], networks: [], header: null };
    for (const strange of [
      { paths: ["~new"] },
      { networks: ["~new"] },
      {},
      { paths: ["/tickets"], action: "new" },
      { paths: ["/tickets"], header: { name: "x", value: "" } },
      { paths: ["/tickets"], asn: [64_496] },
    ]) {
      const index = changed({ rules: [{ ...rule, ...strange }] });
      expect([strange, verdict(index, "/tickets", { address: "192.0.2.1" })]).toEqual([strange, "held"]);
    }
  });
  test("a rule of an earlier version, without the members it did not know, goes on", () => {
    const rules = [{ action: "bypass", paths: ["/tickets"], methods: [], networks: [], header: null }];
    expect(verdict(changed({ rules }), "/tickets")).toBe("bypass");
  });
  test("a lane of unknown globs takes nobody", () => {
    expect(
      owner(
        changed({
          lanes: [
            { id: "new", share: 1, paths: ["~new"] },
            { id: "rest", share: 1, paths: [] },
          ],
        }),
        "/tickets",
      ),
    ).toBe("e1.rest");
  });
});

test("a thousand events of a hundred rules: compiled and matched fast, each its own", () => {
  const rules = Array.from({ length: 100 }, (_, at) => ({ action: "bypass" as const, paths: [`/static/${at}/**/x`] }));
  const [model] = directoryOf({ rules }).entries;
  if (model === undefined) throw new Error("no entry");
  const entries = Array.from({ length: 1_000 }, (_, at) => {
    const id = `e${at}`;
    return { event: id, incarnation: 1, settings: { ...model.settings, id, paths: [`/events/${id}`, `/api/*/${id}`] } };
  });
  const startedMs = cpuMs();
  const index = compileDirectory({ version: 1, entries });
  for (let at = 0; at < 1_000; at += 100) {
    for (const path of [`/events/e${at}/seats`, `/api/v1/e${at}`]) expect(owner(index, path)).toBe(`e${at}.main`);
  }
  for (let round = 0; round < 1_000; round += 1) owner(index, "/events/e500/seats");
  expect(owner(index, "/events/e1000")).toBe("uncovered");
  // Measured: 40 ms to compile, 30 µs a match with all rules. One by one it would be seconds.
  expect(cpuMs() - startedMs).toBeLessThan(1_500);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amendEvent,
  apply,
  type Covering,
  createEvent,
  type DirectoryState,
  emptyDirectory,
  type HostOrigins,
  patternKey,
  removeEvent,
  replaceEvent,
} from "../../../durable-objects/domain/directory.ts";

const event = (id: string, hosts: readonly string[], paths: readonly string[]): Covering => ({ id, hosts, paths, origin: null });

function directoryOf(...events: readonly Covering[]): DirectoryState<Covering> {
  return events.reduce<DirectoryState<Covering>>((state, each) => {
    const { change } = createEvent(state, each);
    return change === null ? state : apply(state, change);
  }, emptyDirectory());
}

describe("case 38: whose a path is", () => {
  const shop = directoryOf(event("shop", ["shop.example", "m.shop.example"], ["/shop", "/tickets/*"]));

  test.each(["/shop", "/shop/", "/SHOP", "/shop/**", "/%73hop", "//shop//", "/shop/**/", "/tickets/*", "/tickets/*/"])(
    "%s is taken",
    (path) => {
      expect(createEvent(shop, event("b", ["m.shop.example"], ["/b", path])).reply).toEqual({
        outcome: "conflict",
        field: "paths.1",
        event: "shop",
      });
    },
  );

  test.each(["/", "/shop/checkout", "/shopping", "/shop/*", "/tickets", "/tickets/*/seats", "/sh%2Fop"])(
    "%s is free: the more exact pattern wins",
    (path) => {
      expect(createEvent(shop, event("b", ["shop.example"], [path])).reply).toMatchObject({ outcome: "created" });
    },
  );

  test("another host or another port is another place", () => {
    expect(createEvent(shop, event("b", ["shop.example:8443", "other.example"], ["/shop"])).reply).toMatchObject({ outcome: "created" });
  });

  test("an event is not in its own way", () => {
    expect(replaceEvent(shop, event("shop", ["shop.example"], ["/shop"])).reply).toMatchObject({ outcome: "replaced" });
  });
});

test("two patterns are the same one if they are spelled alike but for case, slashes and escapes", () => {
  expect(patternKey("/")).toBe(patternKey("/**"));
  expect(patternKey("/a%2Fb")).toBe(patternKey("/a/b"));
  expect(patternKey("/caf%C3%A9")).toBe(patternKey("/CAFÉ"));
  expect(patternKey("/a%2A")).not.toBe(patternKey("/a*"));
  expect(patternKey("/%ff")).toBe("/%ff");
  expect(patternKey("/%7Euser")).toBe(patternKey("/~USER/"));
});

const NAMES = ["a", "b", "c"];
const step = fc.record({
  call: fc.constantFrom("create" as const, "replace" as const, "remove" as const),
  id: fc.constantFrom(...NAMES),
  hosts: fc.uniqueArray(fc.constantFrom("x", "y"), { minLength: 1 }),
  paths: fc.uniqueArray(fc.constantFrom("/1", "/2", "/1/"), { minLength: 1 }),
});

/** Each host and path that is covered, once for each event that covers it. */
function coveredPlaces({ entries }: DirectoryState<Covering>): string[] {
  return [...entries.values()].flatMap(({ settings: { hosts, paths } }) => [
    ...new Set(hosts.flatMap((host) => paths.map((path) => host + patternKey(path)))),
  ]);
}

test("whatever is asked: versions rise by one with each change, incarnations never repeat, no host and path is two events'", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state = emptyDirectory<Covering>();
      const created: string[] = [];
      for (const { call, id, hosts, paths } of steps) {
        const settings = event(id, hosts, paths);
        const { reply, change } =
          call === "create" ? createEvent(state, settings) : call === "replace" ? replaceEvent(state, settings) : removeEvent(state, id);
        const next = change === null ? state : apply(state, change);
        expect(next.version).toBe(state.version + (change === null ? 0 : 1));
        if (reply !== null && "entry" in reply && reply.outcome === "created") created.push(`${id}.${reply.entry.incarnation}`);
        state = next;
        const places = coveredPlaces(state);
        expect(new Set(places).size).toBe(places.length);
      }
      expect(new Set(created).size).toBe(created.length);
    }),
  );
});

test("a removed event is in no entry, and its incarnation is still known", () => {
  const { change } = removeEvent(directoryOf(event("a", ["x"], ["/"])), "a");
  const after = change === null ? null : apply(directoryOf(event("a", ["x"], ["/"])), change);
  expect(after?.entries.size).toBe(0);
  expect(after?.incarnations.get("a")).toBe(1);
  expect(after === null ? null : removeEvent(after, "a")).toEqual({ reply: { event: "a", incarnation: 1 }, change: null });
});

describe("two events before one origin", () => {
  const HOSTS: HostOrigins = { "a.example": "https://one", "b.example": "https://one", "c.example": "https://two" };
  const at = (id: string, hosts: readonly string[], changes: Partial<Covering> = {}): Covering => ({
    ...event(id, hosts, [`/${id}`]),
    ...changes,
  });
  const share = { shareOrigin: true };
  const put = (state: DirectoryState<Covering>, settings: Covering, hostOrigins: HostOrigins = HOSTS) => {
    const { reply, change } = (state.entries.has(settings.id) ? replaceEvent : createEvent)(state, settings, hostOrigins);
    return { outcome: reply.outcome, reply, state: change === null ? state : apply(state, change) };
  };
  /** As if each had been alone when it was stored. */
  const stored = (...events: readonly Covering[]) => events.reduce((state, each) => put(state, each, {}).state, emptyDirectory<Covering>());
  const refused = { outcome: "conflict", field: "origin", event: "first" };

  test.each<[string, Covering, Covering]>([
    ["on one host", at("first", ["a.example"]), at("second", ["a.example"])],
    ["on two hosts of one origin", at("first", ["a.example"]), at("second", ["b.example"])],
    ["one by name, one by host", at("first", ["a.example"]), at("second", ["c.example"], { origin: "https://one" })],
    ["both by name", at("first", ["a.example"], { origin: "https://x" }), at("second", ["c.example"], { origin: "https://x" })],
    ["by one of several hosts", at("first", ["a.example", "c.example"]), at("second", ["c.example"])],
  ])("%s: refused unless both say that they share it", (_, first, second) => {
    expect(put(stored(first), second).reply).toEqual(refused);
    expect(put(stored(first), { ...second, ...share }).reply).toEqual(refused);
    expect(put(stored({ ...first, ...share }), second).reply).toEqual(refused);
    expect(put(stored({ ...first, ...share }), { ...second, ...share }).outcome).toBe("created");
  });

  test("another origin, the same one by no host of the deployment, and its own are no other's", () => {
    const state = stored(at("first", ["a.example"]));
    expect(put(state, at("second", ["c.example"])).outcome).toBe("created");
    expect(put(state, at("second", ["a.example"], { origin: "https://two" })).outcome).toBe("created");
    expect(put(state, at("second", ["gone.example", "toString"])).outcome).toBe("created");
    expect(put(state, at("first", ["a.example", "b.example"])).outcome).toBe("replaced");
  });

  test("neither can take its word back, nor come to the other's origin without, while they share", () => {
    const shared = stored(at("first", ["a.example"], share), at("second", ["b.example"], share), at("third", ["c.example"]));
    expect(put(shared, at("second", ["b.example"])).reply).toEqual(refused);
    expect(put(shared, at("third", ["b.example"])).reply).toEqual(refused);
    const { change } = removeEvent(shared, "first");
    if (change === null) throw new Error("not removed");
    expect(put(apply(shared, change), at("second", ["b.example"])).outcome).toBe("replaced");
  });

  test("two that a change of the deployment has brought together are put right one after the other", () => {
    const together = stored(at("first", ["a.example"]), at("second", ["b.example"]));
    expect(put(together, at("second", ["b.example"])).reply).toEqual(refused);
    const one = put(together, at("second", ["b.example"], share));
    expect(one.outcome).toBe("replaced");
    expect(put(one.state, at("third", ["a.example"], share)).reply).toEqual(refused);
    const both = put(one.state, at("first", ["a.example"], share));
    expect(both.outcome).toBe("replaced");
    expect(put(both.state, at("third", ["a.example"], share)).outcome).toBe("created");
  });

  test("whatever is asked in whatever order, no two events have an origin in common without the word of both", () => {
    const asked = fc.record({
      id: fc.constantFrom(...NAMES),
      hosts: fc.uniqueArray(fc.constantFrom(...Object.keys(HOSTS)), { minLength: 1 }),
      origin: fc.constantFrom(null, null, "https://one", "https://two", "https://three"),
      shareOrigin: fc.boolean(),
    });
    let pairs = 0;
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), (all) => {
        let state = emptyDirectory<Covering>();
        for (const { id, hosts, ...changes } of all) {
          state = put(state, at(id, hosts, changes)).state;
          const entries = [...state.entries.values()].flatMap(({ event: name, settings }) =>
            (settings.origin === null ? settings.hosts.map((host) => HOSTS[host]) : [settings.origin]).map((origin) => ({
              name,
              origin,
              share: settings.shareOrigin,
            })),
          );
          for (const one of entries) {
            for (const other of entries) {
              if (one.name === other.name || one.origin !== other.origin) continue;
              pairs += 1;
              expect([one.share, other.share]).toEqual([true, true]);
            }
          }
        }
      }),
    );
    expect(pairs).toBeGreaterThan(100);
  });
});

describe("amending one event", () => {
  const state = directoryOf(event("a", ["a.example"], ["/"]), event("b", ["b.example"], ["/"]));
  const amended = (of: string, incarnation: number) =>
    amendEvent(state, { event: of, incarnation }, (settings) => ({ ...settings, shareOrigin: true }));

  test("changes its settings and the version, and nothing of any other", () => {
    const { reply, change } = amended("a", 1);
    expect(reply).toEqual({ event: "a", incarnation: 1, settings: { ...event("a", ["a.example"], ["/"]), shareOrigin: true } });
    if (change === null) throw new Error("nothing to write");
    const after = apply(state, change);
    expect(after.version).toBe(state.version + 1);
    expect(after.entries.get("a")).toEqual(reply);
    expect(after.entries.get("b")).toBe(state.entries.get("b"));
  });

  test.each([
    ["a", 2],
    ["a", 0],
    ["c", 1],
  ])("%s of incarnation %i is not there", (of, incarnation) => {
    expect(amended(of, incarnation)).toEqual({ reply: null, change: null });
  });
});

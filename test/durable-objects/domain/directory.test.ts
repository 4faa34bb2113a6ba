import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  apply,
  type Covering,
  createEvent,
  type DirectoryState,
  emptyDirectory,
  patternKey,
  removeEvent,
  replaceEvent,
} from "../../../durable-objects/domain/directory.ts";

const event = (id: string, hosts: readonly string[], paths: readonly string[]): Covering => ({ id, hosts, paths });

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

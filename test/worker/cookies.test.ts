import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clearCookie,
  cookieValues,
  credentialCookieNames,
  isOwnCookieName,
  passMaxAgeSeconds,
  setCookie,
  ticketMaxAgeSeconds,
  visitorMaxAgeSeconds,
  withoutOwnCookies,
} from "../../worker/cookies.ts";

const ref = { event: "on-sale", incarnation: 3 };

describe("names", () => {
  test("carry event and lane, and are bound to host and https", () => {
    expect(credentialCookieNames(ref, "main", { loopback: false })).toEqual({
      visitor: "__Host-stanchion-v-on-sale.main",
      credential: "__Host-stanchion-p-on-sale.main",
    });
  });

  test("are plain on the loopback listener", () => {
    expect(credentialCookieNames(ref, "vip", { loopback: true })).toEqual({
      visitor: "stanchion-v-on-sale.vip",
      credential: "stanchion-p-on-sale.vip",
    });
  });
});

describe("S17: reading", () => {
  test.each<[string, string | null, string[]]>([
    ["none", null, []],
    ["an empty header", "", []],
    ["one", "p=1", ["1"]],
    ["one among others", "a=0; p=1; b=2", ["1"]],
    ["without a space", "a=0;p=1;b=2", ["1"]],
    ["blanks around", " \t p=1 \t ; b=2", ["1"]],
    ["several, in their order", "p=1; p=2; p=3", ["1", "2", "3"]],
    ["four of five", "p=1; p=2; p=3; p=4; p=5", ["1", "2", "3", "4"]],
    ["an empty one", "p=", [""]],
    ["quotes stay", 'p="1"', ['"1"']],
    ["nothing is decoded", "p=%41%00+%E0%A4%A", ["%41%00+%E0%A4%A"]],
    ["an equals sign in the value", "p=a=b==", ["a=b=="]],
    ["another case is another name", "P=1", []],
    ["a longer name", "pp=1; p2=2; xp=3", []],
    ["an encoded name", "%70=1", []],
    ["a quoted name", '"p"=1', []],
    ["a blank before the equals sign", "p =1", []],
    ["no equals sign", "p", []],
    ["the name as a value", "a=p=1", []],
    ["a no-break space is no blank", "\u00a0p=1; p=\u00a02", ["\u00a02"]],
  ])("%s", (_, header, values) => {
    expect(cookieValues(header, "p")).toEqual(values);
  });

  test("a value among any others is found as it is", () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('abp=%" \t,\u00e9\u0000~.')) });
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (before, after) => {
        const others = [...before, ...after].every((pair) => !/^[ \t]*p=/.test(pair));
        fc.pre(others);
        expect(cookieValues([...before, " p=va.lue~1", ...after].join(";"), "p")).toEqual(["va.lue~1"]);
      }),
    );
  });
});

describe("S7, S17: what the origin gets", () => {
  test.each<[string, string | null]>([
    ["a=1; b=2", "a=1; b=2"],
    ["a=1; __Host-stanchion-p-e.m=x; b=2", "a=1; b=2"],
    ["__Host-stanchion-p-e.m=x; b=2", "b=2"],
    ["a=1; __Host-stanchion-p-e.m=x", "a=1"],
    ["__Host-stanchion-v-e.m=x; __Host-stanchion-p-e.m=y", null],
    ["__Host-stanchion-p-e.m=x;", null],
    ["stanchion-p-e.m=x; a=1", "a=1"],
    ["__Secure-stanchion-p-e.m=x; a=1", "a=1"],
    ["a=1;__Host-stanchion-p-e.m=x;b=2;  c=3 ;d", "a=1;b=2;  c=3 ;d"],
    ["a=1; \t__Host-stanchion-p-e.m=x; b", "a=1; b"],
    ["a=1; __Host-stanchion-p-e.m", "a=1"],
    ['a="%E0%A4%A"; __Host-stanchion-p-e.m=x; b=\u00ff', 'a="%E0%A4%A"; b=\u00ff'],
    ["  a=__Host-stanchion-p-e.m=x", "  a=__Host-stanchion-p-e.m=x"],
    ["a=1; ; stanchion-", "a=1; "],
    ["", ""],
  ])("%o is sent on as %o", (header, sent) => {
    expect(withoutOwnCookies(header)).toBe(sent);
  });

  test("every other cookie stays as it was, whatever stands around it", () => {
    const pair = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('ab=%" \t,\u00e9-_')) }),
      fc.constantFrom(" __Host-stanchion-p-e.m=x", "stanchion-v-e.m=", "__Host-stanchion-v-e.m=a=b"),
    );
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
        const kept = pairs.filter((text) => !text.includes("stanchion-"));
        const sent = withoutOwnCookies(pairs.join(";"));
        const blank = /^[ \t]*/;
        expect((sent ?? "").replace(blank, "")).toBe(
          kept.join(";").trim() === "" && kept.length < pairs.length ? "" : kept.join(";").replace(blank, ""),
        );
      }),
    );
  });

  test("names of ours, for an origin's Set-Cookie", () => {
    expect(["__Host-stanchion-p-e.m", "stanchion-v-e.m", "__Secure-stanchion-p-e.m"].map(isOwnCookieName)).toEqual([true, true, true]);
    expect(["Stanchion-p-e.m", "my-stanchion-p", "__host-stanchion-p", ""].map(isOwnCookieName)).toEqual([false, false, false, false]);
  });
});

describe("S17: writing", () => {
  test("a cookie that comes back from a bank's cross-site POST, and is seen by no script", () => {
    expect(setCookie("__Host-stanchion-p-e.m", "a.b.c~d", 600, { loopback: false })).toBe(
      "__Host-stanchion-p-e.m=a.b.c~d; Max-Age=600; Path=/; HttpOnly; SameSite=None; Secure",
    );
  });

  test("in another site's frame", () => {
    expect(setCookie("n", "v", 1, { loopback: false, partitioned: true })).toMatch(/; SameSite=None; Secure; Partitioned$/);
  });

  test("on the loopback listener", () => {
    expect(setCookie("n", "v", 1, { loopback: true, partitioned: true })).toBe("n=v; Max-Age=1; Path=/; HttpOnly; SameSite=Lax");
  });

  test("clearing keeps the attributes", () => {
    expect(clearCookie("n", { loopback: false, partitioned: true })).toBe(
      "n=; Max-Age=0; Path=/; HttpOnly; SameSite=None; Secure; Partitioned",
    );
  });

  test("a browser keeps a credential as long as it can be of use", () => {
    expect(visitorMaxAgeSeconds).toBe(120);
    expect(ticketMaxAgeSeconds({ expiresAtMs: 61_000 }, 500)).toBe(60);
    expect(ticketMaxAgeSeconds({ expiresAtMs: 500 }, 61_000)).toBe(0);
    expect(passMaxAgeSeconds({ expiresAtMs: 61_000 }, 1_000)).toBe(60 + 86_400);
    expect(passMaxAgeSeconds({ expiresAtMs: 1_000 }, 61_000)).toBe(86_400);
  });
});

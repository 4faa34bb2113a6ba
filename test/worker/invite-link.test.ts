import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeInvite, takeInviteOfPath, withInvite } from "../../worker/invite-link.ts";

describe("the invite in a link", () => {
  test.each([
    ["", "", null],
    ["?", "?", null],
    ["?a=1&b", "?a=1&b", null],
    ["?stanchion-invite=x.y.z", "", "x.y.z"],
    ["?a=%2F&stanchion-invite=x&b=+", "?a=%2F&b=+", "x"],
    ["?stanchion-invite=", "", ""],
    ["?stanchion-invite=x&stanchion-invite=y&a", "?a", "x"],
    ["?my-stanchion-invite=x", "?my-stanchion-invite=x", null],
    ["?a=stanchion-invite=x", "?a=stanchion-invite=x", null],
  ])("%s", (query, rest, invite) => {
    expect(takeInvite(query)).toEqual({ rest, invite });
  });

  test("comes out again as it went in, and leaves path, query and fragment byte for byte", () => {
    const part = fc.stringMatching(/^[a-z%0-9=&+/]{0,12}$/);
    const token = fc.stringMatching(/^[\w.-]{1,40}$/);
    fc.assert(
      fc.property(part, fc.option(part), fc.option(part), token, (path, query, fragment, invite) => {
        const whole = `/${path}${query === null ? "" : `?${query}`}${fragment === null ? "" : `#${fragment}`}`;
        const link = withInvite(whole, invite);
        const emptyQuery = /\?(?=#|$)/.test(whole);
        expect(takeInviteOfPath(link).invite).toBe(invite);
        if (!emptyQuery) expect(takeInviteOfPath(link).rest).toBe(whole);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { percent, range, span } from "../../../static/demo/numbers.ts";
import type { RoomSample, Scene, ShopSample, You } from "../../../static/demo/state.ts";
import { tellStory } from "../../../static/demo/story.ts";
import { describeYou } from "../../../static/demo/you.ts";

const you: You = { state: "waiting", position: 1312, ahead: 131, wait: { lowSeconds: 8, highSeconds: 22 }, nowServing: 1180 };

describe("numbers", () => {
  it("are written for people", () => {
    expect([span(null), span(0.4), span(120), span(3001)]).toEqual(["–", "0 ms", "120 ms", "3.0 s"]);
    expect([percent(null), percent(0.034)]).toEqual(["–", "3 %"]);
    expect([range(1, 7), range(8, 22), range(70, 80), range(100, 170), range(125, 179), range(60, 61)]).toEqual([
      "a few seconds",
      "10 to 20 seconds",
      "70 to 80 seconds",
      "1 to 3 minutes",
      "2 to 3 minutes",
      "60 seconds",
    ]);
  });
});

describe("what the page says of you", () => {
  it("counts people before you", () => {
    expect(describeYou(you, false)).toMatchObject({ figure: "131", headline: "people before you", step: 1 });
    expect(describeYou(you, false).text).toBe("Place 1,312. About 10 to 20 seconds.");
    expect(describeYou({ ...you, ahead: 1 }, false).headline).toBe("person before you");
  });

  it("case 19: never says that nobody or fewer are before you", () => {
    expect(describeYou({ ...you, ahead: 0 }, false)).toMatchObject({ figure: "", headline: "You are next" });
    expect(describeYou({ ...you, ahead: null }, false)).toMatchObject({ figure: "", headline: "You are in line" });
  });

  it("says nothing of a wait nobody knows", () => {
    expect(describeYou({ ...you, wait: null }, false).text).toContain("not known");
    expect(describeYou({ ...you, state: "stopped" }, false).text).toContain("keep your place");
  });

  it.each([
    ["your-turn", 2, "your turn"],
    ["recorded", 2, "your turn"],
    ["missed", 2, "late"],
    ["admitted", 3, "inside"],
    ["spent", 0, "outside"],
    ["joining", 0, "outside"],
  ])("%s is step %i", (state, step, pill) => {
    expect(describeYou({ ...you, state }, false)).toMatchObject({ step, pill });
  });

  it("remembers that you have been inside", () => {
    expect(describeYou(null, false).headline).toBe("You are not in line");
    expect(describeYou(null, true).headline).toBe("You have been inside");
    expect(describeYou({ ...you, state: "ended" }, true).headline).toBe("You have been inside");
  });
});

describe("the story", () => {
  const idle: Scene = { kind: "idle", text: "", mayArrive: true };
  const shop = { state: "up", workers: 12 } as ShopSample;
  const room = { doors: "auto", perMinute: 900, waiting: 100, called: 20, activeSessions: 3 } as RoomSample;
  const tell = (scene: Scene, more: Partial<RoomSample> = {}, shopNow: ShopSample | null = shop): string =>
    tellStory({ scene }, { atMs: 0, shop: shopNow, room: { ...room, ...more } });

  it("follows what happens", () => {
    expect(tell(idle)).toContain("120 people in line. 15 a second");
    expect(tell(idle, { doors: "stopped" })).toContain("Nobody is let in. 120 people");
    expect(tell(idle, { waiting: 0, called: 0 })).toContain("The line is empty. 3 people inside");
    expect(tell(idle, { waiting: 0, called: 0, activeSessions: 0 })).toContain("All quiet");
    expect(tell({ ...idle, text: "The shop has recovered." }, { waiting: 0, called: 0, activeSessions: 0 })).toBe(
      "The shop has recovered.",
    );
  });

  it("tells of the stampede until it is over", () => {
    const stampede: Scene = { kind: "stampede", text: "The door stands open.", mayArrive: true };
    expect(tell(stampede)).toBe("The door stands open.");
    expect(tell(stampede, {}, { ...shop, state: "down" })).toContain("The shop is down");
    expect(tell({ ...stampede, kind: "recovery", text: "Guarded again." }, {}, { ...shop, state: "down" })).toBe("Guarded again.");
  });

  it("says that it looks while it knows nothing", () => {
    expect(tell(idle, {}, null)).toContain("Looking");
    expect(tellStory({ scene: idle }, undefined)).toContain("Looking");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LookColours, LookSettings } from "../../../durable-objects/domain/look.ts";
import { contrast, readableOn } from "../../../worker/pages/contrast.ts";
import { lookCss, lookFault } from "../../../worker/pages/look.ts";
import { sampleInput, sampleStatus } from "../../../worker/pages/preview.ts";
import { renderWaitingPage } from "../../../worker/pages/waiting-page.ts";

const plain: LookSettings = { logo: null, theme: "auto", light: null, dark: null };
const good: LookColours = { paper: "#ffffff", ink: "#111111", accent: "#0044cc" };
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    // The examples of WebAIM's checker and of WCAG's technique G18.
    ["#767676", "#ffffff", 4.54],
    ["#777777", "#ffffff", 4.47],
  ])("of %s and %s is %d, whichever comes first", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it("always knows a colour that is read on another", () => {
    fc.assert(fc.property(colour, (ground) => contrast(readableOn(ground), ground) >= 4.5));
  });
});

describe("a look", () => {
  it("names the colour that can't be read, and what it has", () => {
    expect(lookFault({ ...plain, light: good })).toBeNull();
    expect(lookFault({ ...plain, light: { ...good, ink: "#777777" } })).toMatchObject({
      field: "look.light.ink",
      detail: expect.stringContaining("4.47"),
    });
    expect(lookFault({ ...plain, dark: { paper: "#000000", ink: "#ffffff", accent: "#333333" } })?.field).toBe("look.dark.accent");
  });

  it("that is accepted writes nothing too faint to be read", () => {
    fc.assert(
      fc.property(colour, colour, colour, (paper, ink, accent) => {
        const look: LookSettings = { ...plain, light: { paper, ink, accent } };
        if (lookFault(look) !== null) return;
        const value = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(lookCss(look))?.[1] ?? "";
        for (const name of ["ink", "soft", "accent"]) expect(contrast(value(name), paper)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(value("on-accent"), accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(ink, value("panel"))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("changes nothing unless it says something, and follows the device unless told otherwise", () => {
    expect(lookCss(plain)).toBe("");
    expect(lookCss({ ...plain, light: good })).toMatch(
      /^:root\{--paper:#ffffff;.*@media \(prefers-color-scheme:dark\)\{:root\{--paper:#171415;/,
    );
    expect(lookCss({ ...plain, theme: "dark" })).toMatch(/^:root\{--paper:#171415;[^@]*color-scheme:dark\}$/);
  });

  it("stands in the page: the logo inline, without a request, and the colours after the page's own", () => {
    const logo = "data:image/png;base64,iVBORw0KGgo=";
    const { html } = renderWaitingPage(sampleInput(sampleStatus(), { look: { ...plain, logo, theme: "light", light: good } }));
    expect(html).toContain(`<img class="logo" src="${logo}" alt="" />`);
    expect(html.indexOf("--accent:#0044cc")).toBeGreaterThan(html.indexOf("--accent:#9c2743"));
    expect(html).toContain("color-scheme:light}");
    expect(html.match(/<style/g)).toHaveLength(1);
  });
});

import { ropeWay, type View } from "../../worker/pages/view.ts";

/** Shows views in the page the server sent: texts change, elements hide and appear, nothing is built. */
export interface Display {
  show(view: View): void;
  say(text: string): void;
}

/** What hides with the text in it, with all that names that text. */
const FRAMES = ".count, .facts > div, .message, .leave";

export function createDisplay(page: Document): Display {
  const root = page.documentElement;

  /** `name`: its class, and what may follow that in a selector. The page has it, or the page's script is not this one. */
  const element = (name: string): HTMLElement => page.querySelector(`.${name}`) as HTMLElement;

  // Only what changes is touched: neither layout nor a screen reader's cursor is disturbed by an equal text.
  function text(name: string, value: string): void {
    const target = element(name);
    if (target.textContent !== value) target.textContent = value;
    hide(target.closest(FRAMES) ?? target, value === "");
  }

  function hide(target: Element, hidden: boolean): void {
    target.toggleAttribute("hidden", hidden);
  }

  root.dataset["live"] = "";
  return {
    show({ phase, tabTitle, slots, figureLength, rope, form, drawUrl, invite, offersAlerts, inviteRefused }) {
      const held = page.activeElement;
      if (page.title !== tabTitle) page.title = tabTitle;
      if (root.dataset["phase"] !== phase) root.dataset["phase"] = phase;
      for (const [name, value] of Object.entries(slots)) text(name, value);
      const facts = element("facts");
      hide(facts, facts.querySelector("div:not([hidden])") === null);
      element("figure").dataset["length"] = figureLength;
      hide(element("rope"), rope === null);
      element("rope").dataset["motion"] = rope?.motion ?? "still";
      const way = 100 * ropeWay(rope?.fraction ?? 0);
      element("walked").setAttribute("stroke-dasharray", `${way} 200`);
      element("bead").setAttribute("stroke-dashoffset", String(-way));
      for (const name of ["new-place", "take-over"]) hide(element(name), form !== name);
      hide(element("invite"), invite === null);
      // Whoever opened it keeps it open.
      if (invite === "asked") element("invite").setAttribute("open", "");
      element("invite input[name=invite]").setAttribute("aria-invalid", String(inviteRefused));
      hide(element("draw"), drawUrl === "");
      if (drawUrl !== "") element("draw a").setAttribute("href", drawUrl);
      hide(element("alerts"), !offersAlerts);
      // What had the focus is gone: it goes to the words about what has come of it, not to nowhere.
      if (held?.closest("[hidden]")) element("headline").focus();
    },
    say(words) {
      element("spoken").textContent = words;
    },
  };
}

import { ropeWay, type View } from "../../worker/pages/view.ts";

/** Shows views in the page the server sent: texts change, elements hide and appear, nothing is built. */
export interface Display {
  show(view: View): void;
  say(text: string): void;
}

export function createDisplay(page: Document): Display {
  const root = page.documentElement;
  const elements = new Map<string, HTMLElement>();

  function element(selector: string): HTMLElement {
    const found = elements.get(selector) ?? page.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`The page has no ${selector}.`);
    elements.set(selector, found);
    return found;
  }

  // Only what changes is touched: neither layout nor a screen reader's cursor is disturbed by an equal text.
  function text(selector: string, value: string): void {
    const target = element(selector);
    if (target.textContent !== value) target.textContent = value;
    hide(target, value === "");
  }

  function hide(target: Element, hidden: boolean): void {
    if (target.hasAttribute("hidden") !== hidden) target.toggleAttribute("hidden", hidden);
  }

  function fact(name: string, value: string): void {
    text(`.${name}`, value);
    hide(element(`.${name}`).parentElement as HTMLElement, value === "");
  }

  root.dataset["live"] = "";
  return {
    show(view) {
      if (page.title !== view.tabTitle) page.title = view.tabTitle;
      if (root.dataset["phase"] !== view.phase) root.dataset["phase"] = view.phase;
      text(".headline", view.headline);
      text(".figure", view.figure);
      element(".figure").dataset["length"] = view.figureLength;
      text(".figure-label", view.figureLabel);
      hide(element(".count"), view.figure === "");
      hide(element(".rope"), view.rope === null);
      element(".rope").setAttribute("data-motion", view.rope?.motion ?? "still");
      const way = 100 * ropeWay(view.rope?.fraction ?? 0);
      element(".walked").setAttribute("stroke-dasharray", `${way} 200`);
      element(".bead").setAttribute("stroke-dashoffset", String(-way));
      text(".lead", view.lead);
      const { action } = view;
      text(".link", action?.label ?? "");
      hide(element(".new-place"), action?.kind !== "new-place");
      hide(element(".take-over"), action?.kind !== "take-over");
      hide(element(".invite"), !view.asksInvite);
      hide(element(".draw"), view.drawUrl === "");
      if (view.drawUrl !== "") element(".draw a").setAttribute("href", view.drawUrl);
      hide(element(".alerts"), !view.offersAlerts);
      text(".countdown", view.countdown);
      text(".trouble", view.trouble);
      fact("opens", view.opens);
      fact("draw-number", view.drawNumber);
      fact("place", view.place);
      fact("wait", view.wait);
      fact("pace", view.pace);
      hide(element(".facts"), view.opens + view.drawNumber + view.place + view.wait + view.pace === "");
      text(".words", view.message);
      hide(element(".message"), view.message === "");
      text(".updated", view.updated);
      text(".reference", view.reference);
      text(".leave-question", view.leaveQuestion);
      hide(element(".leave"), view.leaveQuestion === "");
    },
    say(words) {
      element(".spoken").textContent = words;
    },
  };
}

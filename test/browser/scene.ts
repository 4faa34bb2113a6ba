import type { Browser, BrowserContextOptions, Page as Tab } from "playwright-core";
import { sampleInput, sampleStatus, sampleStatuses } from "../../worker/pages/preview.ts";
import type { VisitorStatus } from "../../worker/pages/visitor-status.ts";
import { renderWaitingPage, type WaitingPageInput } from "../../worker/pages/waiting-page.ts";
import { startScriptedRoom, type RoomCall, type RoomReply, type ScriptedRoom } from "../support/scripted-room.ts";

/** Where the visitor wanted to go; nothing of it may be written differently when it comes back. */
export const DEEP_LINK = "/tickets?show=3&next=a%2Fb&q=1+2&q=3";
export const joining = sampleStatuses["joining"] as VisitorStatus;
export const turn = sampleStatuses["your-turn"] as VisitorStatus;
export const missed = sampleStatuses["missed"] as VisitorStatus;
export const waiting = (ahead: number, version: number, pollAfterMs = 2000): VisitorStatus => sampleStatus({ ahead, version, pollAfterMs });

type Reply = (call: RoomCall, count: number) => RoomReply;
interface VisitOptions extends BrowserContextOptions {
  readonly hidden?: boolean;
  readonly path?: string;
  /** Runs in the page before anything of its own, with this argument. */
  readonly init?: readonly [script: (argument: any) => void, argument: unknown];
  /** Done with the empty tab. */
  readonly before?: (tab: Tab) => Promise<void>;
}

/** What a test opens; all of it is closed after the test. */
export interface Scene {
  /** A room whose pages start with `status`, and whose calls are answered by `reply`. */
  readonly room: (status: VisitorStatus | (() => VisitorStatus), reply: Reply, change?: Partial<WaitingPageInput>) => Promise<ScriptedRoom>;
  /** A tab on the waiting page. Errors of the page, breaches of its policy among them, fail the test. */
  readonly visit: (room: ScriptedRoom, options?: VisitOptions) => Promise<Tab>;
  readonly onClose: (close: () => Promise<unknown>) => void;
}

/** Opens the scene of one test; `onFinished` is that test's own `onTestFinished`. */
export function openScene(browser: Browser, onFinished: (close: () => Promise<void>) => void): Scene {
  const closers: (() => Promise<unknown>)[] = [];
  const faults: string[] = [];
  onFinished(async () => {
    for (const close of closers.toReversed()) await close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });
  return {
    onClose: (close) => closers.push(close),
    async room(status, reply, change = {}) {
      const current = typeof status === "function" ? status : () => status;
      const room = await startScriptedRoom((path) => renderWaitingPage(sampleInput(current(), { returnTo: path, ...change })), reply);
      closers.push(room.close);
      return room;
    },
    async visit(room, { hidden = false, path = DEEP_LINK, init, before, ...options } = {}) {
      // Without a graphics card the bead's way along the rope is most of the work, in so many tabs at a time.
      const context = await browser.newContext({ reducedMotion: "reduce", ...options });
      closers.push(() => context.close());
      await context.addInitScript(emulateVisibility, hidden);
      if (init !== undefined) await context.addInitScript(...init);
      const tab = await context.newPage();
      tab.on("pageerror", (error) => faults.push(String(error)));
      tab.on("console", (message) => {
        if (/Content Security Policy|TrustedHTML|Refused/.test(message.text())) faults.push(message.text());
      });
      await before?.(tab);
      await tab.goto(room.url + path);
      return tab;
    },
  };
}

/** A windowless browser shows every tab. What it would report of a hidden one is reported here. Runs in the page. */
function emulateVisibility(hidden: boolean): void {
  let state = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { get: () => state });
  Object.assign(window, {
    setVisibility: (next: string) => {
      state = next;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
}

export const setVisibility = (tab: Tab, state: "visible" | "hidden"): Promise<void> =>
  tab.evaluate((next) => (window as unknown as { setVisibility: (state: string) => void }).setVisibility(next), state);

/** Shows a hidden tab for no time at all: it asks at once, and is hidden again before any answer comes. */
export const glance = (tab: Tab): Promise<void> =>
  tab.evaluate(() => {
    const { setVisibility } = window as unknown as { setVisibility: (state: string) => void };
    setVisibility("visible");
    setVisibility("hidden");
  });

/** No two polls are closer; half a millisecond is the clock's. */
export const FLOOR_MS = 1999;

/** From the start of a call to the start of the next, in ms by the page's own clock: a busy machine does not blur it. */
export const gapsBetweenCalls = (tab: Tab): Promise<number[]> =>
  tab.evaluate(() => {
    const starts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/_stanchion/v1/"))
      .map(({ startTime }) => startTime);
    return starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  });

export const text = (tab: Tab, selector: string): Promise<string | null> => tab.locator(selector).textContent();
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** How long a change may take to show: a few polls, on a busy machine. */
export const soon = { timeout: 15_000, interval: 50 };

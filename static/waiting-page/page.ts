import type { PageConfig } from "../../worker/pages/page-config.ts";
import { openingOf, roomTimeUntil } from "../../worker/pages/opening.ts";
import { describe, type Moment } from "../../worker/pages/view.ts";
import { createWording } from "../../worker/pages/wording.ts";
import { createAlerts } from "./alerts.ts";
import { createAnnouncer, type Heard } from "./announcer.ts";
import { completed, type Call } from "./answer.ts";
import { call, touchSession } from "./api.ts";
import { solve } from "./challenge.ts";
import { startChain } from "./chain.ts";
import { createClock } from "./clock.ts";
import { createDisplay } from "./display.ts";
import { destination } from "./destination.ts";
import { afterAnswer, afterShowing, delayMs, floorMs, nextStep, shownPhase, startLine, type Line } from "./line.ts";
import { forget, noteEntry, startAhead } from "./memory.ts";

declare global {
  interface Window {
    /** Loads the page anew unless called again within that time; 0 = not at all. */
    stanchionGuard?: (ms: number) => void;
  }
}

const TICK_MS = 1000;
/** What a step may take on top of its wait before the page counts as dead. */
const GUARD_MS = 90_000;
/** A shop under load may be slow to answer; to ask it again sooner would only add to that. */
const GUARD_ENTERING_MS = 180_000;

function start(): void {
  const config = JSON.parse(document.getElementById("config")?.textContent ?? "") as PageConfig;
  const { texts } = config;
  const key = `${config.event}.${config.lane}`;
  // The page's language as this reader writes numbers and times: "en" on a British browser has 24 hours.
  const { lang } = document.documentElement;
  const regional = navigator.languages?.find((tag) => tag.startsWith(`${lang}-`));
  const wording = createWording(regional ?? lang, texts);
  const display = createDisplay(document);
  const alerts = createAlerts(document);
  const clock = createClock(
    () => performance.now(),
    () => Date.now(),
  );
  const message = document.querySelector(".words")?.textContent ?? "";
  let line = startLine(
    { ...completed(config.status), message },
    config.barred ?? null,
    config.unreachable !== true,
    config.inviteRefused === true,
    clock(),
  );
  let busy: Call | null = null;
  let asked = false;
  let entering = false;
  let retryAtMs: number | null = null;

  const looking = (): boolean => document.visibilityState === "visible";
  const guard = (ms: number): void => window.stanchionGuard?.(ms);

  function moment(nowMs: number): Moment {
    const { status, trouble } = line;
    const sinceMs = Math.max(0, nowMs - line.statusAtMs);
    const turnLeftMs = roomTimeUntil(status.turnEndsAt, status, sinceMs);
    const known = !Number.isNaN(turnLeftMs);
    return {
      phase: shownPhase(line, busy),
      status,
      trouble,
      inviteRefused: line.inviteRefused,
      retryInMs: retryAtMs === null ? null : retryAtMs - nowMs,
      ageMs: status.ageMs + sinceMs,
      opening: openingOf(status, sinceMs),
      turnLeftMs: known ? Math.max(0, turnLeftMs) : null,
      turnEndsClockMs: known ? Date.now() + turnLeftMs : null,
      startAhead: startAhead(key, status.position, status.ahead),
    };
  }

  function heard(): Heard {
    const nowMs = clock();
    const now = moment(nowMs);
    const view = describe(now, config.title, texts, wording);
    return {
      view,
      ahead: line.status.ahead,
      turnLeftMs: now.turnLeftMs,
      openingMs: now.opening?.inMs ?? null,
      troubled: line.failures > 1 || line.inviteRefused,
      nowMs,
    };
  }

  const announce = createAnnouncer(heard());

  function show(): void {
    const now = heard();
    display.show(now.view);
    alerts.follow(now.view, looking());
    const words = announce(now);
    if (words !== null) display.say(words);
  }

  function goIn(): void {
    // A shop under load may be slow to answer: who is on the way is not sent again, unless asking for it.
    if (entering && !asked) return;
    asked = false;
    if (!entering && !noteEntry(Date.now())) {
      line = { ...line, own: "no-cookies", claim: "none" };
      guard(0);
      return;
    }
    entering = true;
    forget(key);
    guard(GUARD_ENTERING_MS);
    const target = destination(line.returnTo ?? config.returnTo, config.returnTo, location);
    // To replace an address by itself with a fragment only scrolls; the shop must be asked.
    if (target === null) location.reload();
    else location.replace(target);
  }

  /** Of the challenge, where one is asked for. Given up once the room takes the credential without. */
  async function solution(): Promise<string | null> {
    const { status, statusAtMs } = line;
    const { challenge } = status;
    return challenge === undefined ? null : solve(challenge, () => clock() - statusAtMs > challenge.unsolvedAfterMs);
  }

  async function work(): Promise<number> {
    guard(entering ? GUARD_ENTERING_MS : GUARD_MS);
    for (;;) {
      const step = nextStep(line, looking(), asked);
      if (step === "go") goIn();
      if (step === "reload") location.reload();
      if (step === "confirm") {
        await touchSession(config);
        line = { ...line, claim: line.claim === "granted" ? "confirmed" : line.claim };
      }
      if (step !== "join" && step !== "status" && step !== "enter" && step !== "leave") {
        show();
        if (step === "rest") guard(0);
        return Infinity;
      }
      busy = step;
      show();
      const { invite, leaving } = line;
      const answer = await call(step, config, step === "join" ? { invite, challenge: invite === null ? await solution() : null } : null);
      busy = null;
      // The invitation may be to another lane: the room knows where this browser belongs now.
      const movesOn = invite !== null && answer.kind === "credential-given";
      if (movesOn || (config.hasTemplate && step === "join" && answer.kind === "status")) {
        location.replace(config.returnTo);
        return Infinity;
      }
      line = afterShowing(afterAnswer(line, answer, navigator.onLine, clock()), step === "join" ? invite : null);
      // A refusal for good reasons is not asked again unasked.
      if (step === "enter" && (line.failures === 0 || line.trouble === "shared")) asked = false;
      if (answer.kind === "left") {
        forget(key);
        if (leaving === "for-new") location.reload();
      }
      // What was asked for meanwhile does not wait for the next time.
      if (line.invite !== null && line.invite !== invite) continue;
      const next = nextStep(line, looking(), asked);
      if (next === "go" || (next === "leave" && step !== "leave") || (next === "enter" && step !== "enter" && line.failures === 0))
        continue;
      // What was waited for has come: this page's turn to ask was spread already.
      if (next === "join" && step === "status" && line.status.state === "joining") continue;
      const waitMs = delayMs(line, looking(), Math.random(), clock());
      retryAtMs = clock() + waitMs;
      guard(waitMs + GUARD_MS);
      show();
      return waitMs;
    }
  }

  const first = nextStep(line, looking(), false);
  const firstMs = first === "status" ? delayMs(line, looking(), Math.random(), clock()) : 0;
  const chain = startChain(work, firstMs, clock);
  const wake = (): void => chain.wake(floorMs(line, nextStep(line, looking(), asked)));

  document.addEventListener("visibilitychange", () => {
    if (looking()) wake();
    show();
  });
  addEventListener("online", wake);
  addEventListener("offline", () => {
    line = { ...line, trouble: "offline" };
    show();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    // Back from the browser's memory: whatever was under way then, the room knows better now.
    line = { ...line, claim: "none" };
    entering = false;
    wake();
  });

  /** What a link or a form does by itself without script is done here instead. */
  function instead(selector: string, type: "click" | "submit", act: () => void): void {
    document.querySelector(selector)?.addEventListener(type, (event) => {
      event.preventDefault();
      act();
    });
  }

  function change(what: Partial<Line>): void {
    line = { ...line, ...what };
    wake();
    show();
  }

  function ask(): void {
    if (line.own !== null) return location.reload();
    asked = true;
    wake();
  }

  instead(".leave form", "submit", () => change({ leaving: "place" }));
  instead(".new-place", "submit", () => change({ leaving: "for-new" }));
  instead(".invite form", "submit", () => {
    change({ invite: document.querySelector<HTMLInputElement>("[name=invite]")?.value.trim() ?? "", inviteRefused: false });
  });
  instead(".link", "click", ask);
  instead(".take-over", "submit", ask);

  setInterval(() => {
    chain.check();
    show();
  }, TICK_MS);
  show();
  // Everything stands: from here on the page is alive.
  guard(firstMs + GUARD_MS);
}

// A page loaded ahead of time is looked at by nobody yet, and takes no place.
if ((document as { prerendering?: boolean }).prerendering === true) document.addEventListener("prerenderingchange", start, { once: true });
else start();

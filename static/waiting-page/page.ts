import type { PageConfig } from "../../worker/pages/page-config.ts";
import { openingOf, roomTimeUntil } from "../../worker/pages/opening.ts";
import { describe, type Moment } from "../../worker/pages/view.ts";
import { createWording } from "../../worker/pages/wording.ts";
import { createAlerts } from "./alerts.ts";
import { createAnnouncer, type Heard } from "./announcer.ts";
import { completed, type Call } from "./answer.ts";
import { call, leave, touchSession } from "./api.ts";
import { startChain } from "./chain.ts";
import { createClock } from "./clock.ts";
import { createDisplay } from "./display.ts";
import { destination } from "./destination.ts";
import { afterAnswer, afterLeaving, delayMs, isUrgent, nextStep, POLL_FLOOR_MS, shownPhase, startLine } from "./line.ts";
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
  const regional = navigator.languages?.find((tag) => tag.startsWith(`${config.language}-`));
  const wording = createWording(regional ?? config.language, texts);
  const display = createDisplay(document);
  const alerts = createAlerts(document);
  const clock = createClock(
    () => performance.now(),
    () => Date.now(),
  );
  const message = document.querySelector(".words")?.textContent ?? "";
  let line = startLine({ ...completed(config.status), message }, config.barred, config.reachable, clock());
  let busy: Call | null = null;
  let asked = false;
  /** On the way into the shop, which may take long: to set out again would only start that anew. */
  let going = false;
  let invite: string | undefined;
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
      retryInMs: retryAtMs === null ? null : retryAtMs - nowMs,
      ageMs: status.ageMs + sinceMs,
      opening: openingOf(status, sinceMs),
      zoneKnown: true,
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
      troubled: line.failures > 1,
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
    if (!noteEntry(Date.now())) {
      line = { ...line, own: "no-cookies", claim: "none" };
      guard(0);
      return;
    }
    going = true;
    forget(key);
    guard(GUARD_ENTERING_MS);
    const target = destination(line.returnTo ?? config.returnTo, config.returnTo, location);
    // To replace an address by itself with a fragment only scrolls; the shop must be asked.
    if (target === null) location.reload();
    else location.replace(target);
  }

  async function work(): Promise<number> {
    guard(GUARD_MS);
    for (;;) {
      const code = invite;
      const step = code === undefined ? nextStep(line, looking(), asked) : "join";
      if (step === "go") goIn();
      if (step === "reload") location.reload();
      if (step === "confirm") {
        await touchSession(config);
        line = { ...line, claim: line.claim === "granted" ? "confirmed" : line.claim };
      }
      if (step !== "join" && step !== "status" && step !== "enter") {
        show();
        if (step === "rest") guard(0);
        return Infinity;
      }
      busy = step;
      show();
      const answer = await call(step, config, code);
      busy = null;
      if (code !== undefined && answer.kind === "credential-given") {
        // The invitation may be to another lane: the room knows where this browser belongs now.
        location.replace(config.returnTo);
        return Infinity;
      }
      line = afterAnswer(line, answer, navigator.onLine, clock());
      // A refusal for good reasons is not asked again unasked.
      if (step === "enter" && (line.failures === 0 || line.trouble === "shared")) asked = false;
      // A code that was given meanwhile is still to be sent, as is one that did not get through.
      if (invite !== code) continue;
      if (line.failures === 0 || line.refusals > 0) invite = undefined;
      const next = nextStep(line, looking(), asked);
      if (next === "go" || (next === "enter" && step !== "enter" && line.failures === 0)) continue;
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
  const wake = (): void => {
    if (!going) chain.wake(isUrgent(nextStep(line, looking(), asked)) ? 0 : POLL_FLOOR_MS);
  };

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
    going = false;
    wake();
  });

  function onSubmit(selector: string, after: () => void): void {
    document.querySelector(selector)?.addEventListener("submit", (event) => {
      event.preventDefault();
      void leave(config).then((left) => {
        if (left) {
          line = afterLeaving(line);
          forget(key);
          after();
        } else {
          line = { ...line, trouble: "unreachable" };
        }
        show();
      });
    });
  }

  onSubmit(".leave form", () => guard(0));
  onSubmit(".new-place", () => location.reload());
  document.querySelector(".invite")?.addEventListener("submit", (event) => {
    event.preventDefault();
    invite = document.querySelector<HTMLInputElement>(".invite input[name=invite]")?.value.trim();
    line = { ...line, own: null };
    chain.wake(0);
  });
  function onAsked(event: Event): void {
    event.preventDefault();
    if (line.own !== null) return location.reload();
    asked = true;
    going = false;
    wake();
  }

  document.querySelector(".link")?.addEventListener("click", onAsked);
  document.querySelector(".take-over")?.addEventListener("submit", onAsked);

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

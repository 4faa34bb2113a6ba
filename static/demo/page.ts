/** The demo's page: asks its server once a second and shows shop, line and you. */
import { drawShop } from "./chart.ts";
import { percent, span, whole } from "./numbers.ts";
import { createQueue } from "./queue.ts";
import { withReasons, type Reason } from "./reasons.ts";
import type { DemoState, RoomSample, Sample, ShopSample, You } from "./state.ts";
import { tellStory } from "./story.ts";
import { describeYou } from "./you.ts";

const LOOK_MS = 1000;
const FRAME_MS = 45;
const KEPT_MS = 120_000;
/** The shop's workers when all are there. */
const WORKERS = 12;
const SHOP_STATES = { up: "serving well", struggling: "struggling", down: "down" } as const;

function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element ${id}`);
  return found as T;
}

function write(id: string, text: string): void {
  const target = element(id);
  // Only a change is written: live regions would speak again.
  if (target.textContent !== text) target.textContent = text;
}

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const queue = createQueue(element<HTMLCanvasElement>("line-queue"), calm);
let samples: readonly Sample[] = [];
let reasons: readonly Reason[] = [];
/** The server's clock less this page's. */
let clockOffsetMs = 0;
let wasInside = false;

async function look(): Promise<void> {
  try {
    const answer = await fetch(`/state?after=${samples[samples.length - 1]?.atMs ?? 0}`);
    if (answer.ok) show((await answer.json()) as DemoState);
    else write("story", "The demo's server doesn't answer. Has npm start been ended?");
  } catch {
    write("story", "The demo's server is gone. Start it again with npm start.");
  }
  setTimeout(() => void look(), LOOK_MS);
}

function show(state: DemoState): void {
  clockOffsetMs = state.nowMs - Date.now();
  samples = [...samples, ...state.samples].filter(({ atMs }) => atMs > state.nowMs - KEPT_MS);
  reasons = withReasons(reasons, state.samples);
  const last = samples[samples.length - 1];
  if (last?.shop) showShop(last.shop);
  if (last?.room) {
    showLine(last.room);
    if (state.samples.length > 0) queue.update(last.room, placeInLine(state.you), Date.now());
  }
  showYou(state);
  write("story", tellStory(state, last));
  const { arrived, entered, bought, failed } = state.crowds;
  write("through", `${whole(arrived)} came · ${whole(entered)} got in · ${whole(bought)} bought · ${whole(failed)} failed`);
  element<HTMLButtonElement>("arrive").disabled = !state.scene.mayArrive;
  element<HTMLButtonElement>("without-room").disabled = state.scene.kind !== "idle";
}

/** Your place while you stand in line. */
function placeInLine(you: You | null): number | null {
  return you === null || you.state === "admitted" || you.state === "ended" ? null : you.position;
}

function showShop(shop: ShopSample): void {
  element("shop").dataset["state"] = shop.state;
  element("shop-state").dataset["state"] = shop.state;
  write("shop-state", SHOP_STATES[shop.state]);
  write("shop-requests", whole(shop.requestsPerSecond));
  write("shop-latency", span(shop.p95Ms));
  write("shop-errors", percent(shop.errorShare));
  write("shop-workers-text", `${shop.busy} of ${shop.workers} busy · backlog ${whole(shop.backlog)}`);
  const capacity = element<HTMLButtonElement>("capacity");
  const isHalved = shop.workers < WORKERS;
  capacity.dataset["action"] = isHalved ? "restore" : "halve";
  const [head, detail] = Array.from(capacity.children);
  if (head) head.textContent = isHalved ? "Give the workers back" : "Halve the shop";
  if (detail) detail.textContent = isHalved ? "the room finds out, and lets in more again" : "half its workers go; the room finds out";
  const lamps = element("shop-workers");
  while (lamps.childElementCount < shop.workers) lamps.append(document.createElement("i"));
  while (lamps.childElementCount > shop.workers) lamps.lastElementChild?.remove();
  Array.from(lamps.children).forEach((lamp, index) => lamp.classList.toggle("busy", index < shop.busy));
}

function showLine(room: RoomSample): void {
  const stopped = room.doors === "stopped";
  const held = stopped || room.standstill === "saturated" || room.standstill === "paused";
  element("line-state").dataset["state"] = held ? "stopped" : room.doors;
  write("line-state", stopped ? "stopped" : held ? "holding back" : "letting in");
  write("line-waiting", whole(room.waiting + room.called));
  write("line-rate", stopped ? "0" : whole(room.perMinute));
  write("line-active", whole(room.activeSessions));
  write(
    "line-text",
    `${whole(room.waiting)} waiting, ${whole(room.called)} called · now serving ${whole(room.nowServing)}, last place ${whole(room.lastIssued)}`,
  );
  write("line-reason", `Why this rate: ${room.perMinuteReason}`);
  showReasons();
  const doors = element<HTMLButtonElement>("doors");
  doors.dataset["action"] = stopped ? "go-on" : "stop";
  const [head, detail] = Array.from(doors.children);
  if (head) head.textContent = stopped ? "Let in again" : "Stop letting in";
  if (detail) detail.textContent = stopped ? "the line goes on where it was" : "everybody keeps their place";
}

/** What came before the present reason, newest first. */
function showReasons(): void {
  const list = element("line-reasons");
  const earlier = reasons.slice(0, -1).reverse();
  const texts = earlier.map(({ atMs, text }) => `${new Date(atMs).toLocaleTimeString()} ${text}`);
  if (list.textContent === texts.join("")) return;
  list.replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
}

function showYou(state: DemoState): void {
  if (state.you?.state === "admitted") wasInside = true;
  const words = describeYou(state.you, wasInside);
  write("you-state", words.pill);
  write("you-figure", words.figure);
  write("you-headline", words.headline);
  write("you-text", words.text);
  write("you-link", words.link);
  Array.from(element("you-steps").children).forEach((step, index) => {
    if (index === words.step) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  });
}

function press(id: string, action: (button: HTMLButtonElement) => string): void {
  const button = element<HTMLButtonElement>(id);
  button.addEventListener("click", () => {
    button.disabled = true;
    const free = (): void => void (button.disabled = false);
    fetch(`/actions/${action(button)}`, { method: "POST" }).then(free, free);
  });
}

let drawnAtMs = 0;
function frame(atMs: number): void {
  if (atMs - drawnAtMs >= (calm ? LOOK_MS : FRAME_MS)) {
    drawnAtMs = atMs;
    drawShop(element<HTMLCanvasElement>("shop-chart"), samples, Date.now() + clockOffsetMs);
    queue.draw(Date.now());
  }
  requestAnimationFrame(frame);
}

press("arrive", () => "arrive");
press("without-room", () => "without-room");
press("let-in", () => "let-in");
press("doors", (button) => button.dataset["action"] ?? "stop");
press("capacity", (button) => button.dataset["action"] ?? "halve");
element<HTMLAnchorElement>("you-link").href = document.documentElement.dataset["shop"] ?? "/";
requestAnimationFrame(frame);
void look();

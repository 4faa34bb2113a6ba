/** The shop's last ninety seconds: what it answered, what went wrong, and below that its backlog. */
import { colour, prepare } from "./canvas.ts";
import { whole } from "./numbers.ts";
import type { Sample, ShopSample } from "./state.ts";

const WINDOW_MS = 90_000;
/** The newest sample is drawn when the next one is due, so that the picture flows. */
const LAG_MS = 1200;
const LEAST_TOP = 200;
const LEAST_BACKLOG = 200;
const GAP = 18;

interface Point {
  readonly atMs: number;
  readonly shop: ShopSample;
}

interface Band {
  readonly top: number;
  readonly height: number;
  readonly most: number;
}

export function drawShop(canvas: HTMLCanvasElement, samples: readonly Sample[], nowMs: number): void {
  const surface = prepare(canvas);
  if (surface === null) return;
  const { context, width, height } = surface;
  const endMs = nowMs - LAG_MS;
  const points = samples.flatMap(({ atMs, shop }) => (shop !== null && atMs > endMs - WINDOW_MS - 2000 ? [{ atMs, shop }] : []));
  const x = (atMs: number): number => width - ((endMs - atMs) / WINDOW_MS) * width;

  const upper: Band = {
    top: 4,
    height: height * 0.66 - GAP,
    most: Math.max(LEAST_TOP, ...points.map(({ shop }) => shop.okPerSecond + shop.errorsPerSecond + shop.turnedAwayPerSecond)) * 1.08,
  };
  const lower: Band = {
    top: height * 0.66,
    height: height * 0.34 - 1,
    most: Math.max(LEAST_BACKLOG, ...points.map(({ shop }) => shop.backlog)) * 1.08,
  };

  drawOpenDoor(context, points, x, height);
  const ok = (shop: ShopSample): number => shop.okPerSecond;
  const bad = (shop: ShopSample): number => shop.okPerSecond + shop.errorsPerSecond;
  const turned = (shop: ShopSample): number => bad(shop) + shop.turnedAwayPerSecond;
  fillBetween(context, points, x, upper, bad, turned, colour("turned"));
  fillBetween(context, points, x, upper, ok, bad, colour("bad"));
  fillBetween(context, points, x, upper, () => 0, ok, colour("ok"));
  fillBetween(
    context,
    points,
    x,
    lower,
    () => 0,
    (shop) => shop.backlog,
    colour("brass"),
  );
  drawScale(context, width, upper, 100, "a second");
  drawScale(context, width, lower, lower.most > 500 ? 500 : 100, "waiting in the shop");
}

type Height = (shop: ShopSample) => number;
type Across = (atMs: number) => number;

function fillBetween(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  x: Across,
  band: Band,
  from: Height,
  to: Height,
  fill: string,
): void {
  if (points.length < 2) return;
  const y = (value: number): number => band.top + band.height * (1 - value / band.most);
  context.beginPath();
  for (const { atMs, shop } of points) context.lineTo(x(atMs), y(to(shop)));
  for (const { atMs, shop } of points.slice().reverse()) context.lineTo(x(atMs), y(from(shop)));
  context.closePath();
  context.fillStyle = fill;
  context.fill();
}

/** Shades the time in which the shop let everybody in. */
function drawOpenDoor(context: CanvasRenderingContext2D, points: readonly Point[], x: Across, height: number): void {
  context.fillStyle = colour("wash");
  let openedMs: number | null = null;
  points.forEach(({ atMs, shop }, index) => {
    const open = shop.check === "off";
    if (open && openedMs === null) openedMs = atMs;
    if (openedMs === null || (open && index < points.length - 1)) return;
    context.fillRect(x(openedMs), 0, x(atMs) - x(openedMs), height);
    openedMs = null;
  });
}

function drawScale(context: CanvasRenderingContext2D, width: number, band: Band, step: number, unit: string): void {
  const base = band.top + band.height;
  context.strokeStyle = colour("line");
  context.fillStyle = colour("soft");
  context.font = "11px system-ui, sans-serif";
  context.lineWidth = 1;
  const lineAt = (y: number): void => {
    context.beginPath();
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(width, Math.round(y) + 0.5);
    context.stroke();
  };
  lineAt(base);
  const y = base - (band.height * step) / band.most;
  context.setLineDash([2, 4]);
  lineAt(y);
  context.setLineDash([]);
  context.fillText(`${whole(step)} ${unit}`, 2, y - 4);
}

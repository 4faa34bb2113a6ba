/** The line as dots, one a place, winding from row to row as lines between ropes do. */
import { colour, prepare } from "./canvas.ts";
import { whole } from "./numbers.ts";
import type { RoomSample } from "./state.ts";

const PITCH = 14;
const ROW_PITCH = 16;
const RADIUS = 4.4;
const YOU_RADIUS = 8;
const DOOR_WIDTH = 16;
/** The line moves up over this time, the time between two looks. */
const STRIDE_MS = 1000;

/** The line at a moment; between two looks with fractions. */
interface Stand {
  /** How many have gone in or given up: the place before the first dot. */
  readonly gone: number;
  readonly called: number;
  readonly last: number;
}

export interface Queue {
  /** A new look at the line; `position`: the onlooker's own place, null without one. */
  readonly update: (room: RoomSample, position: number | null, atMs: number) => void;
  readonly draw: (atMs: number) => void;
}

/** `calm`: the dots jump instead of moving. */
export function createQueue(canvas: HTMLCanvasElement, calm: boolean): Queue {
  let before: Stand = { gone: 0, called: 0, last: 0 };
  let after: Stand | null = null;
  let changedAtMs = 0;
  let own: number | null = null;

  const standAt = (atMs: number): Stand => {
    if (after === null) return before;
    const share = calm ? 1 : Math.min(1, Math.max(0, (atMs - changedAtMs) / STRIDE_MS));
    const between = (from: number, to: number): number => from + (to - from) * share;
    return {
      gone: between(before.gone, after.gone),
      called: between(before.called, after.called),
      last: between(before.last, after.last),
    };
  };

  return {
    update(room, position, atMs) {
      const now = {
        // Grants go by place, so that those still in line are the last ones.
        gone: room.lastIssued - room.waiting - room.called,
        called: room.nowServing,
        last: room.lastIssued,
      };
      // The first look finds the line as it stands: it doesn't run in from place 1.
      before = after === null ? now : standAt(atMs);
      after = now;
      changedAtMs = atMs;
      own = position;
    },
    draw(atMs) {
      drawLine(canvas, standAt(atMs), own);
    },
  };
}

function drawLine(canvas: HTMLCanvasElement, { gone, called, last: end }: Stand, own: number | null): void {
  const surface = prepare(canvas);
  if (surface === null) return;
  const { context, width, height } = surface;
  const columns = Math.max(1, Math.floor((width - DOOR_WIDTH - YOU_RADIUS) / PITCH));
  const rows = Math.max(1, Math.floor((height - 2 * YOU_RADIUS) / ROW_PITCH));

  /** Where somebody stands who has `distance` places before the door. */
  const spot = (distance: number): readonly [x: number, y: number] => {
    const row = Math.floor(distance / columns);
    const along = distance - row * columns;
    // Between the last spot of a row and the first of the next one turns the corner.
    const turning = Math.max(0, along - (columns - 1));
    const step = Math.min(along, columns - 1);
    const x = row % 2 === 0 ? step : columns - 1 - step;
    return [DOOR_WIDTH + RADIUS + x * PITCH, YOU_RADIUS + RADIUS + (row + turning) * ROW_PITCH];
  };

  drawDoor(context);
  const first = Math.floor(gone) + 1;
  const last = Math.min(Math.floor(end), first + columns * rows - 1);
  const drawDots = (from: number, to: number, fill: string): void => {
    context.fillStyle = fill;
    context.beginPath();
    for (let place = from; place <= to; place++) {
      const [x, y] = spot(Math.max(0, place - gone - 1));
      context.moveTo(x + RADIUS, y);
      context.arc(x, y, RADIUS, 0, 2 * Math.PI);
    }
    context.fill();
  };
  const lastCalled = Math.max(first - 1, Math.min(last, Math.floor(called)));
  drawDots(first, lastCalled, colour("ok"));
  drawDots(lastCalled + 1, last, colour("brass"));
  if (own !== null && own <= last) drawYou(context, spot(Math.max(0, own - gone - 1)));

  const hidden = Math.floor(end) - last;
  if (hidden > 0) {
    context.fillStyle = colour("soft");
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "right";
    context.fillText(`and ${whole(hidden)} more`, width - 2, height - 2);
    context.textAlign = "left";
  }
}

/** An arrow: this way in. */
function drawDoor(context: CanvasRenderingContext2D): void {
  const middle = YOU_RADIUS + RADIUS;
  context.fillStyle = colour("ok");
  context.beginPath();
  context.moveTo(0, middle);
  context.lineTo(8, middle - 6);
  context.lineTo(8, middle + 6);
  context.fill();
}

function drawYou(context: CanvasRenderingContext2D, [x, y]: readonly [number, number]): void {
  context.fillStyle = colour("accent");
  context.strokeStyle = colour("panel");
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, YOU_RADIUS, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

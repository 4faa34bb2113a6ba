/** Plans of an on-sale and what a draw holds of them, as the API judges a replacement. */
import { describe, expect, it } from "vitest";
import type { LiveFigures } from "../../../durable-objects/domain/types.ts";
import type { EventSettings } from "../../../durable-objects/protocol.ts";
import { MINIMAL, organiser, refusal, type Organiser } from "./organiser.ts";

const PLAN = { preQueueAt: "2026-12-01T09:00:00.000Z", opensAt: "2026-12-01T10:00:00.000Z", closesAt: null };
const DRAW = { leadSeconds: 120, beacon: null };
const PATH = "/events/spring";

/** An event with a draw, whose object says this of itself. */
async function eventThatSays(figures: Partial<LiveFigures>, orders: Partial<EventSettings> = {}): Promise<Organiser> {
  const it: Organiser = organiser({
    eventQueue: (ref) => {
      const queue = it.rooms.eventQueue(ref);
      const describe = async () => {
        const known = await queue.describe();
        return known && { ...known, settings: { ...known.settings, ...orders }, figures: { ...known.figures, ...figures } };
      };
      return { ...queue, describe };
    },
  });
  const made = await it.send("/events", { body: { ...MINIMAL, schedule: PLAN, draw: DRAW } });
  expect(made.status).toBe(201);
  return it;
}

const read = async ({ send }: Organiser): Promise<EventSettings> => (await send(PATH)).json<EventSettings>();
const put = ({ send }: Organiser, body: object): Promise<Response> => send(PATH, { method: "PUT", body });

const BEGUN = { drawBegun: true, phase: "pre-queue", fixed: ["schedule", "lanes", "draw"] } as const;
const DRAWN = { drawBegun: true, phase: "drawn", fixed: ["lanes", "draw"] } as const;
const OPEN = { drawBegun: true, phase: "open", fixed: [] } as const;

describe("what a GET returned can be put back", () => {
  it.each([BEGUN, DRAWN, OPEN, { drawBegun: false, phase: "scheduled", fixed: [] } as const])("%o", async (figures) => {
    const event = await eventThatSays(figures);
    expect((await put(event, await read(event))).status).toBe(200);
  });

  it("also where orders have led to a plan that nobody could put", async () => {
    const schedule = { ...PLAN, opensAt: "2026-12-01T09:01:00.000Z" };
    const event = await eventThatSays(DRAWN, { schedule });
    expect((await put(event, await read(event))).status).toBe(200);
    const worse = { ...schedule, opensAt: "2026-12-01T09:00:30.000Z" };
    expect(await refusal(await put(event, { ...(await read(event)), schedule: worse }))).toMatchObject({
      status: 422,
      field: "draw.leadSeconds",
    });
  });
});

describe("S14: a draw that has begun holds", () => {
  const other = {
    schedule: { ...PLAN, opensAt: "2026-12-01T11:00:00.000Z" },
    lanes: [{ id: "friday" }],
    draw: { ...DRAW, leadSeconds: 60 },
  };

  it.each(["schedule", "lanes", "draw"] as const)("%s while numbers are given", async (name) => {
    const event = await eventThatSays(BEGUN);
    const answer = await put(event, { ...(await read(event)), [name]: other[name] });
    expect(await refusal(answer)).toEqual({ status: 409, code: "draw-begun", field: name });
  });

  it("its lanes and itself until the doors open, its plan no longer", async () => {
    const event = await eventThatSays(DRAWN);
    const settings = await read(event);
    const answers = ["schedule", "lanes", "draw"].map((name) => put(event, { ...settings, [name]: other[name as "lanes"] }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409, 409]);
  });

  it("once: who gathers again is not promised another", async () => {
    const event = await eventThatSays(OPEN);
    const settings = await read(event);
    const again = { preQueueAt: "2026-12-08T09:00:00.000Z", opensAt: "2026-12-08T10:00:00.000Z", closesAt: null };
    const refused = { status: 409, code: "draw-made", field: "draw" };
    expect(await refusal(await put(event, { ...settings, schedule: again }))).toEqual(refused);
    expect(await refusal(await put(event, { ...settings, draw: other.draw }))).toEqual(refused);
    expect((await put(event, { ...settings, schedule: again, draw: null })).status).toBe(200);
  });
});

describe("case 38: a moment of a plan", () => {
  it.each([
    ["2026-06-31T10:00:00Z", 422],
    ["2026-02-29T10:00:00+01:00", 422],
    ["2028-02-29T10:00:00+01:00", 201],
    ["2026-12-01T25:00:00Z", 422],
    ["2026-12-01T10:00:00", 422],
    ["2026-12-01T10:00:00+24:00", 422],
    ["1999-12-01T10:00:00Z", 422],
    [1_795_942_800_000, 422],
    [{ __proto__: null, toString: "x" }, 422],
    [["2026-12-01T10:00:00Z"], 422],
  ])("%j is answered %d", async (opensAt, status) => {
    const { send } = organiser();
    const answer = await send("/events", { body: { ...MINIMAL, schedule: { opensAt } } });
    expect(answer.status).toBe(status);
    if (status === 422) expect(await refusal(answer)).toMatchObject({ code: "invalid-field", field: "schedule.opensAt" });
  });
});

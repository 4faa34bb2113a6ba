/** An organiser's client for the tests: the API over fake rooms, and one bearer token for each kind of holder. */
import { createOrganiserApi } from "../../../worker/organiser/api.ts";
import type { OrganiserActor, OrganiserApiDeps } from "../../../worker/organiser/deps.ts";
import { type Rooms, fakeRooms } from "./fake-rooms.ts";

export const API = "https://shop.example/_stanchion/api/v1";

/** The smallest body that makes an event. */
export const MINIMAL = { id: "spring", region: "weur", hosts: ["shop.example"], perMinute: 600, maxActiveSessions: 2_000 } as const;

const ACTORS: Readonly<Record<string, OrganiserActor>> = {
  owner: { subject: "olga", role: "owner", events: "*" },
  operator: { subject: "otto", role: "operator", events: "*" },
  viewer: { subject: "vera", role: "viewer", events: "*" },
  "spring-owner": { subject: "sam", role: "owner", events: ["spring"] },
};

export interface Sent {
  readonly method?: string;
  /** A JSON value, or text to send as it is. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Organiser {
  readonly rooms: Rooms;
  readonly slept: number[];
  readonly send: (path: string, sent?: Sent) => Promise<Response>;
  readonly fetch: (request: Request) => Promise<Response>;
}

export function organiser(changes: Partial<OrganiserApiDeps> = {}): Organiser {
  const rooms = fakeRooms();
  const slept: number[] = [];
  const api = createOrganiserApi({
    authenticate: async (request) => ACTORS[request.headers.get("authorization")?.slice("Bearer ".length) ?? ""] ?? null,
    organiserKeysPresent: true,
    directory: rooms.directory,
    eventQueue: rooms.eventQueue,
    deployment: {
      hosts: {
        "shop.example": { origin: "https://origin.example" },
        "other.example": { origin: "https://other-origin.example" },
        "console.example": { origin: "https://origin.example" },
      },
      origins: ["https://origin.example"],
      consoleHosts: ["console.example"],
      beacons: {},
    },
    makeInvites: async ({ event, incarnation }, lane, count, expiresAtMs) =>
      Array.from({ length: count }, (_, index) => `${event}.${incarnation}.${lane}/${index}/${expiresAtMs}`),
    sleep: async (ms) => void slept.push(ms),
    ...changes,
  });
  const fetch = async (request: Request) => api.fetch(request);
  const send = async (path: string, { method, body, token = "owner", headers = {} }: Sent = {}) =>
    fetch(
      new Request(API + path, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
  return { rooms, slept, send, fetch };
}

/** Status, code and field of a refusal. */
export async function refusal(response: Response): Promise<{ status: number; code: unknown; field?: unknown }> {
  const { code, field } = await response.json<{ code?: unknown; field?: unknown }>();
  return { status: response.status, code, ...(field === undefined ? {} : { field }) };
}

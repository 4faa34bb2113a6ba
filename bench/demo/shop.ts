/**
 * The demo shop: a real HTTP server with few workers. It serves only what comes through the waiting room, knows its own
 * load, and breaks under too much of it.
 * As a program it is a child of the start command.
 */
import { createServer } from "node:http";
import { isMain } from "../tools/project.ts";
import { runAsChild } from "./child.ts";
import type { EdgeGuardSettings } from "./edge-guard.ts";
import { closeServer, listenOnLoopback } from "./http-server.ts";
import { createControl } from "./shop-control.ts";
import { Shop } from "./shop-site.ts";

export interface ShopSettings extends EdgeGuardSettings {
  readonly port: number;
  readonly controlPort: number;
}

export interface RunningShop {
  readonly stop: () => Promise<void>;
}

/** Opens the shop's two ports on 127.0.0.1: the shop and its control. Rejects when one of them is taken. */
export async function openShop(settings: ShopSettings): Promise<RunningShop> {
  const shop = new Shop(settings);
  const server = createServer((request, response) => void shop.handle(request, response));
  // Longer than the room keeps an idle connection: closed here just as it is used again, a request would fail.
  server.keepAliveTimeout = 75_000;
  const control = createControl(shop, settings.controlPort);
  await listenOnLoopback(server, settings.port);
  await listenOnLoopback(control, settings.controlPort);
  return { stop: async () => void (await Promise.all([closeServer(server), closeServer(control)])) };
}

if (isMain(import.meta)) runAsChild(openShop);

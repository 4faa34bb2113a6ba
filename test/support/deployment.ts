/** A deployment with fresh keys, as the Worker sees it. */
import { makeKeys, type KeySet } from "../../bench/tools/keys.ts";
import { checkBindings, type Config, type UncheckedBindings } from "../../worker/config.ts";
import type { CredentialScope } from "../../worker/credentials/jws.ts";

export const issuer = "https://room.example";
export const origin = "https://origin.example";
/** 2026-11-29T12:00:00Z */
export const noonMs = 1_795_953_600_000;
export const network = "203.0.113.7/32";

export const deployment = {
  issuer,
  hosts: { "shop.example": { origin } },
  origins: [origin],
  consoleHosts: ["console.example"],
  platform: { kind: "cloudflare" },
  region: "weur",
};

export function freshKeys(): Promise<KeySet> {
  return makeKeys({ issuer, dev: false, nowMs: noonMs });
}

/** Whole bindings but for what is changed. */
export async function freshBindings(changes: UncheckedBindings = {}): Promise<Readonly<Record<keyof UncheckedBindings, string>>> {
  const { secrets } = await freshKeys();
  const whole = { STANCHION_DEPLOYMENT: JSON.stringify(deployment), STANCHION_OVERRIDE: "", STANCHION_LISTENER: "", ...secrets };
  return { ...whole, ...(changes as Partial<typeof whole>) };
}

/** @throws where the bindings are at fault */
export async function configFrom(bindings: UncheckedBindings): Promise<Config> {
  const checked = await checkBindings(bindings);
  if (!checked.ok) throw new Error(checked.faults.join("\n"));
  return checked.config;
}

export async function freshConfig(changes: UncheckedBindings = {}): Promise<Config> {
  return configFrom(await freshBindings(changes));
}

/** The main lane of the first "on-sale", at noon. */
export function scopeOf(config: Config, changes: Partial<CredentialScope> = {}): CredentialScope {
  return { config, ref: { event: "on-sale", incarnation: 1 }, lane: "main", nowMs: noonMs, ...changes };
}

/** A session as the event grants it: 600 s from noon. */
export function sessionAt(
  position: number,
  changes: { readonly expiresAtMs?: number; readonly provisional?: boolean; readonly epoch?: number } = {},
) {
  return { position, grantedAtMs: noonMs, expiresAtMs: noonMs + 600_000, provisional: false, epoch: 0, ...changes };
}

/** The entries of a key list's binding. */
export function entriesOf<T>(binding: string): T[] {
  return JSON.parse(binding) as T[];
}

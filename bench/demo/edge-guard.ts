/** The shop's own check that a request came through the waiting room: signatures only, no call to it but for its keys. */
import type { IncomingMessage } from "node:http";
import type { JWTPayload } from "jose";
import { createRemoteJWKSet, jwtVerify } from "jose";

export interface EdgeGuardSettings {
  /** Where the room publishes its keys. */
  readonly keySetUrl: string;
  /** The deployment's issuer. */
  readonly issuer: string;
  /** This shop's own origin: an assertion for another one is worth nothing here. */
  readonly origin: string;
}

export interface Admission {
  /** `<event>.<incarnation>.<lane>` and place: one admitted visitor. */
  readonly visitor: string;
  readonly position: number;
}

const ALGORITHMS = ["EdDSA", "Ed25519"];
const CACHE_SIZE = 4096;

export class EdgeGuard {
  readonly #settings: EdgeGuardSettings;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  /** Verified tokens and their claims, oldest first; an edge assertion comes with every request for 30 s. */
  readonly #verified = new Map<string, JWTPayload>();

  constructor(settings: EdgeGuardSettings) {
    this.#settings = settings;
    this.#keys = createRemoteJWKSet(new URL(settings.keySetUrl), { cooldownDuration: 1000 });
  }

  /** Whether the room vouches for this request, now. */
  async isFromRoom(request: IncomingMessage): Promise<boolean> {
    const claims = await this.#verify(request.headers["stanchion-edge"], "stanchion-edge+jwt");
    return claims !== null && claims.aud === this.#settings.origin;
  }

  /** Who it is, by the pass; null without a valid one (a path outside the waiting room). */
  async admission(request: IncomingMessage): Promise<Admission | null> {
    const claims = await this.#verify(request.headers["stanchion-pass"], "stanchion-pass+jwt");
    const position = claims?.["pos"];
    if (typeof claims?.aud !== "string" || typeof position !== "number") return null;
    return { visitor: `${claims.aud} ${position}`, position };
  }

  async #verify(token: string | string[] | undefined, typ: string): Promise<JWTPayload | null> {
    if (typeof token !== "string") return null;
    const key = `${typ} ${token}`;
    const known = this.#verified.get(key);
    if (known !== undefined) return isAlive(known) ? known : null;
    try {
      const options = { typ, issuer: this.#settings.issuer, algorithms: ALGORITHMS, requiredClaims: ["exp", "iat", "aud"] };
      const { payload } = await jwtVerify(token, this.#keys, options);
      this.#remember(key, payload);
      return payload;
    } catch {
      return null;
    }
  }

  #remember(key: string, claims: JWTPayload): void {
    if (this.#verified.size >= CACHE_SIZE) {
      for (const oldest of this.#verified.keys()) {
        this.#verified.delete(oldest);
        break;
      }
    }
    this.#verified.set(key, claims);
  }
}

function isAlive(claims: JWTPayload): boolean {
  return (claims.exp ?? 0) * 1000 > Date.now();
}

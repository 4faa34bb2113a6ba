import { createHash } from "node:crypto";

/** Node's own, so that tests and the Worker don't share an implementation. */
export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());

/** 32 bytes that look random and are the same each time. */
export const bytes32 = (label: string): Uint8Array => new Uint8Array(createHash("sha256").update(label).digest());
export const hex32 = (label: string): string => createHash("sha256").update(label).digest("hex");

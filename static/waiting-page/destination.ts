/** The part of `location` that counts here. */
interface Here {
  readonly href: string;
  readonly hash: string;
}

/**
 * Where to go in: path and query byte for byte, and the fragment that only this page knows.
 *
 * @param wanted what the room answered; used only if it stays on this host
 * @param fallback what this page was asked for
 * @returns null: it is this very address, which has to be loaded anew
 */
export function destination(wanted: string, fallback: string, here: Here): string | null {
  const path = /^\/(?![/\\])/.test(wanted) ? wanted : fallback;
  const target = path.includes("#") ? path : path + here.hash;
  return new URL(target, here.href).href === here.href ? null : target;
}

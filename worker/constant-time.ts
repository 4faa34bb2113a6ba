/**
 * Whether a secret and what a client sent are equal. The time taken depends on the length of what was sent, never on
 * where it first differs or on the secret's length.
 */
export function equalInConstantTime(secret: string, given: string): boolean {
  let difference = secret.length ^ given.length;
  for (let at = 0; at < given.length; at += 1) {
    difference |= given.charCodeAt(at) ^ secret.charCodeAt(secret.length === 0 ? 0 : at % secret.length);
  }
  return difference === 0;
}

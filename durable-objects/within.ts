/** Thrown by `within` when the time is over; what was asked may still happen. */
export class TimeLimitError extends Error {
  override name = "TimeLimitError";
}

/** Waits for `promise` at most `limitMs`. @throws TimeLimitError; the late outcome is ignored */
export async function within<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => {});
  }
}

/**
 * Reads what `npm run static` has packed: a line each, a name, a space and JSON. A line is parsed when somebody first asks for it: what nobody
 * asks an isolate for costs it a search for line ends.
 */
export function unpack<T>(packed: string): ReadonlyMap<string, () => T> {
  const lines = packed.trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const space = line.indexOf(" ");
      let value: T | null = null;
      return [line.slice(0, space), () => (value ??= JSON.parse(line.slice(space)) as T)];
    }),
  );
}

/** One visitor's cookies for one host: names and values only; scope is the crowd's single host. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Takes the `Set-Cookie` lines of one answer; an expired or empty one removes. */
  store(lines: readonly string[] | undefined): void {
    for (const line of lines ?? []) {
      const [pair = "", ...attributes] = line.split(";");
      const equals = pair.indexOf("=");
      if (equals <= 0) continue;
      const name = pair.slice(0, equals).trim();
      const value = pair.slice(equals + 1).trim();
      if (value === "" || attributes.some(removes)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** The `Cookie` header, or undefined when there is none to send. */
  header(): string | undefined {
    if (this.#cookies.size === 0) return undefined;
    return Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join("; ");
  }

  entries(): IterableIterator<[string, string]> {
    return this.#cookies.entries();
  }
}

function removes(attribute: string): boolean {
  const [name = "", value = ""] = attribute.split("=", 2).map((part) => part.trim().toLowerCase());
  if (name === "max-age") return Number(value) <= 0;
  return name === "expires" && Date.parse(attribute.slice(attribute.indexOf("=") + 1)) <= Date.now();
}

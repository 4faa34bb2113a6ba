/** HTML that is already safe to send. Only this file makes it. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null | false;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for element content and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

function isList(part: Html | readonly Html[]): part is readonly Html[] {
  return Array.isArray(part);
}

function render(part: Part): string {
  if (part === null || part === false) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  return isList(part) ? part.map((one) => one.html).join("") : part.html;
}

const folded = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * A template's own text without the line breaks and indents of its source, which would be sent each time: next to a tag they are nothing,
 * as in JSX, elsewhere a space. A space that is meant to stand beside a tag stands on its line.
 */
function fold(strings: TemplateStringsArray): readonly string[] {
  const known =
    folded.get(strings) ?? strings.map((string) => string.replace(/(?<=>)\s*\n\s*|\s*\n\s*(?=[<>])/g, "").replace(/\s*\n\s*/g, " "));
  folded.set(strings, known);
  return known;
}

/** A template whose values are escaped unless they are `Html`; null and false are left out, an attribute with the space before it. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: fold(strings).reduce((page, string, index) => {
      const value = render(parts[index - 1] ?? null);
      return (value === "" && string.startsWith(">") ? page.trimEnd() : page) + value + string;
    }),
  };
}

/** Text that goes in as it is: our own style sheet and script. Neither may hold a closing tag of its element. */
export function ownCode(code: string): Html {
  if (/<\/(?:script|style)|<!--/i.test(code)) throw new Error("Code with a closing tag or a comment can't be put into a page.");
  return { html: code };
}

/** A value as JSON inside a script element: no character of it can end that element or start a comment. */
export function embeddedJson(value: unknown): Html {
  return {
    html: JSON.stringify(value)
      .replace(/</g, "\\u003c")
      .replace(/\u2028/g, "\\u2028")
      .replace(/\u2029/g, "\\u2029"),
  };
}

/** Fills a compiled template in. */
import type { TemplateNode } from "./compile.ts";

export type TemplateValue = string | number | boolean | null;
/** What a template may name: flat, and nothing of it is HTML. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

/** The text of a template for one visitor. A name that is not among the values' own stands for nothing. Linear in the template's length. */
export function renderTemplate(nodes: readonly TemplateNode[], values: TemplateValues): string {
  const parts: string[] = [];
  render(nodes, values, null, parts);
  return parts.join("");
}

/** `item`: what "." stands for, the value of the nearest section around that is a text or a number. */
function render(nodes: readonly TemplateNode[], values: TemplateValues, item: TemplateValue, parts: string[]): void {
  for (const node of nodes) {
    if (typeof node === "string") {
      parts.push(node);
    } else if ("section" in node) {
      const value = valueOf(node.section, values, item);
      // As in mustache's own implementation "", 0 and null are nothing.
      if (Boolean(value) === node.inverted) continue;
      render(node.nodes, values, typeof value === "string" || typeof value === "number" ? (node.inverted ? item : value) : item, parts);
    } else {
      const value = valueOf(node.name, values, item);
      if (value !== null) parts.push(encodeValue(`${value}`, node.inScript));
    }
  }
}

function valueOf(name: string, values: TemplateValues, item: TemplateValue): TemplateValue {
  if (name === ".") return item;
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}

// Kept as they are: letters, digits and what separates figures. All else of ASCII, and the line separators a script takes for ends of
// line, become character references; so does a space, which would end an attribute without quotes.
const ENCODED = /[^A-Za-z0-9.,:_\-\u00a0-\u2027\u202a-\u{10ffff}]/gu;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * A value so that it stays a value wherever a template puts it: in text, in attributes with and without quotes, in a comment, in a string
 * of a script, where no reference is resolved, in quotes of any kind. More than HTML asks for, since the template says where it goes.
 *
 * @param inScript it stands in a script or a style sheet, which have no attributes: there a space is kept, since `&#32;` would be read
 */
export function encodeValue(value: string, inScript = false): string {
  return value
    .replace(CONTROLS, "")
    .replace(ENCODED, (character) => (inScript && character === " " ? character : `&#${character.codePointAt(0)};`));
}

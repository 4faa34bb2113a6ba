/**
 * Reads an organiser's template: the part of mustache that has a meaning here. Written for this, since the package `mustache` names the
 * end of the text where a section was never closed, looks names up through prototypes, calls what it finds there, and is larger than
 * this and its renderer (2.7 against 1.9 kB gzip). `docs/templates.md` says what is taken; a test compares the two.
 */

/** A piece of a template, plain data: text, a value, or a section. `inScript`: no character reference is resolved where it stands. */
export type TemplateNode =
  | string
  | { readonly name: string; readonly inScript?: true }
  | { readonly section: string; readonly inverted: boolean; readonly nodes: readonly TemplateNode[] };

export type TemplateReason =
  | "unclosed-tag"
  | "unclosed-section"
  | "unopened-section"
  | "wrong-closing"
  | "no-name"
  | "bad-delimiters"
  | "partial"
  | "too-deep"
  | "too-many-tags";

/** The first thing wrong with a template; line and column count from 1, columns in UTF-16 units. */
export interface TemplateFault {
  readonly reason: TemplateReason;
  readonly detail: string;
  readonly line: number;
  readonly column: number;
}

/** A name that a template asks for, and where it does so first. */
export interface NamedAt {
  readonly name: string;
  readonly line: number;
}

export type Compiled =
  | { readonly ok: true; readonly nodes: readonly TemplateNode[]; readonly names: readonly NamedAt[] }
  | { readonly ok: false; readonly fault: TemplateFault };

/** Beyond these nobody wrote it by hand, and each visitor would pay for it. */
const MOST_DEPTH = 32;
const MOST_TAGS = 10_000;

/**
 * Where a script or a style sheet begins or ends. Only an opening tag that stands here whole counts, and whose attributes can't be
 * mistaken: whoever is taken for inside has a space kept, which would end an attribute without quotes.
 */
const SCRIPT_EDGE = /<(?:script|style)(?:\s+[\w-]+(?:=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))?)*\s*>|<\/(?:script|style)/gi;

interface OpenSection {
  readonly name: string;
  readonly inverted: boolean;
  readonly at: number;
  readonly nodes: TemplateNode[];
}

/** A tag as it stands in the text. */
interface Tag {
  readonly sigil: string;
  readonly content: string;
  readonly at: number;
  readonly end: number;
}

class Fault extends Error {
  readonly reason: TemplateReason;
  readonly at: number;

  constructor(reason: TemplateReason, at: number, detail: string) {
    super(detail);
    this.reason = reason;
    this.at = at;
  }
}

/** Compiles a template, or tells its first fault. Never throws. */
export function compileTemplate(source: string): Compiled {
  try {
    return { ok: true, ...new Compilation(source).run() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { reason, message: detail, at } = error;
    return { ok: false, fault: { reason, detail, ...placeOf(source, at) } };
  }
}

/** Line and column of an offset, both from 1. */
export function placeOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let next = source.indexOf("\n"); next !== -1 && next < offset; next = source.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

class Compilation {
  readonly #source: string;
  #delimiters: readonly [open: string, close: string] = ["{{", "}}"];
  readonly #open: OpenSection[] = [{ name: "", inverted: false, at: 0, nodes: [] }];
  readonly #names = new Map<string, number>();
  #tags = 0;
  #inScript = false;
  // Of the line being read: its blanks, whether it has a tag that leaves no trace, and whether it has anything that does. A line of
  // such tags alone leaves none either (mustache's "standalone" lines).
  #blanks: { readonly nodes: TemplateNode[]; readonly index: number }[] = [];
  #hasTag = false;
  #hasInk = false;

  constructor(source: string) {
    this.#source = source;
  }

  run(): { readonly nodes: readonly TemplateNode[]; readonly names: readonly NamedAt[] } {
    for (let at = 0; at < this.#source.length;) {
      const found = this.#source.indexOf(this.#delimiters[0], at);
      this.#text(this.#source.slice(at, found === -1 ? undefined : found));
      if (found === -1) break;
      const tag = this.#read(found);
      this.#take(tag);
      at = tag.end;
    }
    this.#endLine();
    const section = this.#current;
    if (this.#open.length > 1)
      throw new Fault("unclosed-section", section.at, `The section "${shown(section.name)}" that begins here is never closed.`);
    const names = [...this.#names].map(([name, at]) => ({ name, line: placeOf(this.#source, at).line }));
    return { nodes: joined(section.nodes), names };
  }

  get #current(): OpenSection {
    return this.#open[this.#open.length - 1] as OpenSection;
  }

  #text(text: string): void {
    const edge = text.match(SCRIPT_EDGE)?.at(-1);
    if (edge !== undefined) this.#inScript = !edge.startsWith("</");
    for (let start = 0; start < text.length;) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline + 1;
      const piece = text.slice(start, end);
      const { nodes } = this.#current;
      if (piece.trim() === "") this.#blanks.push({ nodes, index: nodes.length });
      else this.#hasInk = true;
      nodes.push(piece);
      if (newline !== -1) this.#endLine();
      start = end;
    }
  }

  #endLine(): void {
    if (this.#hasTag && !this.#hasInk) for (const { nodes, index } of this.#blanks) nodes[index] = "";
    this.#blanks = [];
    this.#hasTag = false;
    this.#hasInk = false;
  }

  #read(at: number): Tag {
    const [open, close] = this.#delimiters;
    let start = at + open.length;
    while (/\s/.test(this.#source[start] ?? "")) start++;
    const first = this.#source[start] ?? "";
    const sigil = first !== "" && "#^/>{&=!".includes(first) ? first : "";
    const closing = (sigil === "{" ? "}" : sigil === "=" ? "=" : "") + close;
    const end = this.#source.indexOf(closing, start + sigil.length);
    if (end === -1) throw new Fault("unclosed-tag", at, `The tag that begins here is never closed by "${closing}".`);
    if (++this.#tags > MOST_TAGS) throw new Fault("too-many-tags", at, `A template has at most ${MOST_TAGS} tags.`);
    return { sigil, content: this.#source.slice(start + sigil.length, end).trim(), at, end: end + closing.length };
  }

  #take({ sigil, content, at }: Tag): void {
    if (sigil === "" || sigil === "{" || sigil === "&") this.#hasInk = true;
    else this.#hasTag = true;
    if (sigil === "!") return;
    if (sigil === "=") return this.#setDelimiters(content, at);
    if (sigil === ">") throw new Fault("partial", at, `There are no partials here ("${shown(content)}").`);
    if (content === "") throw new Fault("no-name", at, "A tag must name a value.");
    if (sigil === "/") return this.#close(content, at);
    if (!this.#names.has(content)) this.#names.set(content, at);
    if (sigil === "#" || sigil === "^") this.#begin(content, sigil === "^", at);
    // What is asked for as it is ({{{x}}}, {{&x}}) is escaped like everything else: no value here is HTML.
    else this.#current.nodes.push(this.#inScript ? { name: content, inScript: true } : { name: content });
  }

  #setDelimiters(content: string, at: number): void {
    const [open = "", close = "", ...more] = content.split(/\s+/);
    if (open === "" || close === "" || more.length > 0 || content.includes("="))
      throw new Fault("bad-delimiters", at, 'Delimiters are changed by two words without "=", such as {{=<% %>=}}.');
    this.#delimiters = [open, close];
  }

  #begin(name: string, inverted: boolean, at: number): void {
    if (this.#open.length > MOST_DEPTH) throw new Fault("too-deep", at, `Sections stand in one another at most ${MOST_DEPTH} deep.`);
    this.#open.push({ name, inverted, at, nodes: [] });
  }

  #close(name: string, at: number): void {
    const { name: section, inverted, at: opened, nodes } = this.#current;
    if (this.#open.length === 1) throw new Fault("unopened-section", at, `No section "${shown(name)}" is open here.`);
    if (name !== section) {
      const { line } = placeOf(this.#source, opened);
      throw new Fault("wrong-closing", at, `"${shown(name)}" is closed here, but "${shown(section)}" of line ${line} is open.`);
    }
    this.#open.pop();
    // Its text is joined at the end: a line that began before it may still take blanks away.
    this.#current.nodes.push({ section, inverted, nodes });
  }
}

function shown(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 63)}…`;
}

/** Neighbouring texts made one, in all sections. */
function joined(nodes: readonly TemplateNode[]): TemplateNode[] {
  const result: TemplateNode[] = [];
  let texts: string[] = [];
  const flush = (): void => {
    const text = texts.join("");
    if (text !== "") result.push(text);
    texts = [];
  };
  for (const node of nodes) {
    if (typeof node === "string") {
      texts.push(node);
      continue;
    }
    flush();
    result.push("section" in node ? { ...node, nodes: joined(node.nodes) } : node);
  }
  flush();
  return result;
}

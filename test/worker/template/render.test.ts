import { createContext, runInContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileTemplate } from "../../../worker/template/compile.ts";
import { encodeValue, renderTemplate } from "../../../worker/template/render.ts";

function rendered(source: string, values: Record<string, string>): string {
  const compiled = compileTemplate(source);
  if (!compiled.ok) throw new Error(compiled.fault.detail);
  return renderTemplate(compiled.nodes, values);
}

/** What a browser makes of character references. */
const decoded = (text: string): string => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const HOSTILE = [
  "</script><script>alert(1)</script>",
  `" onmouseover="alert(1)`,
  `' autofocus onfocus='alert(1)`,
  "`${alert(1)}`",
  "\\",
  '";alert(1)//',
  "-->",
  "--!><img src=x onerror=alert(1)>",
  "{{message}}",
  "{{{title}}}",
  "{{=<% %>=}}<%title%>",
  "a\nb\u2028c\u2029d",
  "]]>",
  "&lt;b&gt;",
  "\u0000\u0085",
];
const value = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .array(fc.constantFrom(..."<>\"'`\\/={}()&;-!$#\n\r\u2028", "script", "title", "message", " "), { maxLength: 20 })
    .map((all) => all.join("")),
);

describe("case 60: a value stays a value", () => {
  const template = `<p title="{{title}}" data-a='{{{title}}}' data-b={{message}}>{{message}}</p><!-- {{message}} --><script>var a = "{{message}}", b = '{{{title}}}', c = \`{{& message}}\`</script>`;

  test("nothing of it can end what it stands in: text, attribute, comment, string of a script", () => {
    fc.assert(
      fc.property(value, value, (title, message) => {
        const page = rendered(template, { title, message });
        // Taking the values out again leaves the template's own characters, each where it was.
        const [pattern] = [template.replace(/\{\{\{?&? ?(?:title|message)\}?\}\}/g, "\u0001")];
        const own = pattern.split("\u0001");
        let at = 0;
        for (const [index, part] of own.entries()) {
          const found = index === 0 ? 0 : page.indexOf(part, at);
          expect(found).toBeGreaterThanOrEqual(at);
          expect(page.slice(at, found)).not.toMatch(/[<>"'`\\={}()/!\n\r\u2028\u2029]/);
          at = found + part.length;
        }
        expect(at).toBe(page.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the script of a page still runs, and its strings hold no more than the value", () => {
    const realm = createContext({});
    fc.assert(
      fc.property(value, value, (title, message) => {
        const page = rendered(template, { title, message });
        const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? "";
        const [a, b, c] = runInContext(`(() => { ${script}; return [a, b, c]; })()`, realm) as string[];
        const visible = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
        expect([a, b, c].map((text) => decoded(text ?? ""))).toEqual([visible(message), visible(title), visible(message)]);
      }),
      { numRuns: 500 },
    );
  });

  /** The attributes of a start tag, as the HTML standard's tokenizer takes it apart. */
  const attributesOf = (tag: string): [string, string][] =>
    [...tag.matchAll(/[\t\n\f\r /]+([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]+)))?/g)].map(
      ([, name = "", ...held]) => [name, decoded(held.find((each) => each !== undefined) ?? "")],
    );

  test("an attribute without quotes ends where the template says, not at a value's first space", () => {
    const shown = rendered("<a href={{title}} data-b={{message}}x hidden>{{title}}</a>", {
      title: "evil onclick=alert(1) autofocus",
      message: "a\tb",
    });
    expect(attributesOf(/^<a([^>]*)>/.exec(shown)?.[1] ?? "")).toEqual([
      ["href", "evil onclick=alert(1) autofocus"],
      ["data-b", "a\tbx"],
      ["hidden", ""],
    ]);
    fc.assert(
      fc.property(value, value, (title, message) => {
        const page = rendered("<a data-a=x{{title}} data-b=x{{{message}}}y hidden></a>", { title, message });
        const visible = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
        const attributes = [
          ["data-a", `x${visible(title)}`],
          ["data-b", `x${visible(message)}y`],
          ["hidden", ""],
        ];
        expect(attributesOf(/^<a([^>]*)>/.exec(page)?.[1] ?? "")).toEqual(attributes);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["<script>a = '{{title}}'</script>", "<script>a = 'two words'</script>"],
    [
      `<script async type="module" nonce=x>'{{title}}{{#title}} {{.}}{{/title}}'</script>`,
      `<script async type="module" nonce=x>'two words two words'</script>`,
    ],
    ["<style>a { content: '{{title}}' }</style>{{title}}", "<style>a { content: 'two words' }</style>two&#32;words"],
    ["<script>{{{n}}}</script><p x={{title}}>", "<script></script><p x=two&#32;words>"],
    ["<script data-t={{title}}>'{{title}}'</script>", "<script data-t=two&#32;words>'two&#32;words'</script>"],
    [`<script data-a="x>y" data-b={{title}}></script>`, `<script data-a="x>y" data-b=two&#32;words></script>`],
    ["<scripted>{{title}}", "<scripted>two&#32;words"],
  ])("a space is kept in a script, where a reference would be read as it is: %j", (template, page) => {
    expect(rendered(template, { title: "two words" })).toBe(page);
  });

  test("a value is no template: what it looks like is shown", () => {
    expect(decoded(rendered("{{message}} {{{message}}}", { message: "{{title}} {{#title}}", title: "secret" }))).toBe(
      "{{title}} {{#title}} {{title}} {{#title}}",
    );
  });

  test("a reader sees the text as it was written", () => {
    const text = "Back at 12:30 – 50 % off, «été», 日本, 🎫 & more";
    expect(decoded(encodeValue(text))).toBe(text);
    expect(encodeValue("2026-11-30T02:15:17.000Z,")).toBe("2026-11-30T02:15:17.000Z,");
    expect(encodeValue("10 minutes")).toBe("10&#32;minutes");
  });
});

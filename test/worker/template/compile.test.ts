import fc from "fast-check";
import Mustache from "mustache";
import { describe, expect, test } from "vitest";
import { compileTemplate, type TemplateFault } from "../../../worker/template/compile.ts";
import { renderTemplate } from "../../../worker/template/render.ts";

function faultOf(source: string): TemplateFault {
  const compiled = compileTemplate(source);
  if (compiled.ok) throw new Error("no fault");
  return compiled.fault;
}

function rendered(source: string, values: Record<string, string | number | boolean | null>): string {
  const compiled = compileTemplate(source);
  if (!compiled.ok) throw new Error(compiled.fault.detail);
  return renderTemplate(compiled.nodes, values);
}

describe("the first fault of a template is told with its line and column", () => {
  test.each([
    ["<p>\n  {{#waitTimeKnown}}\n  soon\n</p>\n\n", "unclosed-section", 2, 3],
    ["{{#a}}\n{{#b}}\n{{/b}}", "unclosed-section", 1, 1],
    ["{{#a}}\n{{^b}}", "unclosed-section", 2, 1],
    ["<p>\n</p>{{/a}}", "unopened-section", 2, 5],
    ["{{#a}}\n  {{#b}}\n  {{/a}}{{/b}}", "wrong-closing", 3, 3],
    ["one\ntwo {{waitTime\nthree", "unclosed-tag", 2, 5],
    ["{{{waitTime}}", "unclosed-tag", 1, 1],
    ["a\n{{=<%=}}", "bad-delimiters", 2, 1],
    ["{{= | | | =}}", "bad-delimiters", 1, 1],
    ["{{=<% %>=}}\n<%#a%>", "unclosed-section", 2, 1],
    ["a\nb {{> footer}}", "partial", 2, 3],
    ["x{{  }}", "no-name", 1, 2],
    ["{{#}}{{/}}", "no-name", 1, 1],
    [`\n${"{{#a}}".repeat(33)}`, "too-deep", 2, 193],
    ["{{a}}\n".repeat(10_001), "too-many-tags", 10_001, 1],
  ])("%j", (source, reason, line, column) => {
    expect(faultOf(source)).toMatchObject({ reason, line, column });
  });

  test("a section closed by another's name says which one is open, and where", () => {
    expect(faultOf("{{#queueIsFull}}\n\n{{/queueAll}}").detail).toBe('"queueAll" is closed here, but "queueIsFull" of line 1 is open.');
  });

  test("whatever is saved, the compiler answers, within the text", () => {
    const pieces = fc.array(
      fc.constantFrom("{{", "}}", "{{{", "}}}", "#a", "/a", "^b", "/b", "!", "=", "{{=<% %>=}}", "<%", "%>", "\n", " ", "x"),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const source = parts.join("");
        const compiled = compileTemplate(source);
        if (compiled.ok) return;
        const lines = source.split("\n");
        const { line, column } = compiled.fault;
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
        expect(column).toBeGreaterThan(0);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("the names a template asks for, each once, with the line", () => {
  const compiled = compileTemplate("{{a}}\n{{#b}}{{a}}{{{c}}}{{/b}}\n{{^d}}{{.}}{{/d}}");
  expect(compiled.ok && compiled.names).toEqual([
    { name: "a", line: 1 },
    { name: "b", line: 2 },
    { name: "c", line: 2 },
    { name: "d", line: 3 },
    { name: ".", line: 3 },
  ]);
});

describe("as mustache renders it", () => {
  // Values without a character that the two escape differently, but for the space: mustache keeps it, and an attribute without quotes
  // ends there; here it is a reference, which reads the same.
  const values = { yes: true, no: false, zero: 0, n: 7, text: "two words", empty: "", nothing: null };
  const name = fc.constantFrom(...Object.keys(values), "unknown");
  const blank = fc.constantFrom("", " ", "  ", "\t");
  const tag = fc.tuple(name, blank).map(([of, pad]) => `{{${pad}${of}${pad}}}`);
  const raw = name.chain((of) => fc.constantFrom(`{{{${of}}}}`, `{{& ${of} }}`));
  const comment = fc.constantFrom("{{! said to nobody }}", "{{!\n over\n lines }}");
  const text = fc.constantFrom("<p>", "x", " ", "\n", "\r\n", "  \n", "}} ", "} ");
  const { source } = fc.letrec<{ source: string; section: string }>((tie) => ({
    section: fc
      .tuple(name, fc.constantFrom("#", "^"), blank, tie("source"))
      .map(([of, sigil, pad, inner]) => `${pad}{{${sigil}${of}}}${inner}{{/ ${of} }}`),
    source: fc
      .array(fc.oneof({ depthSize: "small" }, text, tag, raw, comment, fc.constant("{{=<% %>=}}<% n %><%={{ }}=%>"), tie("section")), {
        maxLength: 8,
      })
      .map((parts) => parts.join("")),
  }));

  test("the same text, whatever sections, comments, blanks and delimiters stand in it", () => {
    fc.assert(
      fc.property(source, (template) => {
        expect(rendered(template, values)).toBe(Mustache.render(template, values).replaceAll("two words", "two&#32;words"));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ["a\n{{#yes}}\nb\n{{/yes}}\nc", "a\nb\nc"],
    ["{{#no}}a{{/no}}{{^no}}b{{/no}}", "b"],
    ["{{#zero}}a{{/zero}}{{^zero}}none{{/zero}} {{zero}}", "none 0"],
    ["{{#text}}[{{.}}]{{/text}}", "[two&#32;words]"],
    ["<script>'{{text}}'</script>", "<script>'two words'</script>"],
    ["{{#n}}{{^no}}{{.}}{{/no}}{{/n}}", "7"],
    ["{{toString}}{{constructor}}{{__proto__}}{{text.length}}{{#hasOwnProperty}}x{{/hasOwnProperty}}", ""],
  ])("%j", (template, expected) => {
    expect(rendered(template, values)).toBe(expected);
  });
});

test("a template of 1 MB is compiled and rendered in no time anybody notices", () => {
  const source = `<p>{{waitTime}}</p>${"\n<i> </i>".repeat(110_000)}`;
  const beforeMs = performance.now();
  expect(rendered(source, { waitTime: 3 }).startsWith("<p>3</p>")).toBe(true);
  expect(performance.now() - beforeMs).toBeLessThan(2_000);
});

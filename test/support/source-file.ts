import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { parseSync } from "vite";
import { root } from "../../bench/tools/project.ts";

/** A node of the syntax tree (ESTree, with TypeScript's own). */
export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface SourceFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string;
  readonly lineCount: number;
  /** Path of an imported file, from the project's folder; or the name of a package or built-in module, as it is written. */
  readonly imports: readonly string[];
  readonly nodes: readonly SyntaxNode[];
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === "object" && value !== null && "type" in value;

/** The node and everything below it. */
function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

/** Parses TypeScript. Static, dynamic, type-only and re-exporting imports all count. Throws on a syntax error or a computed import. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const nodes = [...walk(program as unknown as SyntaxNode)];
  const imports = nodes
    .filter(({ source, type }) => isNode(source) && /^(?:Import|Export|TSImport)/.test(type))
    .map(({ source }) => (source as SyntaxNode)["value"])
    .map((specifier) => {
      if (typeof specifier !== "string") throw new Error(`${path}: an import whose name is computed`);
      return specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier;
    });
  return { path, lineCount: text.split("\n").length - 1, imports, nodes };
}

const folders = ["worker", "durable-objects", "static", "bench", "test"];

/** Every TypeScript file of the project but the generated ones. */
export async function readSources(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const path = posix.join(folder, name.replaceAll("\\", "/"));
      if (!path.endsWith(".ts") || path.includes("/generated/")) continue;
      files.push(parseSource(path, await readFile(join(root, path), "utf8")));
    }
  }
  return files;
}

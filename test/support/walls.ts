/** The walls between the rooms: what a file may import and what it may touch, by where it lies. */
import type { SourceFile, SyntaxNode } from "./source-file.ts";

/** What pure code must not touch: clock, randomness, network, timers. */
const impureGlobals = new Set(
  "fetch crypto performance scheduler setTimeout setInterval setImmediate queueMicrotask console process caches navigator".split(" "),
);
/** What the Worker may know of the objects, besides the pure part. */
const sharedWithWorker = ["protocol", "stubs", "within"].map((name) => `durable-objects/${name}.ts`);
const objectClasses = ["event-queue", "gate", "directory"].map((name) => `durable-objects/${name}.ts`);
/** Methods that turn a name into an object. */
const namingMethods = new Set(["idFromName", "idFromString", "newUniqueId", "getByName"]);
/** Files in `durable-objects/` that may speak SQL. */
const speaksSql = /^durable-objects\/(?:[a-z-]+-store|migrations)\.ts$/;

const within =
  (folder: string) =>
  (path: string): boolean =>
    path.startsWith(`${folder}/`);
const inDomain = within("durable-objects/domain");
/** Pure code by which a browser recomputes a draw. */
const recomputing = within("durable-objects/domain/draw");
const isPackage = (path: string): boolean => !path.includes(".ts") && !path.startsWith(".") && !path.startsWith("node:");

/** Whether a file may import a path, package or built-in module. */
function mayImport(from: string, to: string): boolean {
  if (inDomain(from)) return inDomain(to);
  if (within("durable-objects")(from)) return within("durable-objects")(to) || to === "cloudflare:workers";
  if (within("worker")(from)) {
    if (isPackage(to) || within("worker")(to) || inDomain(to)) return true;
    if (sharedWithWorker.includes(to)) return true;
    return from === "worker/index.ts" && objectClasses.includes(to);
  }
  // The page in the browser says what the server's page said: it shares the pure part that decides on the words.
  if (within("static")(from)) {
    if (within("static/draw")(from) && recomputing(to)) return true;
    return within("static")(to) || within("worker/pages")(to);
  }
  if (within("bench")(from)) return !within("test")(to);
  return true;
}

/** Name of the property a member expression reads, if it is written out. */
function propertyName(node: SyntaxNode): string | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const property = node["property"] as SyntaxNode;
  const name = property.type === "Literal" ? property["value"] : node["computed"] === true ? undefined : property["name"];
  return typeof name === "string" ? name : undefined;
}

const identifier = (node: unknown): unknown =>
  (node as SyntaxNode | undefined)?.type === "Identifier" ? (node as SyntaxNode)["name"] : undefined;

/** What makes a node of pure code impure. */
function impurity(node: SyntaxNode): string | undefined {
  const name = identifier(node);
  if (typeof name === "string" && impureGlobals.has(name)) return name;
  const object = identifier(node["object"]);
  if (object === "Math" && propertyName(node) === "random") return "Math.random";
  if (object === "Date" && propertyName(node) === "now") return "Date.now";
  // Without arguments both read the clock; `Date(…)` without `new` always does.
  const isDate = identifier(node["callee"]) === "Date";
  if (isDate && (node.type === "CallExpression" || (node["arguments"] as unknown[]).length === 0)) return "Date()";
  return undefined;
}

/** Identifiers that are only names of properties, in `a.fetch` or `{ fetch: … }`, and not the global thing. */
function propertyNames(nodes: readonly SyntaxNode[]): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  for (const node of nodes) {
    if (node["computed"] === true) continue;
    if (node.type === "MemberExpression") names.add(node["property"]);
    if (/Property|MethodDefinition|PropertySignature|MethodSignature/.test(node.type) && node["shorthand"] !== true) names.add(node["key"]);
  }
  return names;
}

/** Every breach of a wall in one file, in words; none = []. */
export function wallFaults(file: SourceFile): string[] {
  const { path, imports, nodes } = file;
  const faults = imports.filter((to) => !mayImport(path, to)).map((to) => `${path} must not import ${to}`);
  const runsInWorkerd = within("worker")(path) || within("durable-objects")(path);
  if (!runsInWorkerd) return faults;
  const ignored = propertyNames(nodes);
  for (const node of nodes) {
    const property = propertyName(node);
    if (inDomain(path)) {
      const cause = ignored.has(node) ? undefined : impurity(node);
      if (cause !== undefined) faults.push(`${path} is to be pure and uses ${cause}`);
    }
    if (property === "sql" && !speaksSql.test(path)) faults.push(`${path} must leave SQL to a store`);
    if (property !== undefined && namingMethods.has(property) && path !== "durable-objects/stubs.ts") {
      faults.push(`${path} must leave ${property} to durable-objects/stubs.ts`);
    }
  }
  return [...new Set(faults)];
}

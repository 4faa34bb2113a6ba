/** Texts that an organiser says differently, by language and by the text's path, such as `line.phases.waiting.lead`. */
import type { TextOverrides } from "../../durable-objects/domain/look.ts";
import { languages } from "./packed-languages.ts";
import type { Texts } from "./texts.ts";

/** Longest text, and longest of all of an event together, in UTF-16 units: every copy of the directory holds them. */
export const MAX_TEXT = 400;
export const MAX_TEXTS = 6_000;

/** `text`: what is said there now. */
type Leaf = { readonly parent: Record<string, unknown>; readonly name: string; readonly text: string };

/**
 * Where a text stands; null = there is none of that path. Of forms by number all that the language has count, also those that only
 * fractions ask for and its own texts leave out.
 */
function leafOf(texts: Texts, path: string): Leaf | null {
  const names = path.split(".");
  const name = names.pop() ?? "";
  let parent: unknown = texts;
  for (const step of names) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, step)) return null;
    parent = (parent as Record<string, unknown>)[step];
  }
  if (names.length === 0 || typeof parent !== "object" || parent === null) return null;
  const group = parent as Record<string, unknown>;
  const text = Object.hasOwn(group, name) ? group[name] : isPluralForm(texts, group, name) ? group["other"] : undefined;
  return typeof text === "string" ? { parent: group, name, text } : null;
}

/** Among texts by number, which always have `other`. */
function isPluralForm({ language }: Texts, { other }: Record<string, unknown>, name: string): boolean {
  return (
    typeof other === "string" && (new Intl.PluralRules(language).resolvedOptions().pluralCategories as readonly string[]).includes(name)
  );
}

const placesIn = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];

/** What can't be put into a page, by its member's name; null = all can. */
export function overridesFault(overrides: TextOverrides): { readonly field: string; readonly detail: string } | null {
  let total = 0;
  for (const [tag, texts] of Object.entries(overrides)) {
    const language = languages.get(tag)?.();
    if (language === undefined) return { field: `texts.${tag}`, detail: `"texts.${tag}": there is no language of that tag.` };
    for (const [path, text] of Object.entries(texts)) {
      const field = `texts.${tag}.${path}`;
      const leaf = leafOf(language, path);
      if (leaf === null) return { field, detail: `"${field}": there is no text of that path.` };
      const known = placesIn(leaf.text);
      const strange = placesIn(text).find((place) => !known.includes(place));
      if (strange !== undefined) return { field, detail: `"${field}" has a place for ${strange}, which has no value there.` };
      total += text.length;
    }
  }
  return total <= MAX_TEXTS ? null : { field: "texts", detail: `"texts" must have at most ${MAX_TEXTS} characters in all.` };
}

const made = new WeakMap<TextOverrides, Map<string, Texts>>();

/** The language's texts as this organiser says them. What a path does not fit (any more) is left as it is. */
export function withOverrides(texts: Texts, overrides: TextOverrides | null | undefined): Texts {
  const own = overrides?.[texts.language];
  if (!overrides || own === undefined) return texts;
  const known = made.get(overrides) ?? new Map<string, Texts>();
  made.set(overrides, known);
  const before = known.get(texts.language);
  if (before !== undefined) return before;
  const copy = structuredClone(texts);
  for (const [path, text] of Object.entries(own)) {
    const leaf = leafOf(copy, path);
    if (leaf !== null) leaf.parent[leaf.name] = text;
  }
  known.set(texts.language, copy);
  return copy;
}

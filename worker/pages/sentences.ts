/** A stop that has its gap within: that of Chinese and Japanese. */
const FULL_WIDTH = /[。！？]$/;
/** What a language ends its sentences with, as far as it does. */
const STOP = /[.。।]$/;

/** Sentences one after the other, without those that say nothing. */
export function sentences(...parts: readonly string[]): string {
  const said = parts.filter((part) => part !== "");
  return said.map((part, index) => (index === said.length - 1 || FULL_WIDTH.test(part) ? part : `${part} `)).join("");
}

/** A text without a stop of its own as a sentence, ended as the language's own `example` is. */
export function asSentence(text: string, example: string): string {
  return /[.。।!?！？…]$/.test(text) ? text : text + (STOP.exec(example)?.[0] ?? "");
}

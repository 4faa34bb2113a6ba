/** Inside workerd the languages come out of a text module. */
import { expect, it } from "vitest";
import { languages } from "../../worker/i18n/packed-languages.ts";
import * as sources from "../../worker/i18n/languages.ts";

it("has every language as it is written", () => {
  expect([...languages.keys()].toSorted()).toEqual(
    Object.values(sources)
      .map(({ language }) => language)
      .toSorted(),
  );
  for (const texts of Object.values(sources)) {
    const read = languages.get(texts.language);
    expect(read?.()).toEqual(texts);
    expect(read?.()).toBe(read?.());
  }
});

import { isLabel, type LineTexts, type Plural, type ScriptTexts } from "../i18n/texts.ts";

/** Plural forms without those that say what is said without them. */
function brief(forms: Plural): Plural {
  return { ...Object.fromEntries(Object.entries(forms).filter(([, text]) => text !== forms.other)), other: forms.other };
}

/** What the page's script needs of a language, as briefly as it can be said. */
export function scriptTexts(line: LineTexts): ScriptTexts {
  const needed = Object.entries(line).filter(([name]) => !isLabel(name));
  const phases = Object.entries(line.phases).map(([phase, { headline, lead }]) => [phase, [headline, lead]]);
  return {
    ...(Object.fromEntries(needed) as unknown as LineTexts),
    ahead: brief(line.ahead),
    perMinute: brief(line.perMinute),
    phases: Object.fromEntries(phases) as ScriptTexts["phases"],
  };
}

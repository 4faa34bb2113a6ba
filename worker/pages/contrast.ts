/** Colours as `#rrggbb`, and how well one can be read on another (WCAG 2.2, relative luminance and contrast ratio). */

/** Least ratio for text of any size, level AA. */
export const LEAST_CONTRAST = 4.5;

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** So much of `over` laid on `under`, 0…1. */
export function mixed(under: string, over: string, share: number): string {
  const top = channels(over);
  const mix = channels(under).map((channel, index) => Math.round(channel + ((top[index] ?? 0) - channel) * share));
  return `#${mix.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever is read better on `colour`: always at least 4.58. */
export function readableOn(colour: string): string {
  return contrast("#000000", colour) >= contrast("#ffffff", colour) ? "#000000" : "#ffffff";
}

/** One run as a picture: sessions inside beside what the origin carries, and good answers a second. */
import type { RunResult } from "./record.ts";

const WIDTH = 720;
const HEIGHT = 160;
const MARGIN = 36;

/** An SVG of two panels; plain elements, no script. */
export function chart(title: string, run: RunResult): string {
  const panels = [
    panel("sessions inside (blue), carried (grey)", [
      { values: run.carriedBySecond, colour: "#999" },
      { values: run.sessionsBySecond, colour: "#1d5fd1" },
    ]),
    panel("good answers a second", [{ values: run.goodBySecond, colour: "#117a3a" }]),
  ];
  const height = panels.length * (HEIGHT + MARGIN) + MARGIN;
  const drawn = panels.map((content, index) => `<g transform="translate(${MARGIN} ${MARGIN + index * (HEIGHT + MARGIN)})">${content}</g>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH + 2 * MARGIN}" height="${height}" font-family="sans-serif" font-size="11" role="img">`,
    `<title>${escapeText(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${MARGIN}" y="18" font-size="14">${escapeText(title)}</text>`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

interface Line {
  readonly values: readonly number[];
  readonly colour: string;
}

function panel(caption: string, lines: readonly Line[]): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values));
  const drawn = lines.map(({ values, colour }) => {
    const points = values.map(
      (value, second) => `${((second * WIDTH) / values.length).toFixed(1)},${(HEIGHT - (value * HEIGHT) / most).toFixed(1)}`,
    );
    return `<polyline fill="none" stroke="${colour}" points="${points.join(" ")}"/>`;
  });
  const axes = `<path d="M0 0V${HEIGHT}H${WIDTH}" fill="none" stroke="#333"/>`;
  return `<text y="-6">${escapeText(caption)}; top ${Math.round(most)}, ${lines[0]?.values.length ?? 0} s</text>${axes}${drawn.join("")}`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

import { CONTROLLERS } from "./controllers/all.ts";
import { readScenarios } from "./scenario.ts";
import { simulate } from "./world.ts";
import { WaitRecord } from "./wait-record.ts";
const names = process.argv[3]?.split(",");
const seeds = Number(process.argv[2] ?? 2);
for (const sc of readScenarios(import.meta.dirname + "/scenarios-wait")) {
  if (names && !names.some((n) => sc.name.includes(n))) continue;
  const t = Date.now();
  const bands: Record<string, number[]> = {};
  const per: number[] = [];
  let uncalled = 0;
  const use: string[] = [];
  for (let seed = 101; seed < 101 + seeds; seed++) {
    const rec = new WaitRecord();
    simulate(sc, CONTROLLERS["stanchion"]![0]!, seed, rec);
    let held = 0, n = 0;
    for (const { range, realSeconds } of rec.waits()) {
      if (realSeconds === null) { uncalled++; continue; }
      const under = realSeconds < range.lowSeconds ? 1 : 0, over = realSeconds > range.highSeconds ? 1 : 0;
      n++; if (!under && !over) held++;
      const b = realSeconds < 60 ? "near" : realSeconds < 300 ? "mid" : "far";
      const x = (bands[b] ??= [0, 0, 0, 0]);
      x[0]!++; x[1]! += under; x[2]! += over; x[3]! += (range.highSeconds - range.lowSeconds) / Math.max(1, range.likelySeconds);
    }
    per.push(held / n);
    if (seed === 101) use.push(...rec.minutes.filter((m) => m.waited && m.minted > 0).map((m) => (100 * (1 - m.lost / m.minted)).toFixed(0)));
  }
  console.log(sc.name.padEnd(16), (per.reduce((a, b) => a + b) / per.length * 100).toFixed(1), per.map((p) => (100 * p).toFixed(0)).join(" "), Object.entries(bands).map(([b, [n, u, o, w]]) => `${b} n${n} ${(100 * (1 - (u! + o!) / n!)).toFixed(0)}% <${(100 * u! / n!).toFixed(0)} >${(100 * o! / n!).toFixed(0)} w${(w! / n!).toFixed(2)}`).join(" | "), "uncalled", uncalled, Date.now() - t, "ms", "minUse", Math.min(...use.map(Number)));
}

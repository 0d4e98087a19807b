import { quantile } from "./load.ts";

/** One line of the result. `value` is what aim and floor speak of: a ratio, or the measured figure where there is no baseline. */
export interface Figure {
  name: string;
  value: number;
  unit: "ratio" | "x" | "ms" | "kB" | "rows/s" | "/s" | "count";
  better: "higher" | "lower";
  aim?: number;
  floor?: number;
  ours?: string;
  baseline?: string;
  note?: string;
}

export type Verdict = "PASS" | "above floor" | "BELOW FLOOR" | "misses aim" | "stated";

export function verdictOf({ value, better, aim, floor }: Figure): Verdict {
  const reaches = (mark: number) => (better === "higher" ? value >= mark : value <= mark);
  if (aim === undefined && floor === undefined) return "stated";
  if (reaches(aim ?? floor ?? value)) return "PASS";
  if (floor === undefined) return "misses aim";
  return reaches(floor) ? "above floor" : "BELOW FLOOR";
}

export const rounds = Number(process.env.LEASHLINE_BENCH_ROUNDS ?? 5);
export const roundMs = Number(process.env.LEASHLINE_BENCH_ROUND_MS ?? 1_200);

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/**
 * Both sides, one after the other in every round, each round beginning with the other side; medians over the rounds. One short round before is
 * not counted: it warms caches and compilers on both sides.
 */
export async function interleaved(
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number }> {
  const seen = { ours: [] as number[], baseline: [] as number[] };
  const turn = async (side: "ours" | "baseline") => void seen[side].push(await (side === "ours" ? ours() : baseline()));
  await ours();
  await baseline();
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? (["ours", "baseline"] as const) : (["baseline", "ours"] as const);
    await turn(first);
    await turn(second);
  }
  return { ours: median(seen.ours), baseline: median(seen.baseline) };
}

type Sides = { name: string; aim?: number; floor?: number; note?: string; ours: () => Promise<number>; baseline: () => Promise<number> };

/** Calls a second on both sides; higher is better. */
export async function rateFigure({ ours, baseline, ...about }: Sides): Promise<Figure> {
  const seen = await interleaved(ours, baseline);
  const text = (value: number) => `${Math.round(value)}/s`;
  return {
    ...about,
    value: seen.ours / seen.baseline,
    unit: "ratio",
    better: "higher",
    ours: text(seen.ours),
    baseline: text(seen.baseline),
  };
}

/** Times on both sides, as a multiple of the baseline; lower is better. */
export async function timesFigure({ ours, baseline, unit = "ms", ...about }: Sides & { unit?: string }): Promise<Figure> {
  const seen = await interleaved(ours, baseline);
  const text = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ${unit}`;
  return { ...about, value: seen.ours / seen.baseline, unit: "x", better: "lower", ours: text(seen.ours), baseline: text(seen.baseline) };
}

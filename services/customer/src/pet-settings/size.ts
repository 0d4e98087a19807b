import { fail, notBlank } from "@leashline/kit";

export type SizeInput = { id: string; name: string; weightHigh: number };
export type SizeRange = SizeInput & { weightLow: number };

/**
 * Whole-number ranges without gap or overlap (growth §5), from the names and high ends given, in any order: the first begins at 1, each other one
 * after the high end before it. A range holds at least two weights, so the lowest high end that may follow one is that one plus 2.
 */
export function contiguous(sizes: readonly SizeInput[]): SizeRange[] {
  let low = 1;
  return [...sizes]
    .sort((a, b) => a.weightHigh - b.weightHigh)
    .map((size) => {
      const name = notBlank(size.name, "sizes");
      if (size.weightHigh < low + 1) throw fail("PARAMS_INVALID", { field: "sizes", reason: `${name} must reach to ${low + 1} at least` });
      const range = { ...size, name, weightLow: low };
      low = size.weightHigh + 1;
      return range;
    });
}

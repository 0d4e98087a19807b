import type { Range } from "./minutes.ts";

/** A taken range travels as one number, start * 2048 + length: nothing that takes somebody's time is longer than a day. */
export const PACK = 2_048;

const isAscending = (numbers: readonly number[]): boolean => numbers.every((one, at) => at === 0 || (numbers[at - 1] as number) <= one);

/** By start, whatever order they came in; where each of them was before, too. */
export function unpacked(packed: readonly number[]): (Range & { readonly at: number })[] {
  const ranges = packed.map((number, at) => {
    const start = Math.floor(number / PACK);
    return { start, end: start + number - start * PACK, at };
  });
  return isAscending(packed) ? ranges : ranges.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** What is taken, as far as it matters to who needs so many minutes on end: what leaves fewer between counts as one. */
export function joined(packed: readonly number[], least: number): Range[] {
  const found: { start: number; end: number }[] = [];
  let last: { start: number; end: number } | undefined;
  for (const number of isAscending(packed) ? packed : packed.toSorted((a, b) => a - b)) {
    const start = Math.floor(number / PACK);
    const end = start + number - start * PACK;
    if (last && start - last.end < least) {
      if (end > last.end) last.end = end;
    } else {
      last = { start, end };
      found.push(last);
    }
  }
  return found;
}

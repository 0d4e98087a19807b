import type { Range } from "./minutes.ts";

/** A taken range travels as one number, start * 2048 + length: nothing that takes somebody's time is longer than a day. */
export const PACK = 2_048;

const isAscending = (numbers: readonly number[]): boolean => numbers.every((one, at) => at === 0 || (numbers[at - 1] as number) <= one);

export function unpacked(packed: number): Range {
  const start = Math.floor(packed / PACK);
  return { start, end: start + packed - start * PACK };
}

/** What is taken, as far as it matters to who needs so many minutes on end: what leaves fewer between counts as one. */
export function joined(packed: readonly number[], least: number): Range[] {
  const found: { start: number; end: number }[] = [];
  let last: { start: number; end: number } | undefined;
  for (const number of isAscending(packed) ? packed : packed.toSorted((a, b) => a - b)) {
    const { start, end } = unpacked(number);
    if (last && start - last.end < least) {
      if (end > last.end) last.end = end;
    } else {
      last = { start, end };
      found.push(last);
    }
  }
  return found;
}

/** What stands on either side of so many free minutes, as far as it counts, and where in the list. They may be very many, of which few stand there. */
export function besideGaps(
  packed: readonly number[],
  least: number,
  counts: (at: number) => boolean = () => true,
): (Range & { readonly at: number })[] {
  const order = isAscending(packed) ? undefined : [...packed.keys()].sort((a, b) => (packed[a] as number) - (packed[b] as number));
  const beside = new Set<number>();
  let [last, lastEnd] = [-1, Number.NEGATIVE_INFINITY];
  for (let n = 0; n < packed.length; n += 1) {
    const at = order ? (order[n] as number) : n;
    if (!counts(at)) continue;
    const { start, end } = unpacked(packed[at] as number);
    if (start - lastEnd >= least) beside.add(last).add(at);
    if (end >= lastEnd) [last, lastEnd] = [at, end];
  }
  beside.add(last).delete(-1);
  return [...beside].map((at) => ({ ...unpacked(packed[at] as number), at }));
}

import type { Range } from "./minutes.ts";

/** Puts together what touches or overlaps, as far as each takes time, and keeps apart what has time between; by start. */
export function stretched<T extends Range>(
  ranges: readonly T[],
  taken: (range: Range) => Range,
): (Range & { readonly of: readonly T[] })[] {
  const stretches: { start: number; end: number; of: T[] }[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = stretches.at(-1);
    if (last && range.start <= taken(last).end) {
      last.end = Math.max(last.end, range.end);
      last.of.push(range);
    } else stretches.push({ start: range.start, end: range.end, of: [range] });
  }
  return stretches;
}

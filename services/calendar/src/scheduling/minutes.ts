// Sets of minutes on one local day. A range is half-open: 540-600 ends where 600-660 begins, and the two do not overlap.

/** A day is 1440 minutes long (core §9). */
export const DAY_MINUTES = 1440;

export type Range = { readonly start: number; readonly end: number };

export const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

export const contains = (outer: Range, inner: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Sorted, without empty ranges, touching and overlapping ones joined. */
export function union(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter((range) => range.start < range.end).sort((a, b) => a.start - b.start);
  const joined: { start: number; end: number }[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push({ start: range.start, end: range.end });
  }
  return joined;
}

/** What of `from` is left when everything in `taken` is cut out; `from` must already be a union. */
export function subtract(from: readonly Range[], taken: readonly Range[]): Range[] {
  const cuts = union(taken);
  const left: Range[] = [];
  let next = 0;
  for (const range of from) {
    let start = range.start;
    while (next < cuts.length && (cuts[next] as Range).end <= start) next += 1;
    for (let index = next; index < cuts.length; index += 1) {
      const cut = cuts[index] as Range;
      if (cut.start >= range.end) break;
      if (cut.start > start) left.push({ start, end: cut.start });
      start = Math.max(start, cut.end);
    }
    if (start < range.end) left.push({ start, end: range.end });
  }
  return left;
}

export const length = (ranges: readonly Range[]): number => ranges.reduce((sum, range) => sum + range.end - range.start, 0);

import { isDaycare, isWalk } from "./line-up.ts";
import { overlaps, type Range } from "./minutes.ts";

type Done = Range & { readonly line: { readonly id: string; readonly careType: string } };

/** The minutes at which one person would be at two lines, and which. */
export type Twice = Range & { readonly lineIds: readonly [string, string] };

/** Where one person would be at two of their lines at once; the dogs of a household are walked together, and daycare takes nobody's time. */
export function twiceIn(own: readonly Done[]): Twice[] {
  const busy = own.filter(({ line }) => !isDaycare(line)).toSorted((a, b) => a.start - b.start || a.end - b.end);
  return busy.flatMap((one, nth) =>
    busy
      .slice(nth + 1)
      .filter((next) => overlaps(one, next) && !(isWalk(one.line) && isWalk(next.line)))
      .map((other) => ({
        start: Math.max(one.start, other.start),
        end: Math.min(one.end, other.end),
        lineIds: [one.line.id, other.line.id] as const,
      })),
  );
}

/** The same two lines, whatever their order. */
export const isSamePair = ({ lineIds: [a, b] }: Twice, { lineIds }: Twice): boolean => lineIds.includes(a) && lineIds.includes(b);

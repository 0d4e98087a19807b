import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import { overlaps, type Range } from "./minutes.ts";

type Done = Range & { readonly line: { readonly careType: string } };

const isDaycare = ({ careType }: Done["line"]): boolean => careType === "DAYCARE";
const isWalk = ({ careType }: Done["line"]): boolean => careType === DOG_WALKING;

/** The minutes at which one person would be at two of their lines; the dogs of a household are walked together, and daycare takes nobody's time. */
export function twiceIn(own: readonly Done[]): Range | undefined {
  const busy = own.filter(({ line }) => !isDaycare(line)).toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const [nth, one] of busy.entries()) {
    const other = busy.slice(nth + 1).find((next) => overlaps(one, next) && !(isWalk(one.line) && isWalk(next.line)));
    if (other) return { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
  }
  return undefined;
}

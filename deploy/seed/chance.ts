/** Numbers that look like chance and are the same at every run, so that the demo company is always the same one. */
export type Chance = {
  /** 0 to 1, 1 not included. */
  next: () => number;
  /** A whole number, both ends included. */
  between: (low: number, high: number) => number;
  pick: <T>(items: readonly T[]) => T;
  /** True in so many of a hundred cases. */
  percent: (of: number) => boolean;
};

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    percent: (of) => next() * 100 < of,
  };
}

/** Numbers that look like chance. */
export type Chance = { between: (low: number, high: number) => number; pick: <T>(of: readonly T[]) => T };

/** They are the same for a seed. */
export function chanceFrom(seed: number): Chance {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * n);
  };
  return { between: (low, high) => low + below(high - low + 1), pick: (of) => of[below(of.length)] as (typeof of)[number] };
}

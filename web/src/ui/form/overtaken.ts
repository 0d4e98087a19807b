export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

type Values = Readonly<Record<string, unknown>>;

/** The fields that somebody else has changed while they were being written here, and that now hold something else than what is written. */
export const overtaken = (before: Values, now: Values, mine: Values): string[] =>
  Object.keys(now).filter((name) => !same(before[name], now[name]) && !same(mine[name], before[name]) && !same(mine[name], now[name]));

/** "phoneNumber" as one says it. */
export const spoken = (name: string): string => name.replace(/[A-Z]/g, (big) => ` ${big.toLowerCase()}`);

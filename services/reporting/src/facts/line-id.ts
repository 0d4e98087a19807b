const MOST_PEOPLE = 32n;

/** A line that several people did stands once for each: the first time under its own number, then under numbers below zero, which no line has. */
export const besideLine = (lineId: string, nth: number): string =>
  nth === 0 ? lineId : (-(BigInt(lineId) * MOST_PEOPLE + BigInt(nth))).toString();

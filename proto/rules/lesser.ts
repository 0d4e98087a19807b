/** `Math.min` takes no amounts in minor units. */
export const lesserOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export function least(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function most(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/**
 * Splits an amount over parts by weight so that the shares add up to the amount exactly: every part gets its share
 * rounded down, and what is left goes, one minor unit each, to the parts that lost most; equal losses in the order given.
 * No share exceeds its weight while the amount does not exceed the sum of weights.
 */
export function share(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / sum);
  const losses = weights.map((weight, index) => ({ index, lost: (amount * weight) % sum }));
  losses.sort((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1));
  let left = amount - shares.reduce((a, b) => a + b, 0n);
  for (const { index } of losses) {
    if (left === 0n) break;
    shares[index] = shares[index]! + 1n;
    left -= 1n;
  }
  return shares;
}

export type Owed = { orderId: string; businessDate: string; due: bigint };
export type Share = { orderId: string; amount: bigint };

const smallerOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const oldestFirst = (a: Owed, b: Owed): number =>
  a.businessDate === b.businessDate ? Number(BigInt(a.orderId) - BigInt(b.orderId)) : a.businessDate < b.businessDate ? -1 : 1;

export const totalOwed = (orders: readonly Owed[]): bigint => orders.reduce((sum, { due }) => (due > 0n ? sum + due : sum), 0n);

/** What each order gets of an amount, the oldest first until it is used up. What gets nothing is left out. */
export function sharesOf(orders: readonly Owed[], amount: bigint): Share[] {
  let left = amount;
  const shares: Share[] = [];
  for (const { orderId, due } of orders.toSorted(oldestFirst)) {
    const share = smallerOf(due, left);
    if (share <= 0n) continue;
    shares.push({ orderId, amount: share });
    left -= share;
  }
  return shares;
}

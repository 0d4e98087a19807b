import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { insertChange, lastChange, lockCredit, setBalance, sumsOf } from "./credit.store.ts";
import { settlement } from "./credit.ts";
import { tellCredit } from "./move-credit.ts";

type Has = { customerId: string; currency: string; balance: bigint };

/** One of two clients has spent what turns out to be the other's: as much goes over. In the ledger it stays where it is. */
async function settle(tx: Tx<DB>, shares: readonly Has[], currency: string): Promise<Has[]> {
  const due = settlement(shares);
  if (!due) return [...shares];
  const ids = shares.map(({ customerId }) => customerId);
  const { businessId, businessDate } = await lastChange(tx.db, ids, currency);
  const common = { businessId, businessDate, currency, kind: "settled" as const, reason: "", staffId: "0" };
  const nowhere = { orderId: "0", paymentId: "0", refundId: "0" };
  await insertChange(tx.db, { ...common, ...nowhere, customerId: due.from, amount: -due.amount });
  await insertChange(tx.db, { ...common, ...nowhere, customerId: due.to, amount: due.amount });
  return shares.map((one) => {
    if (one.customerId === due.to) return { ...one, balance: one.balance + due.amount };
    return one.customerId === due.from ? { ...one, balance: one.balance - due.amount } : one;
  });
}

/** What two clients have after some of their history changed hands: what their histories come to. */
export async function settleCredit(tx: Tx<DB>, customerIds: readonly string[]): Promise<void> {
  const currencies = new Set((await sumsOf(tx.db, customerIds)).map(({ currency }) => currency));
  for (const currency of currencies) {
    await lockCredit(tx.db, customerIds, currency);
    const sums = (await sumsOf(tx.db, customerIds)).filter((one) => one.currency === currency);
    const shares = customerIds.map((id) => sums.find(({ customerId }) => customerId === id) ?? { customerId: id, currency, balance: 0n });
    for (const has of await settle(tx, shares, currency)) {
      await setBalance(tx.db, has, has.balance);
      tellCredit(tx, has);
    }
  }
}

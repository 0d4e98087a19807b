import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { payout as entryOfPayout, payoutReversal } from "../ledger/ledger.ts";
import { businessDay } from "../projections/business-day.ts";
import type { ProviderPayout } from "../provider/provider.ts";
import { insertPayout, lockPayout, setPayoutState } from "./payout.store.ts";
import { payoutStep, type Share } from "./payout.ts";

/** Enters a business's part of a payout once, and takes it back once when the bank returned it. */
export async function recordPayout(tx: Tx<DB>, payout: ProviderPayout, share: Share): Promise<void> {
  const { businessId, currency } = share;
  const known = await lockPayout(tx, payout.id, businessId);
  const step = payoutStep(known?.state ?? null, payout.state);
  if (!step) return;
  const about = { businessId, orderId: "0", businessDate: await businessDay(tx, businessId), currency, providerId: payout.id };
  if (step === "enter") {
    await insertPayout(tx.db, payout, share);
    enter(tx, entryOfPayout(share), { ...about, source: `payout:${payout.id}:${businessId}` });
    return shown(tx, businessId);
  }
  await setPayoutState(tx.db, payout.id, businessId, "failed");
  enter(tx, payoutReversal(known ?? share), { ...about, source: `payout_reversal:${payout.id}:${businessId}` });
  shown(tx, businessId);
}

const shown = (tx: Tx<DB>, businessId: string): void => tx.notify("payment.changed", { businessId });

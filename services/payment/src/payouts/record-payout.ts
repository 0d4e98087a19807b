import { type Tx, todayIn } from "@leashline/kit";
import type { DB } from "../db.gen.ts";
import { post } from "../ledger/ledger.store.ts";
import { payout as entryOfPayout, payoutReversal } from "../ledger/ledger.ts";
import { zoneOf } from "../payments/zone.ts";
import type { ProviderPayout } from "../provider/provider.ts";
import { insertPayout, lockPayout, payoutFailed } from "./payout.store.ts";
import type { Share } from "./payout.ts";

// Enters a business's part of a payout once, and takes it back once when the bank returned it.
export async function recordPayout(tx: Tx<DB>, payout: ProviderPayout, share: Share): Promise<void> {
  const known = await lockPayout(tx, payout.id, share.businessId);
  const about = {
    businessId: share.businessId,
    orderId: "0",
    businessDate: todayIn(await zoneOf(tx, share.businessId)),
    currency: share.currency,
    providerId: payout.id,
  };
  if (payout.state === "paid" && !known) {
    await insertPayout(tx, payout.id, share);
    await post(tx, entryOfPayout(share), { ...about, source: `payout:${payout.id}:${share.businessId}` });
  }
  if (payout.state === "failed" && known?.state === "paid") {
    const paid = { gross: BigInt(known.gross), fees: BigInt(known.fees) };
    await payoutFailed(tx, payout.id, share.businessId);
    await post(tx, payoutReversal(paid), { ...about, source: `payout_reversal:${payout.id}:${share.businessId}` });
  }
}

import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { payoutMove } from "../ledger/ledger.ts";
import { businessDay } from "../projections/business-day.ts";
import type { ProviderPayout } from "../provider/provider.ts";
import { findPart, insertPart, lockPayout, standingOf, updatePart } from "./payout.store.ts";
import { afterTelling, isNews, placeOf, type Share } from "./payout.ts";

/**
 * Takes what the provider says of a business's part of a payout into the books: what is missing between what stands and what is to stand is entered. Told again, or
 * late, it changes nothing.
 */
export async function recordPayout(tx: Tx<DB>, payout: ProviderPayout, share: Share): Promise<void> {
  const { businessId, currency } = share;
  lockPayout(tx, payout.id);
  const known = await findPart(tx.db, payout.id, businessId);
  const told = { state: payout.state, gross: share.gross, fees: share.fees, itemizing: payout.itemized === "underway" };
  const now = afterTelling(known, told);
  if (known && !isNews(known, now, payout)) return;
  if (known) await updatePart(tx.db, known, now, payout, share);
  else await insertPart(tx.db, now, payout, share);
  const stands = await standingOf(tx.db, payout.id, businessId);
  const about = { businessId, orderId: "0", businessDate: await businessDay(tx, businessId), currency, providerId: payout.id };
  const source = `payout:${payout.id}:${businessId}:${stands.entries + 1}`;
  enter(tx, payoutMove(placeOf[now.state], stands.postings, now), { ...about, source });
  tx.notify("payment.changed", { businessId });
}

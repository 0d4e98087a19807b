import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { disputed } from "../ledger/ledger.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import { businessDay } from "../projections/business-day.ts";
import type { ProviderDispute } from "../provider/provider.ts";
import { lockDispute, updateDispute } from "./dispute.store.ts";

/** Records what the provider says of a contested charge, whose state it alone decides. The same answer again changes nothing. */
export async function recordDispute(tx: Tx<DB>, payment: PaymentRow, dispute: ProviderDispute): Promise<void> {
  if (dispute.currency !== payment.currency) return;
  const businessDate = await businessDay(tx, payment.businessId);
  const row = await lockDispute(tx.db, payment, dispute, businessDate);
  const before = { state: row.state, withdrawn: row.withdrawn };
  const after = { state: dispute.state, withdrawn: dispute.withdrawn };
  if (before.state === after.state && before.withdrawn === after.withdrawn) return;
  await updateDispute(tx.db, row, after);
  enter(tx, disputed(after.withdrawn - before.withdrawn), {
    businessId: payment.businessId,
    orderId: payment.orderId,
    paymentId: payment.paymentId,
    businessDate,
    currency: payment.currency,
    providerId: dispute.id,
    source: `dispute:${dispute.id}:${row.version}`,
  });
  tx.log({ entity: "payment", id: payment.paymentId, action: "disputed", businessId: payment.businessId, before, after });
  tx.notify("payment.changed", { businessId: payment.businessId, ids: [payment.paymentId] });
}

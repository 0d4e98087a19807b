import { type Tx, todayIn } from "@leashline/kit";
import type { DB } from "../db.gen.ts";
import { post } from "../ledger/ledger.store.ts";
import { disputed } from "../ledger/ledger.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import { zoneOf } from "../payments/zone.ts";
import type { ProviderDispute } from "../provider/provider.ts";
import { holdDispute, saveDispute } from "./dispute.store.ts";

// What the provider says of a contested charge. Told again it changes nothing.
export async function recordDispute(tx: Tx<DB>, payment: PaymentRow, dispute: ProviderDispute): Promise<void> {
  if (dispute.currency !== payment.currency) return;
  const row = await holdDispute(tx, payment, dispute);
  const before = { state: row.state, withdrawn: BigInt(row.withdrawn) };
  const after = { state: dispute.state, withdrawn: dispute.withdrawn };
  if (before.state === after.state && before.withdrawn === after.withdrawn) return;
  await saveDispute(tx, row, dispute);
  await post(tx, disputed(after.withdrawn - before.withdrawn), {
    businessId: payment.businessId,
    orderId: payment.orderId,
    paymentId: payment.paymentId,
    businessDate: todayIn(await zoneOf(tx, payment.businessId)),
    currency: payment.currency,
    providerId: dispute.id,
    source: `dispute:${dispute.id}:${row.version}`,
  });
  tx.log({ entity: "payment", id: payment.paymentId, action: "disputed", businessId: payment.businessId, before, after });
  tx.notify("payment.changed", { businessId: payment.businessId, ids: [payment.paymentId] });
}

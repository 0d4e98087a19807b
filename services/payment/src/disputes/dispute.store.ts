import type { Tx } from "@leashline/kit";
import type { Selectable } from "kysely";
import type { DB, Dispute as DisputeTable } from "../db.gen.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import type { ProviderDispute } from "../provider/provider.ts";

export type DisputeRow = Selectable<DisputeTable>;

// The dispute as the books have it, held; made when they do not have it yet.
export async function holdDispute(tx: Tx<DB>, payment: PaymentRow, dispute: ProviderDispute): Promise<DisputeRow> {
  const { companyId } = tx.ctx;
  await tx.db
    .insertInto("dispute")
    .values({
      companyId: companyId,
      providerId: dispute.id,
      businessId: payment.businessId,
      orderId: payment.orderId,
      paymentId: payment.paymentId,
      currency: payment.currency,
      amount: dispute.amount,
      state: "open",
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return await tx.db
    .selectFrom("dispute")
    .selectAll()
    .where("companyId", "=", companyId)
    .where("providerId", "=", dispute.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveDispute(tx: Tx<DB>, row: DisputeRow, { state, withdrawn }: ProviderDispute): Promise<void> {
  await tx.db
    .updateTable("dispute")
    .set({ state, withdrawn, version: row.version + 1 })
    .where("companyId", "=", tx.ctx.companyId)
    .where("providerId", "=", row.providerId)
    .execute();
}

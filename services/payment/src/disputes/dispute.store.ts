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
      company_id: companyId,
      provider_id: dispute.id,
      business_id: payment.business_id,
      order_id: payment.order_id,
      payment_id: payment.payment_id,
      currency: payment.currency,
      amount: dispute.amount,
      state: "open",
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return await tx.db
    .selectFrom("dispute")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("provider_id", "=", dispute.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveDispute(tx: Tx<DB>, row: DisputeRow, { state, withdrawn }: ProviderDispute): Promise<void> {
  await tx.db
    .updateTable("dispute")
    .set({ state, withdrawn, version: row.version + 1 })
    .where("company_id", "=", tx.ctx.companyId)
    .where("provider_id", "=", row.provider_id)
    .execute();
}

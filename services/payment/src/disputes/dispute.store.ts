import type { Selectable } from "kysely";
import type { Dispute as DisputeTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import type { DisputeState, ProviderDispute } from "../provider/provider.ts";

export type DisputeRow = Omit<Selectable<DisputeTable>, "amount" | "withdrawn" | "state"> & {
  amount: bigint;
  withdrawn: bigint;
  state: DisputeState;
};

/** The dispute as the books have it, locked; made when they do not have it yet. */
export async function lockDispute(db: Db, payment: PaymentRow, dispute: ProviderDispute): Promise<DisputeRow> {
  const { companyId } = db;
  await db
    .insertInto("dispute")
    .values({
      companyId,
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
  const row = await db
    .selectFrom("dispute")
    .selectAll()
    .where("companyId", "=", companyId)
    .where("providerId", "=", dispute.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, amount: BigInt(row.amount), withdrawn: BigInt(row.withdrawn), state: row.state as DisputeState };
}

export async function updateDispute(db: Db, row: DisputeRow, change: Pick<DisputeRow, "state" | "withdrawn">): Promise<void> {
  await db
    .updateTable("dispute")
    .set({ ...change, version: row.version + 1 })
    .where("companyId", "=", db.companyId)
    .where("providerId", "=", row.providerId)
    .execute();
}

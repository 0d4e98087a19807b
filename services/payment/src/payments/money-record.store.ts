import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import type { PaymentRow } from "./payment.store.ts";

export async function paymentsAfter(db: Kysely<DB>, paymentId: string, size: number): Promise<PaymentRow[]> {
  return await db
    .selectFrom("payment")
    .selectAll()
    .where("state", "=", "completed")
    .where("payment_id", ">", paymentId)
    .orderBy("payment_id")
    .limit(size)
    .execute();
}

/** Each with what its payment says of it. */
export async function refundsAfter(db: Kysely<DB>, refundId: string, size: number) {
  return await db
    .selectFrom("refund")
    .innerJoin("payment", (join) =>
      join.onRef("payment.company_id", "=", "refund.company_id").onRef("payment.payment_id", "=", "refund.payment_id"),
    )
    .select([
      "refund.refund_id",
      "refund.payment_id",
      "refund.order_id",
      "refund.amount",
      "refund.reason",
      "refund.business_date",
      "refund.recorded_at",
      "payment.business_id",
      "payment.customer_id",
      "payment.currency",
      "payment.method",
    ])
    .where("refund.state", "=", "created")
    .where("refund.refund_id", ">", refundId)
    .orderBy("refund.refund_id")
    .limit(size)
    .execute();
}

import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import type { PaymentRow } from "./payment.store.ts";

export async function paymentsAfter(db: Kysely<DB>, paymentId: string, size: number): Promise<PaymentRow[]> {
  return await db
    .selectFrom("payment")
    .selectAll()
    .where("state", "=", "completed")
    .where("paymentId", ">", paymentId)
    .orderBy("paymentId")
    .limit(size)
    .execute();
}

/** Each with what its payment says of it. */
export async function refundsAfter(db: Kysely<DB>, refundId: string, size: number) {
  return await db
    .selectFrom("refund")
    .innerJoin("payment", (join) =>
      join.onRef("payment.companyId", "=", "refund.companyId").onRef("payment.paymentId", "=", "refund.paymentId"),
    )
    .select([
      "refund.refundId",
      "refund.paymentId",
      "refund.orderId",
      "refund.amount",
      "refund.reason",
      "refund.businessDate",
      "refund.recordedAt",
      "payment.businessId",
      "payment.customerId",
      "payment.currency",
      "payment.method",
    ])
    .where("refund.state", "=", "created")
    .where("refund.refundId", ">", refundId)
    .orderBy("refund.refundId")
    .limit(size)
    .execute();
}

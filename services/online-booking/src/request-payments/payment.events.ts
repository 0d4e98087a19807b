import { consumer, fromMoney, type Tx } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import {
  BookingPaymentChangedSchema,
  RefundRecordedSchema,
  RefundReversedSchema,
} from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { afterRefund, progressFor, progressOf } from "../payment-groups/progress.ts";
import { requestOfPayment, savePayment } from "../requests/request.store.ts";

const notify = (tx: Tx<DB>, { businessId, id }: { businessId: string; id: string }): void =>
  tx.notify("online_booking.requests", { businessId, ids: [id] });

/** What the money of a request has come to after somebody decided on it, or without that. */
const changed = consumer(BookingPaymentChangedSchema, async (tx: Tx<DB>, { payment }) => {
  const row = payment && (await requestOfPayment(tx, { paymentRef: payment.ref }));
  if (!row) return;
  await savePayment(tx, row.id, progressFor(row, progressOf(payment)));
  notify(tx, row);
});

async function refunded(tx: Tx<DB>, prepayPaymentId: string, by: bigint): Promise<void> {
  const row = await requestOfPayment(tx, { prepayPaymentId });
  if (!row) return;
  const back = BigInt(row.prepayRefunded) + by;
  await savePayment(tx, row.id, { prepayRefunded: back.toString(), prepayStatus: afterRefund(BigInt(row.prepayPaid), back) });
  notify(tx, row);
}

const minor = (amount: Money | undefined): bigint => fromMoney(amount).minor;

const wentBack = consumer(RefundRecordedSchema, (tx: Tx<DB>, { paymentId, amount }) => refunded(tx, paymentId, minor(amount)));
const cameBack = consumer(RefundReversedSchema, (tx: Tx<DB>, { paymentId, amount }) => refunded(tx, paymentId, -minor(amount)));

export const paymentConsumers = [changed, wentBack, cameBack];

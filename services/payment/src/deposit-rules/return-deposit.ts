import { consumer, fromTimestamp, job, type Tx } from "@leashline/kit";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { command, type DB, type Db } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { isByProvider } from "../ledger/ledger.ts";
import { lockAccount, mustLockAccount, orderOfAppointment } from "../ledger/order-account.store.ts";
import { applyOrder, saveHolding } from "../ledger/order-update.ts";
import { lockPaymentsOf, type PaymentRow } from "../payments/payment.store.ts";
import { refundableOf } from "../payments/payment.ts";
import { patience, withoutKey } from "../payments/settling.ts";
import { businessDay } from "../projections/business-day.ts";
import { cardStepOf } from "../provider/card-step.ts";
import { beginRefund } from "../refunds/begin-refund.ts";
import { findSetting } from "../settings/setting.store.ts";
import { type DepositPaid, partsBack, percentageBack, type ReturnPolicy, sumOf } from "./deposit-return.ts";

/** As long as canceling can be undone, and what went back to a card cannot. */
const undoMs = 10 * 60_000;
const noShow = 1;

export async function policyOf(db: Db, businessId: string): Promise<ReturnPolicy> {
  const { depositReturnHours: hours, depositReturnPercentage: percentage } = await findSetting(db, businessId);
  return { hours, percentage };
}

export const depositsOf = (rows: readonly PaymentRow[], ctx: Parameters<typeof cardStepOf>[0]): DepositPaid[] =>
  rows
    .filter(({ isDeposit }) => isDeposit)
    .map((row) => ({ ...row, step: isByProvider(row.kind) ? cardStepOf(ctx, row.currency, row.vendor) : 1n }));

type Returning = {
  orderId: string;
  percentage: string;
  /** Whether the policy gives the business what does not go back; without a policy staff decide. */
  keepsRest?: boolean;
};

/** What is neither back with the client nor on its way there is the business's from today. */
async function keepRest(tx: Tx<DB>, orderId: string): Promise<void> {
  const account = await mustLockAccount(tx.db, orderId);
  const deposits = (await lockPaymentsOf(tx.db, orderId)).filter(({ isDeposit }) => isDeposit);
  const kept = sumOf(deposits.map(refundableOf));
  await saveHolding(tx, account, { ...account.money, kept }, await businessDay(tx, account.businessId));
}

/** Gives back what the policy said when the visit was canceled, and keeps the rest; nothing of one that takes place after all, or that staff decided on. */
export const returnDeposit = job<Returning>("return-deposit", {
  ...patience,
  run: async (given, { orderId, percentage, keepsRest = false }) => {
    const ctx = withoutKey(given);
    const order = await askOrder(ctx, orderId);
    if (!order.charge.cancelled) return;
    await command(ctx, async (tx) => {
      await applyOrder(tx, order);
      if ((await lockAccount(tx.db, orderId))?.money.keptByHand) return {};
      const terms = { reason: "Deposit returned by policy", effect: "stillOwed", orderLineItemId: "0" } as const;
      for (const { paymentId, amount } of partsBack(depositsOf(await lockPaymentsOf(tx.db, orderId), ctx), percentage))
        await beginRefund(tx, orderId, { paymentId, parts: [{ way: "original", amount }], ...terms });
      if (keepsRest) await keepRest(tx, orderId);
      return {};
    });
  },
});

/** What goes back is fixed when the visit is canceled, by the policy of that moment; whoever asked for everything back has it at once. */
const appointmentCancelled = consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, event) => {
  const { appointment, autoRefundOrder } = event;
  const orderId = appointment ? await orderOfAppointment(tx.db, appointment.appointmentId) : null;
  if (!appointment || !orderId) return;
  const canceledAt = fromTimestamp(appointment.canceledAt) ?? new Date();
  const canceling = { startAt: fromTimestamp(appointment.startAt) ?? new Date(0), canceledAt, isNoShow: event.noShow === noShow };
  const policy = await policyOf(tx.db, appointment.businessId);
  const percentage = autoRefundOrder ? "0" : percentageBack(policy, canceling);
  const keepsRest = !autoRefundOrder && policy.percentage !== "";
  const dueAt = new Date(canceledAt.getTime() + undoMs);
  tx.schedule(returnDeposit, { key: orderId, dueAt, payload: { orderId, percentage, keepsRest }, businessId: appointment.businessId });
});

export const depositReturnConsumers = [appointmentCancelled];

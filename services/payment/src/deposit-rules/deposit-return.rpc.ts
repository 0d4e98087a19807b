import { fromTimestamp, type Impl, mustExistFor, toMoney, toTimestamp } from "@leashline/kit";
import { NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { query } from "../db.ts";
import { findAccount, orderOfAppointment } from "../ledger/order-account.store.ts";
import { paymentsOfOrder } from "../payments/payment.store.ts";
import { refundableOf } from "../payments/payment.ts";
import { partsBack, percentageBack, returnedUntil, sumOf } from "./deposit-return.ts";
import { depositsOf, policyOf } from "./return-deposit.ts";

export const previewHandlers = {
  async previewDepositReturn({ ticketId }, ctx) {
    const asked = await ctx.client(AppointmentService).getAppointment({ id: ticketId });
    const visit = mustExistFor(ctx, asked.appointment, "ticketId", "APPOINTMENT_NOT_FOUND");
    const startAt = fromTimestamp(visit.startAt) ?? new Date();
    return await query(ctx, async (db) => {
      const policy = await policyOf(db, visit.businessId);
      const orderId = await orderOfAppointment(db, ticketId);
      const account = orderId ? await findAccount(db, orderId) : null;
      const { keptByHand = false, keptReason = "" } = account?.money ?? {};
      const byPolicy = policy.percentage !== "" && !keptByHand;
      const terms = { byPolicy, keptReason, ...(byPolicy && { until: toTimestamp(returnedUntil(policy, startAt)) }) };
      const deposits = account ? depositsOf(await paymentsOfOrder(db, account.orderId), ctx) : [];
      const held = sumOf(deposits.map(refundableOf));
      if (!account || held === 0n) return terms;
      const canceledAt = fromTimestamp(visit.canceledTime) ?? new Date();
      const percentage = byPolicy ? percentageBack(policy, { startAt, canceledAt, isNoShow: visit.noShow === NoShow.NO_SHOW }) : "0";
      const back = sumOf(partsBack(deposits, percentage).map(({ amount }) => amount));
      return { ...terms, held: toMoney(held, account.currency), returned: toMoney(back, account.currency) };
    });
  },
} satisfies Partial<Impl<typeof DepositRuleService>>;

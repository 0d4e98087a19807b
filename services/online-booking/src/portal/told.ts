import { type Ctx, fromMoney } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { query } from "../db.ts";
import { HELD, paidOfTold, toldAlone } from "../payment-groups/told-bill.ts";
import { readRequest } from "../requests/request.store.ts";
import { type RequestRow, tellsBill, visitsIn } from "../requests/request.ts";

type Costs = Pick<
  Appointment,
  "id" | "orderId" | "petServiceList" | "estimatedTotalPrice" | "outstandingBalance" | "paidAmount" | "refundedAmount"
>;

/**
 * The bill that its client was told with the request it came from; nothing where its services or their price are no longer those, and of a request for several days,
 * whose bill is for all of them. What is paid and due is said only where the order, with its discounts, charges and tax, comes to the same: a change of those alone
 * shows nowhere else.
 */
export function toldBillIn(row: RequestRow | undefined, visit: Costs) {
  if (!row?.bill || row.appointmentId !== visit.id || row.moreDates.length > 0 || !tellsBill(row) || !costsTheSame(row, visit)) return {};
  const minor = (money: Costs["paidAmount"]) => fromMoney(money).minor;
  const paid = minor(visit.paidAmount) - minor(visit.refundedAmount);
  const stands = visit.orderId !== "0" && minor(visit.outstandingBalance) + paid === BigInt(row.bill.total);
  const isHeld = HELD.includes(row.prepayStatus);
  return {
    toldBill: { ...toldAlone(row.bill, row.currency), ...(stands && !isHeld && paidOfTold(row.bill, paid, row.currency)) },
  };
}

function costsTheSame(row: RequestRow, { petServiceList, estimatedTotalPrice }: Costs): boolean {
  const ids = (lines: readonly { serviceId: string }[]) => String(lines.map(({ serviceId }) => serviceId).sort());
  const { minor, currency } = fromMoney(estimatedTotalPrice);
  return currency === row.currency && minor === BigInt(row.bill?.price ?? 0) && ids(visitsIn(row).flat()) === ids(petServiceList);
}

/** As toldBillIn says, of an appointment that came from a request. */
export async function toldBillOf(ctx: Ctx, { bookingRequestId, ...visit }: Costs & Pick<Appointment, "bookingRequestId">) {
  return bookingRequestId === "0" ? {} : toldBillIn(await query(ctx, (db) => readRequest(db, bookingRequestId)), visit);
}

import { fail, fromWireDate } from "@leashline/kit";
import type { CreatePaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";

const mostDaysBack = 90;

/** The day the money counts for: today, or the earlier day on which it was taken by hand. */
export function dayTaken({ takenOn }: Pick<CreatePaymentRequest, "takenOn">, isToday: boolean, today: string): string {
  if (!takenOn) return today;
  const field = "takenOn";
  const day = fromWireDate(takenOn, field);
  if (isToday && day !== today) throw fail("PAYMENT_DATA_INVALID", { field, reason: "a card is charged and store credit is spent today" });
  const ago = Temporal.PlainDate.from(day).until(today).days;
  if (ago < 0 || ago > mostDaysBack) throw fail("PAYMENT_DATA_INVALID", { field, reason: `from ${mostDaysBack} days ago until today` });
  return day;
}

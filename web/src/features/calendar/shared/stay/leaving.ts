import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { choose } from "../../../../ui/feedback/confirm.ts";
import { plural } from "../../../../ui/format/text.ts";
import type { useFormat } from "../../../../ui/format/useFormat.ts";
import { debitsOf, paymentsOf } from "../../../payment/shared/ach/debits.ts";
import type { Appointment } from "../types.ts";
import { BOARDING } from "./refusal-text.ts";
import { daysBetween, isoOf } from "./stay-days.ts";

type Stay = Pick<Appointment, "appointmentDate" | "endDate" | "petServiceList">;

/** The nights that a boarding stay was booked for and those it has had, where it would be over before its last day; one night at least is its own. */
export const leavesEarly = (
  { appointmentDate, endDate, petServiceList }: Stay,
  today: string,
): { booked: number; stayed: number } | undefined => {
  if (!petServiceList.some((line) => line.careType === BOARDING)) return undefined;
  const from = isoOf(appointmentDate);
  const [booked, stayed] = [daysBetween(from, isoOf(endDate)), Math.max(1, daysBetween(from, today))];
  return stayed < booked ? { booked, stayed } : undefined;
};

const debitWords = (amount: string): string =>
  `A bank debit of ${amount} is under way and stays as it is: to ask for less, go back and cancel it in the invoice first.`;

/** What is on its way from a bank for a visit; where that cannot be known, nothing is said of it. */
async function debitFor(appointmentId: string) {
  try {
    const { order } = await clientFor(OrderService).getOrderByAppointment({ appointmentId });
    return order && debitsOf((await clientFor(PaymentService).listPayments(paymentsOf(order.id))).payments);
  } catch {
    return undefined;
  }
}

/** Of what a stay that ends before its day is charged for; undefined for giving up. Asks nothing of whatever ends on its day. */
export async function chargedNights(
  appointment: Appointment,
  name: string,
  format: ReturnType<typeof useFormat>,
): Promise<{ chargeNightsStayed: boolean } | undefined> {
  const nights = leavesEarly(appointment, format.now().date);
  if (!nights) return { chargeNightsStayed: false };
  const debit = await debitFor(appointment.id);
  const body = `Booked until ${format.shortDay(appointment.endDate)}. The room is free again from now on. What is charged?`;
  const answer = await choose({
    title: `${name} leaves ${plural(nights.booked - nights.stayed, "night")} early`,
    body: debit ? `${body} ${debitWords(format.money(debit))}` : body,
    other: `All ${nights.booked} nights`,
    action: `Only ${plural(nights.stayed, "night")}`,
  });
  return answer === false ? undefined : { chargeNightsStayed: answer === true };
}

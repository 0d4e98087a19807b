import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { type Api, until, withHands } from "./api.ts";
import type { Visit } from "./plan.ts";

const hands = 6;
const dateOf = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return { year, month, day };
};

const ways: Record<string, AppointmentStatus[]> = {
  finished: [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP, AppointmentStatus.FINISHED],
  ready: [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP],
  inStore: [AppointmentStatus.CHECKED_IN],
  confirmed: [AppointmentStatus.CONFIRMED],
};

type Booked = { visit: Visit; id: string };

/** Books every visit of the plan, brings each to where it would be by now, and takes the money of the finished ones. */
export async function playVisits(api: Api, visits: readonly Visit[], today: string, say: (line: string) => void): Promise<void> {
  const booked = await withHands(visits, hands, (visit) => book(api, visit));
  say(`${booked.length} visits are on the calendar`);
  await withHands(booked, hands, (one) => follow(api, one));
  const done = booked.filter(({ visit }) => visit.outcome === "finished" && visit.pay !== "later");
  await withHands(done, hands, (one) => collect(api, one, today));
  say(`${done.length} of them are paid for`);
}

async function book(api: Api, visit: Visit): Promise<Booked> {
  const { appointment } = await api.once(AppointmentService, `visit-${visit.key}`).bookAppointment({
    customerId: visit.household.customerId,
    staffId: visit.staffId,
    appointmentDate: dateOf(visit.date),
    startTime: visit.startTime,
    petServices: visit.petServices.map((pet) => ({ petId: pet.petId, services: pet.serviceIds.map((serviceId) => ({ serviceId })) })),
  });
  return { visit, id: appointment?.id ?? "0" };
}

async function follow(api: Api, { visit, id }: Booked): Promise<void> {
  if (visit.outcome === "cancelled" || visit.outcome === "noShow") {
    const noShow = visit.outcome === "noShow" ? NoShow.NO_SHOW : NoShow.NO_SHOW_CANCEL;
    await api
      .once(AppointmentService, `cancel-${visit.key}`)
      .cancelAppointment({ id, noShow, cancelReason: noShow === NoShow.NO_SHOW ? "Did not come" : "Client called" });
    return;
  }
  for (const status of ways[visit.outcome] ?? [])
    await api.once(AppointmentService, `status-${visit.key}-${status}`).updateStatus({ id, status });
}

/** Cards for the last days; before that cash, entered on the day it was taken. */
async function collect(api: Api, { visit, id }: Booked, today: string): Promise<void> {
  const order = await until(
    async () => (await api.client(OrderService).getOrderByAppointment({ appointmentId: id })).order,
    `The order of visit ${id}`,
  );
  // Taken in an earlier, interrupted run.
  if (order.paid && (order.paid.units > 0n || order.paid.nanos > 0)) return;
  const tipped =
    visit.tipPercent === 0
      ? order
      : (
          await api
            .once(OrderService, `tip-${visit.key}`)
            .setTips({ orderId: order.id, tipsType: "percentage", tipsRate: String(visit.tipPercent) })
        ).order;
  const owed = tipped?.remain;
  if (!owed || (owed.units === 0n && owed.nanos === 0)) return;
  const amount = visit.pay === "part" ? { ...owed, units: owed.units / 2n, nanos: 0 } : owed;
  const card = visit.pay === "card" && visit.date === today;
  await api.once(PaymentService, `pay-${visit.key}`).createPayment({
    orderId: order.id,
    amount: { currencyCode: amount.currencyCode, units: amount.units, nanos: amount.nanos },
    ...(card ? { method: "card", paymentMethodToken: "pm_card_visa" } : { method: "cash" }),
    ...(visit.date === today || card ? {} : { takenOn: dateOf(visit.date) }),
  });
}

import { setTimeout as pause } from "node:timers/promises";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { isRefusal, type Stubborn } from "./stubborn.ts";
import { cents, type Visit } from "./visits.ts";

export type Receipt = "text" | "mail" | "none";
export type Checkout = { visit: Visit; orderId: string; total: number; tips: number; cash: number; receipt: Receipt; takenAgain: number };

const receipts: Receipt[] = ["text", "mail", "none"];
export const receiptOf = ({ n }: Visit): Receipt => receipts[n % receipts.length] ?? "none";
export const mailOf = ({ n }: Visit): string => `visitor-${n}@faults.test`;
const usd = (minor: number) => ({ currencyCode: "USD", units: BigInt(Math.trunc(minor / 100)), nanos: (minor % 100) * 10_000_000 });

/** Looks until it is so, as a page does that waits for its notice. */
async function seen<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const end = Date.now() + 90_000; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} was not to be seen within 90 s`);
    await pause(200);
  }
}

const orderOf = (web: Stubborn, visit: Visit): Promise<Order> =>
  seen(
    () =>
      web.call(OrderService.method.getOrderByAppointment, { appointmentId: visit.id }).then(
        ({ order }) => order,
        (error: unknown) => {
          if (isRefusal(error, ErrorCode.NOT_FOUND)) return undefined;
          throw error;
        },
      ),
    `the order of appointment ${visit.n}`,
  );

const statusOf = async (web: Stubborn, { id }: Visit) =>
  (await web.call(AppointmentService.method.getAppointment, { id })).appointment?.status;

/** What became of a payment; the provider's answer may come later than ours. */
const ended = (web: Stubborn, payment: Payment): Promise<Payment> =>
  seen(async () => {
    const { payment: now } = await web.call(PaymentService.method.getPayment, { paymentId: payment.id });
    return now && [PaymentStatus.COMPLETED, PaymentStatus.FAILED].includes(now.status) ? now : undefined;
  }, `the end of payment ${payment.id}`);

/** Takes a card until it is taken: one that was given up after a crash is asked for again. Answers how often that was. */
async function byCard(web: Stubborn, orderId: string, amount: number): Promise<number> {
  for (let again = 0; ; again++) {
    try {
      const request = { orderId, amount: usd(amount), method: "card", paymentMethodToken: "pm_card_visa" };
      const { payment } = await web.call(PaymentService.method.createPayment, request);
      if (payment && (await ended(web, payment)).status === PaymentStatus.COMPLETED) return again;
    } catch (error) {
      if (!isRefusal(error, ErrorCode.PAYMENT_DECLINED)) throw error;
    }
  }
}

/** One visit from the door to the receipt: checked in, ready, paid in part by cash and the rest by card, finished by that. */
export async function checkOut(web: Stubborn, visit: Visit): Promise<Checkout> {
  const move = (status: AppointmentStatus) => web.call(AppointmentService.method.updateStatus, { id: visit.id, status });
  await move(AppointmentStatus.CHECKED_IN);
  await move(AppointmentStatus.READY_FOR_PICKUP);
  const { id: orderId } = await orderOf(web, visit);
  const { order } = await web.call(OrderService.method.setTips, { orderId, tipsType: "percentage", tipsRate: String(10 + (visit.n % 10)) });
  const total = cents(order?.total);
  const cash = 500 + visit.n;
  await web.call(PaymentService.method.createPayment, { orderId, amount: usd(cash), method: "cash" });
  const takenAgain = await byCard(web, orderId, total - cash);
  // Somebody who sees it off within the minute that "ready" waits would have that text dropped.
  const finished = async () => ((await statusOf(web, visit)) === AppointmentStatus.FINISHED ? true : undefined);
  await seen(finished, `"finished" on appointment ${visit.n}`);
  const paid = async () => ((await orderOf(web, visit)).paymentStatus === "paid" ? true : undefined);
  await seen(paid, `"paid" on the order of appointment ${visit.n}`);
  const receipt = receiptOf(visit);
  if (receipt !== "none") await sendReceipt(web, orderId, visit, receipt);
  return { visit, orderId, total, tips: cents(order?.tips), cash, receipt, takenAgain };
}

async function sendReceipt(web: Stubborn, orderId: string, visit: Visit, receipt: Receipt): Promise<void> {
  const how = receipt === "text" ? { sendText: true } : { sendEmail: true, email: mailOf(visit) };
  await web.call(ReceiptSendService.method.sendReceipt, { orderId, ...how });
}

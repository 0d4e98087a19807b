import { fromMoney, fromTimestamp, fromWireDate, toMoney } from "@leashline/kit";
import { type Appointment, AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import { arrivalOn } from "../settings/arrival.ts";
import { type Offer, summaryOf } from "../storefront/plan.ts";
import { offersOf, type Shop } from "../storefront/shop.ts";
import { type Allowed, allowedTo, mayAsk, type Rule, type Standing } from "./allowed.ts";
import { calendarFile } from "./calendar-file.ts";
import { addressOf, type Opened, tokenFor } from "./client-link.ts";
import { toldBillOf } from "./told.ts";

const standingOf = ({ status, startAt, petServiceList }: Appointment): Standing => ({
  status,
  startAt: fromTimestamp(startAt)?.getTime() ?? 0,
  staffIds: staffOnLines(petServiceList),
});

/** As it was agreed with the client, else as the business says; whether clients change anything by themselves is always the business's to say. What costs a fee whenever it is canceled is the staff's to cancel. */
const ruleOn = ({ setting }: Shop, { agreedPolicy }: Appointment): Rule => ({
  clientChanges: setting.clientChanges && !(agreedPolicy?.cancellationFee && agreedPolicy.changeNoticeHours === undefined),
  changeNoticeHours: agreedPolicy?.changeNoticeHours ?? setting.changeNoticeHours,
});

export const allowedOn = (shop: Shop, appointment: Appointment): Allowed =>
  allowedTo(ruleOn(shop, appointment), standingOf(appointment), Date.now());

/** What the client may ask the staff for. */
export const askableOn = (shop: Shop, appointment: Appointment): ChangeWish[] =>
  mayAsk(standingOf(appointment), allowedOn(shop, appointment), Date.now());

/** What its client is told around its start. */
export const arrivalOf = ({ setting }: Shop, { petServiceList }: Appointment) =>
  arrivalOn(
    setting,
    petServiceList.map(({ careType }) => careType),
  );

export const firstWord = (name: string): string => name.split(" ")[0] ?? "";

export function toLinkedAppointment(opened: Opened, appointment: Appointment) {
  const { clientChanges, changeNoticeHours } = ruleOn(opened.shop, appointment);
  const { agreedPolicy } = appointment;
  return {
    date: fromWireDate(appointment.appointmentDate, "appointmentDate"),
    endDate: fromWireDate(appointment.endDate, "endDate"),
    startTime: appointment.startTime,
    endTime: appointment.endTime,
    status: appointment.status,
    services: appointment.petServiceList.map(({ petName, serviceName, staffName }) => ({
      petName,
      serviceName,
      staffName: firstWord(staffName),
    })),
    ...allowedOn(opened.shop, appointment),
    mayAsk: askableOn(opened.shop, appointment),
    token: tokenFor(opened, appointment),
    ...arrivalOf(opened.shop, appointment),
    ...(clientChanges && { changeNoticeHours }),
    ...(agreedPolicy && { agreedPolicy }),
  };
}

/** What was paid, less what went back. */
function paidFor({ paidAmount, refundedAmount }: Appointment) {
  const { minor, currency } = fromMoney(paidAmount);
  return toMoney(minor - fromMoney(refundedAmount).minor, currency);
}

/** What the deposit policy gives back and keeps: as it was decided, else as it stands now. Asked for only where something was paid. */
async function depositOutcome({ shop }: Opened, { id, keptAmount, refundedAmount }: Appointment, paid: bigint) {
  if (fromMoney(keptAmount).minor > 0n)
    return { depositOutcome: { ...(refundedAmount && { returned: refundedAmount }), kept: keptAmount! } };
  if (paid <= 0n) return {};
  const { held, returned, byPolicy } = await shop.ctx.client(DepositRuleService).previewDepositReturn({ ticketId: id });
  if (!byPolicy || !held) return {};
  const [all, back] = [fromMoney(held), fromMoney(returned)];
  return { depositOutcome: { returned: toMoney(back.minor, all.currency), kept: toMoney(all.minor - back.minor, all.currency) } };
}

const OVER = [AppointmentStatus.FINISHED, AppointmentStatus.CANCELLED];

/**
 * What it comes to, while it is still ahead, where the business shows clients what each of its services costs, and its add-ons where they are offered online; with what
 * its client was told. Better without than no page at all.
 */
async function priceOf({ shop }: Opened, appointment: Appointment) {
  const { status, petServiceList, estimatedTotalPrice } = appointment;
  if (OVER.includes(status) || fromMoney(estimatedTotalPrice).minor <= 0n) return {};
  const serviceIds = [...new Set(petServiceList.map(({ serviceId }) => serviceId))];
  const addOns = new Set(petServiceList.filter(({ addOn }) => addOn).map(({ serviceId }) => serviceId));
  const [offers, told] = await Promise.all([
    offersOf(shop, [{ serviceIds }]).catch(() => new Map<string, Offer>()),
    toldBillOf(shop.ctx, appointment),
  ]);
  if (!serviceIds.every((id) => offers.get(id)?.showPrice ?? addOns.has(id))) return {};
  return { estimatedPrice: estimatedTotalPrice!, ...told };
}

const AHEAD = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];

/** The deposit that is asked for, as it stands, and the page on which it is paid: none where no card can be entered there. */
async function depositOn({ shop }: Opened, { status, prepaidAmount, orderId }: Appointment, paid: bigint) {
  const { minor, currency } = fromMoney(prepaidAmount);
  if (minor <= 0n || !AHEAD.includes(status)) return {};
  const due = minor > paid ? minor - paid : 0n;
  const link =
    due > 0n &&
    (await shop.ctx
      .client(PayLinkService)
      .getPayLink({ orderId })
      .catch(() => null));
  return { askedDeposit: { amount: toMoney(minor, currency), due: toMoney(due, currency), payUrl: link ? link.url : "" } };
}

/** How far its bill is paid, and once it is, where its receipt is: better without than no page at all. */
async function billOn({ shop }: Opened, { paymentStatus, orderId }: Appointment, paid: bigint) {
  if (paid <= 0n) return {};
  if (paymentStatus !== PaymentStatus.PAID || orderId === "0") return { paymentStatus };
  const link = shop.ctx.client(PayLinkService).getPayLink({ orderId, forReceipt: true });
  return { paymentStatus, receiptUrl: (await link.catch(() => ({ url: "" }))).url };
}

/** With what was paid and what becomes of it, and the file for the client's own calendar. */
export async function toPage(opened: Opened, appointment: Appointment) {
  const paidAmount = paidFor(appointment);
  const paid = fromMoney(paidAmount).minor;
  const [outcome, price, deposit, bill] = await Promise.all([
    depositOutcome(opened, appointment, paid),
    priceOf(opened, appointment),
    depositOn(opened, appointment, paid),
    billOn(opened, appointment, paid),
  ]);
  const linked = { ...toLinkedAppointment(opened, appointment), paidAmount, ...outcome, ...price, ...deposit, ...bill };
  if (OVER.includes(appointment.status)) return linked;
  const { ctx, business } = opened.shop;
  const pets = Map.groupBy(appointment.petServiceList, ({ petName }) => petName);
  const summary = summaryOf([...pets].map(([name, lines]) => ({ name, services: lines.map(({ serviceName }) => serviceName) })));
  const about = {
    appointment,
    arrival: linked.arrivalWindow,
    format: business,
    businessName: business.businessName,
    place: business.address,
    summary,
    address: addressOf(ctx, linked.token),
  };
  return { ...linked, calendarFile: await calendarFile(ctx, about) };
}

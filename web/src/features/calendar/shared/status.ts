import { AppointmentStatus, PaymentStatus, PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { toMinor } from "../../../ui/format/money.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";
import { isGivenBack } from "../../order/shared/bill-sums.ts";
import type { Appointment, CalendarCard } from "./types.ts";

type Step = { label: string; tone: ToneName };

/** How a status is said (core §4, ui README: always in words). */
export const statusWords: Record<AppointmentStatus, Step> = {
  [AppointmentStatus.UNSPECIFIED]: { label: "", tone: "plain" },
  [AppointmentStatus.UNCONFIRMED]: { label: "Unconfirmed", tone: "warn" },
  [AppointmentStatus.CONFIRMED]: { label: "Confirmed", tone: "accent" },
  [AppointmentStatus.CHECKED_IN]: { label: "In store", tone: "info" },
  [AppointmentStatus.READY_FOR_PICKUP]: { label: "Ready", tone: "ok" },
  [AppointmentStatus.FINISHED]: { label: "Finished", tone: "ok" },
  [AppointmentStatus.CANCELLED]: { label: "Canceled", tone: "bad" },
};

/** What a card says of how it stands: what is merely confirmed needs no word. */
export const notedStatus = (status: AppointmentStatus): Step | undefined =>
  status === AppointmentStatus.UNSPECIFIED || status === AppointmentStatus.CONFIRMED ? undefined : statusWords[status];

/** The way of a visit through the day, as the drawer draws it. */
export const track = [
  AppointmentStatus.CONFIRMED,
  AppointmentStatus.CHECKED_IN,
  AppointmentStatus.READY_FOR_PICKUP,
  AppointmentStatus.FINISHED,
] as const;

type Next = { to: AppointmentStatus; label: string };
const next: Partial<Record<AppointmentStatus, Next>> = {
  [AppointmentStatus.UNCONFIRMED]: { to: AppointmentStatus.CHECKED_IN, label: "Check in" },
  [AppointmentStatus.CONFIRMED]: { to: AppointmentStatus.CHECKED_IN, label: "Check in" },
  [AppointmentStatus.CHECKED_IN]: { to: AppointmentStatus.READY_FOR_PICKUP, label: "Mark ready" },
  [AppointmentStatus.READY_FOR_PICKUP]: { to: AppointmentStatus.FINISHED, label: "Finish" },
};

/** The next step a person at the counter would take; none once finished or cancelled. */
export const nextStep = (status: AppointmentStatus): Next | undefined => next[status];

/** What a step is called that nobody takes before the day has come. */
export const early: Partial<Record<AppointmentStatus, string>> = {
  [AppointmentStatus.CHECKED_IN]: "Check in",
  [AppointmentStatus.READY_FOR_PICKUP]: "Mark ready",
  [AppointmentStatus.FINISHED]: "Finish",
};

type Dated = Pick<Appointment, "appointmentDate">;
type Expected = Pick<Appointment, "appointmentDate" | "checkInTime">;
export const isAhead = ({ appointmentDate }: Dated, today: string): boolean =>
  appointmentDate !== undefined && isDay(appointmentDate) && dayToIso(appointmentDate) > today;

/** Whether a step is taken before the appointment's day by pets that nobody has checked in. */
export const isEarly = (appointment: Expected, to: AppointmentStatus, today: string): boolean =>
  early[to] !== undefined && appointment.checkInTime === undefined && isAhead(appointment, today);

export const isOver = (status: AppointmentStatus): boolean =>
  status === AppointmentStatus.FINISHED || status === AppointmentStatus.CANCELLED;

/** Which of a visit's two buttons is the strong one: none before its day; where it may be, to check in who has not come yet; otherwise the bill. */
export const strongOf = (visit: Dated & Pick<Appointment, "status">, today: string, mayStep: boolean): "step" | "bill" | undefined => {
  if (isAhead(visit, today)) return undefined;
  return mayStep && nextStep(visit.status)?.to === AppointmentStatus.CHECKED_IN ? "step" : "bill";
};

type Begins = Pick<Appointment, "status" | "appointmentDate" | "startTime">;

/** Whether the client can be said not to have come: the time has begun and nobody checked in. */
export const isMissable = ({ status, appointmentDate, startTime }: Begins, now: { date: string; minutes: number }): boolean => {
  if (status !== AppointmentStatus.UNCONFIRMED && status !== AppointmentStatus.CONFIRMED) return false;
  const date = isDay(appointmentDate) ? dayToIso(appointmentDate) : "";
  return date !== "" && (date < now.date || (date === now.date && startTime <= now.minutes));
};

type Paid = { label: string; mark: string; tone: ToneName };
/** What went back in full may leave a bill of nothing, which counts as paid and is not said so. */
const refundedWords: Paid = { label: "Refunded", mark: "↩", tone: "plain" };
const paidWords: Partial<Record<PaymentStatus, Paid>> = {
  [PaymentStatus.PARTIAL]: { label: "Partly paid", mark: "◐", tone: "warn" },
  [PaymentStatus.PAID]: { label: "Paid", mark: "✓", tone: "ok" },
};

const prepaidWords: Paid = { label: "Prepaid", mark: "◐", tone: "info" };

/** Money that is held until it is captured is prepaid, and so is a part that was asked for ahead and came in full (growth §4). */
const paidDisplay = (status: PaymentStatus, prepay: PrepayStatus): Paid | undefined =>
  prepay === PrepayStatus.REQUIRE_CAPTURE || (prepay === PrepayStatus.PAID && status === PaymentStatus.PARTIAL)
    ? prepaidWords
    : paidWords[status];

type VisitMoney = Pick<Appointment, "paymentStatus" | "paidAmount" | "refundedAmount" | "prepayStatus">;
/** How the money of a visit stands; nothing where none was taken. */
export const visitPayment = ({ paymentStatus, paidAmount, refundedAmount, prepayStatus }: VisitMoney): Paid | undefined =>
  isGivenBack(paidAmount, refundedAmount) ? refundedWords : paidDisplay(paymentStatus, prepayStatus);

type CardMoney = Pick<CalendarCard, "paymentStatus" | "paidAmount" | "invoice" | "prePayInfo">;
/** As of a visit. What a card says was paid is without what went back. */
export const cardPayment = ({ paymentStatus, paidAmount, invoice, prePayInfo }: CardMoney): Paid | undefined =>
  toMinor(invoice?.refundedAmount) > 0n && toMinor(paidAmount) <= 0n
    ? refundedWords
    : paidDisplay(paymentStatus, prePayInfo?.prePayStatus ?? PrepayStatus.UNSPECIFIED);

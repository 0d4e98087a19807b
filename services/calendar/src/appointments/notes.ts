import { decimalsOf } from "@leashline/kit";
import { AppointmentLogKind as Kind } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { lineText } from "../lodging/day-lines.ts";
import { staffNamesOf, workText } from "../scheduling/shared-work.ts";
import type { AppointmentPlan, ServiceLine } from "./appointment.ts";

// The appointment's lines in the change log: which kind, what people read, and what undo brings back.

export const ENTITY = "appointment";

/** Log kinds by the word stored as the action (core §4). */
export const kinds = {
  create: Kind.CREATE,
  updateStatus: Kind.UPDATE_STATUS,
  changeCheckInTime: Kind.CHANGE_CHECK_IN_TIME,
  changeCheckOutTime: Kind.CHANGE_CHECK_OUT_TIME,
  customerReply: Kind.CUSTOMER_REPLY,
  reschedule: Kind.RESCHEDULE,
  sendNotification: Kind.SEND_NOTIFICATION,
  cancel: Kind.CANCEL,
  editPetAndServices: Kind.EDIT_PET_AND_SERVICES,
  updateNotificationStatus: Kind.UPDATE_NOTIFICATION_STATUS,
  autoRollover: Kind.AUTO_ROLLOVER,
  clientUpdateAppointment: Kind.CLIENT_UPDATE_APPOINTMENT,
} as const;

export type LogKind = keyof typeof kinds;

/** What the log keeps so that a change can be taken back. */
export function planOf(plan: AppointmentPlan): AppointmentPlan {
  return {
    date: plan.date,
    endDate: plan.endDate,
    start: plan.start,
    end: plan.end,
    staffId: plan.staffId,
    lines: plan.lines,
    status: plan.status,
    statusPath: plan.statusPath,
    checkInAt: plan.checkInAt,
    readyAt: plan.readyAt,
    checkOutAt: plan.checkOutAt,
    canceledAt: plan.canceledAt,
    cancelReason: plan.cancelReason,
    noShow: plan.noShow,
    ticketComments: plan.ticketComments,
    alertNotes: plan.alertNotes,
    addressId: plan.addressId,
    colorCode: plan.colorCode,
    overbooked: plan.overbooked,
    outOfHours: plan.outOfHours,
    overrideReason: plan.overrideReason,
  };
}

/** Parts of a note in one line. */
export const noted = (...parts: readonly string[]): string => parts.filter(Boolean).join("; ");

const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/**
 * "2026-11-20 10:00 - 11:00 with Ana Ruiz", with the last day before the end of a stay, in the business's zone; a screen writes days and times as the business
 * does.
 */
export function whenAndWho(plan: Pick<AppointmentPlan, "date" | "endDate" | "start" | "end" | "lines">): string {
  const who = staffNamesOf(plan.lines.filter((line) => !line.onDays)).join(", ");
  const lastDay = plan.endDate > plan.date ? `${plan.endDate} ` : "";
  return `${plan.date} ${clock(plan.start)} - ${lastDay}${clock(plan.end)}${who ? ` with ${who}` : ""}`;
}

/** "Biscuit: Full groom, Teeth brushing; Moss: Bath". */
export function petsAndServices(plan: Pick<AppointmentPlan, "lines">): string {
  const byPet = Map.groupBy(plan.lines, (line) => line.petId);
  return [...byPet.values()].map((lines) => `${lines[0]?.petName}: ${lines.map(lineText).join(", ")}`).join("; ");
}

/** What differs, for people: "Biscuit: Full groom, Nail trim; Full groom for Biscuit 75.35 → 80.00; Comments". */
export function changesOf(before: AppointmentPlan, after: AppointmentPlan, currency: string): string {
  const differ = <T>(of: (plan: AppointmentPlan) => T): boolean => of(before) !== of(after);
  const old = new Map(before.lines.map((line) => [line.id, line]));
  const parts = [
    differ(whenAndWho) && `${whenAndWho(before)} → ${whenAndWho(after)}`,
    differ(petsAndServices) && petsAndServices(after),
    ...after.lines.flatMap((line) => lineChanges(old.get(line.id), line, currency)),
    differ((plan) => plan.ticketComments) && "Comments",
    differ((plan) => plan.alertNotes) && "Alert note",
    differ((plan) => plan.addressId) && "Address",
    differ((plan) => plan.colorCode) && "Color",
  ];
  return parts.filter((part) => part !== false).join("; ") || "Order of the services";
}

const priceNote = (before: ServiceLine | undefined, after: ServiceLine, currency: string): string =>
  !before || before.price === after.price
    ? ""
    : `${after.serviceName} for ${after.petName} ${decimal(before.price, currency)} → ${decimal(after.price, currency)}`;

/** The prices that differ, one by one. */
export const priceNotes = (before: Pick<AppointmentPlan, "lines">, after: Pick<AppointmentPlan, "lines">, currency: string): string[] => {
  const old = new Map(before.lines.map((line) => [line.id, line]));
  return after.lines.map((line) => priceNote(old.get(line.id), line, currency)).filter(Boolean);
};

function lineChanges(before: ServiceLine | undefined, after: ServiceLine, currency: string): string[] {
  if (!before) return [];
  const length =
    before.duration === after.duration ? "" : `${after.serviceName} for ${after.petName} ${before.duration} → ${after.duration} min`;
  return [priceNote(before, after, currency), length, workNote(before, after)].filter(Boolean);
}

function workNote(before: ServiceLine, after: ServiceLine): string {
  if (JSON.stringify(before.work) === JSON.stringify(after.work)) return "";
  return `${after.serviceName} for ${after.petName}: ${after.work ? workText(after.work) : `only ${after.staffName || "nobody yet"}`}`;
}

/** Decimal text of minor units, for example "118.00". */
export function decimal(minor: bigint | string, currency: string): string {
  const digits = decimalsOf(currency);
  const value = BigInt(minor);
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${value < 0n ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}

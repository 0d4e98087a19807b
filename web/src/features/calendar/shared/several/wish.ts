import type { MessageInitShape } from "@bufbuild/protobuf";
import type { BatchPlaceSchema, BatchRow } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import { partsOfLine } from "@leashline/proto/rules/line-staff.ts";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { clientName, petNames } from "../card-text.ts";
import { OUTSIDE_HOURS, type Override, SLOT_FULL } from "../conflicts/conflict.ts";
import type { Appointment, CalendarCard } from "../types.ts";

export type Where = { readonly staffId: string; readonly date: string; readonly startTime: number };

/** One of several appointments, where it is and where it is to go. */
export type Wish = {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly pets: string;
  readonly from: Where;
  readonly to: Where;
  /** Left out of the act. */
  readonly out: boolean;
  /** Why it goes there although something is in the way; undefined when it does not. */
  readonly anyway?: string | undefined;
};

export const wishOfCard = (card: CalendarCard): Wish => {
  const from = { staffId: card.staffId, date: card.date, startTime: card.startTime };
  const { appointmentId: id, version } = card;
  return { id, version, title: clientName(card), pets: petNames(card), from, to: from, out: false };
};

/** Of a plan: where it was put, or left out where no place was found. */
export const wishOfRow = (row: BatchRow & { appointment: Appointment }): Wish => {
  const { appointment } = row;
  const from = { staffId: row.originalStaffId, date: dayOf(appointment.appointmentDate), startTime: partOf(row) };
  const out = row.staffId === "0";
  return {
    id: appointment.id,
    version: appointment.version,
    title: `${appointment.customerFirstName} ${appointment.customerLastName}`.trim(),
    pets: [...new Set(appointment.petServiceList.map(({ petName }) => petName))].join(", "),
    from,
    to: out ? from : { staffId: row.staffId, date: dayOf(row.startDate), startTime: row.startTime },
    out,
  };
};

/** When the part of whose row it is begins; of somebody who has none any more, the visit. */
const partOf = ({ appointment, originalStaffId }: BatchRow & { appointment: Appointment }): number => {
  const own = appointment.petServiceList.flatMap(partsOfLine).filter(({ staffId }) => staffId === originalStaffId);
  return own.length > 0 ? Math.min(...own.map(({ startTime }) => startTime)) : appointment.startTime;
};

export const dayOf = (day: BatchRow["startDate"]): string => (isDay(day) ? dayToIso(day) : "");

/** What was agreed to for one alone, and for all of them. */
const overrideOf = (own: string, agreed: Override | undefined) => ({
  overbook: own !== "",
  outsideWorkingHours: own !== "",
  heldTime: own !== "",
  withoutEvaluation: agreed?.withoutEvaluation ?? false,
  withoutVaccine: agreed?.withoutVaccine ?? false,
  reason: [own, agreed?.reason ?? ""].filter(Boolean).join("; ").slice(0, 500),
});

/** As it is asked for; what is in the way may be agreed to for this one alone, or for all. */
const placeWith = (
  { id, version, from, to, anyway = "" }: Wish,
  agreed: Override | undefined,
): MessageInitShape<typeof BatchPlaceSchema> => ({
  appointmentId: id,
  version,
  originalStaffId: from.staffId,
  staffId: to.staffId,
  startDate: isoToDay(to.date),
  startTime: to.startTime,
  ...((anyway.trim() || agreed) && { override: overrideOf(anyway.trim(), agreed) }),
});
export const placeOf = (wish: Wish) => placeWith(wish, undefined);
export const placesOf = (wishes: readonly Wish[], agreed: Override | undefined) => wishes.map((wish) => placeWith(wish, agreed));

/** What stands in the way, as the questions about conflicts know it. */
export const conflictOfRow = (row: BatchRow | undefined) =>
  row?.conflict && {
    code: row.conflict.kind === "not working at this time" ? OUTSIDE_HOURS : SLOT_FULL,
    message: row.note,
    detail: row.conflict,
    held: row.why === "held",
  };

export const isMoved = ({ from, to }: Wish): boolean =>
  from.staffId !== to.staffId || from.date !== to.date || from.startTime !== to.startTime;

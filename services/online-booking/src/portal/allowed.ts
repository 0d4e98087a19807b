import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";

const HOUR = 3_600_000;

export type Rule = { clientChanges: boolean; changeNoticeHours: number };
export type Standing = { status: AppointmentStatus; startAt: number; staffIds: readonly string[] };
export type Allowed = { mayConfirm: boolean; mayMove: boolean; mayCancel: boolean };

/** What the client may do with an appointment by themselves: confirm until it begins; move and cancel it until the business's hours before that. */
export function allowedTo({ clientChanges, changeNoticeHours }: Rule, { status, startAt, staffIds }: Standing, now: number): Allowed {
  const open = isOpen(status);
  const mayCancel = open && clientChanges && startAt > now && startAt - now >= changeNoticeHours * HOUR;
  return {
    mayConfirm: status === AppointmentStatus.UNCONFIRMED && startAt > now,
    // With nobody assigned there is nobody whose free times could be offered.
    mayMove: mayCancel && staffIds.every((id) => Number(id) > 0),
    mayCancel,
  };
}

const isOpen = (status: AppointmentStatus): boolean => status === AppointmentStatus.UNCONFIRMED || status === AppointmentStatus.CONFIRMED;

/** What is not the client's to do alone, while there is still something to change. */
export function mayAsk({ status, startAt }: Standing, { mayMove, mayCancel }: Allowed, now: number): ChangeWish[] {
  if (!isOpen(status) || startAt <= now) return [];
  return [...(mayMove ? [] : [ChangeWish.MOVE]), ...(mayCancel ? [] : [ChangeWish.CANCEL])];
}

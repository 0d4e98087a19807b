import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";

// The one table of legal moves (core §4). Reverting is not in it: it goes back along the way the appointment came.

export type Status = Exclude<AppointmentStatus, AppointmentStatus.UNSPECIFIED>;

const { UNCONFIRMED, CONFIRMED, FINISHED, CANCELLED, READY_FOR_PICKUP, CHECKED_IN } = AppointmentStatus;

export const statuses: readonly Status[] = [UNCONFIRMED, CONFIRMED, FINISHED, CANCELLED, READY_FOR_PICKUP, CHECKED_IN];

/** What a new appointment is. */
export const initial: Status = UNCONFIRMED;

export const moves = {
  confirm: { from: [UNCONFIRMED], to: CONFIRMED },
  unconfirm: { from: [CONFIRMED], to: UNCONFIRMED },
  checkIn: { from: [UNCONFIRMED, CONFIRMED], to: CHECKED_IN },
  ready: { from: [CHECKED_IN], to: READY_FOR_PICKUP },
  // Shops that do not check in finish straight away.
  finish: { from: [UNCONFIRMED, CONFIRMED, CHECKED_IN, READY_FOR_PICKUP], to: FINISHED },
  cancel: { from: [UNCONFIRMED, CONFIRMED, CHECKED_IN, READY_FOR_PICKUP], to: CANCELLED },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;

export type Move = keyof typeof moves;

export function moveTo(from: Status, to: Status): Move | null {
  const names = Object.keys(moves) as Move[];
  return names.find((name) => moves[name].to === to && (moves[name].from as readonly Status[]).includes(from)) ?? null;
}

/** An appointment is editable while neither Finished nor Cancelled (core §4). */
export const isEditable = (status: Status): boolean => status !== FINISHED && status !== CANCELLED;

/** Whose pets are there already comes on no other day. */
export const isHere = (status: Status): boolean => status === CHECKED_IN || status === READY_FOR_PICKUP;
export const STAYS_ON_ITS_DAY = "The pet is checked in. The appointment stays on its day.";

/** The words people see. */
export const statusName: Record<Status, string> = {
  [UNCONFIRMED]: "Unconfirmed",
  [CONFIRMED]: "Confirmed",
  [FINISHED]: "Finished",
  [CANCELLED]: "Cancelled",
  [READY_FOR_PICKUP]: "Ready",
  [CHECKED_IN]: "In store",
};

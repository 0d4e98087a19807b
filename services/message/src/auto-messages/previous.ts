import { instantAt } from "@leashline/kit";
import type { Previous } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import type { CanceledFrom, MovedFrom } from "../projections/appointments.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { isBackInPlace, isUntold, SETTLING_MS, UseCase } from "./auto-message.ts";
import type { AboutAppointment } from "./send.ts";

/** As long as a move can be taken back; later, whoever was not to be told of it knows it from somebody. */
const UNDO_MS = 600_000;

/** Whoever moved it last is its client. */
const isOwnMove = ({ movedVersion, ownMoveVersion }: MovedFrom): boolean => movedVersion !== null && movedVersion === ownMoveVersion;

/** Where its client last heard it was: moved on before they were told, or taken back where they were not to be told, it still comes from there. */
export function previousOf(before: MovedFrom, now: Date): Previous {
  const since = before.movedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - before.movedAt.getTime();
  const untold = !isOwnMove(before) && (before.textWaits || since < (isUntold(before) ? UNDO_MS : SETTLING_MS));
  const { previousDate, previousStart } = before;
  const known = untold && previousDate !== null && previousStart !== null ? { previousDate, previousStart } : null;
  return { ...(known ?? { previousDate: before.date, previousStart: before.startTime }), movedAt: now };
}

/** When its client believes that a canceled appointment takes place, where that is another time than its own. */
export function lastHeard(before: CanceledFrom, now: Date): { date: string; startTime: number } | undefined {
  if (before.isTold) return undefined;
  const { previousDate: date, previousStart: startTime } = previousOf(before, now);
  return date === before.date && startTime === before.startTime ? undefined : { date, startTime };
}

type Start = Pick<Appointment, "startAt" | "previousDate" | "previousStart">;

/** From when on it is of no use to hear of a move: once it has begun, or would have begun before. They would stand there. */
export function moveUselessAfter({ startAt, previousDate, previousStart }: Start, zone: string, now: Date): Date {
  if (previousDate === null || previousStart === null) return startAt;
  const before = instantAt(previousDate, previousStart, zone);
  return before > now && before < startAt ? before : startAt;
}

export const AFTERWARD: readonly UseCase[] = [UseCase.FOLLOW_UP, UseCase.WALK_REPORT];

/** Whoever is told that they may come does not wait; nor is anybody told of an appointment once it has begun, save how it was. */
export const hurryOf = (
  appointment: Appointment,
  { useCase, heard }: Pick<AboutAppointment, "useCase" | "heard">,
  zone: string,
): Pick<Outgoing, "atOnce" | "uselessAfter"> => {
  if (useCase === UseCase.READY_FOR_PICKUP) return { atOnce: true };
  if (AFTERWARD.includes(useCase)) return {};
  const expectedAt = heard && { previousDate: heard.date, previousStart: heard.startTime };
  const elsewhere = useCase === UseCase.RESCHEDULED || expectedAt;
  return { uselessAfter: elsewhere ? moveUselessAfter({ ...appointment, ...expectedAt }, zone, new Date()) : appointment.startAt };
};

/** `version`: what the move made of the appointment; 0 for one that is not made yet. */
export type Move = { date: string; startTime: number; version: number };

/** Until when it is of use to hear of a move, whether we have heard of it by now or not; null where there is nothing to tell. */
export function usefulUntil(known: MovedFrom, move: Move, zone: string, now: Date): Date | null {
  const { date, startTime, version } = move;
  const startAt = instantAt(date, startTime, zone);
  if (startAt <= now) return null;
  const heard = version > 0 && known.version >= version;
  const { previousDate, previousStart } = heard ? known : previousOf(known, now);
  if (isBackInPlace({ date, startTime, previousDate, previousStart }, UseCase.RESCHEDULED)) return null;
  return moveUselessAfter({ startAt, previousDate, previousStart }, zone, now);
}

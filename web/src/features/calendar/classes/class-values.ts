import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  Attendance,
  type ClassSeat,
  type ClassSession,
  type CreateClassRequestSchema,
  type Enrolment,
  EnrolmentState,
  type GroupClass,
} from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import type { Check } from "../../../ui/format/validate.ts";
import { isoOf } from "../shared/stay/stay-days.ts";
import { daysOf, type Pattern, weekly } from "./pattern/pattern.ts";

/** What the form of a new class holds. */
export type ClassValues = {
  serviceId: string;
  name: string;
  staffId: string;
  capacity: string;
  price: string;
  note: string;
  start: number;
  minutes: string;
} & Pattern;

const EVENING = 18 * 60;

/** A class in the evening: today's, or tomorrow's once that hour is past. */
export const emptyClass = ({ date, minutes: now }: { date: string; minutes: number }): ClassValues => ({
  serviceId: "",
  name: "",
  staffId: "",
  capacity: "8",
  price: "",
  note: "",
  date: now < EVENING ? date : addDays(date, 1),
  start: EVENING,
  minutes: "60",
  ...weekly,
});

const QUARTER = 15;

/** As near to the evening as the instructor works that day, after the minute `past`; undefined where nothing is left that long. */
export const startWithin = (
  hours: readonly { startTime: number; endTime: number }[],
  minutes: number,
  past: number | undefined,
): number | undefined => {
  const soonest = past === undefined ? 0 : (Math.floor(past / QUARTER) + 1) * QUARTER;
  const starts = hours
    .map(({ startTime, endTime }) => ({ first: Math.max(startTime, soonest), last: endTime - minutes }))
    .filter(({ first, last }) => first <= last)
    .map(({ first, last }) => Math.min(Math.max(EVENING, first), last));
  return starts.toSorted((a, b) => Math.abs(a - EVENING) - Math.abs(b - EVENING))[0];
};

/** What a service says of its classes, put into the form. */
export const ofService = ({ name, price, duration, options }: Service) => ({
  name,
  price: amountText(price),
  minutes: String(duration || 60),
  capacity: String(options?.capacity || 8),
  sessions: String(options?.numSessions || 6),
});

export const within =
  (what: string, least: number, most: number): Check =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? undefined : `${what}: a number from ${least} to ${most}`;

export const requestOf = (values: ClassValues, currency: string): MessageInitShape<typeof CreateClassRequestSchema> => {
  const end = Math.min(values.start + Number(values.minutes), 1440);
  return {
    serviceId: values.serviceId,
    name: values.name,
    staffId: values.staffId,
    capacity: Number(values.capacity),
    price: parseMoney(values.price, currency),
    note: values.note,
    sessions: daysOf(values).flatMap((iso) => {
      const date = isoToDay(iso);
      return date ? [{ date, startTime: values.start, endTime: end }] : [];
    }),
  };
};

/** The next session that takes place; the last one where all are over. */
export const nextSession = ({ sessions }: GroupClass): ClassSession | undefined => {
  const held = sessions.filter((one) => !one.cancelled);
  return held.find((one) => !one.over) ?? held.at(-1);
};

/** The next session that has not begun: with it somebody who waits could begin. */
export const beginningOf = ({ sessions }: GroupClass, now: { date: string; minutes: number }): ClassSession | undefined =>
  sessions.find((one) => !one.cancelled && (dayOf(one) > now.date || (dayOf(one) === now.date && one.startTime > now.minutes)));

export type Standing = "canceled" | "over" | "full" | "open";
export const standingOf = (one: GroupClass): Standing => {
  if (one.cancelled) return "canceled";
  const coming = one.sessions.filter((session) => !session.cancelled && !session.over);
  if (coming.length === 0) return "over";
  return coming.some((session) => session.taken >= one.capacity) ? "full" : "open";
};

/** A pet on the list of a session. */
export type OnRoster = { enrolment: Enrolment; seat: ClassSeat; guest: boolean };

/** Who is expected at a session, guests last. */
export const rosterOf = (session: ClassSession, enrolments: readonly Enrolment[], seats: readonly ClassSeat[]): OnRoster[] =>
  enrolments.flatMap((enrolment) => {
    const seat = seats.find((one) => one.sessionId === session.id && one.enrolmentId === enrolment.id);
    return seat ? [{ enrolment, seat, guest: seat.makeUpFor !== "0" }] : [];
  });

/** Whoever is in the class and comes elsewhere instead of to this session. */
export const elsewhereOf = (
  { id }: GroupClass,
  session: ClassSession,
  enrolments: readonly Enrolment[],
  seats: readonly ClassSeat[],
): Enrolment[] =>
  enrolments.filter(
    (one) =>
      one.classId === id &&
      one.state === EnrolmentState.ENROLLED &&
      !session.over &&
      !session.cancelled &&
      !seats.some((seat) => seat.sessionId === session.id && seat.enrolmentId === one.id),
  );

export const waitingOf = (enrolments: readonly Enrolment[]): Enrolment[] =>
  enrolments.filter(({ state }) => state === EnrolmentState.WAITING);

/** How many were there, of how many. */
export const presentOf = (roster: readonly OnRoster[]): number =>
  roster.filter(({ seat }) => seat.attendance === Attendance.PRESENT).length;

export const dayOf = (session: ClassSession): string => isoOf(session.date);

const BEFORE_START = 30;

/** Whether somebody may say by now who was there: from half an hour before it begins. */
export const canTick = (session: ClassSession, now: { date: string; minutes: number }): boolean => {
  const day = dayOf(session);
  return !session.cancelled && (day < now.date || (day === now.date && session.startTime - BEFORE_START <= now.minutes));
};

export const moneyOr = (text: string, currency: string) => (text.trim() === "" ? undefined : parseMoney(text, currency));

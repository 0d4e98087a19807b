import { fail, instantAt } from "@leashline/kit";
import type { Selectable } from "kysely";
import type { ClassEnrolment, ClassSeat, ClassSession, GroupClass } from "../db.gen.ts";

// A group class and who is in it. States are told by dates: a class is over when its last session is.

export type ClassRow = Selectable<GroupClass>;
export type SessionRow = Selectable<ClassSession> & { readonly taken: number };
export type EnrolmentRow = Selectable<ClassEnrolment>;
export type SeatRow = Selectable<ClassSeat>;

export const ENTITY = "group class";
/** Sessions and pets have lines of their own in the log, so that of each the newest can be taken back. */
export const SESSION = "class session";
export const ENROLMENT = "class enrolment";

/** A session as it was before it was moved or canceled. */
export type SessionBefore = Times & { readonly staffId: string; readonly overbooked: boolean };

/** What a class was before it was changed, with the sessions that another instructor took over; or what was canceled with it. */
export type ClassBefore =
  | {
      readonly group: Pick<ClassRow, "name" | "staffId" | "capacity" | "price" | "note">;
      readonly handed: readonly string[];
      readonly overbooked: boolean;
    }
  | { readonly sessions: readonly string[]; readonly waiting: readonly Pick<EnrolmentRow, "id" | "version">[] };

/** What was ticked is left out in what was written before it was kept. */
type SeatBefore = Pick<SeatRow, "sessionId" | "makeUpFor"> & { readonly attendance?: SeatRow["attendance"] };

/** A pet's place before it came, left, or made a session up; without a state it was not there. */
export type EnrolmentBefore =
  | { readonly state: null }
  | { readonly state: number; readonly seats: readonly SeatBefore[] }
  | { readonly missedSessionId: string; readonly sessionId: string; readonly gaveUp: boolean };

/** Whoever changes a class, its sessions or its places waits here for the others. */
export const classLock = (classId: string): string => `class:${classId}`;

export const isOver = ({ endAt }: Pick<SessionRow, "endAt">, now: Date): boolean => endAt.getTime() <= now.getTime();

export const isToCome = (session: SessionRow, now: Date): boolean => session.cancelledAt === null && !isOver(session, now);

/** Places that are left in all of these sessions; none where there is no session. */
export const freeIn = (sessions: readonly SessionRow[], capacity: number): number =>
  sessions.length === 0 ? 0 : Math.min(...sessions.map(({ taken }) => capacity - taken));

/** With what is kept of them for requests of the booking page, which is taken for everybody else. */
export const withHeld = (sessions: readonly SessionRow[], held: ReadonlyMap<string, number>): SessionRow[] =>
  sessions.map((one) => ({ ...one, taken: one.taken + (held.get(one.id) ?? 0) }));

export function mustGoOn({ cancelledAt }: ClassRow, sessions: readonly SessionRow[], now: Date): void {
  if (cancelledAt !== null) throw fail("STATE_CONFLICT", { field: "classId", message: "This class is canceled." });
  if (!sessions.some((one) => isToCome(one, now)))
    throw fail("STATE_CONFLICT", { field: "classId", message: "This class is over: no session is to come." });
}

export function mustBeToCome(session: SessionRow, now: Date, field: string): void {
  if (session.cancelledAt !== null) throw fail("STATE_CONFLICT", { field, message: "This session is canceled." });
  if (isOver(session, now)) throw fail("STATE_CONFLICT", { field, message: "This session is over." });
}

/** For whom the last places are kept: for somebody who asked online, or, where pets wait, also for one of them to whom they are offered. */
export type Kept = "nobody" | "request" | "offer";

const FULL: Readonly<Record<Kept, string>> = {
  nobody: "The class is full. Put the pet on the waitlist.",
  request: "The last places are kept for an online request. Decide that first, or put the pet on the waitlist.",
  offer:
    "The last places are offered to somebody on the waitlist, or kept for an online request. Take the offer back, or decide the request, first.",
};

export const classFull = (capacity: number, kept: Kept = "nobody") =>
  fail("ROOM_NOT_AVAILABLE", {
    field: "classId",
    message: FULL[kept],
    reason: `all ${capacity} places are taken`,
    facts: { why: "classFull" },
  });

export type Times = { readonly date: string; readonly start: number; readonly end: number };

/** Every session has a length, and no two lie on one day. */
export function mustBePlannable(sessions: readonly Times[]): void {
  const days = new Set<string>();
  for (const { date, start, end } of sessions) {
    if (end <= start) throw fail("PARAMS_INVALID", { field: "sessions", reason: "a session must end after it begins", facts: { date } });
    if (days.has(date)) throw fail("PARAMS_INVALID", { field: "sessions", reason: "two sessions are on one day", facts: { date } });
    days.add(date);
  }
}

/** What a pet pays that comes in from the waitlist: of the whole price the share of the sessions that it still gets, rounded down to the smallest coin. */
export const shareOf = (price: string, coming: number, planned: number): string =>
  planned === 0 ? price : String((BigInt(price) * BigInt(Math.min(coming, planned))) / BigInt(planned));

/** Who comes early is ticked as they come. */
const BEFORE_START = 30 * 60_000;

/** Nobody was there before a session began, give or take half an hour. */
export function mustHaveBegun({ date, startMinute }: Pick<SessionRow, "date" | "startMinute">, zone: string, now: Date): void {
  if (instantAt(date, startMinute, zone).getTime() - BEFORE_START <= now.getTime()) return;
  throw fail("STATE_CONFLICT", {
    field: "sessionId",
    message: "This session has not begun. Attendance can be noted from half an hour before it.",
    facts: { why: "notBegun", date },
  });
}

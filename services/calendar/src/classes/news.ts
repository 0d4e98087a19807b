import { toMoney } from "@leashline/kit";
import { ClassNews, ClassNewsToldSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { CalendarTx } from "../db.ts";
import { readStaff } from "../projections/staff.store.ts";
import { nameOf } from "../projections/staff.ts";
import type { ClassRow, EnrolmentRow, SessionRow, Times } from "./class.ts";
import { readEnrolments, readSeats } from "./enrolment.store.ts";

export { ClassNews };

type News = {
  news: ClassNews;
  group: ClassRow;
  /** The one it is about, or the next one. */
  session: SessionRow;
  /** Where a session that was moved is now; it was where its row says. */
  movedTo?: Pick<Times, "date" | "start">;
  reason?: string;
  cause: string;
  /** The news that it takes back. */
  takesBack?: string;
  waitlistPlace?: number;
  /** Of pets that came in: in so many sessions. */
  sessions?: number;
};

/** One piece of news for each version of a session or a class: told again it is the same, and undo names what it takes back. */
export const causeOf = (what: "session" | "class", id: string, version: number): string =>
  `class-${what === "session" ? "session-" : ""}${id}v${version}`;

/** Names of what is told of one pet's place, so that undo names what it takes back. */
export const enrolledCause = (enrolmentId: string): string => `class-enrolled-${enrolmentId}`;
export const leftCause = (enrolmentId: string, version: number): string => `class-left-${enrolmentId}v${version}`;

/** Who has a place in one of these sessions, guests too. */
export async function comingTo(tx: CalendarTx, classId: string, sessions: readonly Pick<SessionRow, "id">[]): Promise<EnrolmentRow[]> {
  const seats = await readSeats(
    tx.db,
    sessions.map(({ id }) => id),
  );
  const seated = new Set(seats.map(({ enrolmentId }) => enrolmentId));
  return (await readEnrolments(tx.db, classId)).filter(({ id }) => seated.has(id));
}

/** Each client once, with all of their pets. */
export async function tellClients(tx: CalendarTx, enrolments: readonly EnrolmentRow[], told: News): Promise<void> {
  const { news, group, session, movedTo, reason = "", cause, takesBack = "", waitlistPlace = 0, sessions = 0 } = told;
  const [instructor] = await readStaff(tx.db, [session.staffId]);
  const { date, start } = movedTo ?? { date: session.date, start: session.startMinute };
  for (const [customerId, theirs] of Map.groupBy(enrolments, (one) => one.customerId))
    tx.emit(
      ClassNewsToldSchema,
      {
        news,
        classId: group.id,
        className: group.name,
        businessId: group.businessId,
        customerId,
        petNames: [...new Set(theirs.map(({ petName }) => petName))],
        staffName: instructor ? nameOf(instructor) : "",
        date,
        startTime: start,
        ...(movedTo && { previousDate: session.date, previousStartTime: session.startMinute }),
        reason,
        cause,
        takesBack,
        waitlistPlace,
        ...(sessions > 0 && { sessions, price: toMoney(sumOf(theirs), group.currency) }),
      },
      { key: `class-${group.id}` },
    );
}

const sumOf = (theirs: readonly EnrolmentRow[]): bigint => theirs.reduce((sum, { price }) => sum + BigInt(price), 0n);

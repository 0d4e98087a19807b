import { type Ctx, mustExist, mustExistFor } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { drawClass } from "../cards/class-card.store.ts";
import { type CalendarTx, type Db, query } from "../db.ts";
import { readStaff } from "../projections/staff.store.ts";
import { toClass, toEnrolment, toSeat } from "./class.mapper.ts";
import { findClass, findSession, readSessions } from "./class.store.ts";
import { type ClassRow, classLock, type EnrolmentRow, type SeatRow, type SessionRow } from "./class.ts";
import { findEnrolment, readEnrolments, readSeats } from "./enrolment.store.ts";

/** A class with its sessions, held until the command ends. */
export type LockedClass = { readonly group: ClassRow; readonly sessions: readonly SessionRow[] };

export async function classOf(ctx: Ctx, db: Db, id: string, field = "id"): Promise<ClassRow> {
  return mustExistFor(ctx, await findClass(db, id), field);
}

export async function lockedClass(tx: CalendarTx, id: string, field = "id"): Promise<LockedClass> {
  tx.lock([classLock(id)]);
  return { group: await classOf(tx.ctx, tx.db, id, field), sessions: await readSessions(tx.db, [id]) };
}

/** The class of a session that the caller may name; asked before anything is locked. */
export async function classOfSession(ctx: Ctx, id: string, field: string): Promise<string> {
  return await query(ctx, async (db) => {
    const session = mustExist(await findSession(db, id), field);
    return (await classOf(ctx, db, session.classId, field)).id;
  });
}

export async function enrolmentOf(ctx: Ctx, id: string): Promise<EnrolmentRow> {
  return await query(ctx, async (db) => {
    const enrolment = mustExist(await findEnrolment(db, id), "enrolmentId");
    await classOf(ctx, db, enrolment.classId, "enrolmentId");
    return enrolment;
  });
}

type Found = { group: ClassRow; sessions: SessionRow[]; enrolments: EnrolmentRow[]; seats: SeatRow[] };

async function wholeClass(ctx: Ctx, db: Db, id: string): Promise<Found> {
  const group = await classOf(ctx, db, id);
  const sessions = await readSessions(db, [id]);
  const seats = await readSeats(
    db,
    sessions.map((one) => one.id),
  );
  return { group, sessions, enrolments: await readEnrolments(db, id), seats };
}

/** A class as it is answered, with whoever is in it. */
export async function shownClass(ctx: Ctx, db: Db, id: string, now = new Date()) {
  const { group, sessions, enrolments, seats } = await wholeClass(ctx, db, id);
  const names = await namesIn(db, [group], sessions);
  const counted = (state: EnrolmentState) => enrolments.filter((one) => one.classId === id && one.state === state).length;
  const counts = { enrolled: counted(EnrolmentState.ENROLLED), waiting: counted(EnrolmentState.WAITING) };
  return {
    groupClass: toClass({ ...group, ...counts }, sessions, names, now),
    enrolments: enrolments.map((one) => toEnrolment(one, group)),
    seats: seats.map(toSeat),
  };
}

export async function namesIn(db: Db, groups: readonly { staffId: string }[], sessions: readonly { staffId: string }[]) {
  const rows = await readStaff(db, [...new Set([...groups, ...sessions].map(({ staffId }) => staffId))]);
  return new Map(rows.map((row) => [row.staffId, row]));
}

export const daysOf = (sessions: readonly SessionRow[]): string[] => [...new Set(sessions.map(({ date }) => date))];

/** The calendar shows it as it is now, and other screens hear of it, on the days where its sessions were and where they are. */
export async function tell(tx: CalendarTx, { group, sessions }: LockedClass): Promise<void> {
  const dates = [...new Set([...daysOf(sessions), ...(await drawClass(tx, group.id))])];
  tx.notify("calendar.classes", { businessId: group.businessId, dates, ids: [group.id] });
  tx.notify("calendar.cards", { businessId: group.businessId, dates });
}

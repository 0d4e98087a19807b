import { type Ctx, fail } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { PLACES_CAUSE } from "@leashline/proto/rules/places-cause.ts";
import { classesOfSessions, drawClass } from "../cards/class-card.store.ts";
import { readNewestChange } from "../changes/changes.store.ts";
import { findSession } from "../classes/class.store.ts";
import {
  type ClassRow,
  classFull,
  ENROLMENT,
  type EnrolmentBefore,
  type EnrolmentRow,
  freeIn,
  isToCome,
  withHeld,
} from "../classes/class.ts";
import { changed, inAlready } from "../classes/enrol.ts";
import { anyIn, findEnrolment, leaveSeats, readHeldSeats, setAttendance, setState, takeSeats } from "../classes/enrolment.store.ts";
import { freeing, keptFor, tellFreed } from "../classes/free-places.ts";
import { ClassNews, leftCause, tellClients } from "../classes/news.ts";
import { classOf, type LockedClass, lockedClass, tell } from "../classes/reading.ts";
import { leave, withClassesOf } from "../classes/withdraw.ts";
import { type CalendarTx, type Db, query } from "../db.ts";
import { takeBackAct } from "./rights.ts";

type Undo = { readonly classId: string; readonly enrolmentId: string; readonly version: number };
type Seats = Extract<EnrolmentBefore, { readonly seats: object }>["seats"];
type Step = { readonly tx: CalendarTx; readonly locked: LockedClass; readonly row: EnrolmentRow };

/** A pet's places as they were before it came, left, or made a session up. */
export async function undoEnrolment(ctx: Ctx, { classId, enrolmentId, version }: Undo): Promise<void> {
  const others = await query(ctx, (db) => otherClasses(db, enrolmentId));
  await withClassesOf(ctx, { classId, enrolmentId, others }, "undo", async (tx, locked) => {
    const row = await findEnrolment(tx.db, enrolmentId);
    if (row?.classId !== classId || row.version !== version || locked.group.cancelledAt !== null) throw fail("UNDO_EXPIRED");
    const { before } = await takeBackAct<EnrolmentBefore>(tx, { entity: ENROLMENT, id: enrolmentId }, version);
    if (!before) throw fail("UNDO_EXPIRED");
    const step: Step = { tx, locked, row };
    if ("missedSessionId" in before) await unmake(step, before);
    else if (before.state === null) await leave(tx, locked, row, "undo");
    else await comeBack(step, before.state, before.seats);
    return null;
  });
}

/** The classes in which it may get or give up a place. */
async function otherClasses(db: Db, enrolmentId: string): Promise<string[]> {
  const before = (await readNewestChange<EnrolmentBefore>(db, { entity: ENROLMENT, id: enrolmentId }))?.before;
  if (!before) return [];
  if ("missedSessionId" in before) return await classesOfSessions(db, [before.sessionId]);
  const seats = "seats" in before ? before.seats : [];
  return await classesOfSessions(
    db,
    seats.map(({ sessionId }) => sessionId),
  );
}

async function comeBack({ tx, locked, row }: Step, state: number, seats: Seats): Promise<void> {
  const { group } = locked;
  if (await anyIn(tx.db, group.id, [row.petId])) throw inAlready();
  const enrolment = await setState(tx.db, row.id, state);
  if (state === EnrolmentState.ENROLLED) {
    await takeAgain(tx, row.id, seats);
    await tellBack(tx, locked, enrolment);
  }
  await changed(tx, group, enrolment, { action: "undo" });
  if (state === EnrolmentState.WAITING) await tellFreed(tx, group, { cause: `${PLACES_CAUSE.back}${row.id}-v${enrolment.version}` });
  await tell(tx, locked);
}

/** Whoever heard that their pet was taken out hears that it is in the class after all. */
async function tellBack(tx: CalendarTx, { group, sessions }: LockedClass, enrolment: EnrolmentRow): Promise<void> {
  const session = sessions.find((one) => isToCome(one, new Date()));
  if (!session) return;
  const causes = { cause: `class-back-${enrolment.id}v${enrolment.version}`, takesBack: leftCause(enrolment.id, enrolment.version - 1) };
  await tellClients(tx, [enrolment], { news: ClassNews.BACK, group, session, ...causes });
}

/** The places that are still to come, each if it is free. */
async function takeAgain(tx: CalendarTx, enrolmentId: string, seats: Seats): Promise<void> {
  for (const seat of seats) {
    const session = await findSession(tx.db, seat.sessionId);
    if (!session) continue;
    const group = await classOf(tx.ctx, tx.db, session.classId, "enrolmentId");
    await takeOne(tx, group, { ...seat, enrolmentId });
    await drawClass(tx, group.id);
  }
}

type Seat = Seats[number] & { readonly enrolmentId: string };

async function takeOne(tx: CalendarTx, group: ClassRow, { enrolmentId, sessionId, makeUpFor, attendance }: Seat): Promise<void> {
  const session = await findSession(tx.db, sessionId);
  if (!session || !isToCome(session, new Date())) return;
  const held = await readHeldSeats(tx.db, group, [sessionId]);
  if (freeIn(withHeld([session], held), group.capacity) < 1) throw classFull(group.capacity, await keptFor(tx.db, group, held.size > 0));
  await takeSeats(tx, group, enrolmentId, [session], makeUpFor);
  if (attendance) await setAttendance(tx.db, sessionId, enrolmentId, attendance);
}

/** The place in the other class is given up, and the one that was given up for it taken again. */
async function unmake({ tx, locked, row }: Step, before: Extract<EnrolmentBefore, { readonly missedSessionId: string }>): Promise<void> {
  const { missedSessionId, sessionId, gaveUp } = before;
  const session = await findSession(tx.db, sessionId);
  if (!session || !isToCome(session, new Date())) throw fail("UNDO_EXPIRED");
  const other = await lockedClass(tx, session.classId, "enrolmentId");
  await freeing(tx, [other.group], `undone-${row.id}-v${row.version}`, () => leaveSeats(tx, row.id, [sessionId]));
  if (gaveUp) await takeOne(tx, locked.group, { enrolmentId: row.id, sessionId: missedSessionId, makeUpFor: null });
  const { version } = await setState(tx.db, row.id, row.state);
  const after = { classId: locked.group.id, version };
  tx.log({ entity: ENROLMENT, id: row.id, action: "undo", after, businessId: locked.group.businessId });
  await tell(tx, other);
  await tell(tx, locked);
}

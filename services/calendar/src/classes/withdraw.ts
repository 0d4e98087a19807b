import { type Ctx, fail, mustExist } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { drawClass } from "../cards/class-card.store.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { type ClassRow, classLock, type EnrolmentBefore, type EnrolmentRow, isToCome } from "./class.ts";
import { changed, dated } from "./enrol.ts";
import { comingSeats, findEnrolment, leaveSeats, setState } from "./enrolment.store.ts";
import { freeing } from "./free-places.ts";
import { ClassNews, enrolledCause, leftCause, tellClients } from "./news.ts";
import { classOf, enrolmentOf, type LockedClass, lockedClass, tell } from "./reading.ts";

type Withdrawn = { enrolment: EnrolmentRow; group: ClassRow };

export async function withdrawPet(ctx: Ctx, enrolmentId: string): Promise<Withdrawn> {
  const { classId } = await enrolmentOf(ctx, enrolmentId);
  const withRows = await withClassesOf(ctx, { classId, enrolmentId }, "withdraw", async (tx, locked) => {
    const before = mustExist(await findEnrolment(tx.db, enrolmentId), "enrolmentId");
    if (before.state === EnrolmentState.WITHDRAWN) return { enrolment: before, group: locked.group };
    return await leave(tx, locked, before, "withdraw");
  });
  return { ...withRows, enrolment: dated(withRows.enrolment) };
}

type Places = { readonly classId: string; readonly enrolmentId: string; readonly others?: readonly string[] };

/** How often it begins again where a pet got a place in one more class meanwhile. */
const TRIES = 5;

/** A pet may have a place to make up a session elsewhere: whoever waits there hears of that one, so that class is held too. */
export async function withClassesOf<T>(
  ctx: Ctx,
  { classId, enrolmentId, others = [] }: Places,
  step: string,
  run: (tx: CalendarTx, locked: LockedClass) => Promise<T>,
): Promise<T> {
  const elsewhere = fail("SYSTEM_BUSY", { retryAfterSeconds: 1 });
  for (let tries = 1; ; tries++) {
    const places = await query(ctx, (db) => comingSeats(db, enrolmentId));
    const held = new Set([classId, ...others, ...places.map((one) => one.classId)]);
    const holding = async (tx: CalendarTx): Promise<T> => {
      tx.lock([...held].map(classLock));
      const locked = await lockedClass(tx, classId, "enrolmentId");
      if ((await comingSeats(tx.db, enrolmentId)).some((one) => !held.has(one.classId))) throw elsewhere;
      return await run(tx, locked);
    };
    try {
      return await command(ctx, holding, { step });
    } catch (error) {
      if (error !== elsewhere || tries === TRIES) throw error;
    }
  }
}

/** The pet leaves; whoever waits hears of the places. */
export async function leave(
  tx: CalendarTx,
  locked: LockedClass,
  { id, state, version }: EnrolmentRow,
  action: "withdraw" | "undo",
): Promise<Withdrawn> {
  const { group } = locked;
  const held = await comingSeats(tx.db, id);
  const others: ClassRow[] = [];
  for (const one of new Set(held.map(({ classId }) => classId).filter((one) => one !== group.id)))
    others.push(await classOf(tx.ctx, tx.db, one));
  const sessionIds = held.map(({ sessionId }) => sessionId);
  const enrolment = await freeing(tx, [group, ...others], `left-${id}-v${version}`, async () => {
    await leaveSeats(tx, id, sessionIds);
    return await setState(tx.db, id, EnrolmentState.WITHDRAWN);
  });
  const before: EnrolmentBefore = { state, seats: held.map(({ classId: _, ...seat }) => seat) };
  await changed(tx, group, enrolment, action === "undo" ? { action } : { action, before });
  if (state === EnrolmentState.ENROLLED) await tellLeft(tx, locked, enrolment, action);
  for (const other of others) await drawClass(tx, other.id);
  await tell(tx, locked);
  return { enrolment, group };
}

/** Taken back before they heard that their pet is in it, they hear nothing; of what they asked for they heard as of a request that is accepted. */
async function tellLeft(tx: CalendarTx, { group, sessions }: LockedClass, enrolment: EnrolmentRow, action: "withdraw" | "undo") {
  const session = sessions.find((one) => isToCome(one, new Date()));
  if (!session || group.cancelledAt !== null) return;
  const told = { news: ClassNews.LEFT, group, session, cause: leftCause(enrolment.id, enrolment.version) };
  const takesBack = action === "undo" && enrolment.bookingRequestId === "0" ? enrolledCause(enrolment.id) : "";
  await tellClients(tx, [enrolment], { ...told, takesBack });
}

import { type Ctx, fail, mustExist } from "@leashline/kit";
import type { EnrolWaitingRequest } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { type ClassRow, classFull, type EnrolmentRow, mustGoOn, shareOf } from "../classes/class.ts";
import { changed, dated } from "../classes/enrol.ts";
import { findEnrolment, keepsSeats, setState, takeSeats } from "../classes/enrolment.store.ts";
import { placesOf } from "../classes/free-places.ts";
import { ClassNews, tellClients } from "../classes/news.ts";
import { enrolmentOf, type LockedClass, lockedClass, tell } from "../classes/reading.ts";
import { type CalendarTx, command } from "../db.ts";
import { deleteStayHold } from "../holds/stay-hold.store.ts";

/** A pet that waits is in the class from now on, in the place that is kept for it or in a free one; said again, it is as it is. */
export async function takePlace(ctx: Ctx, { enrolmentId, holdToken }: EnrolWaitingRequest): Promise<[EnrolmentRow, ClassRow]> {
  const { classId } = await enrolmentOf(ctx, enrolmentId);
  const { enrolment, group } = await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, classId, "enrolmentId");
      const before = mustExist(await findEnrolment(tx.db, enrolmentId), "enrolmentId");
      const there = before.state === EnrolmentState.ENROLLED;
      return { enrolment: there ? before : await take(tx, locked, before, holdToken), group: locked.group };
    },
    { step: "take place" },
  );
  return [dated(enrolment), group];
}

async function take(tx: CalendarTx, locked: LockedClass, before: EnrolmentRow, holdToken: string): Promise<EnrolmentRow> {
  const { group, sessions } = locked;
  mustWait(group, before);
  mustGoOn(group, sessions, new Date());
  const kept = holdToken !== "" && (await keepsSeats(tx.db, group, holdToken));
  const { free, coming } = await placesOf(tx, group, holdToken);
  if (free < 1) throw classFull(group.capacity);
  if (kept) await deleteStayHold(tx, holdToken);
  const price = shareOf(before.price, coming.length, sessions.length);
  const enrolment = await setState(tx.db, before.id, EnrolmentState.ENROLLED, price);
  await takeSeats(tx, group, enrolment.id, coming, null);
  await changed(tx, group, enrolment, { action: "enrol" });
  const [session] = coming;
  const news = { news: ClassNews.PLACE, group, cause: `class-place-${enrolment.id}`, sessions: coming.length };
  if (session) await tellClients(tx, [enrolment], { ...news, session });
  await tell(tx, locked);
  return enrolment;
}

export function mustWait({ id }: ClassRow, { classId, state }: EnrolmentRow): void {
  if (classId === id && state === EnrolmentState.WAITING) return;
  throw fail("STATE_CONFLICT", { field: "enrolmentId", message: "This pet is no longer waiting for the class." });
}

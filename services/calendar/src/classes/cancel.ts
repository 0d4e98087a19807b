import type { Ctx } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { type CalendarTx, command } from "../db.ts";
import { cancelSessionRow, findSession, updateClass } from "./class.store.ts";
import { type ClassBefore, type ClassRow, ENTITY, type EnrolmentRow, isToCome, mustBeToCome, SESSION, type SessionRow } from "./class.ts";
import { changed } from "./enrol.ts";
import { readEnrolments, setState } from "./enrolment.store.ts";
import { freeing } from "./free-places.ts";
import { ClassNews, causeOf, comingTo, tellClients } from "./news.ts";
import { sessionBefore } from "./plan.ts";
import { classOfSession, type LockedClass, lockedClass, tell } from "./reading.ts";

export async function cancelSession(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<string> {
  const classId = await classOfSession(ctx, id, "id");
  return await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, classId);
      const session = (await findSession(tx.db, id)) as SessionRow;
      if (session.cancelledAt !== null) return classId;
      mustBeToCome(session, new Date(), "id");
      const version = session.version + 1;
      const said = { session, group: locked.group, reason: reason.trim(), cause: causeOf("session", id, version) };
      await tellClients(tx, await comingTo(tx, classId, [session]), { news: ClassNews.SESSION_CANCELLED, ...said });
      await freeing(tx, [locked.group], `session-${id}-canceled-v${version}`, () => cancelSessionRow(tx, id, reason.trim()));
      const { businessId } = locked.group;
      tx.log({ entity: SESSION, id, action: "cancel", before: sessionBefore(session), after: { classId, version, reason }, businessId });
      await tell(tx, locked);
      return classId;
    },
    { step: "cancel" },
  );
}

/** Of a class that is over nobody hears that it is off. */
async function tellOfEnd(tx: CalendarTx, group: ClassRow, coming: readonly SessionRow[], reason: string): Promise<void> {
  const [session] = coming;
  if (!session) return;
  const waiting = (await readEnrolments(tx.db, group.id)).filter((one) => one.classId === group.id && one.state === EnrolmentState.WAITING);
  const news = { news: ClassNews.CLASS_CANCELLED, group, session, reason, cause: causeOf("class", group.id, group.version + 1) };
  await tellClients(tx, [...(await comingTo(tx, group.id, coming)), ...waiting], news);
}

export async function cancelClass(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<void> {
  await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, id);
      if (locked.group.cancelledAt === null) await endClass(tx, locked, { action: "cancel", reason: reason.trim() });
      return null;
    },
    { step: "cancel" },
  );
}

/** Its sessions to come are off, and nobody waits for it any more. */
export async function endClass(tx: CalendarTx, locked: LockedClass, { action, reason }: { action: string; reason: string }): Promise<void> {
  const { group, sessions } = locked;
  const now = new Date();
  const coming = sessions.filter((one) => isToCome(one, now));
  await tellOfEnd(tx, group, coming, reason);
  for (const session of coming) await cancelSessionRow(tx, session.id, reason);
  const after = { ...group, cancelledAt: now, cancelReason: reason, version: group.version + 1 };
  const waiting = await letGo(tx, after);
  await updateClass(tx.db, after);
  const before: ClassBefore = { sessions: coming.map(({ id }) => id), waiting: waiting.map(({ id, version }) => ({ id, version })) };
  tx.log({ entity: ENTITY, id: group.id, action, ...(action === "cancel" && { before }), after, businessId: group.businessId });
  await tell(tx, locked);
}

/** Tells of everybody's place that the class is off; answers who waited for one. */
async function letGo(tx: CalendarTx, group: ClassRow): Promise<EnrolmentRow[]> {
  const gone: EnrolmentRow[] = [];
  for (const one of await readEnrolments(tx.db, group.id)) {
    if (one.classId !== group.id) continue;
    const waited = one.state === EnrolmentState.WAITING;
    const row = await setState(tx.db, one.id, waited ? EnrolmentState.WITHDRAWN : one.state);
    await changed(tx, group, row, { action: waited ? "withdraw" : "cancel" });
    if (waited) gone.push(row);
  }
  return gone;
}

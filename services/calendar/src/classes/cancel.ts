import type { Ctx } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { type CalendarTx, command } from "../db.ts";
import { cancelSessionRow, findSession, updateClass } from "./class.store.ts";
import { type ClassRow, ENTITY, isToCome, mustBeToCome, type SessionRow } from "./class.ts";
import { changed } from "./enrol.ts";
import { readEnrolments, setState } from "./enrolment.store.ts";
import { freeing } from "./free-places.ts";
import { ClassNews, comingTo, tellClients } from "./news.ts";
import { classOfSession, lockedClass, tell } from "./reading.ts";

export async function cancelSession(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<string> {
  const classId = await classOfSession(ctx, id, "id");
  return await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, classId);
      const session = (await findSession(tx.db, id)) as SessionRow;
      if (session.cancelledAt !== null) return classId;
      mustBeToCome(session, new Date(), "id");
      const said = { session, group: locked.group, reason: reason.trim(), cause: `class-session-${id}-canceled` };
      await tellClients(tx, await comingTo(tx, classId, [session]), { news: ClassNews.SESSION_CANCELLED, ...said });
      await freeing(tx, [locked.group], `session-${id}-canceled`, () => cancelSessionRow(tx, id, reason.trim()));
      const after = { sessionId: id, date: session.date, reason };
      tx.log({ entity: ENTITY, id: classId, action: "cancel session", after, businessId: locked.group.businessId });
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
  const news = { news: ClassNews.CLASS_CANCELLED, group, session, reason, cause: `class-${group.id}-canceled` };
  await tellClients(tx, [...(await comingTo(tx, group.id, coming)), ...waiting], news);
}

export async function cancelClass(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<void> {
  await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, id);
      const { group, sessions } = locked;
      if (group.cancelledAt !== null) return null;
      const now = new Date();
      const coming = sessions.filter((one) => isToCome(one, now));
      await tellOfEnd(tx, group, coming, reason.trim());
      for (const session of coming) await cancelSessionRow(tx, session.id, reason.trim());
      const after = { ...group, cancelledAt: now, cancelReason: reason.trim(), version: group.version + 1 };
      for (const one of await readEnrolments(tx.db, id)) {
        if (one.classId !== id) continue;
        const waited = one.state === EnrolmentState.WAITING;
        await changed(
          tx,
          after,
          await setState(tx.db, one.id, waited ? EnrolmentState.WITHDRAWN : one.state),
          waited ? "withdraw" : "cancel",
        );
      }
      await updateClass(tx.db, after);
      tx.log({ entity: ENTITY, id, action: "cancel", before: group, after, businessId: group.businessId });
      await tell(tx, locked);
      return null;
    },
    { step: "cancel" },
  );
}

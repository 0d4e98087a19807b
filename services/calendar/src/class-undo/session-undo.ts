import { type Ctx, fail } from "@leashline/kit";
import { giveBackSession, moveSession, reviveSession } from "../classes/class.store.ts";
import { type ClassRow, classFull, SESSION, type SessionBefore, type SessionRow, type Times } from "../classes/class.ts";
import { seatLatecomers } from "../classes/enrolment.store.ts";
import { ClassNews, causeOf, comingTo, tellClients } from "../classes/news.ts";
import { mustFit, type Placing, placed, placing, timesOf } from "../classes/plan.ts";
import { classOf, lockedClass, tell } from "../classes/reading.ts";
import { type CalendarTx, query } from "../db.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { takeBackAct } from "./rights.ts";

type Undo = { readonly classId: string; readonly sessionId: string; readonly version: number };

/** What was put over something or outside the hours on purpose goes back there. */
export const asItWas = (overbook: boolean) => ({ overbook, outsideWorkingHours: true });

export async function businessOfClass(ctx: Ctx, classId: string): Promise<BusinessFacts> {
  const { businessId } = await query(ctx, (db) => classOf(ctx, db, classId, "classId"));
  return await businessOf(ctx, businessId);
}

/** A session where it was, unless its time is taken by now, or no longer fits into its class. */
export async function undoSession(ctx: Ctx, { classId, sessionId, version }: Undo): Promise<void> {
  const business = await businessOfClass(ctx, classId);
  await placing(ctx, business, asItWas(false), async (placing) => {
    const { tx } = placing;
    const locked = await lockedClass(tx, classId, "classId");
    const session = locked.sessions.find(({ id }) => id === sessionId);
    if (!session || session.version !== version || locked.group.cancelledAt !== null) throw fail("UNDO_EXPIRED");
    const { before } = await takeBackAct<SessionBefore>(tx, { entity: SESSION, id: sessionId }, version);
    if (!before || isPast(before, business.zone)) throw fail("UNDO_EXPIRED");
    mustFit(before, session, locked);
    if (session.cancelledAt === null) await giveBackSession(tx, session.id);
    await putBack({ ...placing, anyway: asItWas(before.overbooked) }, locked.group, session, before);
    await tellOfUndo(tx, locked.group, session, before);
    const after = { classId, version: version + 1 };
    tx.log({ entity: SESSION, id: sessionId, action: "undo", after, businessId: locked.group.businessId });
    await tell(tx, locked);
    return null;
  });
}

export const isPast = ({ date, start, end }: Times, zone: string): boolean =>
  instantsOf(date, { start, end }, zone).end.epochMilliseconds <= Date.now();

/** Its time and its places are taken; of one that was canceled also for whoever came into the class since. */
export async function putBack(
  placing: Placing,
  group: ClassRow,
  session: SessionRow,
  to: Times & { readonly staffId: string },
): Promise<void> {
  const { tx, business } = placing;
  const [facts] = await placed(placing, to.staffId, [{ date: to.date, start: to.start, end: to.end }]);
  if (!facts) return;
  if (session.cancelledAt !== null) {
    await reviveSession(tx, session.id);
    const latecomers = await seatLatecomers(tx, session);
    if (session.taken + latecomers > group.capacity) throw classFull(group.capacity);
  }
  await moveSession(tx, { id: session.id, capacity: group.capacity }, facts, business);
}

async function tellOfUndo(tx: CalendarTx, group: ClassRow, session: SessionRow, before: SessionBefore): Promise<void> {
  const news = {
    group,
    session: { ...session, staffId: before.staffId },
    cause: causeOf("session", session.id, session.version + 1),
    takesBack: causeOf("session", session.id, session.version),
  };
  const coming = await comingTo(tx, group.id, [session]);
  const now = timesOf(session);
  if (session.cancelledAt !== null) await tellClients(tx, coming, { ...news, news: ClassNews.SESSION_RESTORED });
  else if (now.date !== before.date || now.start !== before.start)
    await tellClients(tx, coming, { ...news, news: ClassNews.SESSION_MOVED, movedTo: before });
}

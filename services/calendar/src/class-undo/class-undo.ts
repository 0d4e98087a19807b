import { type Ctx, fail } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { endClass } from "../classes/cancel.ts";
import { updateClass } from "../classes/class.store.ts";
import { type ClassBefore, type ClassRow, ENTITY, isToCome, type SessionRow } from "../classes/class.ts";
import { changed } from "../classes/enrol.ts";
import { findEnrolment, readEnrolments, setState } from "../classes/enrolment.store.ts";
import { freeing } from "../classes/free-places.ts";
import { ClassNews, causeOf, comingTo, tellClients } from "../classes/news.ts";
import { handOver, type Placing, placing, resize, timesOf } from "../classes/plan.ts";
import { type LockedClass, lockedClass, tell } from "../classes/reading.ts";
import type { CalendarTx } from "../db.ts";
import { takeBackAct } from "./rights.ts";
import { asItWas, businessOfClass, isPast, putBack } from "./session-undo.ts";

type Changed = Extract<ClassBefore, { readonly group: object }>;
type Canceled = Extract<ClassBefore, { readonly sessions: object }>;

/** A class as it was before it was changed or canceled; one that was planned is off again while nobody is in it. */
export async function undoClass(ctx: Ctx, { classId, version }: { classId: string; version: number }): Promise<void> {
  const business = await businessOfClass(ctx, classId);
  await placing(ctx, business, asItWas(false), async (placing) => {
    const { tx } = placing;
    const locked = await lockedClass(tx, classId, "classId");
    const { before } = await takeBackAct<ClassBefore>(tx, { entity: ENTITY, id: classId }, version);
    if (locked.group.version !== version) throw fail("UNDO_EXPIRED");
    if (!before) await unplan(tx, locked);
    else if ("group" in before) await changeBack(placing, locked, before);
    else await goOn(placing, locked, before);
    return null;
  });
}

async function unplan(tx: CalendarTx, locked: LockedClass): Promise<void> {
  if ((await readEnrolments(tx.db, locked.group.id)).length > 0) throw fail("UNDO_EXPIRED");
  await endClass(tx, locked, { action: "undo", reason: "Planning undone" });
}

async function changeBack(placing: Placing, locked: LockedClass, { group: was, handed, overbooked }: Changed): Promise<void> {
  const { tx } = placing;
  const { group: now, sessions } = locked;
  const group: ClassRow = { ...now, ...was, version: now.version + 1 };
  const coming = sessions.filter((one) => isToCome(one, new Date()));
  const theirs = coming.filter(({ id, staffId }) => handed.includes(id) && staffId === now.staffId);
  await freeing(tx, [now], `class-v${group.version}`, async () => {
    if (group.capacity !== now.capacity && coming.length > 0) await resize(tx, group, coming);
    if (theirs.length > 0) await handOver({ ...placing, anyway: asItWas(overbooked) }, group, theirs);
    await updateClass(tx.db, group);
  });
  log(tx, group);
  await tell(tx, locked);
}

/** Its sessions that are still to come take place, and whoever was in it or waited for it is and does again. */
async function goOn(placing: Placing, locked: LockedClass, { sessions, waiting }: Canceled): Promise<void> {
  const { tx, business } = placing;
  const group: ClassRow = { ...locked.group, cancelledAt: null, cancelReason: "", version: locked.group.version + 1 };
  const off = locked.sessions.filter((one) => sessions.includes(one.id) && !isPast(timesOf(one), business.zone));
  await freeing(tx, [locked.group], `class-v${group.version}`, async () => {
    await updateClass(tx.db, group);
    for (const session of off)
      await putBack({ ...placing, anyway: asItWas(session.overbooked) }, group, session, { ...timesOf(session), staffId: session.staffId });
    await takeIn(tx, group, waiting);
  });
  await tellOfUndo(tx, group, off);
  log(tx, group);
  await tell(tx, locked);
}

async function takeIn(tx: CalendarTx, group: ClassRow, waiting: Canceled["waiting"]): Promise<void> {
  for (const { id, version } of waiting) {
    const row = await findEnrolment(tx.db, id);
    if (row?.version === version) await changed(tx, group, await setState(tx.db, id, EnrolmentState.WAITING), { action: "undo" });
  }
  for (const one of await readEnrolments(tx.db, group.id))
    if (one.classId === group.id && one.state === EnrolmentState.ENROLLED)
      await changed(tx, group, await setState(tx.db, one.id, one.state), { action: "undo" });
}

async function tellOfUndo(tx: CalendarTx, group: ClassRow, off: readonly SessionRow[]): Promise<void> {
  const [session] = off;
  if (!session) return;
  const waiting = (await readEnrolments(tx.db, group.id)).filter((one) => one.classId === group.id && one.state === EnrolmentState.WAITING);
  const causes = { cause: causeOf("class", group.id, group.version), takesBack: causeOf("class", group.id, group.version - 1) };
  await tellClients(tx, [...(await comingTo(tx, group.id, off)), ...waiting], {
    news: ClassNews.CLASS_RESTORED,
    group,
    session,
    ...causes,
  });
}

const log = (tx: CalendarTx, { id, version, businessId }: ClassRow): void =>
  tx.log({ entity: ENTITY, id, action: "undo", after: { version }, businessId });

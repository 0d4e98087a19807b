import { ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { CalendarTx, Db } from "../db.ts";
import { findClass, readSessions } from "./class.store.ts";
import { type ClassRow, freeIn, isToCome, type Kept, type SessionRow, withHeld } from "./class.ts";
import { countWaiting, firstWaiting, readHeldSeats } from "./enrolment.store.ts";

type Places = { readonly free: number; readonly coming: readonly SessionRow[] };

/** Places that nobody has in any session to come and that are kept for nobody; those of one hold count as free. */
export async function placesOf(tx: CalendarTx, group: ClassRow, holdToken = ""): Promise<Places> {
  const now = new Date();
  const coming = (await readSessions(tx.db, [group.id])).filter((one) => isToCome(one, now));
  return { free: group.cancelledAt === null ? await freeOf(tx.db, group, coming, holdToken) : 0, coming };
}

/** Places that nobody has in any of these sessions and that are kept for nobody; those of one hold count as free. */
export async function freeOf(db: Db, group: ClassRow, sessions: readonly SessionRow[], holdToken = ""): Promise<number> {
  const ids = sessions.map(({ id }) => id);
  return freeIn(withHeld(sessions, await readHeldSeats(db, group, ids, holdToken)), group.capacity);
}

/** For whom places of a class are kept, where they are. */
export async function keptFor(db: Db, { id }: Pick<ClassRow, "id">, kept: boolean): Promise<Kept> {
  if (!kept) return "nobody";
  return (await firstWaiting(db, id)) ? "offer" : "request";
}

/** Does what may free places of these classes, and tells whoever waits for them of those that it did. */
export async function freeing<T>(tx: CalendarTx, groups: readonly ClassRow[], cause: string, act: () => Promise<T>): Promise<T> {
  const before = new Map<string, number>();
  for (const group of groups) before.set(group.id, (await placesOf(tx, group)).free);
  const done = await act();
  for (const { id } of groups) {
    const group = await findClass(tx.db, id);
    if (group) await tellFreed(tx, group, { before: before.get(id) ?? 0, cause });
  }
  return done;
}

/** `before`: so many were free already, and whoever waits knows of them. */
export async function tellFreed(tx: CalendarTx, group: ClassRow, { before = 0, cause }: { before?: number; cause: string }): Promise<void> {
  const waiting = await countWaiting(tx.db, group.id);
  if (waiting === 0) return;
  const { free, coming } = await placesOf(tx, group);
  const [next] = coming;
  const places = Math.min(free - Math.max(0, before), waiting);
  if (!next || places < 1) return;
  tx.emit(
    ClassPlacesFreedSchema,
    {
      classId: group.id,
      className: group.name,
      serviceId: group.serviceId,
      businessId: group.businessId,
      places,
      date: next.date,
      startTime: next.startMinute,
      endTime: next.endMinute,
      lastDate: coming.at(-1)?.date ?? next.date,
      cause,
    },
    { key: `class-${group.id}` },
  );
}

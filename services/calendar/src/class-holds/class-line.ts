import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { ClassLineSchema } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { toClass, toEnrolment } from "../classes/class.mapper.ts";
import { findClasses, readSessions } from "../classes/class.store.ts";
import { type ClassRow, freeIn, isToCome, type SessionRow, withHeld } from "../classes/class.ts";
import { readHeldSeats, readWaiting } from "../classes/enrolment.store.ts";
import { namesIn } from "../classes/reading.ts";
import { type Db, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";

/** Classes as those who wait for them see them. */
export async function classLines(ctx: Ctx, classIds: readonly string[]): Promise<MessageInitShape<typeof ClassLineSchema>[]> {
  const groups = await query(ctx, (db) => findClasses(db, classIds));
  const zones = new Map<string, string>();
  for (const { businessId } of groups) zones.set(businessId, zones.get(businessId) ?? (await businessOf(ctx, businessId)).zone);
  const now = new Date();
  return await query(ctx, async (db) => {
    const sessions = await readSessions(db, classIds);
    const [waiting, names] = [await readWaiting(db, classIds), await namesIn(db, groups, sessions)];
    const lines: MessageInitShape<typeof ClassLineSchema>[] = [];
    for (const group of groups) {
      const own = sessions.filter(({ classId }) => classId === group.id && group.cancelledAt === null);
      const inLine = waiting.filter(({ classId }) => classId === group.id);
      const coming = own.filter((one) => begins(one, zones.get(group.businessId) ?? "UTC") > now.getTime() && one.cancelledAt === null);
      lines.push({
        groupClass: toClass({ ...group, enrolled: 0, waiting: inLine.length }, coming, names, now),
        free: await freeOf(db, group, own, now),
        waiting: inLine.map((one) => ({ enrolment: toEnrolment(one, group), bookingRequestId: one.bookingRequestId })),
      });
    }
    return lines;
  });
}

const begins = ({ date, startMinute: start, endMinute: end }: SessionRow, zone: string): number =>
  instantsOf(date, { start, end }, zone).start.epochMilliseconds;

async function freeOf(db: Db, group: ClassRow, sessions: readonly SessionRow[], now: Date): Promise<number> {
  const coming = sessions.filter((one) => isToCome(one, now));
  const ids = coming.map(({ id }) => id);
  return Math.max(0, freeIn(withHeld(coming, await readHeldSeats(db, group, ids)), group.capacity));
}

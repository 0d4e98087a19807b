import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toMoney } from "@leashline/kit";
import type { ClassLineSchema } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { toClass, toEnrolment } from "../classes/class.mapper.ts";
import { findClasses, readSessions } from "../classes/class.store.ts";
import { freeIn, isToCome, type SessionRow, shareOf, withHeld } from "../classes/class.ts";
import { readHeldSeats, readWaiting } from "../classes/enrolment.store.ts";
import { namesIn } from "../classes/reading.ts";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";

/** Classes as those who wait for them see them. */
export async function classLines(ctx: Ctx, classIds: readonly string[]): Promise<MessageInitShape<typeof ClassLineSchema>[]> {
  const groups = await query(ctx, (db) => findClasses(db, classIds));
  const businessIds = [...new Set(groups.map(({ businessId }) => businessId))];
  const zones = new Map(await Promise.all(businessIds.map(async (id) => [id, (await businessOf(ctx, id)).zone] as const)));
  const now = new Date();
  return await query(ctx, async (db) => {
    const [sessions, waiting] = await Promise.all([readSessions(db, classIds), readWaiting(db, classIds)]);
    const ids = sessions.map(({ id }) => id);
    const [names, ...held] = await Promise.all([
      namesIn(db, groups, sessions),
      ...businessIds.map((businessId) => readHeldSeats(db, { businessId }, ids)),
    ]);
    const heldIn = new Map(held.flatMap((one) => [...one]));
    return groups.map((group) => {
      const own = sessions.filter((one) => one.classId === group.id && group.cancelledAt === null && one.cancelledAt === null);
      const planned = sessions.filter(({ classId }) => classId === group.id).length;
      const inLine = waiting.filter(({ classId }) => classId === group.id);
      const ahead = own.filter((one) => begins(one, zones.get(group.businessId) ?? "UTC") > now.getTime());
      const toCome = own.filter((one) => isToCome(one, now));
      return {
        groupClass: toClass({ ...group, enrolled: 0, waiting: inLine.length }, ahead, names, now),
        free: Math.max(0, freeIn(withHeld(toCome, heldIn), group.capacity)),
        waiting: inLine.map((one) => ({
          enrolment: toEnrolment(one, group),
          bookingRequestId: one.bookingRequestId,
          placePrice: toMoney(shareOf(one.price, toCome.length, planned), group.currency),
        })),
      };
    });
  });
}

const begins = ({ date, startMinute: start, endMinute: end }: SessionRow, zone: string): number =>
  instantsOf(date, { start, end }, zone).start.epochMilliseconds;

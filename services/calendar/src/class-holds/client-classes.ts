import type { MessageInitShape } from "@bufbuild/protobuf";
import { businessesOf, type Ctx } from "@leashline/kit";
import type { ClientClassSchema, GetClientClassesRequest } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { toEnrolment, toSession } from "../classes/class.mapper.ts";
import { findClasses, readSessionsById } from "../classes/class.store.ts";
import type { SessionRow } from "../classes/class.ts";
import { namesIn } from "../classes/reading.ts";
import { query } from "../db.ts";
import { enrolmentsOf, seatsOf } from "./client-classes.store.ts";

const MOST = 100;

/** The classes of one client's pets, each pet's place by itself. */
export async function clientClasses(
  ctx: Ctx,
  { businessId, customerId, allLocations }: GetClientClassesRequest,
): Promise<MessageInitShape<typeof ClientClassSchema>[]> {
  const now = new Date();
  const of = { businessIds: businessesOf(ctx, allLocations ? "0" : businessId), customerId };
  return await query(ctx, async (db) => {
    const enrolments = await enrolmentsOf(db, of, MOST);
    const seats = await seatsOf(
      db,
      enrolments.map(({ id }) => id),
    );
    const [groups, sessions] = await Promise.all([
      findClasses(db, [...new Set(enrolments.map(({ classId }) => classId))]),
      readSessionsById(db, [...new Set(seats.map(({ sessionId }) => sessionId))]),
    ]);
    const names = await namesIn(db, [], sessions);
    const sessionsOf = (id: string): SessionRow[] =>
      sessions.filter((one) => one.cancelledAt === null && seats.some((seat) => seat.enrolmentId === id && seat.sessionId === one.id));
    return enrolments.flatMap((one) => {
      const group = groups.find(({ id }) => id === one.classId);
      if (!group) return [];
      return {
        enrolment: toEnrolment(one, group),
        className: group.name,
        cancelled: group.cancelledAt !== null,
        sessions: sessionsOf(one.id).map((session) => toSession(session, names, now)),
      };
    });
  });
}

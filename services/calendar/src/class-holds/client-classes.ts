import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { ClientClassSchema } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { toEnrolment, toSession } from "../classes/class.mapper.ts";
import { findClasses, readSessions, readSessionsById } from "../classes/class.store.ts";
import { isToCome, type SessionRow } from "../classes/class.ts";
import { namesIn } from "../classes/reading.ts";
import { query } from "../db.ts";
import { enrolmentsOf, placesInLine, seatsOf } from "./client-classes.store.ts";

const MOST = 100;

/** The classes of one client's pets, each pet's place by itself. */
export async function clientClasses(
  ctx: Ctx,
  of: { businessId: string; customerId: string },
): Promise<MessageInitShape<typeof ClientClassSchema>[]> {
  const now = new Date();
  return await query(ctx, async (db) => {
    const enrolments = await enrolmentsOf(db, of, MOST);
    const waiting = enrolments.filter(({ state }) => state === EnrolmentState.WAITING);
    const seats = await seatsOf(
      db,
      enrolments.map(({ id }) => id),
    );
    const [groups, seated, awaited, placeOf] = await Promise.all([
      findClasses(db, [...new Set(enrolments.map(({ classId }) => classId))]),
      readSessionsById(db, [...new Set(seats.map(({ sessionId }) => sessionId))]),
      readSessions(db, [...new Set(waiting.map(({ classId }) => classId))]),
      placesInLine(
        db,
        waiting.map(({ id }) => id),
      ),
    ]);
    const names = await namesIn(db, [], [...seated, ...awaited]);
    const sessionsOf = (id: string, classId: string): SessionRow[] =>
      placeOf.has(id)
        ? awaited.filter((one) => one.classId === classId && isToCome(one, now))
        : seated.filter((one) => one.cancelledAt === null && seats.some((seat) => seat.enrolmentId === id && seat.sessionId === one.id));
    return enrolments.flatMap((one) => {
      const group = groups.find(({ id }) => id === one.classId);
      if (!group) return [];
      return {
        enrolment: toEnrolment(one, group),
        className: group.name,
        cancelled: group.cancelledAt !== null,
        sessions: sessionsOf(one.id, one.classId).map((session) => toSession(session, names, now)),
        linePlace: placeOf.get(one.id) ?? 0,
      };
    });
  });
}

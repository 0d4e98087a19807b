import { type Ctx, implement, listed, type Page } from "@leashline/kit";
import { ClassService, type ListClassesRequest } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { addMakeUp, noteAttendance } from "./attend.ts";
import { cancelClass, cancelSession } from "./cancel.ts";
import { toClass, toEnrolment, toSeat, toSession } from "./class.mapper.ts";
import { countClasses, findSession, listClasses, makeUpSessions, readSessions } from "./class.store.ts";
import { enrolPet } from "./enrol.ts";
import { readHeldSeats } from "./enrolment.store.ts";
import { changeClass, changeSession, createClass } from "./plan.ts";
import { classOf, namesIn, shownClass } from "./reading.ts";
import { withdrawPet } from "./withdraw.ts";

const MOST_MAKE_UPS = 50;

const shown = async (ctx: Ctx, id: string) => ({ groupClass: (await query(ctx, (db) => shownClass(ctx, db, id))).groupClass });

export const classRpc = implement(ClassService, {
  listClasses: (request, ctx) => list(ctx, request),
  getClass: ({ id }, ctx) => query(ctx, (db) => shownClass(ctx, db, id)),
  createClass: async (request, ctx) => await shown(ctx, await createClass(ctx, request)),

  async updateClass(request, ctx) {
    const { businessId } = await query(ctx, (db) => classOf(ctx, db, request.id));
    await changeClass(ctx, businessId, request);
    return await shown(ctx, request.id);
  },

  async updateClassSession(request, ctx) {
    await changeSession(ctx, request);
    return await query(ctx, async (db) => {
      const session = await findSession(db, request.id);
      return session ? { session: toSession(session, await namesIn(db, [], [session]), new Date()) } : {};
    });
  },

  cancelClassSession: async (request, ctx) => await shown(ctx, await cancelSession(ctx, request)),
  async cancelClass(request, ctx) {
    await cancelClass(ctx, request);
    return await shown(ctx, request.id);
  },

  async enrolPet(request, ctx) {
    const { enrolment, group } = await enrolPet(ctx, request);
    return { enrolment: toEnrolment(enrolment, group) };
  },
  async withdrawPet({ enrolmentId }, ctx) {
    const { enrolment, group } = await withdrawPet(ctx, enrolmentId);
    return { enrolment: toEnrolment(enrolment, group) };
  },

  setAttendance: async (request, ctx) => ({ seat: toSeat(await noteAttendance(ctx, request)) }),
  async addMakeUp(request, ctx) {
    const { seat, version } = await addMakeUp(ctx, request);
    return { seat: toSeat(seat), version };
  },

  getMakeUpSessions: ({ classId }, ctx) =>
    query(ctx, async (db) => {
      const group = await classOf(ctx, db, classId, "classId");
      const listed = await makeUpSessions(db, group, MOST_MAKE_UPS);
      const held = await readHeldSeats(
        db,
        group,
        listed.map(({ id }) => id),
      );
      const found = listed.map((one) => ({ ...one, free: one.free - (held.get(one.id) ?? 0) })).filter(({ free }) => free > 0);
      const [names, now] = [await namesIn(db, [], found), new Date()];
      return {
        sessions: found.map((one) => ({
          classId: one.classId,
          className: one.className,
          session: toSession(one, names, now),
          free: one.free,
        })),
      };
    }),
});

async function list(ctx: Ctx, request: ListClassesRequest) {
  const { businessId } = await businessOf(ctx, request.businessId);
  const of = { businessId, past: request.past };
  return await query(ctx, async (db) => {
    const read = (page: Page) => listClasses(db, of, page);
    const key = (row: { nextDate: string; id: string }) => (of.past ? ["", row.id] : [row.nextDate, row.id]);
    const { rows, nextPageToken } = await listed(request, { standard: 50, most: 100, read, key });
    const sessions = await readSessions(
      db,
      rows.map(({ id }) => id),
    );
    const [names, now] = [await namesIn(db, rows, sessions), new Date()];
    return { classes: rows.map((row) => toClass(row, sessions, names, now)), nextPageToken, total: await countClasses(db, of) };
  });
}

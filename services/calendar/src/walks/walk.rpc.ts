import { type Ctx, fromWireDate, implement, toWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  type FinishWalkRequest,
  type StartWalkRequest,
  type WalkPlace,
  WalkService,
} from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { statuses } from "../appointments/moves.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { changeAppointment } from "../booking/change.ts";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { step } from "../status/progress.ts";
import { toWalk } from "./walk.mapper.ts";
import { notedOf, readNoted, readWalks, saveFinish, saveStart } from "./walk.store.ts";
import { finished, mustBeWalk, nothingNoted, type Place, started } from "./walk.ts";
import { sendReport, undoReport, writeReport } from "./walk-report.ts";

const MOST_WALKS = 500;
const shown = { careType: DOG_WALKING, statuses: statuses.filter((one) => one !== AppointmentStatus.CANCELLED), most: MOST_WALKS };

export const walkRpc = implement(WalkService, {
  async getDayWalks({ businessId: asked, date, staffIds }, ctx) {
    const business = await businessOf(ctx, asked);
    const day = date ? fromWireDate(date, "date") : todayAt(business, Date.now());
    return await query(ctx, async (db) => {
      const walks = await readWalks(db, { businessId: business.businessId, date: day, staffIds }, shown);
      const noted = await readNoted(
        db,
        walks.map(({ id }) => id),
      );
      const of = ({ id }: Appointment) => noted.get(id) ?? nothingNoted;
      return { date: toWireDate(day), walks: walks.map((appointment) => toWalk({ appointment, noted: of(appointment) })) };
    });
  },

  getWalk: async ({ appointmentId }, ctx) => answer(ctx, mustBeWalk(await appointmentOf(ctx, appointmentId, "appointmentId"))),
  startWalk: async (request, ctx) => answer(ctx, await start(ctx, request)),
  finishWalk: async (request, ctx) => answer(ctx, await finish(ctx, request)),

  async updateWalkReport(request, ctx) {
    const { visit, change } = await writeReport(ctx, request);
    return { ...(await answer(ctx, visit)), change };
  },
  async sendWalkReport({ appointmentId }, ctx) {
    const { visit, change } = await sendReport(ctx, appointmentId);
    return { ...(await answer(ctx, visit)), change };
  },
  undoWalkReport: async (request, ctx) => answer(ctx, await undoReport(ctx, request)),
});

const answer = async (ctx: Ctx, appointment: Appointment) => ({
  walk: toWalk({ appointment, noted: await query(ctx, (db) => notedOf(db, appointment.id)) }),
});

const placeOf = (place: WalkPlace | undefined): Place | null =>
  place ? { lat: place.lat, lng: place.lng, accuracy: place.accuracy } : null;

const whence = (place: Place | null): string => (place ? "" : "; the device did not say where");

const start = (ctx: Ctx, { appointmentId: id, place }: StartWalkRequest): Promise<Appointment> =>
  changeAppointment(ctx, { id, version: 0 }, async (current, { tx, now }) => {
    mustBeOwnOrAllowed(ctx, current);
    const plan = started(current, now);
    if (!plan) return null;
    await saveStart(tx.db, id, placeOf(place));
    return { plan, kind: "updateStatus", note: step(current.status, plan.status) + whence(placeOf(place)) };
  });

const finish = (ctx: Ctx, { appointmentId: id, place }: FinishWalkRequest): Promise<Appointment> =>
  changeAppointment(ctx, { id, version: 0 }, async (current, { tx, now }) => {
    mustBeOwnOrAllowed(ctx, current);
    const plan = finished(current, now);
    if (!plan) return null;
    await saveFinish(tx.db, id, placeOf(place));
    return { plan, kind: "updateStatus", note: step(current.status, plan.status) + whence(placeOf(place)) };
  });

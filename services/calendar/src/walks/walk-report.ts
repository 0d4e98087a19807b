import { type Ctx, mustBeCurrent } from "@leashline/kit";
import { WalkReportedSchema, WalkReportTakenBackSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { UndoWalkReportRequest, UpdateWalkReportRequest } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { type Logged, logNumbered, takeBack } from "../changes/changes.store.ts";
import { type CalendarTx, command } from "../db.ts";
import { lockWalk, notedOf, saveReport, saveReported, unsayReported } from "./walk.store.ts";
import { mustBeReportable, reportAfter, type Written } from "./walk.ts";

/** What an act on a report replaced: its words, or when it was shown last. */
type Before = { readonly written: Written } | { readonly reportedAt: string | null; readonly time: number };
type Acted = { readonly visit: Appointment; readonly change: number };

const loggedAs = ({ id }: Pick<Appointment, "id">): Logged => ({ entity: "walk", id });

async function visitOf(ctx: Ctx, appointmentId: string): Promise<Appointment> {
  const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
  mustBeOwnOrAllowed(ctx, visit);
  return visit;
}

export async function writeReport(ctx: Ctx, { appointmentId, report, updateMask, version }: UpdateWalkReportRequest): Promise<Acted> {
  const visit = await visitOf(ctx, appointmentId);
  const change = await command(
    ctx,
    async (tx) => {
      lockWalk(tx, visit.id);
      const before = await notedOf(tx.db, visit.id);
      mustBeCurrent(version, before.version);
      const after = reportAfter(visit, report!, updateMask, before, ctx.companyId);
      await saveReport(tx.db, visit.id, after);
      const { note, photoPaths, pets } = before;
      return await tell(tx, visit, "report written", { written: { note, photoPaths, pets } });
    },
    { step: "report" },
  );
  return { visit, change };
}

export async function sendReport(ctx: Ctx, appointmentId: string): Promise<Acted> {
  const visit = await visitOf(ctx, appointmentId);
  mustBeReportable(visit);
  const change = await command(
    ctx,
    async (tx) => {
      lockWalk(tx, visit.id);
      const { reportedAt } = await notedOf(tx.db, visit.id);
      const time = await saveReported(tx.db, visit.id);
      const { id, businessId, customerId } = visit;
      tx.emit(WalkReportedSchema, { appointmentId: id, businessId, customerId, time }, { key: id });
      return await tell(tx, visit, "report sent", { reportedAt: reportedAt?.toISOString() ?? null, time });
    },
    { step: "report" },
  );
  return { visit, change };
}

/** The report as it was before the newest act on it; a client who was not told of it yet is not told. */
export async function undoReport(ctx: Ctx, { appointmentId, change }: UndoWalkReportRequest): Promise<Appointment> {
  const visit = await visitOf(ctx, appointmentId);
  await command(
    ctx,
    async (tx) => {
      lockWalk(tx, visit.id);
      const { before } = await takeBack<Before>(tx, loggedAs(visit), change);
      if (before) await restore(tx, visit, before);
      return await tell(tx, visit, "undo");
    },
    { step: "undo" },
  );
  return visit;
}

async function restore(tx: CalendarTx, { id, businessId }: Appointment, before: Before): Promise<void> {
  if ("written" in before) {
    await saveReport(tx.db, id, before.written);
    return;
  }
  await unsayReported(tx.db, id, before.reportedAt);
  tx.emit(WalkReportTakenBackSchema, { appointmentId: id, businessId, time: before.time }, { key: id });
}

/** Answers the number by which undo names it. */
async function tell(tx: CalendarTx, visit: Appointment, action: string, before?: Before): Promise<number> {
  const { id, businessId, date } = visit;
  tx.notify("calendar.cards", { businessId, dates: [date], ids: [id] });
  return await logNumbered(tx, loggedAs(visit), { businessId, action, before });
}

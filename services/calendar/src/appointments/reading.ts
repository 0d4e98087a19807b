import { businessesOf, type Ctx, fromWireDate, listed, mustExistFor, type Page } from "@leashline/kit";
import type { ListCustomerAppointmentsRequest } from "@leashline/proto/leashline/calendar/v1/appointment_reading_pb.js";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { readAppointments } from "./appointment.store.ts";
import type { Appointment } from "./appointment.ts";
import {
  type Counts,
  countOfClient,
  type PastComment,
  readAfter,
  readCommentsBefore,
  readCounts,
  readOfClient,
} from "./client-appointments.store.ts";

/** What of a client's appointments a caller is shown: those at businesses they may name. */
const reached = (ctx: Ctx): readonly string[] | null => businessesOf(ctx, "0");

export async function appointmentOf(ctx: Ctx, id: string, field = "id"): Promise<Appointment> {
  const [appointment] = await query(ctx, (db) => readAppointments(db, [id]));
  return mustExistFor(ctx, appointment, field, "APPOINTMENT_NOT_FOUND");
}

export async function appointmentsOfClient(ctx: Ctx, request: ListCustomerAppointmentsRequest) {
  const { statuses, customerId } = request;
  const from = request.startDate ? fromWireDate(request.startDate, "startDate") : "0001-01-01";
  const to = request.endDate ? fromWireDate(request.endDate, "endDate") : "9999-12-31";
  const asked = { customerId, from, to, statuses, at: reached(ctx) };
  return await query(ctx, async (db) => {
    const read = (page: Page) => readOfClient(db, asked, page);
    const { rows, nextPageToken } = await listed(request, { read, key: ({ date, id }) => [date, id] });
    return { appointments: rows, nextPageToken, total: await countOfClient(db, asked) };
  });
}

const recordsAtOnce = 200;

/** Every appointment after an id, deleted ones too: those were said to be cancelled, and that is what they are to others. */
export const recordsAfter = (ctx: Ctx, id: string, size: number): Promise<{ appointment: Appointment; deleted: boolean }[]> =>
  query(ctx, (db) => readAfter(db, id, size || recordsAtOnce));

export async function countsOfClient(ctx: Ctx, customerId: string): Promise<Counts> {
  const today = todayAt(await businessOf(ctx, ctx.businessId), Date.now());
  return await query(ctx, (db) => readCounts(db, customerId, today, reached(ctx)));
}

const SHOWN_BEFORE = 3;

export const commentsBefore = (ctx: Ctx, appointment: Appointment): Promise<PastComment[]> =>
  query(ctx, (db) => readCommentsBefore(db, appointment, reached(ctx), SHOWN_BEFORE));

import { type Ctx, can, fail, fromWireDate, mustExist, mustExistFor, type Tx, toWireDate } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { AcceptChangeRequestRequest } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, type DB } from "../db.ts";
import { mustBeAllowedToMove, mustBeAllowedToRefund, overrideOf } from "../requests/override.ts";
import { tellAnswer } from "./change-request.jobs.ts";
import { lockLatest, saveState } from "./change-request.store.ts";
import { type ChangeRow, changeLock, ENTITY, nameOn, type State } from "./change-request.ts";
import { tellAnswered } from "./tell.ts";

/** The appointment of a request, as far as the caller reaches it. */
export async function appointmentFor(ctx: Ctx, appointmentId: string): Promise<Appointment> {
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  return mustExistFor(ctx, appointments[0], "appointmentId", "APPOINTMENT_NOT_FOUND");
}

const over: Partial<Record<State, string>> = {
  accepting: "Somebody is accepting this just now.",
  accepted: "This was accepted already.",
  declined: "This was declined already.",
  settled: "This is settled already: the appointment was changed meanwhile.",
};

/** The newest request of the appointment, in one of these states. */
async function lockIn(tx: Tx<DB>, appointmentId: string, may: readonly State[]): Promise<ChangeRow> {
  tx.lock([changeLock(appointmentId)]);
  const row = mustExist(await lockLatest(tx, appointmentId), "appointmentId");
  if (!may.includes(row.state)) throw fail("STATE_CONFLICT", { field: "appointmentId", message: over[row.state] ?? "" });
  return row;
}

const PATIENCE_MS = 60_000;
/** Whoever was accepting it was cut off. */
const isStuck = ({ decidedAt }: ChangeRow): boolean => Date.now() - (decidedAt?.getTime() ?? 0) > PATIENCE_MS;

/** From here on nobody else answers it, and what happens to the appointment does not settle it. */
const claim = (ctx: Ctx, appointment: Appointment) =>
  command(
    { ...ctx, idempotencyKey: "" },
    async (tx) => {
      const row = await lockIn(tx, appointment.id, ["waiting", "accepting", "accepted"]);
      if (row.state === "accepting" && !isStuck(row))
        throw fail("STATE_CONFLICT", { field: "appointmentId", message: over.accepting ?? "" });
      if (row.state !== "accepted") {
        mustBeTheirs(ctx, row.wish, appointment);
        await saveState(tx, row.id, "accepting");
      }
      return { wish: row.wish, words: row.said, done: row.state === "accepted" };
    },
    { step: "claim" },
  );

/** It waits again. */
const release = (ctx: Ctx, appointmentId: string) =>
  command(
    { ...ctx, idempotencyKey: "" },
    async (tx) => {
      const row = await lockLatest(tx, appointmentId);
      if (row?.state === "accepting") await saveState(tx, row.id, "waiting");
      return {};
    },
    { step: "release" },
  );

async function end(ctx: Ctx, appointment: Appointment, to: "accepted" | "declined", message: string): Promise<void> {
  const appointmentId = appointment.id;
  const may: readonly State[] = to === "accepted" ? ["waiting", "accepting", "accepted"] : ["waiting", "declined"];
  await command(
    ctx,
    async (tx) => {
      const row = await lockIn(tx, appointmentId, may);
      if (row.state === to) return {};
      const { id, businessId } = row;
      tellAnswered(tx, await saveState(tx, id, to, message), nameOn(appointment));
      tx.log({ entity: ENTITY, id, action: to === "accepted" ? "accept" : "decline", businessId, note: message });
      tx.notify("online_booking.requests", { businessId, ids: [] });
      if (to === "declined" || message) tx.schedule(tellAnswer, { key: id, dueAt: new Date(), payload: { id, appointmentId }, businessId });
      return {};
    },
    { step: to },
  );
}

export async function acceptChange(ctx: Ctx, request: AcceptChangeRequestRequest): Promise<void> {
  const { appointmentId } = request;
  const appointment = await appointmentFor(ctx, appointmentId);
  mustBeAllowedToRefund(ctx, request.autoRefundOrder, "autoRefundOrder");
  const { wish, words, done } = await claim(ctx, appointment);
  if (done) return;
  try {
    if (wish === ChangeWish.CANCEL) await cancel(ctx, request, words);
    else await move(ctx, request, appointment);
  } catch (error) {
    await release(ctx, appointmentId);
    throw error;
  }
  await end(ctx, appointment, "accepted", request.message.trim());
}

export async function declineChange(ctx: Ctx, appointmentId: string, message: string): Promise<void> {
  await end(ctx, await appointmentFor(ctx, appointmentId), "declined", message.trim());
}

/** What the calendar asks of whoever changes an appointment there. */
function mustBeTheirs(ctx: Ctx, wish: ChangeWish, appointment: Appointment): void {
  if (wish === ChangeWish.MOVE) mustBeAllowedToMove(ctx, appointment, "appointmentId");
  else if (!can(ctx, Permission.CANCEL_OR_DELETE_TICKET)) throw fail("NO_PERMISSION", { field: "appointmentId" });
}

async function cancel(ctx: Ctx, { appointmentId: id, autoRefundOrder }: AcceptChangeRequestRequest, words: string): Promise<void> {
  const cancelReason = ["The client asked for it", words].filter(Boolean).join(": ").slice(0, 500);
  await ctx.client(AppointmentService).cancelAppointment({ id, cancelReason, autoRefundOrder });
}

/** All of the appointment, by as far as its first service moves. */
async function move(ctx: Ctx, request: AcceptChangeRequestRequest, { id, businessId, petServiceList }: Appointment): Promise<void> {
  const { startDate, startTime, staffId, override } = request;
  if (!startDate) throw fail("PARAMS_INVALID", { field: "startDate", reason: "say to which day it moves" });
  if (startTime === undefined) throw fail("PARAMS_INVALID", { field: "startTime", reason: "say when it begins" });
  const first = petServiceList.toSorted((a, b) => a.startTime - b.startTime)[0];
  await ctx.client(AppointmentService).rescheduleCard({
    appointmentId: id,
    businessId,
    startDate: toWireDate(fromWireDate(startDate, "startDate")),
    startTime,
    staffId,
    petDetailIds: first ? [first.petDetailId] : [],
    moveAllCards: true,
    ...(override && { override: overrideOf(ctx, override) }),
  });
}

import { type Ctx, fail, fromWireDate, reachesBusiness, toTimestamp } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type {
  GetMoveMessageRequest,
  LeaveMoveUntoldRequest,
  MovedAppointment,
} from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { lockAppointments, moveTextWaits, noteUntold } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { listAbout, type MessageRow } from "../sending/message.store.ts";
import { reachable } from "../sending/outgoing.ts";
import { dropWaiting, waitUntil } from "../sending/waiting.ts";
import { keepUnknown } from "./auto-message.events.ts";
import { findSetting } from "./auto-message.store.ts";
import { SETTLING_MS, UseCase, useCaseName, waysFor } from "./auto-message.ts";
import { type Move, usefulUntil } from "./previous.ts";

const MOVED = useCaseName[UseCase.RESCHEDULED] ?? "";

/** Where the move leads, where that was said. */
const moveOf = ({ startDate, startTime, version }: GetMoveMessageRequest): Move | null =>
  startDate && startTime !== undefined ? { date: fromWireDate(startDate, "startDate"), startTime, version } : null;

async function usefulFor(ctx: Ctx, appointment: Appointment, move: Move): Promise<Date | null> {
  const [{ zone }, textWaits] = await Promise.all([
    businessOf(ctx, appointment.businessId),
    query(ctx, (db) => moveTextWaits(db, appointment.appointmentId)),
  ]);
  return usefulUntil({ ...appointment, textWaits }, move, zone, new Date());
}

/** How and when the client of an appointment would be told if it moved now. */
export async function moveMessageOf(ctx: Ctx, appointment: Appointment, req: GetMoveMessageRequest) {
  const { businessId, customerId, startAt } = appointment;
  const move = moveOf(req);
  const [client, setting, uselessAfter] = await Promise.all([
    clientOf(ctx, customerId),
    query(ctx, (db) => findSetting(db, businessId, UseCase.RESCHEDULED)),
    move ? usefulFor(ctx, appointment, move) : startAt,
  ]);
  if (!uselessAfter) return {};
  const ways = setting.isEnabled ? reachable(client, waysFor(setting, client), false) : [];
  if (ways.length === 0) return {};
  const methods = ways.map(({ method }) => method);
  const due = new Date(Date.now() + SETTLING_MS);
  const onlyTexts = methods.every((method) => method === MessageMethod.SMS);
  const wait = onlyTexts ? await waitUntil(ctx, businessId, due, uselessAfter) : null;
  return { methods, dueTime: toTimestamp(wait ?? due) };
}

/** Nobody is kept from hearing of a move that is still to come: a version we have not heard of, calendar has. */
async function mustBeMade(ctx: Ctx, moves: readonly MovedAppointment[], kept: ReadonlyMap<string, number>): Promise<void> {
  const isNews = ({ appointmentId, version }: MovedAppointment) => version > (kept.get(appointmentId) ?? version);
  const ids = moves.filter(isNews).map(({ appointmentId }) => appointmentId);
  if (ids.length === 0) return;
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids });
  const made = new Map(appointments.map(({ id, version }) => [id, version]));
  const wrong = moves.findIndex((move) => isNews(move) && move.version > (made.get(move.appointmentId) ?? 0));
  if (wrong >= 0) throw fail("PARAMS_INVALID", { field: `moves.${wrong}.version`, reason: "is of a move that was not made" });
}

/** Also before we hear of the move itself. Answers of which appointments the client had been told by then. */
export async function leaveUntold(ctx: Ctx, { moves }: LeaveMoveUntoldRequest) {
  const ids = moves.map(({ appointmentId }) => appointmentId);
  if (new Set(ids).size < ids.length) throw fail("PARAMS_INVALID", { field: "moves", reason: "names an appointment twice" });
  await mustBeMade(ctx, moves, await keepUnknown(ctx, ids));
  return await command(ctx, async (tx) => {
    const found = await lockAppointments(tx.db, ids);
    if (found.length < ids.length || !found.every(({ businessId }) => reachesBusiness(ctx, businessId)))
      throw fail("APPOINTMENT_NOT_FOUND", { field: "moves" });
    const out = await dropTexts(tx, moves);
    const { told = [], untold = [] } = Object.groupBy(moves, (move) => (out.has(moveCause(move)) ? "told" : "untold"));
    noteUntold(tx, untold);
    for (const { appointmentId: id, businessId } of found) tx.log({ entity: "appointment", id, action: "leftUntold", businessId });
    return { toldAppointmentIds: told.map(({ appointmentId }) => appointmentId) };
  });
}

/** Drops the texts that wait of moves nothing has gone out of. Answers the causes of all that went out, also in that very moment. */
async function dropTexts(tx: MessageTx, moves: readonly MovedAppointment[]): Promise<ReadonlySet<string>> {
  const ids = moves.map(({ appointmentId }) => appointmentId);
  const texts = await listAbout(tx.db, ids, [MOVED]);
  const out = outOf(texts);
  const dropped = moves.filter((move) => !out.has(moveCause(move))).flatMap((move) => waitingUpTo(texts, move));
  if (dropped.length === 0) return out;
  await dropWaiting(tx, { ids: dropped });
  return outOf(await listAbout(tx.db, ids, [MOVED]));
}

const outOf = (texts: readonly MessageRow[]): ReadonlySet<string> =>
  new Set(texts.filter(({ waitUntil }) => !waitUntil).map(({ cause }) => cause));

/** The texts that wait of this move and of those before it; a later one is told. */
const waitingUpTo = (texts: readonly MessageRow[], { appointmentId, version }: MovedAppointment): string[] =>
  texts
    .filter((text) => text.waitUntil !== null && text.appointmentId === appointmentId)
    .filter(({ cause }) => Number(cause.slice(`${appointmentId}v`.length)) <= version)
    .map(({ id }) => id);

const moveCause = ({ appointmentId, version }: MovedAppointment): string => `${appointmentId}v${version}`;

import { businessesOf, type Ctx, can, fail, fromWireDate, listed, mustExistFor, type Page, reachedClients } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { readSchedules } from "../care/care.store.ts";
import { readStillHere } from "../care/carried.store.ts";
import { query } from "../db.ts";
import { unitNames } from "../lodging/room.store.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { type Beside, toPrintCard, unitIdsOf } from "./print-card.mapper.ts";
import { type PrintedDay, readHistory, readPrinted } from "./print-card.store.ts";

type Asked = { businessId: string; date?: WireDate; pageSize: number; pageToken: string };
type Which = Pick<PrintedDay, "staffIds" | "careTypes" | "checkedInOnly" | "edge">;

/** A page of the appointments of a day at a business, of the clients in reach. */
export async function printedOf(ctx: Ctx, asked: Asked, which: Which) {
  const business = await businessOf(ctx, asked.businessId);
  const date = asked.date ? fromWireDate(asked.date, "date") : todayAt(business, Date.now());
  const day = { ...which, businessId: business.businessId, date };
  const { rows, nextPageToken } = await query(ctx, (db) =>
    listed(asked, { standard: 100, most: 200, read: (page: Page) => readPrinted(db, day, page), key: ({ start, id }) => [start, id] }),
  );
  const reached = await reachedClients(
    ctx,
    rows.map(({ customerId }) => customerId),
  );
  return { rows: rows.filter(({ customerId }) => reached.has(customerId)), date, nextPageToken };
}

/** A page of a day's cards: one statement for the appointments, one for their past, one call for their clients and pets. */
export async function cardsOfDay(ctx: Ctx, asked: Asked, which: Which, historyCount: number) {
  const { rows, nextPageToken } = await printedOf(ctx, asked, which);
  return { cards: await cardsOf(ctx, rows, historyCount), nextPageToken };
}

/** The card of one appointment, of these care types where any are named. */
export async function cardOf(ctx: Ctx, id: string, historyCount: number, careTypes: readonly string[] = []) {
  const [found] = await query(ctx, (db) => readAppointments(db, [id]));
  const appointment = mustExistFor(ctx, found, "groomingId", "APPOINTMENT_NOT_FOUND");
  if (careTypes.length > 0 && !appointment.lines.some((line) => careTypes.includes(line.careType)))
    throw fail("APPOINTMENT_NOT_FOUND", { field: "groomingId" });
  return { card: (await cardsOf(ctx, [appointment], historyCount))[0] };
}

/** What is printed beside appointments; without phones for who may not see contact data. */
export async function besideOf(ctx: Ctx, appointments: readonly Appointment[]): Promise<Beside> {
  if (appointments.length === 0) return { clients: [], pets: [], schedules: [], belongings: [], units: [] };
  const ids = appointments.map(({ id }) => id);
  const customerIds = [...new Set(appointments.map((one) => one.customerId))];
  const petIds = [...new Set(appointments.flatMap((one) => one.lines.map((line) => line.petId)))];
  const unitIds = [...new Set(appointments.flatMap(unitIdsOf))];
  const [profiles, kept] = await Promise.all([
    ctx.client(VisitPartyService).batchGetVisitProfiles({ customerIds, petIds }),
    query(ctx, async (db) => ({
      schedules: await readSchedules(db, ids),
      belongings: await readStillHere(db, ids),
      units: await unitNames(db, unitIds),
    })),
  ]);
  const mayContact = can(ctx, Permission.VIEW_CLIENT_CONTACT);
  const clients = profiles.clients.map((one) => ({ ...one, phoneDisplay: mayContact ? one.phoneDisplay : "" }));
  return { clients, pets: profiles.pets, ...kept };
}

async function cardsOf(ctx: Ctx, appointments: readonly Appointment[], historyCount: number) {
  if (appointments.length === 0) return [];
  const customerIds = [...new Set(appointments.map((one) => one.customerId))];
  const before = appointments.map((one) => one.date).toSorted()[0] ?? "";
  const of = { customerIds, before, at: businessesOf(ctx, "0") };
  const [beside, history] = await Promise.all([besideOf(ctx, appointments), query(ctx, (db) => readHistory(db, of, historyCount))]);
  return appointments.map((one) => toPrintCard(one, beside, history));
}

import { type Ctx, fail, implement, mustBeCurrent, mustExist, pageOf, plainName, type Tx } from "@leashline/kit";
import { csvOf } from "@leashline/kit/csv.ts";
import { AbandonedBookingService, AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { AbandonedRecordService } from "@leashline/proto/leashline/online_booking/v1/abandoned_record_pb.js";
import type { Updateable } from "kysely";
import { command, type DB, query } from "../db.ts";
import { changeFlow, endFlows, toldOf } from "./abandoned.events.ts";
import { header, toLine, toPets, toRecord } from "./abandoned.mapper.ts";
import { flowsAfter, lockFlow } from "./abandoned.store.ts";
import { type AbandonedPet, type AbandonedRow, wordsOf } from "./abandoned.ts";
import { addClients } from "./add-clients.ts";
import { listAbandoned, namesOf, visible, visibleOnes } from "./list.ts";

const standardSize = 20;
const atOnce = 200;
const mostRows = 5_000;

const shown = async (ctx: Ctx, row: AbandonedRow) => ({ record: toRecord(ctx, row, await namesOf(ctx, [row])) });

type Change = (row: AbandonedRow) => Updateable<DB["abandonedBooking"]>;

/** One record as its reader saw it, changed under lock. */
async function change(ctx: Ctx, flowId: string, seen: number, to: Change): Promise<AbandonedRow> {
  const { id } = await visible(ctx, flowId);
  await command(ctx, async (tx) => {
    const before = await lockFlow(tx, id);
    mustBeCurrent(seen, before.version);
    const row = await changeFlow(tx, before, to(before));
    const { businessId } = row;
    tx.log({
      entity: "abandoned_booking",
      id,
      action: "update",
      businessId,
      before: { status: before.status },
      after: { status: row.status },
    });
    tx.notify("online_booking.abandoned", { businessId });
    return {};
  });
  return await visible(ctx, flowId);
}

const petsChanged = (row: AbandonedRow, pets: AbandonedPet[]) => ({ pets: JSON.stringify(pets), words: wordsOf(row.customer, pets) });

async function drop(ctx: Ctx, rows: readonly AbandonedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await command(ctx, async (tx: Tx<DB>) => {
    await endFlows(tx, rows);
    for (const { id, businessId } of rows) tx.log({ entity: "abandoned_booking", id, action: "delete", businessId });
    for (const businessId of new Set(rows.map((row) => row.businessId))) tx.notify("online_booking.abandoned", { businessId });
    return {};
  });
}

const stateOf = { [AbandonStatus.ABANDONED]: "abandoned", [AbandonStatus.CONTACTED]: "contacted" } as const;

export const abandonedRpc = implement(AbandonedBookingService, {
  async searchAbandonedBookings(request, ctx) {
    const { rows, nextPageToken, total, days, names } = await listAbandoned(ctx, request, pageOf(request, { standard: standardSize }));
    return { records: rows.map((row) => toRecord(ctx, row, names)), nextPageToken, total, startDate: days.from, endDate: days.to };
  },

  async exportAbandonedBookings(request, ctx) {
    const whole = { size: mostRows, limit: mostRows, offset: 0, after: null };
    const { rows, days, names, zone } = await listAbandoned(ctx, request, whole);
    const csv = csvOf([header, ...rows.map((row) => toLine(ctx, row, names, zone))]);
    return { fileName: `abandoned-bookings-${days.from}-to-${days.to}.csv`, csv: `\uFEFF${csv}` };
  },

  getAbandonedBooking: async ({ bookingFlowId }, ctx) => await shown(ctx, await visible(ctx, bookingFlowId)),
  getAbandonedPets: async ({ bookingFlowId }, ctx) => ({ pets: toPets(await visible(ctx, bookingFlowId)) }),

  async updateAbandonedBooking({ bookingFlowId, abandonStatus, firstName, lastName, version }, ctx) {
    const row = await change(ctx, bookingFlowId, version, (before) => {
      const status = abandonStatus === undefined ? before.status : stateOf[abandonStatus as keyof typeof stateOf];
      if (before.status === "recovered" && status !== "recovered") throw fail("STATE_CONFLICT", { facts: { state: before.status } });
      const customer = {
        ...before.customer,
        ...(firstName !== undefined && { firstName: plainName(firstName) }),
        ...(lastName !== undefined && { lastName: plainName(lastName) }),
      };
      return { status, customer: JSON.stringify(customer), words: wordsOf(customer, before.pets) };
    });
    return await shown(ctx, row);
  },

  async updateAbandonedPet({ bookingFlowId, petPlace, petName, petType, breed, weight, version }, ctx) {
    const named = Object.entries({ petName, petType, breed, weight }).filter(([, value]) => value !== undefined);
    const row = await change(ctx, bookingFlowId, version, (before) => {
      mustExist(
        before.pets.find(({ place }) => place === petPlace),
        "petPlace",
      );
      return petsChanged(
        before,
        before.pets.map((pet) => (pet.place === petPlace ? { ...pet, ...Object.fromEntries(named) } : pet)),
      );
    });
    return await shown(ctx, row);
  },

  async deleteAbandonedPet({ bookingFlowId, petPlace }, ctx) {
    await change(ctx, bookingFlowId, 0, (row) =>
      petsChanged(
        row,
        row.pets.filter(({ place }) => place !== petPlace),
      ),
    );
    return {};
  },

  async deleteAbandonedBooking({ bookingFlowId }, ctx) {
    await drop(ctx, await visibleOnes(ctx, [bookingFlowId]));
    return {};
  },

  async bulkDeleteAbandonedBookings({ bookingFlowIds }, ctx) {
    const rows = await visibleOnes(ctx, bookingFlowIds);
    await drop(ctx, rows);
    return { deleted: rows.length };
  },

  async bulkAddAbandonedClients({ bookingFlowIds }, ctx) {
    const added = await addClients(ctx, await visibleOnes(ctx, bookingFlowIds));
    return { added, leftOut: bookingFlowIds.length - added };
  },
});

export const abandonedRecordRpc = implement(AbandonedRecordService, {
  async listAbandonedBookingRecords({ afterAbandonedBookingId, pageSize }, ctx) {
    return { records: (await query(ctx, (db) => flowsAfter(db, afterAbandonedBookingId, pageSize || atOnce))).map(toldOf) };
  },
});

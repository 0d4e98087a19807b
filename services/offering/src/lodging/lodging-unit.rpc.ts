import { fail, type Impl, listed, mustBeCurrent, mustExist, named, type Page, type Tx } from "@leashline/kit";
import { type LodgingService, UpdateLodgingUnitRequestSchema } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { tellUnit } from "./lodging.events.ts";
import { toLodgingUnit } from "./lodging.mapper.ts";
import { namesOf, newlyClosed, type OutOfService, unitChange } from "./lodging.ts";
import { bySort, todayEverywhere } from "./lodging-type.rpc.ts";
import { lockType } from "./lodging-type.store.ts";
import {
  bookedUnit,
  countUnits,
  deleteUnits,
  insertUnits,
  listUnits,
  lockUnit,
  MOST_UNITS,
  sortUnits,
  takenUnitName,
  updateUnit,
} from "./lodging-unit.store.ts";

/** The names of a location's units are given one after the other. */
const lockNames = (tx: Tx<DB>, businessId: string): void => tx.lock([`lodging-units:${businessId}`]);

async function mustBeFree(tx: Tx<DB>, businessId: string, field: string, names: readonly string[], exceptId = "0"): Promise<void> {
  const taken = await takenUnitName(tx.db, businessId, names, exceptId);
  if (taken !== undefined) throw fail("STATE_CONFLICT", { field, message: `There is a lodging unit called ${taken} already.` });
}

/** Whoever has the unit in that time must be moved first. */
async function mustBeVacant(tx: Tx<DB>, unitId: string, closures: readonly OutOfService[]): Promise<void> {
  const today = todayEverywhere();
  for (const { startDate, endDate } of closures) {
    const appointmentId = await bookedUnit(tx.db, [unitId], [today, startDate].sort()[1] as string, endDate);
    if (appointmentId) throw fail("LODGING_UNIT_IN_USE", { field: "outOfService", facts: { appointmentId, startDate, endDate } });
  }
}

type UnitCalls = "listLodgingUnits" | "createLodgingUnits" | "updateLodgingUnit" | "deleteLodgingUnit" | "sortLodgingUnits";

export const unitHandlers: Pick<Impl<typeof LodgingService>, UnitCalls> = {
  async listLodgingUnits(request, ctx) {
    const plan = { standard: MOST_UNITS, most: MOST_UNITS, key: bySort };
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(request, { ...plan, read: (page: Page) => listUnits(db, request.businessId, page) });
      return { lodgingUnits: rows.map(toLodgingUnit), nextPageToken };
    });
  },

  async createLodgingUnits({ businessId, lodgingTypeId, names: given }, ctx) {
    const names = namesOf(given);
    return await command(ctx, async (tx) => {
      lockNames(tx, businessId);
      mustExist(await lockType(tx.db, lodgingTypeId), "lodgingTypeId");
      if ((await countUnits(tx.db, businessId)) + names.length > MOST_UNITS)
        throw fail("PARAMS_INVALID", { field: "names", reason: `a location has at most ${MOST_UNITS} units` });
      await mustBeFree(tx, businessId, "names", names);
      const rows = await insertUnits(tx.db, { businessId, lodgingTypeId, names });
      for (const row of rows) tellUnit(tx, "created", row);
      return { lodgingUnits: rows.map(toLodgingUnit) };
    });
  },

  async updateLodgingUnit(request, ctx) {
    const { businessId, lodgingUnitId, version } = request;
    const change = unitChange(request, named(UpdateLodgingUnitRequestSchema, request, request.updateMask));
    return await command(ctx, async (tx) => {
      lockNames(tx, businessId);
      const before = mustExist(await lockUnit(tx.db, businessId, lodgingUnitId), "lodgingUnitId");
      mustBeCurrent(version, before.version);
      if (change.name !== undefined) await mustBeFree(tx, businessId, "name", [change.name], before.id);
      if (change.lodgingTypeId !== undefined) mustExist(await lockType(tx.db, change.lodgingTypeId), "lodgingTypeId");
      if (change.outOfService) await mustBeVacant(tx, before.id, newlyClosed(before.outOfService, change.outOfService));
      const after = await updateUnit(tx.db, before.id, change);
      tellUnit(tx, "updated", after, before);
      return { lodgingUnit: toLodgingUnit(after) };
    });
  },

  async deleteLodgingUnit({ businessId, lodgingUnitId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockUnit(tx.db, businessId, lodgingUnitId);
      if (!before) return {};
      const appointmentId = await bookedUnit(tx.db, [before.id], todayEverywhere());
      if (appointmentId) throw fail("LODGING_UNIT_IN_USE", { field: "lodgingUnitId", facts: { appointmentId } });
      for (const row of await deleteUnits(tx.db, [before.id])) tellUnit(tx, "deleted", row, before);
      return {};
    });
  },

  async sortLodgingUnits({ businessId, idList }, ctx) {
    return await command(ctx, async (tx) => {
      const rows = await sortUnits(tx.db, businessId, idList);
      if (rows.length !== idList.length) throw fail("NOT_FOUND", { field: "idList" });
      for (const row of rows) tellUnit(tx, "sorted", row);
      return {};
    });
  },
};

import { fail, type Impl, listed, mustBeCurrent, mustExist, named, type Page } from "@leashline/kit";
import { type LodgingService, UpdateLodgingTypeRequestSchema } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { command, query } from "../db.ts";
import { mustBeKnown, unknownAmong } from "../services/known-pets.ts";
import { tellType, tellUnit } from "./lodging.events.ts";
import { toLodgingType } from "./lodging.mapper.ts";
import { newType, typeChange } from "./lodging.ts";
import { deleteType, insertType, listTypes, lockType, sortTypes, typeNameTaken, updateType } from "./lodging-type.store.ts";
import { bookedUnit, deleteUnits, unitsOfType } from "./lodging-unit.store.ts";

const nameTaken = (name: string) => fail("STATE_CONFLICT", { field: "name", message: `There is a lodging type called ${name} already.` });

type TypeCalls = "listLodgingTypes" | "createLodgingType" | "updateLodgingType" | "deleteLodgingType" | "sortLodgingTypes";

export const typeHandlers: Pick<Impl<typeof LodgingService>, TypeCalls> = {
  async listLodgingTypes(request, ctx) {
    const plan = { standard: 200, most: 500, key: bySort };
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(request, { ...plan, read: (page: Page) => listTypes(db, page) });
      return { lodgingTypes: rows.map(toLodgingType), nextPageToken };
    });
  },

  async createLodgingType({ $typeName: _, ...request }, ctx) {
    const fields = newType(request, ctx.caller.currency);
    mustBeKnown(await unknownAmong(ctx, fields));
    return await command(ctx, async (tx) => {
      const row = await insertType(tx.db, fields);
      if (!row) throw nameTaken(fields.name);
      tellType(tx, "created", row);
      return { lodgingType: toLodgingType(row) };
    });
  },

  async updateLodgingType(request, ctx) {
    const change = typeChange(request, named(UpdateLodgingTypeRequestSchema, request, request.updateMask), ctx.caller.currency);
    const unknown = await unknownAmong(ctx, change);
    return await command(ctx, async (tx) => {
      if (change.name !== undefined) tx.lock([`lodging-type-name:${change.name.toLowerCase()}`]);
      const before = mustExist(await lockType(tx.db, request.lodgingTypeId), "lodgingTypeId");
      mustBeCurrent(request.version, before.version);
      mustBeKnown(unknown, before);
      if (change.name !== undefined && (await typeNameTaken(tx.db, change.name, before.id))) throw nameTaken(change.name);
      const after = await updateType(tx.db, before.id, change);
      tellType(tx, "updated", after, before);
      return { lodgingType: toLodgingType(after) };
    });
  },

  async deleteLodgingType({ lodgingTypeId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockType(tx.db, lodgingTypeId);
      if (!before) return {};
      const units = await unitsOfType(tx.db, lodgingTypeId);
      const ids = units.map((unit) => unit.id);
      const appointmentId = await bookedUnit(tx.db, ids, todayEverywhere());
      if (appointmentId) throw fail("LODGING_TYPE_IN_USE", { field: "lodgingTypeId", facts: { appointmentId } });
      for (const unit of await deleteUnits(tx.db, ids)) tellUnit(tx, "deleted", unit);
      tellType(tx, "deleted", await deleteType(tx.db, lodgingTypeId), before);
      return {};
    });
  },

  async sortLodgingTypes({ idList }, ctx) {
    return await command(ctx, async (tx) => {
      const rows = await sortTypes(tx.db, idList);
      if (rows.length !== idList.length) throw fail("NOT_FOUND", { field: "idList" });
      for (const row of rows) tellType(tx, "sorted", row);
      return {};
    });
  },
};

/** The day that it still is somewhere: a stay that ends there today is not over. */
export const todayEverywhere = (): string => Temporal.Now.zonedDateTimeISO("UTC").subtract({ hours: 12 }).toPlainDate().toString();

/** After what a list goes on. */
export const bySort = ({ sort, id }: { sort: number; id: string }): [number, string] => [sort, id];

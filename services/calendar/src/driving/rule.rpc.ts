import {
  type Ctx,
  fail,
  implement,
  listed,
  mustBeCurrent,
  mustExistFor,
  named,
  type Page,
  reachesBusiness,
  unlessTaken,
} from "@leashline/kit";
import { type Van, VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import {
  DrivingRuleService,
  SaveDrivingRuleRequestSchema,
  SaveParkingLocationRequestSchema,
} from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { changedParking, changedRule, toParking, toRule } from "./rule.mapper.ts";
import {
  countOf,
  deleteOf,
  listParkings,
  listRules,
  lockParking,
  lockRule,
  MOST,
  type ParkingRow,
  type RuleRow,
  saveParking,
  saveRule,
} from "./rule.store.ts";

const vansOf = async (ctx: Ctx, businessId: string): Promise<Van[]> => (await ctx.client(VanService).listVans({ businessId })).vans;

export const drivingRuleRpc = implement(DrivingRuleService, {
  async listDrivingRules(request, ctx) {
    const { businessId } = request;
    const vans = await vansOf(ctx, businessId);
    return await query(ctx, async (db) => {
      const read = (page: Page) => listRules(db, businessId, page);
      const { rows, nextPageToken } = await listed(request, { standard: MOST, key: (row: RuleRow) => [row.id], read });
      return { rules: rows.map((row) => toRule(row, vans)), nextPageToken, total: await countOf(db, "drivingRule", businessId) };
    });
  },

  async saveDrivingRule(request, ctx) {
    const { drivingRuleId, businessId, version } = request;
    const row = await command(ctx, async (tx) => {
      const before = drivingRuleId === "0" ? undefined : mustExistFor(ctx, await lockRule(tx.db, drivingRuleId), "drivingRuleId");
      if (before) mustBeCurrent(version, before.version);
      else await mustHaveRoom(tx, businessId, "drivingRule");
      const wanted = changedRule(before, request, named(SaveDrivingRuleRequestSchema, request, request.updateMask));
      const after = await unlessTaken(saveRule(tx.db, before?.id, businessId, wanted), { driving_rule_name: ["NAME_IN_USE", "name"] });
      saved(tx, "driving rule", before, after);
      return after;
    });
    return { rule: toRule(row, await vansOf(ctx, row.businessId)) };
  },

  deleteDrivingRule: ({ drivingRuleId }, ctx) =>
    command(ctx, async (tx) => {
      const before = await lockRule(tx.db, drivingRuleId);
      if (!before || !reachesBusiness(ctx, before.businessId)) return {};
      await deleteOf(tx.db, "drivingRule", drivingRuleId);
      removed(tx, "driving rule", before);
      return {};
    }),

  async listParkingLocations(request, ctx) {
    const { businessId } = request;
    const vans = await vansOf(ctx, businessId);
    return await query(ctx, async (db) => {
      const read = (page: Page) => listParkings(db, businessId, page);
      const { rows, nextPageToken } = await listed(request, { standard: MOST, key: (row: ParkingRow) => [row.id], read });
      return { locations: rows.map((row) => toParking(row, vans)), nextPageToken, total: await countOf(db, "parkingLocation", businessId) };
    });
  },

  async saveParkingLocation(request, ctx) {
    const { locationId, businessId, version } = request;
    const row = await command(ctx, async (tx) => {
      const before = locationId === "0" ? undefined : mustExistFor(ctx, await lockParking(tx.db, locationId), "locationId");
      if (before) mustBeCurrent(version, before.version);
      else await mustHaveRoom(tx, businessId, "parkingLocation");
      const wanted = changedParking(before, request, named(SaveParkingLocationRequestSchema, request, request.updateMask));
      const taken = { parking_location_name: ["NAME_IN_USE", "name"] } as const;
      const after = await unlessTaken(saveParking(tx.db, before?.id, businessId, wanted), taken);
      saved(tx, "parking location", before, after);
      return after;
    });
    return { location: toParking(row, await vansOf(ctx, row.businessId)) };
  },

  deleteParkingLocation: ({ locationId }, ctx) =>
    command(ctx, async (tx) => {
      const before = await lockParking(tx.db, locationId);
      if (!before || !reachesBusiness(ctx, before.businessId)) return {};
      await deleteOf(tx.db, "parkingLocation", locationId);
      removed(tx, "parking location", before);
      return {};
    }),

  async relateVan({ businessId, vanId, drivingRuleId, locationId }, ctx) {
    if (!(await vansOf(ctx, businessId)).some((van) => van.vanId === vanId)) throw fail("NOT_FOUND", { field: "vanId" });
    const { rules, parkings } = await query(ctx, async (db) => ({
      rules: await listRules(db, businessId),
      parkings: await listParkings(db, businessId),
    }));
    const isOf = (rows: readonly { id: string }[], id = "0") => id === "0" || rows.some((row) => row.id === id);
    if (!isOf(rules, drivingRuleId)) throw fail("NOT_FOUND", { field: "drivingRuleId" });
    if (!isOf(parkings, locationId)) throw fail("NOT_FOUND", { field: "locationId" });
    const change = { ...(drivingRuleId !== undefined && { drivingRuleId }), ...(locationId !== undefined && { locationId }) };
    if (Object.keys(change).length > 0) await ctx.client(VanService).updateVan({ vanId, ...change });
    return {};
  },
});

async function mustHaveRoom(tx: CalendarTx, businessId: string, table: "drivingRule" | "parkingLocation"): Promise<void> {
  tx.lock([`driving:${businessId}`]);
  if ((await countOf(tx.db, table, businessId)) >= MOST) throw fail("STATE_CONFLICT", { message: `There can be ${MOST} of them at most.` });
}

function saved(tx: CalendarTx, entity: string, before: RuleRow | ParkingRow | undefined, after: RuleRow | ParkingRow): void {
  const { id, businessId } = after;
  tx.log({ entity, id, action: before ? "updated" : "created", ...(before && { before }), after, businessId });
  tx.notify("calendar.driving", { businessId, ids: [id] });
}

function removed(tx: CalendarTx, entity: string, before: RuleRow | ParkingRow): void {
  const { id, businessId } = before;
  tx.log({ entity, id, action: "deleted", before, businessId });
  tx.notify("calendar.driving", { businessId, ids: [id] });
}

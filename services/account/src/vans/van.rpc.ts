import {
  fail,
  fromWireDate,
  implement,
  mustBeCurrent,
  mustExistFor,
  named,
  reachesBusiness,
  type Tx,
  toTimestamp,
  unlessTaken,
} from "@leashline/kit";
import { UpdateVanRequestSchema, VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { countCompany, lockCompany } from "../companies/company.store.ts";
import { command, type DB, query } from "../db.ts";
import { isOverLimit, vanLimit } from "../plans/plan.ts";
import { patchOf } from "../shared/patch.ts";
import { batchStaff } from "../staff/staff.store.ts";
import { toDriver, toVan } from "./van.mapper.ts";
import { driverHistory, findVan, insertVan, listVans, lockVan, setDrivers, updateVan, type VanRow } from "./van.store.ts";

const columns = ["nickName", "licensePlate", "make", "model", "avatarPath", "note", "locationId", "drivingRuleId"] as const;

export const vanRpc = implement(VanService, {
  async createVan(request, ctx) {
    const { businessId, nickName, licensePlate, make, model, avatarPath, note, staffIdList } = request;
    const dateInService = request.dateInService ? fromWireDate(request.dateInService, "dateInService") : null;
    return await refusing(
      command(ctx, async (tx) => {
        await mustHaveRoom(tx);
        const id = await insertVan(tx.db, {
          businessId,
          nickName: nickName.trim(),
          licensePlate,
          make,
          model,
          avatarPath,
          note,
          dateInService,
        });
        await drive(tx, id, staffIdList);
        return { van: await announced(tx, id, "created") };
      }),
    );
  },

  async updateVan(request, ctx) {
    const patch: Record<string, unknown> = patchOf(UpdateVanRequestSchema, request, columns);
    const fields = named(UpdateVanRequestSchema, request, request.updateMask);
    const { dateInService } = request;
    if (fields.has("dateInService")) patch.dateInService = dateInService ? fromWireDate(dateInService, "dateInService") : null;
    return await refusing(
      command(ctx, async (tx) => {
        const before = await mustFind(tx, request.vanId);
        mustBeCurrent(request.version, before.version);
        await updateVan(tx.db, before.id, patch);
        if (request.clearStaff || fields.has("staffIdList")) await drive(tx, before.id, request.clearStaff ? [] : request.staffIdList);
        return { van: await announced(tx, before.id, "updated", before) };
      }),
    );
  },

  async deleteVan({ vanId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockVan(tx.db, vanId);
      if (!before || !reachesBusiness(ctx, before.businessId)) return {};
      await setDrivers(tx.db, vanId, []);
      await updateVan(tx.db, vanId, { deletedAt: new Date() });
      tx.log({ entity: "van", id: vanId, action: "deleted", before, businessId: before.businessId });
      tx.notify("account.van", { businessId: before.businessId, ids: [vanId] });
      return {};
    });
  },

  async listVans({ businessId }, ctx) {
    return { vans: (await query(ctx, (db) => listVans(db, businessId))).map(toVan) };
  },

  async transferVanStaff({ fromVanId, toVanId, staffId }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`van:${fromVanId}`, `van:${toVanId}`]);
      const [from, to] = [await mustFind(tx, fromVanId), await mustFind(tx, toVanId)];
      if (!from.drivers.some((d) => d.staffId === staffId)) throw fail("NOT_FOUND", { field: "staffId" });
      await setDrivers(tx.db, toVanId, [...to.drivers.map((d) => d.staffId), staffId]);
      return { vans: [await announced(tx, fromVanId, "staff transferred", from), await announced(tx, toVanId, "staff transferred", to)] };
    });
  },

  async listVanStaffHistory({ vanId }, ctx) {
    return await query(ctx, async (db) => {
      mustExistFor(ctx, await findVan(db, vanId), "vanId");
      const rows = await driverHistory(db, vanId);
      return {
        history: rows.map((row) => ({ staff: toDriver(row), startTime: toTimestamp(row.startTime), endTime: toTimestamp(row.endTime) })),
      };
    });
  },
});

async function mustFind(tx: Tx<DB>, id: string): Promise<VanRow> {
  return mustExistFor(tx.ctx, await lockVan(tx.db, id), "vanId");
}

async function mustHaveRoom(tx: Tx<DB>): Promise<void> {
  const company = await lockCompany(tx.db);
  const limit = vanLimit({ version: company?.planVersion ?? "5.0", tier: company?.planTier ?? 0, appType: 0 });
  const { vans } = await countCompany(tx.db);
  if (isOverLimit(limit, vans + 1)) throw fail("STATE_CONFLICT", { message: `Your plan allows ${limit} van. Please upgrade to add more.` });
}

async function drive(tx: Tx<DB>, vanId: string, staffIds: readonly string[]): Promise<void> {
  const known = await batchStaff(tx.db, staffIds);
  if (known.length !== staffIds.length || known.some((s) => s.deletedAt !== null)) throw fail("NOT_FOUND", { field: "staffIdList" });
  await setDrivers(tx.db, vanId, staffIds);
}

async function announced(tx: Tx<DB>, id: string, action: string, before?: VanRow) {
  const row = (await findVan(tx.db, id)) as VanRow;
  tx.log({ entity: "van", id, action, ...(before ? { before } : {}), after: row, businessId: row.businessId });
  tx.notify("account.van", { businessId: row.businessId, ids: [id] });
  return toVan(row);
}

const refusing = <T>(done: Promise<T>): Promise<T> => unlessTaken(done, { van_name_once: ["NAME_IN_USE", "nickName"] });

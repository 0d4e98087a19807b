import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, fromWireDate, implement, mustBeCurrent, named, type Tx, toTimestamp, toWireDate } from "@leashline/kit";
import { UpdateVanRequestSchema, type VanSchema, VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { countCompany, lockCompany } from "../companies/company.store.ts";
import { command, type DB, query } from "../db.ts";
import { isOverLimit, vanLimit } from "../plans/plan.ts";
import { patchOf } from "../shared/patch.ts";
import { batchStaff } from "../staff/staff.store.ts";
import { type Driver, driverHistory, findVan, insertVan, listVans, lockVan, setDrivers, updateVan, type VanRow } from "./van.store.ts";

const toDriver = (d: Driver) => ({ staffId: d.staff_id, firstName: d.first_name, lastName: d.last_name, colorCode: d.color_code });
const toVan = (row: VanRow): MessageInitShape<typeof VanSchema> => ({
  vanId: row.id,
  businessId: row.business_id,
  nickName: row.nick_name,
  licensePlate: row.license_plate,
  make: row.make,
  model: row.model,
  ...(row.date_in_service ? { dateInService: toWireDate(row.date_in_service) } : {}),
  avatarPath: row.avatar_path,
  note: row.note,
  createTime: toTimestamp(row.create_time),
  updateTime: toTimestamp(row.update_time),
  staffIdList: row.drivers.map((d) => d.staff_id),
  staffList: row.drivers.map(toDriver),
  locationId: row.location_id,
  drivingRuleId: row.driving_rule_id,
  version: row.version,
});

const columns = {
  nickName: "nick_name",
  licensePlate: "license_plate",
  make: "make",
  model: "model",
  avatarPath: "avatar_path",
  note: "note",
  locationId: "location_id",
  drivingRuleId: "driving_rule_id",
} as const;

export const vanRpc = implement(VanService, {
  async createVan(request, ctx) {
    const {
      businessId: business_id,
      nickName: nick_name,
      licensePlate: license_plate,
      make,
      model,
      avatarPath: avatar_path,
      note,
      dateInService,
      staffIdList,
    } = request;
    const date_in_service = dateInService ? fromWireDate(dateInService, "dateInService") : null;
    return await refusing(
      command(ctx, async (tx) => {
        await mustHaveRoom(tx);
        const id = await insertVan(tx.db, ctx.companyId, {
          business_id,
          nick_name: nick_name.trim(),
          license_plate,
          make,
          model,
          avatar_path,
          note,
          date_in_service,
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
    if (fields.has("dateInService")) patch.date_in_service = dateInService ? fromWireDate(dateInService, "dateInService") : null;
    return await refusing(
      command(ctx, async (tx) => {
        const before = await mustFind(tx, request.vanId);
        mustBeCurrent(request.version, before.version);
        await updateVan(tx.db, ctx.companyId, before.id, patch);
        if (request.clearStaff || fields.has("staffIdList")) await drive(tx, before.id, request.clearStaff ? [] : request.staffIdList);
        return { van: await announced(tx, before.id, "updated", before) };
      }),
    );
  },

  async deleteVan({ vanId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockVan(tx.db, ctx.companyId, vanId);
      if (!before || !mine(ctx, before)) return {};
      await setDrivers(tx.db, ctx.companyId, vanId, []);
      await updateVan(tx.db, ctx.companyId, vanId, { deleted_at: new Date() });
      tx.log({ entity: "van", id: vanId, action: "deleted", before, businessId: before.business_id });
      tx.notify("account.van", { businessId: before.business_id, ids: [vanId] });
      return {};
    });
  },

  async listVans({ businessId }, ctx) {
    return { vans: (await query(ctx, (db) => listVans(db, ctx.companyId, businessId))).map(toVan) };
  },

  async transferVanStaff({ fromVanId, toVanId, staffId }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`van:${fromVanId}`, `van:${toVanId}`]);
      const [from, to] = [await mustFind(tx, fromVanId), await mustFind(tx, toVanId)];
      if (!from.drivers.some((d) => d.staff_id === staffId)) throw fail("NOT_FOUND", { field: "staffId" });
      await setDrivers(tx.db, ctx.companyId, toVanId, [...to.drivers.map((d) => d.staff_id), staffId]);
      return { vans: [await announced(tx, fromVanId, "staff transferred", from), await announced(tx, toVanId, "staff transferred", to)] };
    });
  },

  async listVanStaffHistory({ vanId }, ctx) {
    return await query(ctx, async (db) => {
      const van = await findVan(db, ctx.companyId, vanId);
      if (!van || !mine(ctx, van)) throw fail("NOT_FOUND", { field: "vanId" });
      const rows = await driverHistory(db, ctx.companyId, vanId);
      return {
        history: rows.map((row) => ({ staff: toDriver(row), startTime: toTimestamp(row.start_time), endTime: toTimestamp(row.end_time) })),
      };
    });
  },
});

const mine = (ctx: Ctx, van: VanRow): boolean => ctx.caller.via !== "" || ctx.caller.businessIds.includes(van.business_id);

async function mustFind(tx: Tx<DB>, id: string): Promise<VanRow> {
  const van = await lockVan(tx.db, tx.ctx.companyId, id);
  if (!van || !mine(tx.ctx, van)) throw fail("NOT_FOUND", { field: "vanId" });
  return van;
}

async function mustHaveRoom(tx: Tx<DB>): Promise<void> {
  const company = await lockCompany(tx.db, tx.ctx.companyId);
  const limit = vanLimit({ version: company?.plan_version ?? "5.0", tier: company?.plan_tier ?? 0, appType: 0 });
  const { vans } = await countCompany(tx.db, tx.ctx.companyId);
  if (isOverLimit(limit, vans + 1)) throw fail("STATE_CONFLICT", { message: `Your plan allows ${limit} van. Please upgrade to add more.` });
}

async function drive(tx: Tx<DB>, vanId: string, staffIds: readonly string[]): Promise<void> {
  const known = await batchStaff(tx.db, tx.ctx.companyId, staffIds);
  if (known.length !== staffIds.length || known.some((s) => s.deleted_at !== null)) throw fail("NOT_FOUND", { field: "staffIdList" });
  await setDrivers(tx.db, tx.ctx.companyId, vanId, staffIds);
}

async function announced(tx: Tx<DB>, id: string, action: string, before?: VanRow) {
  const row = (await findVan(tx.db, tx.ctx.companyId, id)) as VanRow;
  tx.log({ entity: "van", id, action, ...(before ? { before } : {}), after: row, businessId: row.business_id });
  tx.notify("account.van", { businessId: row.business_id, ids: [id] });
  return toVan(row);
}

async function refusing<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    throw code === "23505" && constraint === "van_name_once" ? fail("NAME_IN_USE", { field: "nickName" }) : error;
  }
}

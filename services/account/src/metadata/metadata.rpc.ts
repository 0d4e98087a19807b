import { create, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, merged, mustHave } from "@leashline/kit";
import {
  MetadataOwnerType,
  MetadataService,
  type MultiStaffSetting,
  MultiStaffSettingSchema,
} from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";

import { command, type Db, query } from "../db.ts";
import { listValues, type Owner, removeValue, saveValue } from "./metadata.store.ts";
import { narrowest, ownersOf } from "./metadata.ts";

const multiStaff = "multi_staff_setting";
// What belongs to an account and not to its work in a company stands under company 0.
const personal = (ctx: Ctx): Ctx => ({ ...ctx, companyId: "0" });
const homeOf = (ctx: Ctx, owner: Owner): Ctx =>
  owner.type === MetadataOwnerType.ACCOUNT || owner.type === MetadataOwnerType.SYSTEM ? personal(ctx) : ctx;

export const metadataRpc = implement(MetadataService, {
  async describeMetadata({ key, keys, group }, ctx) {
    const wanted = key === "" ? keys : [...keys, key];
    const owners = ownersOf(ctx.caller);
    const homes = ctx.companyId === "0" ? [personal(ctx)] : [personal(ctx), ctx];
    const rows = await Promise.all(homes.map((home) => query(home, (db) => listValues(db, owners, wanted, group))));
    const values = narrowest(rows.flat()).map((row) => ({
      key: row.key,
      ownerType: row.ownerType,
      ownerId: row.ownerId,
      value: JSON.stringify(row.value),
    }));
    return { values };
  },

  async updateMetadata({ key, value = "", ownerType }, ctx) {
    const type = ownerType || MetadataOwnerType.ACCOUNT;
    const owner = ownersOf(ctx.caller).find((o) => o.type === type);
    if (!owner) throw fail("NO_PERMISSION", { field: "ownerType" });
    if (type === MetadataOwnerType.COMPANY || type === MetadataOwnerType.BUSINESS) mustHave(ctx, Permission.ACCESS_BUSINESS_SETTINGS);
    const json = value === "" ? "" : normalised(value);
    const home = homeOf(ctx, owner);
    return await command(home, async (tx) => {
      if (json === "") await removeValue(tx.db, owner, key);
      else await saveValue(tx.db, owner, key, json);
      return { value: { key, ownerType: type, ownerId: owner.id, value: json } };
    });
  },

  async getMultiStaffSetting(_request, ctx) {
    const owner = { type: MetadataOwnerType.COMPANY, id: ctx.companyId };
    return { setting: await query(ctx, (db) => multiStaffOf(db, owner)) };
  },

  async updateMultiStaffSetting({ setting, updateMask }, ctx) {
    const owner = { type: MetadataOwnerType.COMPANY, id: ctx.companyId };
    return await command(ctx, async (tx) => {
      tx.lock([multiStaff]);
      const before = await multiStaffOf(tx.db, owner);
      const wanted = merged(MultiStaffSettingSchema, before, setting ?? create(MultiStaffSettingSchema), updateMask);
      for (const step of wanted.workPattern) step.staffNumber ||= 2;
      await saveValue(tx.db, owner, multiStaff, JSON.stringify(toJson(MultiStaffSettingSchema, wanted)));
      return { setting: wanted };
    });
  },
});

async function multiStaffOf(db: Db, owner: Owner): Promise<MultiStaffSetting> {
  const [row] = await listValues(db, [owner], [multiStaff], "");
  return row ? fromJson(MultiStaffSettingSchema, row.value as JsonValue, { ignoreUnknownFields: true }) : create(MultiStaffSettingSchema);
}

function normalised(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    throw fail("PARAMS_INVALID", { field: "value", reason: "not JSON" });
  }
}

import { type Ctx, implement, mustBeCurrent, mustExist, reachesBusiness, type Tx } from "@leashline/kit";
import { BusinessService, UpdateBusinessRequestSchema } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { Selectable } from "kysely";
import { membershipsOf } from "../accounts/account.store.ts";
import { businessChanged, toBusiness } from "../businesses/business.mapper.ts";
import { type BusinessRow, findBusiness, listBusinesses, lockBusiness, updateBusiness } from "../businesses/business.store.ts";
import { unlessNameTaken } from "../businesses/business.ts";
import { toPreference } from "../companies/company.mapper.ts";
import { findCompany } from "../companies/company.store.ts";
import { countryOptions } from "../companies/countries.ts";
import { settingOptions } from "../companies/formats.ts";
import type { Business } from "../db.gen.ts";
import { command, type DB, query } from "../db.ts";
import { sortMemberships } from "../sessions/session.store.ts";
import { mustBeWellFormed, phoneOf } from "../shared/fields.ts";
import { patchOf } from "../shared/patch.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { toTaxRule } from "../taxes/tax.mapper.ts";
import { listTaxRules } from "../taxes/tax.store.ts";

const columns = [
  "businessName",
  "avatarPath",
  "phoneNumber",
  "website",
  "facebook",
  "instagram",
  "google",
  "yelp",
  "tiktok",
  "address1",
  "address2",
  "addressCity",
  "addressState",
  "addressZipcode",
  "addressCountry",
  "addressLng",
  "addressLat",
  "contactEmail",
  "timezoneName",
  "appType",
  "retailEnable",
  "payRestrictedBannerDismissed",
  "primaryPayType",
] as const;

export const businessRpc = implement(BusinessService, {
  async getBusiness({ businessId }, ctx) {
    return { business: toBusiness(mustExist(await query(ctx, (db) => findBusiness(db, businessId)), "businessId")) };
  },

  async listBusinesses(_request, ctx) {
    return await query(ctx, async (db) => {
      const rows = await listBusinesses(db, ctx.caller.businessIds);
      const memberships = await membershipsOf(db, ctx.caller.accountId);
      const order = new Map(memberships.map((p, index) => [p.businessId, index]));
      const sorted = rows.toSorted((a, b) => (order.get(a.id) ?? 1e9) - (order.get(b.id) ?? 1e9));
      return { businesses: sorted.map(toBusiness) };
    });
  },

  async batchGetBusinesses({ ids }, ctx) {
    const wanted = ids.filter((id) => reachesBusiness(ctx, id));
    const rows = await query(ctx, (db) => listBusinesses(db, wanted));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { businesses: wanted.flatMap((id) => byId.get(id) ?? []).map(toBusiness) };
  },

  async updateBusiness(request, ctx) {
    mustBeWellFormed({ ...request });
    const patch: Record<string, unknown> = patchOf(UpdateBusinessRequestSchema, request, columns);
    if (typeof patch.phoneNumber === "string") patch.phoneNumber = phoneOf(patch.phoneNumber);
    return { business: toBusiness(await changeBusiness(ctx, request.businessId, request.version, patch)) };
  },

  async sortBusinesses({ businessIdList }, ctx) {
    await command(ctx, (tx) => sortMemberships(tx.db, ctx.caller.accountId, "business", businessIdList), { step: "sort" });
    return {};
  },

  getBusinessOptions: async () => ({ countries: countryOptions(), ...settingOptions() }),

  async getBusinessSetting({ businessId }, ctx) {
    return await query(ctx, async (db) => {
      const business = await findBusiness(db, businessId);
      const company = await findCompany(db);
      const taxes = await listTaxRules(db, false);
      return {
        tax: taxes.map(toTaxRule),
        info: toBusiness(mustExist(business, "businessId")),
        ...(company ? { preference: toPreference(company) } : {}),
      };
    });
  },
});

/** What changes, or how it follows from what is there. */
type Patch = object | ((before: Selectable<Business>) => object);

/** Changes a business and tells everybody who keeps a copy of it. */
export async function changeBusiness(ctx: Ctx, id: string, version: number, patch: Patch): Promise<BusinessRow> {
  await unlessNameTaken(command(ctx, (tx) => write(tx, id, version, patch), { step: "business" }));
  return mustExist(await query(ctx, (db) => findBusiness(db, id)), "businessId");
}

async function write(tx: Tx<DB>, id: string, version: number, change: Patch): Promise<void> {
  const { db, ctx } = tx;
  const before = mustExist(await lockBusiness(db, id), "businessId");
  mustBeCurrent(version, before.version);
  const patch = typeof change === "function" ? change(before) : change;
  await updateBusiness(db, id, patch);
  const after = mustExist(await findBusiness(db, id), "businessId");
  tx.emit(BusinessChangedSchema, businessChanged(after), { key: id });
  tx.log({ entity: "business", id, action: "updated", before, after: patch, businessId: id });
  tx.notify("account.business", { businessId: id, ids: [id] });
  notifySessionsChanged(tx, { companyId: ctx.companyId });
}

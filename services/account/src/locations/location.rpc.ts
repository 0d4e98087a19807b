import { type Ctx, can, completed, fail, implement, mustExist, named, reachesBusiness, type Tx } from "@leashline/kit";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  type CreateLocationRequest,
  LocationService,
  type UpdateLocationRequest,
  UpdateLocationRequestSchema,
} from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Selectable } from "kysely";
import { addressColumns, addressOf, socialLinksOf } from "../businesses/address.ts";
import { businessChanged, toLocation } from "../businesses/business.mapper.ts";
import { type BusinessRow, findBusiness, insertBusiness, listBusinesses } from "../businesses/business.store.ts";
import { newInvitationCode, unlessNameTaken } from "../businesses/business.ts";
import { findCompany } from "../companies/company.store.ts";
import type { Business } from "../db.gen.ts";
import { command, type DB, type Db, query } from "../db.ts";
import { mustBeWellFormed, phoneOf } from "../shared/fields.ts";
import { patchOf } from "../shared/patch.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { staffChanged } from "../staff/staff.mapper.ts";
import { batchStaff, lockStaff, ownerIds, setBusinesses } from "../staff/staff.store.ts";
import { changeBusiness } from "./business.rpc.ts";

export const locationRpc = implement(LocationService, {
  async listLocations({ all }, ctx) {
    const everything = all && can(ctx, Permission.ACCESS_BUSINESS_SETTINGS);
    return await query(ctx, async (db) => {
      const rows = await listBusinesses(db, everything ? undefined : ctx.caller.businessIds);
      const working = await workingIds(ctx, db);
      return { locations: rows.map((row) => toLocation(row, working)) };
    });
  },

  getLocation: ({ id }, ctx) => shown(ctx, id),

  async createLocation(request, ctx) {
    const { website, contactEmail, timezoneName } = request;
    mustBeWellFormed({ website, contactEmail, ...(timezoneName ? { timezoneName } : {}), ...request.socialLinks });
    const id = await unlessNameTaken(command(ctx, (tx) => insertLocation(tx, request), { step: "create" }));
    return await shown({ ...ctx, caller: { ...ctx.caller, businessIds: [...ctx.caller.businessIds, id] } }, id);
  },

  async updateLocation(request, ctx) {
    mustSee(ctx, request.id);
    mustBeWellFormed({
      website: request.website,
      contactEmail: request.contactEmail,
      timezoneName: request.timezoneName,
      ...request.socialLinks,
    });
    await changeBusiness(ctx, request.id, request.version, (before) => patchFor(request, before));
    return await shown(ctx, request.id);
  },

  async updateOnlinePreference(request, ctx) {
    mustSee(ctx, request.id);
    const { bookOnlineAvailable, showPhoneNumber, showContactEmail } = request;
    const patch = { bookOnlineAvailable, showPhoneNumber, showContactEmail };
    await changeBusiness(ctx, request.id, 0, Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)));
    return await shown(ctx, request.id);
  },
});

function mustSee(ctx: Ctx, id: string): void {
  if (!reachesBusiness(ctx, id)) throw fail("NOT_FOUND", { field: "id" });
}

async function workingIds(ctx: Ctx, db: Db): Promise<string[]> {
  return (await batchStaff(db, [ctx.caller.staffId])).flatMap((staff) => staff.businessIds);
}

async function shown(ctx: Ctx, id: string) {
  mustSee(ctx, id);
  return await query(ctx, async (db) => {
    const row = mustExist(await findBusiness(db, id), "id");
    return { location: toLocation(row, await workingIds(ctx, db)) };
  });
}

async function insertLocation(tx: Tx<DB>, request: CreateLocationRequest): Promise<string> {
  const { db, ctx } = tx;
  const company = await findCompany(db);
  const { contactEmail, website, avatarPath, socialLinks, address } = request;
  const { facebook = "", instagram = "", google = "", yelp = "", tiktok = "" } = socialLinks ?? {};
  const id = await insertBusiness(db, {
    businessName: request.name.trim(),
    appType: request.businessType,
    timezoneName: request.timezoneName || (company?.timezoneName ?? "UTC"),
    invitationCode: newInvitationCode(),
    phoneNumber: phoneOf(request.contactPhoneNumber),
    contactEmail,
    website,
    avatarPath,
    facebook,
    instagram,
    google,
    yelp,
    tiktok,
    ...(address ? addressColumns(address) : {}),
  });
  const row = (await findBusiness(db, id)) as BusinessRow;
  await letWork(tx, id);
  tx.emit(BusinessChangedSchema, businessChanged(row), { key: id });
  tx.log({ entity: "business", id, action: "created", after: { name: row.businessName }, businessId: id });
  tx.notify("account.business", { ids: [id] });
  notifySessionsChanged(tx, { companyId: ctx.companyId });
  return id;
}

/** The owner and whoever opened a location work there from the start. */
async function letWork(tx: Tx<DB>, businessId: string): Promise<void> {
  const { db, ctx } = tx;
  const owners = await ownerIds(db);
  const ids = new Set([...owners, ...(ctx.caller.staffId === "0" ? [] : [ctx.caller.staffId])]);
  // In one order: two locations that are opened at once wait for each other instead of losing one.
  for (const staffId of [...ids].sort()) {
    const staff = await lockStaff(db, staffId);
    if (!staff) continue;
    await setBusinesses(db, staff.id, [...staff.businessIds, businessId]);
    tx.emit(StaffChangedSchema, staffChanged({ ...staff, businessIds: [...staff.businessIds, businessId] }), { key: staff.id });
  }
}

const columns = ["contactEmail", "website", "avatarPath", "timezoneName"] as const;
const renamed = { name: "businessName", businessType: "appType", contactPhoneNumber: "phoneNumber" } as const;

function patchFor(asked: UpdateLocationRequest, before: Selectable<Business>): object {
  const request = completed(
    UpdateLocationRequestSchema,
    { address: addressOf(before), socialLinks: socialLinksOf(before) },
    asked,
    asked.updateMask,
  );
  const fields = named(UpdateLocationRequestSchema, request, request.updateMask);
  const patch: Record<string, unknown> = patchOf(UpdateLocationRequestSchema, request, columns, renamed);
  if (typeof patch.phoneNumber === "string") patch.phoneNumber = phoneOf(patch.phoneNumber);
  const { address, socialLinks } = request;
  if (fields.has("address") && address) Object.assign(patch, addressColumns(address));
  if (fields.has("socialLinks") && socialLinks) {
    const { facebook, instagram, google, yelp, tiktok } = socialLinks;
    Object.assign(patch, { facebook, instagram, google, yelp, tiktok });
  }
  return patch;
}

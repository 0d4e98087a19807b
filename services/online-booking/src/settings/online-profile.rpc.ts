import { addressLineOf, type Ctx, fail, implement, inList, mustBeCurrent, mustExist, mustHave, named } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import {
  OnlineProfileService,
  type UpdateOnlineProfileRequest,
  UpdateOnlineProfileRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/online_profile_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { saveSetting, settingOf } from "./kept-setting.ts";
import { type Landing, sortedHours, wrongHours } from "./landing.ts";
import { listPages, type SettingRow } from "./setting.store.ts";

/** What belongs to the location, and is kept there. */
const ofLocation = ["businessName", "phoneNumber", "contactEmail", "website", "facebook", "instagram", "google", "yelp", "tiktok"] as const;

const businessOf = async (ctx: Ctx, businessId: string) =>
  mustExist((await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] })).businesses[0], "businessId");

async function profileOf(ctx: Ctx, row: SettingRow) {
  const business = await businessOf(ctx, row.businessId);
  return {
    ...Object.fromEntries(ofLocation.map((field) => [field, business[field]])),
    businessId: row.businessId,
    openingHours: (row as unknown as Landing).openingHours,
    themeColor: row.themeColor,
    address: addressLineOf(business),
    version: row.revision,
  };
}

/** Told once: whoever repeats the call has changed the revision themselves. */
function seen(row: SettingRow, revision: number): object {
  mustBeCurrent(revision, row.revision);
  return {};
}

/** Everything that may be refused is, before the location is changed. */
async function saveProfile(ctx: Ctx, request: UpdateOnlineProfileRequest): Promise<SettingRow> {
  const { businessId, version: revision, openingHours, themeColor } = request;
  const fields = named(UpdateOnlineProfileRequestSchema, request, request.updateMask);
  const wrong = wrongHours(openingHours);
  if (wrong) throw fail("PARAMS_INVALID", { field: inList("openingHours", wrong.index, "endTime"), reason: wrong.reason });
  const located = ofLocation.filter((field) => fields.has(field) && request[field] !== undefined);
  if (located.length > 0) mustHave(ctx, Permission.ACCESS_BUSINESS_SETTINGS);
  const row = await settingOf(ctx, businessId);
  await command(ctx, async () => seen(row, revision), { step: "seen" });
  if (located.length > 0)
    await ctx
      .client(BusinessService)
      .updateBusiness({ businessId, ...Object.fromEntries(located.map((field) => [field, request[field]])) });
  const change = {
    ...(fields.has("openingHours") && { openingHours: JSON.stringify(sortedHours(openingHours)) }),
    ...(fields.has("themeColor") && themeColor !== undefined && { themeColor }),
  };
  return Object.keys(change).length === 0 ? row : await saveSetting(ctx, { businessId, revision, change });
}

export const onlineProfileRpc = implement(OnlineProfileService, {
  async getOnlineProfile({ businessId }, ctx) {
    return { profile: await profileOf(ctx, await settingOf(ctx, businessId)) };
  },

  async updateOnlineProfile(request, ctx) {
    return { profile: await profileOf(ctx, await saveProfile(ctx, request)) };
  },

  async getBriefProfiles(_, ctx) {
    const pages = await query(ctx, (db) => listPages(db, ctx.caller.businessIds));
    return { profiles: pages.map(({ isEnable: bookingEnabled, ...page }) => ({ ...page, bookingEnabled })) };
  },
});

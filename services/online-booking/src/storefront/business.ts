import { type Ctx, mustExist } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { query } from "../db.ts";
import { type Business, readBusiness } from "./shop.store.ts";
import type { Shop } from "./shop.ts";

/** A business's zone and currency. Right after it is made its event may still be on the way; then account is asked. */
export async function businessAt(ctx: Ctx, businessId: string): Promise<Pick<Business, "businessId" | "timezoneName" | "currencyCode">> {
  const known = await query(ctx, (db) => readBusiness(db, businessId));
  if (known) return known.business;
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const { timezoneName, currencyCode } = mustExist(businesses[0], "businessId");
  return { businessId, timezoneName, currencyCode };
}

/** The business on the page of a link in a message. */
export function toLinkedBusiness({ business, setting }: Shop) {
  return {
    businessName: business.businessName,
    phoneNumber: business.phoneNumber,
    address: business.address,
    timezoneName: business.timezoneName,
    currencyCode: business.currencyCode,
    countryAlpha2Code: business.country,
    dateFormat: business.dateFormat,
    numberFormat: business.numberFormat,
    hoursOnClock: business.clock,
    themeColor: setting.themeColor,
    cancellationPolicy: setting.cancellationPolicy,
    bookOnlineName: setting.isEnable ? setting.bookOnlineName : "",
    portalName: setting.clientPortal ? setting.bookOnlineName : "",
  };
}

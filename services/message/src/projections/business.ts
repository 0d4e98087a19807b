import { addressLineOf, type Ctx, fromConnectError, localeFormatOf, Refusal } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { query } from "../db.ts";
import { type Business, findBusiness } from "./business.store.ts";

const usualFormat = localeFormatOf({ timeFormatType: 0, dateFormat: "", numberFormat: "" });

/** A business as it is kept; one that is not kept yet is asked for, and lacking that, the caller's own facts serve. */
export async function businessOf(ctx: Ctx, businessId: string): Promise<Business> {
  const kept = await query(ctx, (db) => findBusiness(db, businessId));
  if (kept) return kept;
  const { zone, currency, country } = ctx.caller;
  const { companyId } = ctx;
  const fallback = { companyId, businessId, name: "", zone, currency, country, phone: "", email: "", address: "", ...usualFormat };
  try {
    const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
    const found = businesses[0];
    if (!found) return fallback;
    return {
      ...fallback,
      name: found.businessName,
      zone: found.timezoneName || zone,
      currency: found.currencyCode || currency,
      country: found.countryAlpha2Code || country,
      phone: found.phoneNumber,
      email: found.contactEmail,
      address: addressLineOf(found),
      ...localeFormatOf(found),
    };
  } catch (error) {
    if (error instanceof Refusal || fromConnectError(error)) return fallback;
    throw error;
  }
}

import { type Ctx, fail, todayIn } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { query } from "../db.ts";
import { type BusinessFacts, findBusiness } from "./business.store.ts";

export type { BusinessFacts };

const known = new Map<string, { business: BusinessFacts; until: number }>();
const keepMs = 10_000;
const mostKept = 10_000;

/** The business's zone and currency: from what account told us, else from account itself. */
export async function businessOf(ctx: Ctx, businessId: string): Promise<BusinessFacts> {
  const key = keyOf(ctx, businessId);
  const kept = known.get(key);
  if (kept && kept.until > Date.now()) return kept.business;
  const business = (await query(ctx, (db) => findBusiness(db, businessId))) ?? (await asked(ctx, businessId));
  if (known.size >= mostKept) known.clear();
  known.set(key, { business, until: Date.now() + keepMs });
  return business;
}

/** What was known of a business is no longer true. */
export const forgetBusiness = (ctx: Ctx, businessId: string): boolean => known.delete(keyOf(ctx, businessId));

const keyOf = ({ runtime, companyId }: Ctx, businessId: string): string => `${runtime.config.postgresUrl} ${companyId} ${businessId}`;

export const todayAt = (business: BusinessFacts, now: number): string => todayIn(business.zone, now);

/** Right after a business is made its event may still be on the way. */
async function asked(ctx: Ctx, businessId: string): Promise<BusinessFacts> {
  const { caller } = ctx;
  if (caller.kind === "staff" && caller.businessId === businessId) return { businessId, zone: caller.zone, currency: caller.currency };
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const [business] = businesses;
  if (!business) throw fail("NOT_FOUND", { field: "businessId" });
  return { businessId, zone: business.timezoneName, currency: business.currencyCode };
}

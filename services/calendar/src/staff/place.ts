import { type Ctx, fail, todayIn } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { query } from "../db.ts";

/** Where and in what money a business works. */
export type Place = { readonly businessId: string; readonly zone: string; readonly currency: string };

const known = new Map<string, { place: Place; until: number }>();
const keepMs = 10_000;
const mostKept = 10_000;

/** The business's zone and currency: from what account told us, else from account itself. */
export async function placeOf(ctx: Ctx, businessId: string): Promise<Place> {
  const key = keyOf(ctx, businessId);
  const kept = known.get(key);
  if (kept && kept.until > Date.now()) return kept.place;
  const place = (await stored(ctx, businessId)) ?? (await asked(ctx, businessId));
  if (known.size >= mostKept) known.clear();
  known.set(key, { place, until: Date.now() + keepMs });
  return place;
}

/** What was known of a business is no longer true. */
export const forgetPlace = (ctx: Ctx, businessId: string): boolean => known.delete(keyOf(ctx, businessId));

const keyOf = ({ runtime, companyId }: Ctx, businessId: string): string => `${runtime.config.postgresUrl} ${companyId} ${businessId}`;

export const todayAt = (place: Place, now: number): string => todayIn(place.zone, now);

async function stored(ctx: Ctx, businessId: string): Promise<Place | null> {
  const row = await query(ctx, (db) =>
    db
      .selectFrom("business")
      .select(["zone", "currency"])
      .where("company_id", "=", ctx.companyId)
      .where("business_id", "=", businessId)
      .executeTakeFirst(),
  );
  return row ? { businessId, zone: row.zone, currency: row.currency } : null;
}

/** Right after a business is made its event may still be on the way. */
async function asked(ctx: Ctx, businessId: string): Promise<Place> {
  const { caller } = ctx;
  if (caller.kind === "staff" && caller.businessId === businessId) return { businessId, zone: caller.zone, currency: caller.currency };
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const [business] = businesses;
  if (!business) throw fail("NOT_FOUND", { field: "businessId" });
  return { businessId, zone: business.timezoneName, currency: business.currencyCode };
}

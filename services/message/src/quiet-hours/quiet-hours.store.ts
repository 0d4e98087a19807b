import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";
import type { QuietHours } from "./quiet-hours.ts";

export async function findQuietHours(db: Db, businessId: string, usual: QuietHours): Promise<QuietHours> {
  const row = await db
    .selectFrom("quietHours")
    .select(["isEnabled", "quietFrom", "quietTo", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? usual;
}

export async function saveQuietHours(db: Db, businessId: string, values: QuietHours): Promise<void> {
  await db
    .insertInto("quietHours")
    .values({ companyId: db.companyId, businessId, ...values })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(values))
    .execute();
}

export type Night = QuietHours & { zone: string };

type Row = { businessId: string; zone: string; isEnabled: boolean | null; quietFrom: number; quietTo: number; version: number };

const nights = `select b.business_id::text as "businessId", b.zone, q.is_enabled as "isEnabled", q.quiet_from as "quietFrom", q.quiet_to as "quietTo", q.version
  from business b left join quiet_hours q on q.company_id = b.company_id and q.business_id = b.business_id
  where b.company_id = $1 and b.business_id = any($2::bigint[])`;

/** The quiet hours of some businesses with the zone they are in; of one that is not kept here yet nothing is known. */
export async function nightsOf(db: Db, businessIds: readonly string[], usual: QuietHours): Promise<ReadonlyMap<string, Night>> {
  const rows = await rowsOf<Row>(db, nights, [db.companyId, [...new Set(businessIds)]]);
  return new Map(
    rows.map(({ businessId, zone, isEnabled, ...row }) => [businessId, { ...(isEnabled === null ? usual : { ...row, isEnabled }), zone }]),
  );
}

import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { Business, Company, DB } from "../db.gen.ts";

type CompanyPart = Pick<
  Selectable<Company>,
  | "country_alpha2_code"
  | "currency_code"
  | "date_format_type"
  | "time_format_type"
  | "number_format_type"
  | "unit_of_weight_type"
  | "unit_of_distance_type"
  | "calendar_format_type"
  | "notification_sound_enable"
  | "owner_account_id"
  | "plan_version"
  | "plan_tier"
>;
export type BusinessRow = Selectable<Business> & CompanyPart & { location_count: number; staff_count: number; van_count: number };

const companyPart = [
  "c.country_alpha2_code",
  "c.currency_code",
  "c.date_format_type",
  "c.time_format_type",
  "c.number_format_type",
  "c.unit_of_weight_type",
  "c.unit_of_distance_type",
  "c.calendar_format_type",
  "c.notification_sound_enable",
  "c.owner_account_id",
  "c.plan_version",
  "c.plan_tier",
] as const;

const counts = [
  sql<number>`(select count(*)::int from business o where o.company_id = b.company_id)`.as("location_count"),
  sql<number>`(select count(*)::int from staff s where s.company_id = b.company_id and s.deleted_at is null)`.as("staff_count"),
  sql<number>`(select count(*)::int from van v where v.company_id = b.company_id and v.business_id = b.id and v.deleted_at is null)`.as(
    "van_count",
  ),
];

/** Businesses of the company; all of them, or those named. */
export async function listBusinesses(db: Kysely<DB>, companyId: string, ids?: readonly string[]): Promise<BusinessRow[]> {
  let found = db
    .selectFrom("business as b")
    .innerJoin("company as c", "c.company_id", "b.company_id")
    .selectAll("b")
    .select(companyPart)
    .select(counts)
    .where("b.company_id", "=", companyId);
  if (ids) found = found.where("b.id", "=", sql<string>`any(${ids as string[]}::bigint[])`);
  return await found.orderBy("b.sort").orderBy("b.id").limit(500).execute();
}

export const businessIdsOf = async (db: Kysely<DB>, companyId: string): Promise<string[]> =>
  (await db.selectFrom("business").select("id").where("company_id", "=", companyId).orderBy("id").limit(500).execute()).map(({ id }) => id);

export const findBusiness = async (db: Kysely<DB>, companyId: string, id: string): Promise<BusinessRow | undefined> =>
  (await listBusinesses(db, companyId, [id]))[0];

/** The version of a business, its row held until the command ends. */
export const lockBusiness = async (db: Kysely<DB>, companyId: string, id: string): Promise<Selectable<Business> | undefined> =>
  await db.selectFrom("business").selectAll().where("company_id", "=", companyId).where("id", "=", id).forUpdate().executeTakeFirst();

export type NewBusiness = Pick<Selectable<Business>, "business_name" | "app_type" | "timezone_name" | "invitation_code"> &
  Partial<Selectable<Business>>;

export async function insertBusiness(db: Kysely<DB>, companyId: string, row: NewBusiness): Promise<string> {
  const sort = sql<number>`(select coalesce(max(sort), 0) + 1 from business where company_id = ${companyId})`;
  const made = await db
    .insertInto("business")
    .values({ sort, ...row, company_id: companyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function updateBusiness(db: Kysely<DB>, companyId: string, id: string, patch: Updateable<Business>): Promise<void> {
  await db
    .updateTable("business")
    .set({ ...patch, version: sql`version + 1`, update_time: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

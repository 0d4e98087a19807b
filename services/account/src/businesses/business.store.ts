import { lockRow } from "@leashline/kit";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Business, Company } from "../db.gen.ts";
import type { Db } from "../db.ts";

type CompanyPart = Pick<
  Selectable<Company>,
  | "countryAlpha2Code"
  | "currencyCode"
  | "dateFormatType"
  | "timeFormatType"
  | "numberFormatType"
  | "unitOfWeightType"
  | "unitOfDistanceType"
  | "calendarFormatType"
  | "notificationSoundEnable"
  | "ownerAccountId"
  | "planVersion"
  | "planTier"
>;
export type BusinessRow = Selectable<Business> & CompanyPart & { locationCount: number; staffCount: number; vanCount: number };

const companyPart = [
  "c.countryAlpha2Code",
  "c.currencyCode",
  "c.dateFormatType",
  "c.timeFormatType",
  "c.numberFormatType",
  "c.unitOfWeightType",
  "c.unitOfDistanceType",
  "c.calendarFormatType",
  "c.notificationSoundEnable",
  "c.ownerAccountId",
  "c.planVersion",
  "c.planTier",
] as const;

const counts = [
  sql<number>`(select count(*)::int from business o where o.company_id = b.company_id)`.as("locationCount"),
  sql<number>`(select count(*)::int from staff s where s.company_id = b.company_id and s.deleted_at is null)`.as("staffCount"),
  sql<number>`(select count(*)::int from van v where v.company_id = b.company_id and v.business_id = b.id and v.deleted_at is null)`.as(
    "vanCount",
  ),
];

/** Businesses of the company; all of them, or those named. */
export async function listBusinesses(db: Db, ids?: readonly string[]): Promise<BusinessRow[]> {
  let found = db
    .selectFrom("business as b")
    .innerJoin("company as c", "c.companyId", "b.companyId")
    .selectAll("b")
    .select(companyPart)
    .select(counts)
    .where("b.companyId", "=", db.companyId);
  if (ids) found = found.where("b.id", "=", sql<string>`any(${ids as string[]}::bigint[])`);
  return await found.orderBy("b.sort").orderBy("b.id").limit(500).execute();
}

export const businessIdsOf = async (db: Db): Promise<string[]> =>
  (await db.selectFrom("business").select("id").where("companyId", "=", db.companyId).orderBy("id").limit(500).execute()).map(
    ({ id }) => id,
  );

export const findBusiness = async (db: Db, id: string): Promise<BusinessRow | undefined> => (await listBusinesses(db, [id]))[0];

/** The version of a business, its row held until the command ends. */
export const lockBusiness = async (db: Db, id: string): Promise<Selectable<Business> | undefined> => await lockRow(db, "business", id);

export type NewBusiness = Pick<Selectable<Business>, "businessName" | "appType" | "timezoneName" | "invitationCode"> &
  Partial<Selectable<Business>>;

export async function insertBusiness(db: Db, row: NewBusiness): Promise<string> {
  const sort = sql<number>`(select coalesce(max(sort), 0) + 1 from business where company_id = ${db.companyId})`;
  const made = await db
    .insertInto("business")
    .values({ sort, ...row, companyId: db.companyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function updateBusiness(db: Db, id: string, patch: Updateable<Business>): Promise<void> {
  await db
    .updateTable("business")
    .set({ ...patch, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

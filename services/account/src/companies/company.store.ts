import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Company } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type CompanyRow = Selectable<Company>;

export const findCompany = async (db: Db): Promise<CompanyRow | undefined> =>
  await db.selectFrom("company").selectAll().where("companyId", "=", db.companyId).executeTakeFirst();

export const lockCompany = async (db: Db): Promise<CompanyRow | undefined> =>
  await db.selectFrom("company").selectAll().where("companyId", "=", db.companyId).forUpdate().executeTakeFirst();

/** A number nobody else gets, before the company's row is there: the tenant must be known to write it. */
export async function nextCompanyId(db: Db): Promise<string> {
  const next = sql<{ id: string }>`select nextval(pg_get_serial_sequence('company', 'company_id')) as id`;
  return (await next.execute(db)).rows[0]?.id as string;
}

export async function insertCompany(db: Db, row: Insertable<Company>): Promise<void> {
  await db.insertInto("company").values(row).execute();
}

export async function updateCompany(db: Db, patch: Updateable<Company>): Promise<CompanyRow> {
  return await db
    .updateTable("company")
    .set({ ...patch, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Mobile only: every location is vans, so the plan's numbers for mobile businesses hold. */
export type CompanyCounts = { locations: number; staff: number; vans: number; mobileOnly: boolean };
export async function countCompany(db: Db): Promise<CompanyCounts> {
  const counted = sql<CompanyCounts>`select
    (select count(*)::int from business where company_id = ${db.companyId}) as locations,
    (select coalesce(bool_and(app_type = 0), false) from business where company_id = ${db.companyId}) as "mobileOnly",
    (select count(*)::int from staff where company_id = ${db.companyId} and deleted_at is null) as staff,
    (select count(*)::int from van where company_id = ${db.companyId} and deleted_at is null) as vans`;
  return (await counted.execute(db)).rows[0] as CompanyCounts;
}

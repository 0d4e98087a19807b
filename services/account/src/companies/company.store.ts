import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { Company, DB } from "../db.gen.ts";

export type CompanyRow = Selectable<Company>;

export const findCompany = async (db: Kysely<DB>, companyId: string): Promise<CompanyRow | undefined> =>
  await db.selectFrom("company").selectAll().where("companyId", "=", companyId).executeTakeFirst();

export const lockCompany = async (db: Kysely<DB>, companyId: string): Promise<CompanyRow | undefined> =>
  await db.selectFrom("company").selectAll().where("companyId", "=", companyId).forUpdate().executeTakeFirst();

/** A number nobody else gets, before the company's row is there: the tenant must be known to write it. */
export async function nextCompanyId(db: Kysely<DB>): Promise<string> {
  const next = sql<{ id: string }>`select nextval(pg_get_serial_sequence('company', 'company_id')) as id`;
  return (await next.execute(db)).rows[0]?.id as string;
}

export async function insertCompany(
  db: Kysely<DB>,
  row: Partial<CompanyRow> & Pick<CompanyRow, "companyId" | "companyName" | "ownerAccountId">,
): Promise<void> {
  await db
    .insertInto("company")
    .values(row as never)
    .execute();
}

export async function updateCompany(db: Kysely<DB>, companyId: string, patch: Updateable<Company>): Promise<CompanyRow> {
  return await db
    .updateTable("company")
    .set({ ...patch, updateTime: sql`now()` })
    .where("companyId", "=", companyId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Mobile only: every location is vans, so the plan's numbers for mobile businesses hold. */
export type CompanyCounts = { locations: number; staff: number; vans: number; mobileOnly: boolean };
export async function countCompany(db: Kysely<DB>, companyId: string): Promise<CompanyCounts> {
  const counted = sql<CompanyCounts>`select
    (select count(*)::int from business where company_id = ${companyId}) as locations,
    (select coalesce(bool_and(app_type = 0), false) from business where company_id = ${companyId}) as "mobileOnly",
    (select count(*)::int from staff where company_id = ${companyId} and deleted_at is null) as staff,
    (select count(*)::int from van where company_id = ${companyId} and deleted_at is null) as vans`;
  return (await counted.execute(db)).rows[0] as CompanyCounts;
}

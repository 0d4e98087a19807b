import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { ClosedRow } from "./holidays.ts";

const columns = ["id", "businessId", "startDate", "endDate", "description", "type"] as const;
export type NewClosed = Omit<ClosedRow, "id">;

/** Rows that touch a period, both ends included; an open end with null. */
export async function listClosed(
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
  from: string,
  to: string | null,
): Promise<ClosedRow[]> {
  let found = db
    .selectFrom("closedDate")
    .select(columns)
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("endDate", ">=", from);
  if (to) found = found.where("startDate", "<=", to);
  return await found.orderBy("startDate").orderBy("id").limit(1000).execute();
}

export const lockClosed = async (db: Kysely<DB>, companyId: string, businessId: string, id: string): Promise<ClosedRow | undefined> =>
  await db
    .selectFrom("closedDate")
    .select(columns)
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const insertClosed = async (db: Kysely<DB>, companyId: string, row: NewClosed): Promise<ClosedRow> =>
  await db
    .insertInto("closedDate")
    .values({ ...row, companyId })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateClosed = async (db: Kysely<DB>, companyId: string, id: string, patch: Partial<NewClosed>): Promise<ClosedRow> =>
  await db
    .updateTable("closedDate")
    .set(patch)
    .where("companyId", "=", companyId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteClosed = async (db: Kysely<DB>, companyId: string, businessId: string, id: string): Promise<ClosedRow | undefined> =>
  await db
    .deleteFrom("closedDate")
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirst();

/** A holiday is there or not; writing it twice leaves one. */
export async function closeHoliday(db: Kysely<DB>, companyId: string, row: NewClosed): Promise<ClosedRow> {
  return await db
    .insertInto("closedDate")
    .values({ ...row, type: "holiday", companyId })
    .onConflict((oc) =>
      oc
        .columns(["companyId", "businessId", "startDate", "endDate"])
        // Written out: a plan kept for any value could not tell that the index for holidays fits.
        .where("type", "=", sql.lit("holiday"))
        .doUpdateSet({ description: row.description }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}
export const closedHoliday = async (
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
  start: string,
  end: string,
): Promise<ClosedRow | undefined> =>
  await db
    .selectFrom("closedDate")
    .select(columns)
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("type", "=", "holiday")
    .where("startDate", "=", start)
    .where("endDate", "=", end)
    .executeTakeFirst();
export const openHoliday = async (
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
  start: string,
  end: string,
): Promise<ClosedRow | undefined> =>
  await db
    .deleteFrom("closedDate")
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .where("type", "=", "holiday")
    .where("startDate", "=", start)
    .where("endDate", "=", end)
    .returning(columns)
    .executeTakeFirst();

export const countryAt = async (db: Kysely<DB>, companyId: string): Promise<string> =>
  (await db.selectFrom("company").select(sql<string>`country_alpha2_code`.as("code")).where("companyId", "=", companyId).executeTakeFirst())
    ?.code ?? "US";

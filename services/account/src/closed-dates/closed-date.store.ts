import { sql } from "kysely";
import type { Db } from "../db.ts";

import type { ClosedRow } from "./holidays.ts";

const columns = ["id", "businessId", "startDate", "endDate", "description", "type"] as const;
export type NewClosed = Omit<ClosedRow, "id">;

/** Rows that touch a period, both ends included; an open end with null. */
export async function listClosed(db: Db, businessId: string, from: string, to: string | null): Promise<ClosedRow[]> {
  let found = db
    .selectFrom("closedDate")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("endDate", ">=", from);
  if (to) found = found.where("startDate", "<=", to);
  return await found.orderBy("startDate").orderBy("id").limit(1000).execute();
}

export const lockClosed = async (db: Db, businessId: string, id: string): Promise<ClosedRow | undefined> =>
  await db
    .selectFrom("closedDate")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const insertClosed = async (db: Db, row: NewClosed): Promise<ClosedRow> =>
  await db
    .insertInto("closedDate")
    .values({ ...row, companyId: db.companyId })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateClosed = async (db: Db, id: string, patch: Partial<NewClosed>): Promise<ClosedRow> =>
  await db
    .updateTable("closedDate")
    .set(patch)
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteClosed = async (db: Db, businessId: string, id: string): Promise<ClosedRow | undefined> =>
  await db
    .deleteFrom("closedDate")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirst();

/** A holiday is there or not; writing it twice leaves one. */
export async function closeHoliday(db: Db, row: NewClosed): Promise<ClosedRow> {
  return await db
    .insertInto("closedDate")
    .values({ ...row, type: "holiday", companyId: db.companyId })
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
export const closedHoliday = async (db: Db, businessId: string, start: string, end: string): Promise<ClosedRow | undefined> =>
  await db
    .selectFrom("closedDate")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("type", "=", "holiday")
    .where("startDate", "=", start)
    .where("endDate", "=", end)
    .executeTakeFirst();
export const openHoliday = async (db: Db, businessId: string, start: string, end: string): Promise<ClosedRow | undefined> =>
  await db
    .deleteFrom("closedDate")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("type", "=", "holiday")
    .where("startDate", "=", start)
    .where("endDate", "=", end)
    .returning(columns)
    .executeTakeFirst();

export const countryAt = async (db: Db): Promise<string> =>
  (
    await db
      .selectFrom("company")
      .select(sql<string>`country_alpha2_code`.as("code"))
      .where("companyId", "=", db.companyId)
      .executeTakeFirst()
  )?.code ?? "US";

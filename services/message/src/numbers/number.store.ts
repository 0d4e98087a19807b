import { sql } from "kysely";
import type { Db } from "../db.ts";

/** The number a company writes from: the one it was given last. */
export async function findNumber(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("textNumber")
    .select("number")
    .where("companyId", "=", db.companyId)
    .orderBy("givenAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

/** Gives a company a number, or one it has once more; false when it is another company's. */
export async function giveNumber(db: Db, number: string): Promise<boolean> {
  const again = await db
    .updateTable("textNumber")
    .set({ givenAt: sql`clock_timestamp()` })
    .where("companyId", "=", db.companyId)
    .where("number", "=", number)
    .executeTakeFirst();
  if (again.numUpdatedRows > 0n) return true;
  // Without naming the key: the row in the way is another company's, which we cannot see.
  const given = await db
    .insertInto("textNumber")
    .values({ companyId: db.companyId, number })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return given.numInsertedOrUpdatedRows === 1n;
}

/** Whose number it is. Looks across companies: a text comes in without one. */
export async function companyOfNumber(db: Db, number: string): Promise<string | null> {
  const { rows } = await sql<{ companyId: string | null }>`select company_of_text_number(${number}) as company_id`.execute(db);
  return rows[0]?.companyId ?? null;
}

/** The company an installation is for, when it is for one only. */
export async function onlyCompany(db: Db): Promise<string | null> {
  const { rows } = await sql<{ companyId: string | null }>`select only_text_company() as company_id`.execute(db);
  return rows[0]?.companyId ?? null;
}

/** Companies, two at most, that sent texts before each had a number of its own. */
export async function writersBeforeNumbers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`select text_writers_before_numbers() as company_id`.execute(db);
  return rows.map((row) => row.companyId);
}

/** What a test text is kept as. */
export const TEST_TEXT = "test text";

export async function hasTestText(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("useCase", "=", TEST_TEXT)
    .where("cause", "!=", "")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { EntryCode } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Visit } from "./entry-code.ts";

export type EntryCodeRow = Omit<Selectable<EntryCode>, "companyId">;

const base = (db: Db, clientId: string) =>
  db.selectFrom("entryCode").where("companyId", "=", db.companyId).where("clientId", "=", clientId);

/** In the order in which they were written down. */
export async function codesOf(db: Db, clientId: string, page: Page): Promise<EntryCodeRow[]> {
  const [after = "0"] = page.after ?? [];
  const rows = base(db, clientId).select(["id", "clientId", "label", "sealed", "staffName", "createdAt"]);
  return await rows.where("id", ">", after).orderBy("id").limit(page.limit).offset(page.offset).execute();
}

export async function countCodes(db: Db, clientId: string): Promise<number> {
  const { n } = await base(db, clientId).select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow();
  return n;
}

export const findCode = (db: Db, clientId: string, id: string): Promise<EntryCodeRow | undefined> =>
  base(db, clientId).where("id", "=", id).select(["id", "clientId", "label", "sealed", "staffName", "createdAt"]).executeTakeFirst();

export async function insertCode(db: Db, row: Pick<EntryCodeRow, "clientId" | "label" | "sealed" | "staffName">): Promise<EntryCodeRow> {
  const values = { ...row, companyId: db.companyId };
  return await db
    .insertInto("entryCode")
    .values(values)
    .returning(["id", "clientId", "label", "sealed", "staffName", "createdAt"])
    .executeTakeFirstOrThrow();
}

export async function removeCode(db: Db, id: string): Promise<void> {
  await db.deleteFrom("entryCode").where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

/** The client's appointments that are not long over. */
export async function visitsOf(db: Db, clientId: string): Promise<Visit[]> {
  return await db
    .selectFrom("visit")
    .select(["staffIds", "status", "date", "endsAt"])
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("endsAt", ">", sql<Date>`now() - interval '1 day'`)
    .execute();
}

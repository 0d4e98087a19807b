import { TemplateStatus } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type TemplateRow = Selectable<DB["template"]>;
type Words = Pick<TemplateRow, "businessId" | "title" | "body">;

const now = sql<Date>`clock_timestamp()`;
const kept = (db: Db) => db.selectFrom("template").selectAll().where("companyId", "=", db.companyId).where("deleteTime", "is", null);

export async function findTemplate(db: Db, id: string): Promise<TemplateRow | undefined> {
  return await kept(db).where("id", "=", id).executeTakeFirst();
}

export async function listTemplates(db: Db, businessId: string, includeInactive: boolean): Promise<TemplateRow[]> {
  return await kept(db)
    .where("businessId", "=", businessId)
    .$if(!includeInactive, (found) => found.where("status", "=", TemplateStatus.ACTIVE))
    .orderBy("title")
    .orderBy("id")
    .execute();
}

export async function insertTemplate(db: Db, values: Words): Promise<TemplateRow> {
  return await db
    .insertInto("template")
    .values({ companyId: db.companyId, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeTemplate(
  db: Db,
  id: string,
  change: Partial<Pick<TemplateRow, "title" | "body" | "status">>,
): Promise<TemplateRow> {
  return await db
    .updateTable("template")
    .set({ ...change, updateTime: now })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.updateTable("template").set({ deleteTime: now }).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

/** Clients above an id, deleted ones too. */
export const clientsAfter = async (db: Kysely<DB>, companyId: string, after: string, size: number) =>
  await db.selectFrom("client").selectAll().where("company_id", "=", companyId).where("id", ">", after).orderBy("id").limit(size).execute();

/** Pets above an id, deleted ones too; a deleted client's are deleted with them. */
export const petsAfter = async (db: Kysely<DB>, companyId: string, after: string, size: number) =>
  await db
    .selectFrom("pet as p")
    .innerJoin("client as c", (join) => join.onRef("c.company_id", "=", "p.company_id").onRef("c.id", "=", "p.client_id"))
    .selectAll("p")
    .select(sql<boolean>`p.deleted_at is not null or c.deleted_at is not null`.as("deleted"))
    .where("p.company_id", "=", companyId)
    .where("p.id", ">", after)
    .orderBy("p.id")
    .limit(size)
    .execute();

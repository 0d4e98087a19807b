import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Clients above an id, deleted ones too. */
export const clientsAfter = async (db: Db, after: string, size: number) =>
  await db
    .selectFrom("client")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();

/** Pets above an id, deleted ones too; a deleted client's are deleted with them. */
export const petsAfter = async (db: Db, after: string, size: number) =>
  await db
    .selectFrom("pet as p")
    .innerJoin("client as c", (join) => join.onRef("c.companyId", "=", "p.companyId").onRef("c.id", "=", "p.clientId"))
    .selectAll("p")
    .select(sql<boolean>`p.deleted_at is not null or c.deleted_at is not null`.as("deleted"))
    .where("p.companyId", "=", db.companyId)
    .where("p.id", ">", after)
    .orderBy("p.id")
    .limit(size)
    .execute();

import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { Condition } from "../clients/visibility.store.ts";
import type { DB, Db } from "../db.ts";

export type PrivacyRow = Selectable<DB["privacyRecord"]>;
type Made = Pick<PrivacyRow, "kind" | "clientId" | "staffId" | "staffName" | "reason">;

export const insertPrivacyRecord = async (db: Db, made: Made): Promise<PrivacyRow> =>
  await db
    .insertInto("privacyRecord")
    .values({ companyId: db.companyId, ...made })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The newest first; of one client, or of everybody in reach. */
export async function listPrivacyRecords(
  db: Db,
  clientId: string,
  reach: Condition,
  { after, offset, limit }: Page,
): Promise<PrivacyRow[]> {
  const [last] = after ?? [];
  return await db
    .selectFrom("privacyRecord as r")
    .innerJoin("client as c", (join) => join.onRef("c.companyId", "=", "r.companyId").onRef("c.id", "=", "r.clientId"))
    .selectAll("r")
    .where("r.companyId", "=", db.companyId)
    .where(reach)
    .$if(clientId !== "0", (q) => q.where("r.clientId", "=", clientId))
    .$if(last !== undefined, (q) => q.where("r.id", "<", String(last)))
    .orderBy("r.id", "desc")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Every id a client and their pets have had, the client's own first. */
export async function everyIdOf(db: Db, id: string): Promise<{ customerIds: string[]; petIds: string[] }> {
  const { rows } = await sql<{ merged: string[]; pets: string[] }>`with everybody as (
      select c.id from client c where c.company_id = ${db.companyId} and (c.id = ${id} or c.merged_into = ${id}))
    select array(select e.id::text from everybody e where e.id <> ${id} order by e.id) as merged,
      array(select p.id::text from pet p where p.company_id = ${db.companyId} and p.client_id in (select e.id from everybody e) order by p.id) as pets`.execute(
    db,
  );
  return { customerIds: [id, ...(rows[0]?.merged ?? [])], petIds: rows[0]?.pets ?? [] };
}

import { sql } from "kysely";
import type { Db } from "../db.ts";
import { tokensOf } from "./words.ts";

export type ClientToken = { id: string; kind: number; token: string };

/** Writes anew what the given clients can be found by. A deleted client is found by nothing. */
export async function refreshTokens(db: Db, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  const rows = await db
    .selectFrom("client as c")
    .select(["c.id", "c.firstName", "c.lastName", "c.email", "c.phoneNumber", "c.phoneKey", "c.ownerUnknown", "c.inactive"])
    .select(
      sql<
        string[]
      >`array(select p.pet_name from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null)`.as(
        "petNames",
      ),
    )
    .where("c.companyId", "=", db.companyId)
    .where("c.id", "=", sql<string>`any(${clientIds}::bigint[])`)
    .where("c.deletedAt", "is", null)
    .execute();
  await db
    .deleteFrom("clientToken")
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", sql<string>`any(${clientIds}::bigint[])`)
    .execute();
  await insertTokens(
    db,
    rows.flatMap(({ id, ...searchable }) => tokensOf(searchable).map((token) => ({ id, ...token }))),
  );
}

export async function insertTokens(db: Db, tokens: readonly ClientToken[]): Promise<void> {
  if (tokens.length === 0) return;
  const column = <T>(pick: (token: ClientToken) => T): T[] => tokens.map(pick);
  await sql`insert into client_token (company_id, client_id, kind, token)
    select ${db.companyId}, t.id, t.kind, t.token
    from unnest(${column((t) => t.id)}::bigint[], ${column((t) => t.kind)}::smallint[], ${column((t) => t.token)}::text[]) as t(id, kind, token)
    on conflict do nothing`.execute(db);
}

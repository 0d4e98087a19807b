import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { tokensOf } from "./words.ts";

/** Writes anew what the given clients can be found by. A deleted client is found by nothing. */
export async function refreshTokens(db: Kysely<DB>, companyId: string, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  const rows = await db
    .selectFrom("client as c")
    .select(["c.id", "c.first_name", "c.last_name", "c.email", "c.phone_number", "c.phone_key", "c.owner_unknown", "c.inactive"])
    .select(
      sql<
        string[]
      >`array(select p.pet_name from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null)`.as("pets"),
    )
    .where("c.id", "=", sql<string>`any(${clientIds}::bigint[])`)
    .where("c.deleted_at", "is", null)
    .execute();
  const wanted = rows.flatMap((row) =>
    tokensOf({
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phoneNumber: row.phone_number,
      phoneKey: row.phone_key,
      ownerUnknown: row.owner_unknown,
      inactive: row.inactive,
      petNames: row.pets,
    }).map((t) => ({ id: row.id, ...t })),
  );
  await db.deleteFrom("client_token").where("client_id", "=", sql<string>`any(${clientIds}::bigint[])`).execute();
  await insertTokens(db, companyId, wanted);
}

export async function insertTokens(
  db: Kysely<DB>,
  companyId: string,
  tokens: readonly { id: string; kind: number; token: string }[],
): Promise<void> {
  if (tokens.length === 0) return;
  const column = <T>(pick: (t: (typeof tokens)[number]) => T): T[] => tokens.map(pick);
  await sql`insert into client_token (company_id, client_id, kind, token)
    select ${companyId}, t.id, t.kind, t.token
    from unnest(${column((t) => t.id)}::bigint[], ${column((t) => t.kind)}::smallint[], ${column((t) => t.token)}::text[]) as t(id, kind, token)
    on conflict do nothing`.execute(db);
}

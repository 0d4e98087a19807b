import type { Tx } from "@leashline/kit";
import { type Compilable, sql } from "kysely";
import type { DB, Db } from "../db.ts";
import { tokensOf } from "./words.ts";

export type ClientToken = { id: string; kind: number; token: string };

type Found = { id: string; isNew: boolean };

/** Writes anew, at the end of the command, what the given clients can be found by. A deleted client is found by nothing, and a new one by nothing yet. */
export function refreshTokens(tx: Tx<DB>, clientIds: readonly string[], { isNew = false } = {}): void {
  for (const id of clientIds) tx.together(refreshAll, { id, isNew });
}

async function refreshAll(tx: Tx<DB>, clients: Found[]): Promise<void> {
  const { db } = tx;
  const clientIds = [...new Set(clients.map(({ id }) => id))];
  const fresh = new Set(clients.filter(({ isNew }) => isNew).map(({ id }) => id));
  const known = clientIds.filter((id) => !fresh.has(id));
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
  const old = db
    .deleteFrom("clientToken")
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", sql<string>`any(${known}::bigint[])`);
  if (known.length > 0) tx.write(old);
  const tokens = rows.flatMap(({ id, ...searchable }) => tokensOf(searchable).map((token) => ({ id, ...token })));
  if (tokens.length > 0) tx.write(insertion(db, tokens));
}

export async function insertTokens(db: Db, tokens: readonly ClientToken[]): Promise<void> {
  if (tokens.length > 0) await db.executeQuery(insertion(db, tokens).compile());
}

function insertion(db: Db, tokens: readonly ClientToken[]): Compilable {
  const column = <T>(pick: (token: ClientToken) => T): T[] => tokens.map(pick);
  const query = sql`insert into client_token (company_id, client_id, kind, token)
    select ${db.companyId}, t.id, t.kind, t.token
    from unnest(${column((t) => t.id)}::bigint[], ${column((t) => t.kind)}::smallint[], ${column((t) => t.token)}::text[]) as t(id, kind, token)
    on conflict do nothing`;
  return { compile: () => query.compile(db) };
}

import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { refreshTokens } from "../search/token.store.ts";

/** Whether somebody did something to the thing since the import made it: the log has more than the import's own line. */
const logged = (entity: string, id: ReturnType<typeof sql>) =>
  sql`exists (select 1 from change_log l where l.entity = ${entity} and l.entity_id = ${id} and l.action <> 'import')`;

const petTouched = sql`(p.version > 1 or ${logged("pet", sql`p.id`)}
  or exists (select 1 from pet_vaccine x where x.pet_id = p.id)
  or exists (select 1 from visit v where v.client_id = p.client_id and p.id = any(v.pet_ids)))`;

const clientTouched = sql`(c.version > 1 or ${logged("client", sql`c.id`)}
  or exists (select 1 from visit v where v.client_id = c.id)
  or exists (select 1 from order_balance b where b.client_id = c.id)
  or exists (select 1 from pet p where p.client_id = c.id and p.deleted_at is null and (p.import_id <> c.import_id or ${petTouched}))
  or exists (select 1 from note n where n.client_id = c.id and ${logged("note", sql`n.id`)})
  or exists (select 1 from address a where a.client_id = c.id and ${logged("address", sql`a.id`)})
  or exists (select 1 from contact k where k.client_id = c.id))`;

/** The next clients an import made that still stand, in the order of their ids. */
export async function importedClients(
  db: Kysely<DB>,
  importId: string,
  afterId: string,
  most: number,
): Promise<{ id: string; touched: boolean }[]> {
  const { rows } = await sql<{ id: string; touched: boolean }>`
    select c.id, ${clientTouched} as touched from client c
    where c.import_id = ${importId}::bigint and c.import_id <> 0 and c.id > ${afterId}::bigint and c.deleted_at is null
    order by c.id limit ${most}`.execute(db);
  return rows;
}

type Which = { ofClients: readonly string[] } | { most: number } | { standing: true };

/** Pets an import made that still stand: all of some clients; or the next untouched ones it gave to clients that were here before; or all. */
export async function importedPets(db: Kysely<DB>, importId: string, which: Which): Promise<{ id: string }[]> {
  const narrow =
    "ofClients" in which
      ? sql`p.client_id = any(${which.ofClients}::bigint[])`
      : "most" in which
        ? sql`not ${petTouched} and exists (select 1 from client c where c.id = p.client_id and c.import_id <> p.import_id)
            order by p.id limit ${which.most}`
        : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select p.id from pet p where p.import_id = ${importId}::bigint and p.import_id <> 0 and p.deleted_at is null and ${narrow}`.execute(db);
  return rows;
}

type Removal = { companyId: string; staffId: string; clientIds: readonly string[]; petIds: readonly string[] };

export async function deleteImported(db: Kysely<DB>, { companyId, staffId, clientIds, petIds }: Removal): Promise<void> {
  const gone = sql`deleted_at = now(), deleted_by = ${staffId}::bigint, version = version + 1, updated_at = now()`;
  const { rows } = await sql<{ client_id: string }>`update pet set ${gone} where id = any(${petIds}::bigint[]) returning client_id`.execute(
    db,
  );
  await sql`update client set ${gone} where id = any(${clientIds}::bigint[])`.execute(db);
  await refreshTokens(db, companyId, [...new Set([...clientIds, ...rows.map((row) => row.client_id)])]);
}

export async function logRolledBack(
  db: Kysely<DB>,
  companyId: string,
  actorName: string,
  importId: string,
  clientIds: readonly string[],
  petIds: readonly string[],
): Promise<void> {
  await sql`insert into change_log (company_id, entity, entity_id, action, actor_name, source, after)
    select ${companyId}::bigint, x.entity, x.id, 'import rolled back', ${actorName}, 'import', jsonb_build_object('import_id', ${importId}::text)
    from (select 'client' as entity, unnest(${clientIds}::bigint[]) as id union all select 'pet', unnest(${petIds}::bigint[])) x`.execute(
    db,
  );
}

import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import { refreshTokens } from "../clients/search-token.store.ts";
import type { DB, Db } from "../db.ts";

type Reference = ReturnType<typeof sql>;

/** Whether somebody did something to the thing since the import made it: the log has more than the import's own line. */
const logged = (entity: string, company: Reference, id: Reference) =>
  sql`exists (select 1 from change_log l where l.company_id = ${company} and l.entity = ${entity} and l.entity_id = ${id} and l.action <> 'import')`;

const petTouched = sql`(p.version > 1 or ${logged("pet", sql`p.company_id`, sql`p.id`)}
  or exists (select 1 from pet_vaccine x where x.company_id = p.company_id and x.pet_id = p.id)
  or exists (select 1 from visit v where v.company_id = p.company_id and v.client_id = p.client_id and p.id = any(v.pet_ids)))`;

const clientTouched = sql`(c.version > 1 or ${logged("client", sql`c.company_id`, sql`c.id`)}
  or exists (select 1 from visit v where v.company_id = c.company_id and v.client_id = c.id)
  or exists (select 1 from order_balance b where b.company_id = c.company_id and b.client_id = c.id)
  or exists (select 1 from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null and (p.import_id <> c.import_id or ${petTouched}))
  or exists (select 1 from note n where n.company_id = c.company_id and n.client_id = c.id and ${logged("note", sql`n.company_id`, sql`n.id`)})
  or exists (select 1 from address a where a.company_id = c.company_id and a.client_id = c.id and ${logged("address", sql`a.company_id`, sql`a.id`)})
  or exists (select 1 from contact k where k.company_id = c.company_id and k.client_id = c.id))`;

/** The next clients an import made that still stand, in the order of their ids. */
export async function importedClients(
  db: Db,
  importId: string,
  afterId: string,
  most: number,
): Promise<{ id: string; touched: boolean }[]> {
  const { rows } = await sql<{ id: string; touched: boolean }>`
    select c.id, ${clientTouched} as touched from client c
    where c.company_id = ${db.companyId} and c.import_id = ${importId}::bigint and c.import_id <> 0 and c.id > ${afterId}::bigint and c.deleted_at is null
    order by c.id limit ${most}`.execute(db);
  return rows;
}

type Which = { ofClients: readonly string[] } | { most: number } | { standing: true };

/** Pets an import made that still stand: all of some clients; or the next untouched ones it gave to clients that were here before; or all. */
export async function importedPets(db: Db, importId: string, which: Which): Promise<{ id: string }[]> {
  const narrow =
    "ofClients" in which
      ? sql`p.client_id = any(${which.ofClients}::bigint[])`
      : "most" in which
        ? sql`not ${petTouched} and exists (select 1 from client c where c.company_id = p.company_id and c.id = p.client_id and c.import_id <> p.import_id)
            order by p.id limit ${which.most}`
        : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select p.id from pet p where p.company_id = ${db.companyId} and p.import_id = ${importId}::bigint and p.import_id <> 0 and p.deleted_at is null and ${narrow}`.execute(
    db,
  );
  return rows;
}

type Removal = { staffId: string; clientIds: readonly string[]; petIds: readonly string[] };

export async function deleteImported(tx: Tx<DB>, { staffId, clientIds, petIds }: Removal): Promise<void> {
  const { db } = tx;
  const gone = sql`deleted_at = now(), deleted_by = ${staffId}::bigint, version = version + 1, updated_at = now()`;
  const { rows } = await sql<{
    clientId: string;
  }>`update pet set ${gone} where company_id = ${db.companyId} and id = any(${petIds}::bigint[]) returning client_id`.execute(db);
  await sql`update client set ${gone} where company_id = ${db.companyId} and id = any(${clientIds}::bigint[])`.execute(db);
  refreshTokens(tx, [...new Set([...clientIds, ...rows.map((row) => row.clientId)])]);
}

export async function logRolledBack(
  db: Db,

  actorName: string,
  importId: string,
  clientIds: readonly string[],
  petIds: readonly string[],
): Promise<void> {
  await sql`insert into change_log (company_id, entity, entity_id, action, actor_name, source, after)
    select ${db.companyId}::bigint, x.entity, x.id, 'import rolled back', ${actorName}, 'import', jsonb_build_object('import_id', ${importId}::text)
    from (select 'client' as entity, unnest(${clientIds}::bigint[]) as id union all select 'pet', unnest(${petIds}::bigint[])) x`.execute(
    db,
  );
}

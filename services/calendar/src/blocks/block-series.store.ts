import { type Selectable, sql } from "kysely";
import type { Block } from "../cards/card.ts";
import type { Block as BlockTable } from "../db.gen.ts";
import type { CalendarTx, Db } from "../db.ts";
import type { Rule } from "../series/rule.ts";
import { ENTITY, fromRow } from "./block.store.ts";

export async function insertBlockSeries(tx: CalendarTx, { businessId, rule }: { businessId: string; rule: Rule }): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into block_series (company_id, business_id, rule)
    values (${tx.ctx.companyId}, ${businessId}, ${JSON.stringify(rule)}::jsonb) returning id::text`.execute(tx.db);
  return rows[0]?.id as string;
}

export async function findBlockRule(db: Db, id: string): Promise<Rule | undefined> {
  const { rows } = await sql<{ rule: Rule }>`select rule from block_series where company_id = ${db.companyId} and id = ${id}`.execute(db);
  return rows[0]?.rule;
}

/** The blocks of a series from a day on, by date. */
export async function readBlocksOfSeries(db: Db, seriesId: string, from: string): Promise<Block[]> {
  const { rows } = await sql<Selectable<BlockTable>>`select * from block
    where company_id = ${db.companyId} and series_id = ${seriesId} and series_id <> 0 and date >= ${from}::date order by date, id`.execute(
    db,
  );
  return rows.map(fromRow);
}

/** What the newest entry of a block's log says. Entries from before blocks could repeat name no series. */
export type BlockEntry = { id: string; entityId: string; at: Date; before: Block | null; after: Block | null; undone: boolean };

/** The newest entry of each of these blocks, those that are gone among them. */
export async function readNewestEntries(db: Db, ids: readonly string[]): Promise<BlockEntry[]> {
  const { rows } = await sql<BlockEntry>`select distinct on (entity_id) id, entity_id, at, before, after, undone_by is not null as undone
    from change_log where company_id = ${db.companyId} and entity = ${ENTITY} and entity_id = any(${ids}::bigint[])
    order by entity_id, id desc`.execute(db);
  return rows;
}

import { type Selectable, sql } from "kysely";
import { cardOfBlock } from "../cards/card.mapper.ts";
import { removeOtherCards, storeCards } from "../cards/card.store.ts";
import type { Block } from "../cards/card.ts";
import { namesOf, recordsOf, setOf } from "../columns.ts";
import type { Block as BlockTable } from "../db.gen.ts";
import type { CalendarTx, Db } from "../db.ts";
import { giveBack, type Taker, takeAfter } from "../occupancy/occupancy.store.ts";
import { minutesOf, type Occupancy, Resource, Source } from "../occupancy/resource.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";

/** What the log calls a block. */
export const ENTITY = "block";

export const fromRow = ({ startMinute: start, endMinute: end, companyId: _, ...same }: Selectable<BlockTable>): Block => ({
  ...same,
  start,
  end,
});

export const readBlocks = async (db: Db, ids: readonly string[]): Promise<Block[]> =>
  (
    await db.selectFrom("block").selectAll().where("companyId", "=", db.companyId).where(sql<boolean>`id = any(${ids}::bigint[])`).execute()
  ).map(fromRow);

export async function nextBlockIds(tx: CalendarTx, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select nextval('block_id_seq')::text as id from generate_series(1, ${count}::int)`.execute(
    tx.db,
  );
  return rows.map(({ id }) => id);
}

const takerOf = (tx: CalendarTx, id: string): Taker => ({ companyId: tx.ctx.companyId, sourceKind: Source.BLOCK, sourceId: id });

const columns = [
  "companyId",
  "id",
  "businessId",
  "staffId",
  "date",
  "startMinute",
  "endMinute",
  "description",
  "colorCode",
  "overbooked",
  "seriesId",
  "externalId",
  "version",
];
const names = namesOf(columns);
const set = setOf(columns, "excluded");

/** The block as it is now, with the time that it takes and its card. One statement. */
export async function saveBlock(tx: CalendarTx, { zone }: BusinessFacts, block: Block): Promise<void> {
  const { companyId } = tx.ctx;
  const { start: startMinute, end: endMinute, ...same } = block;
  const taker = takerOf(tx, block.id);
  const card = cardOfBlock(companyId, block);
  await sql`with stored as (insert into block (${names}) select ${names} from ${recordsOf("block", [{ companyId, ...same, startMinute, endMinute }])}
      on conflict (company_id, id) do update set ${set}),
    freed as (${giveBack(taker)}),
    taken as (${takeAfter("freed", taker, [timeOf(block, zone)])}),
    cleared as (${removeOtherCards(taker, [card])})
    ${storeCards([card])}`.execute(tx.db);
}

const timeOf = (block: Block, zone: string): Occupancy => ({
  resourceKind: Resource.STAFF,
  resourceId: block.staffId,
  day: block.date,
  businessId: block.businessId,
  ...minutesOf(instantsOf(block.date, block, zone)),
  exclusive: !block.overbooked,
  seats: 0,
  serviceIds: [],
});

export async function deleteBlockRow(tx: CalendarTx, id: string): Promise<void> {
  const taker = takerOf(tx, id);
  await sql`with freed as (${giveBack(taker)}), cleared as (${removeOtherCards(taker, [])})
    delete from block where company_id = ${tx.ctx.companyId} and id = ${id}`.execute(tx.db);
}

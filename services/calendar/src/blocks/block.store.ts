import { sql } from "kysely";
import { bytesOf, rangeOf } from "../cards/card.mapper.ts";
import { type BlockCard, renderBlockCard } from "../cards/card.ts";
import type { CalendarTx, Db } from "../db.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";

export type StoredBlock = BlockCard & { readonly businessId: string };

const BLOCK = 4;

export async function readBlock(db: Db, companyId: string, id: string): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom("card")
    .select(["id", "businessId", "staffId", "date", "startMinute", "endMinute", "description", "colorCode", "exclusive", "version"])
    .where("companyId", "=", companyId)
    .where("id", "=", id)
    .where("kind", "=", BLOCK)
    .executeTakeFirst();
  if (!row) return null;
  const { date, description, version } = row;
  const of = { businessId: row.businessId, staffId: row.staffId, colorCode: row.colorCode, overbooked: !row.exclusive };
  return { id: row.id, ...of, date: String(date), start: row.startMinute, end: row.endMinute, description, version };
}

export async function insertBlockCard(tx: CalendarTx, business: BusinessFacts, draft: Omit<BlockCard, "id">): Promise<StoredBlock> {
  const { rows } = await sql<{ id: string }>`select nextval('card_id_seq')::text as id`.execute(tx.db);
  const block = { ...draft, id: rows[0]?.id as string };
  await tx.db
    .insertInto("card")
    .values({ companyId: tx.ctx.companyId, id: block.id, kind: BLOCK, ...columnsOf(business, block) })
    .execute();
  return { ...block, businessId: business.businessId };
}

export async function updateBlockCard(tx: CalendarTx, business: BusinessFacts, block: BlockCard): Promise<StoredBlock> {
  await tx.db
    .updateTable("card")
    .set(columnsOf(business, block))
    .where("companyId", "=", tx.ctx.companyId)
    .where("id", "=", block.id)
    .execute();
  return { ...block, businessId: business.businessId };
}

export const deleteBlockCard = (tx: CalendarTx, id: string): Promise<unknown> =>
  tx.db.deleteFrom("card").where("companyId", "=", tx.ctx.companyId).where("id", "=", id).where("kind", "=", BLOCK).execute();

function columnsOf(business: BusinessFacts, block: BlockCard) {
  const { lean } = bytesOf(renderBlockCard(block));
  return {
    businessId: business.businessId,
    staffId: block.staffId,
    date: block.date,
    endDate: block.date,
    startMinute: block.start,
    endMinute: block.end,
    during: rangeOf(instantsOf(block.date, block, business.zone)),
    takesTime: true,
    exclusive: !block.overbooked,
    description: block.description,
    colorCode: block.colorCode,
    version: block.version,
    lean: sql<Buffer>`${lean}::bytea`,
  };
}

import { sql } from "kysely";
import { bytesOf, rangeOf } from "../appointments/visit.rows.ts";
import { type BlockCard, renderBlockCard } from "../cards/card.ts";
import type { CalendarTx, Db } from "../db.ts";
import { instantsOf } from "../scheduling/zone.ts";
import type { Place } from "../staff/place.ts";

export type StoredBlock = BlockCard & { readonly businessId: string };

const BLOCK = 4;

export async function readBlock(db: Db, companyId: string, id: string): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom("card")
    .select(["id", "business_id", "staff_id", "date", "start_minute", "end_minute", "description", "color_code", "exclusive", "version"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("kind", "=", BLOCK)
    .executeTakeFirst();
  if (!row) return null;
  const { date, description, version } = row;
  const of = { businessId: row.business_id, staffId: row.staff_id, colorCode: row.color_code, overbooked: !row.exclusive };
  return { id: row.id, ...of, date: String(date), start: row.start_minute, end: row.end_minute, description, version };
}

export async function insertBlockCard(tx: CalendarTx, place: Place, draft: Omit<BlockCard, "id">): Promise<StoredBlock> {
  const { rows } = await sql<{ id: string }>`select nextval('card_id_seq')::text as id`.execute(tx.db);
  const block = { ...draft, id: rows[0]?.id as string };
  await tx.db
    .insertInto("card")
    .values({ company_id: tx.ctx.companyId, id: block.id, kind: BLOCK, ...columnsOf(place, block) })
    .execute();
  return { ...block, businessId: place.businessId };
}

export async function updateBlockCard(tx: CalendarTx, place: Place, block: BlockCard): Promise<StoredBlock> {
  await tx.db
    .updateTable("card")
    .set(columnsOf(place, block))
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", block.id)
    .execute();
  return { ...block, businessId: place.businessId };
}

export const deleteBlockCard = (tx: CalendarTx, id: string): Promise<unknown> =>
  tx.db.deleteFrom("card").where("company_id", "=", tx.ctx.companyId).where("id", "=", id).where("kind", "=", BLOCK).execute();

function columnsOf(place: Place, block: BlockCard) {
  const { lean } = bytesOf(renderBlockCard(block));
  return {
    business_id: place.businessId,
    staff_id: block.staffId,
    date: block.date,
    end_date: block.date,
    start_minute: block.start,
    end_minute: block.end,
    during: rangeOf(instantsOf(block.date, block, place.zone)),
    takes_time: true,
    exclusive: !block.overbooked,
    description: block.description,
    color_code: block.colorCode,
    version: block.version,
    lean: sql<Buffer>`${lean}::bytea`,
  };
}

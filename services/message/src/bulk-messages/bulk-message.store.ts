import { type Page, rowsOf } from "@leashline/kit";
import { MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Insertable, Selectable } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { hasStopped } from "../projections/client.store.ts";
import { BULK_USE } from "../sending/outgoing.ts";
import type { Wishes } from "./bulk-message.ts";

export type BulkRow = Omit<Selectable<DB["bulkMessage"]>, "recipients"> & { total: number };
/** With what became of what was stored for it. */
export type ShownBulk = BulkRow & { sent: number; failed: number };
export type Addressee = Wishes & { firstName: string; lastName: string };

const wishes = `select customer_id as "customerId", first_name as "firstName", last_name as "lastName", phone_e164 as "phoneE164", email,
    is_block_message as "isBlockMessage", is_unsubscribed as "isUnsubscribed", send_auto_email as "sendAutoEmail", send_auto_message as "sendAutoMessage", ${hasStopped} as "textsStopped",
    coalesce((select c.agreed from text_consent c where c.company_id = recipient.company_id and c.customer_id = recipient.customer_id
      order by c.id desc limit 1), false) as agreed
  from recipient where company_id = $1 and customer_id = any($2::bigint[]) and not deleted`;

/** What these clients want, as far as they are known here and were not deleted. */
export async function wishesOf(db: Db, ids: readonly string[]): Promise<Map<string, Addressee>> {
  const rows = await rowsOf<Addressee>(db, wishes, [db.companyId, ids]);
  return new Map(rows.map((row) => [row.customerId, row]));
}

export async function insertBulk(db: Db, row: Omit<Insertable<DB["bulkMessage"]>, "companyId">): Promise<string> {
  const { id } = await db
    .insertInto("bulkMessage")
    .values({ ...row, companyId: db.companyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const shown = `select b.id, b.business_id as "businessId", b.method, b.subject, b.message_text as "messageText", b.include_not_agreed as "includeNotAgreed",
    cardinality(b.recipients) as total, b.done, b.skipped, b.staff_id as "staffId", b.staff_name as "staffName", b.create_time as "createTime",
    coalesce(m.sent, 0)::int as sent, coalesce(m.failed, 0)::int as failed
  from bulk_message b left join lateral (
    select count(*) filter (where m.status not in (${MessageStatus.QUEUED}, ${MessageStatus.SENDING}, ${MessageStatus.FAILED})) as sent,
      count(*) filter (where m.status = ${MessageStatus.FAILED}) as failed
    from message m where m.company_id = b.company_id and m.use_case = '${BULK_USE}' and m.cause = b.id::text) m on true
  where b.company_id = $1`;

export async function findBulk(db: Db, id: string): Promise<ShownBulk | undefined> {
  const [row] = await rowsOf<ShownBulk>(db, `${shown} and b.id = $2`, [db.companyId, id]);
  return row;
}

/** The last one first. */
export async function listBulk(db: Db, businessId: string, page: Page): Promise<ShownBulk[]> {
  const [before = "9223372036854775807"] = page.after ?? [];
  const text = `${shown} and b.business_id = $2 and b.id < $3 order by b.id desc limit $4 offset $5`;
  return await rowsOf<ShownBulk>(db, text, [db.companyId, businessId, before, page.limit, page.offset]);
}

/** Those whose turn it is after so many. */
export async function nextOf(db: Db, id: string, done: number, count: number): Promise<string[]> {
  const text = `select unnest(recipients[$3 + 1 : $3 + $4])::text as id from bulk_message where company_id = $1 and id = $2`;
  return (await rowsOf<{ id: string }>(db, text, [db.companyId, id, done, count])).map((row) => row.id);
}

/** Says how far it has come; false when it had come that far before. */
export async function movedOn(db: Db, id: string, from: number, by: { done: number; skipped: number }): Promise<boolean> {
  const text = `update bulk_message set done = done + $4, skipped = skipped + $5 where company_id = $1 and id = $2 and done = $3 returning id`;
  return (await rowsOf(db, text, [db.companyId, id, from, by.done, by.skipped])).length > 0;
}

import { sql } from "kysely";
import type { Db } from "../db.ts";
import { refreshLast } from "../sending/thread-place.store.ts";

/** Of threads that stayed behind because the other client has one at the same location: they are gone while their messages are elsewhere. */
export async function hideEmptied(db: Db, customerId: string): Promise<void> {
  await sql`update thread t set delete_time = clock_timestamp(), unread_count = 0, needs_reply = false where t.company_id = ${db.companyId}
    and t.customer_id = ${customerId} and t.delete_time is null
    and not exists (select 1 from message m where m.company_id = t.company_id and m.thread_id = t.id)`.execute(db);
}

/** Threads with messages show the newest of them, and how many are unread; one that was gone for want of any is there again. */
export async function showNewest(db: Db, customerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`update thread t set unread_count = n.unread, sorted_at = n.newest, delete_time = null
    from (select m.thread_id, max(m.create_time) as newest, count(*) filter (where not m.is_read and m.author = 2) as unread
      from message m join thread h on h.company_id = m.company_id and h.id = m.thread_id
      where m.company_id = ${db.companyId} and h.customer_id = any(${customerIds}::bigint[]) and m.delete_time is null group by m.thread_id) n
    where t.company_id = ${db.companyId} and t.id = n.thread_id returning t.id`.execute(db);
  for (const { id } of rows) await refreshLast(db, id);
}

/** Who answered STOP under one of two names has answered it. */
export async function copyStop(db: Db, from: string, to: string): Promise<void> {
  await sql`insert into text_stop (company_id, customer_id, stopped_at, by_staff) select company_id, ${to}::bigint, stopped_at, by_staff from text_stop
    where company_id = ${db.companyId} and customer_id = ${from} on conflict do nothing`.execute(db);
}

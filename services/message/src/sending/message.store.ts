import { type Page, rowsOf } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { InsertObject, Selectable, UpdateObject } from "kysely";
import { CompiledQuery, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db, MessageTx } from "../db.ts";
import type { columnsOf } from "./outgoing.ts";

export type MessageRow = Selectable<DB["message"]>;

export const LEASE_SECONDS = 60;
const leaseEnd = `clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return await db.selectFrom("message").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
}

export async function listMessagesById(db: Db, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("message").selectAll().where("companyId", "=", db.companyId).where("id", "in", ids).orderBy("id").execute();
}

/** The id of a message to somebody who is no client, by what names it. */
export async function findByCause(db: Db, by: { useCase: string; cause: string; address: string }): Promise<string | undefined> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("useCase", "=", by.useCase)
    .where("cause", "=", by.cause)
    .where("customerId", "=", "0")
    .where("address", "=", by.address)
    .executeTakeFirst();
  return row?.id;
}

/** Whether a client was sent something of this cause. */
export async function wasTold(
  db: Db,
  { useCase, cause, customerId }: { useCase: string; cause: string; customerId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("useCase", "=", useCase)
    .where("cause", "=", cause)
    .where("customerId", "=", customerId)
    .where("status", "<>", MessageStatus.FAILED)
    .where("waitUntil", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many there are of a use case whose cause begins so. */
export async function countByCause(db: Db, useCase: string, start: string): Promise<number> {
  const row = await db
    .selectFrom("message")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("companyId", "=", db.companyId)
    .where("useCase", "=", useCase)
    .where("cause", ">=", start)
    .where("cause", "<", `${start}~`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Stores a message of ours, or answers nothing when one of the same use case, cause, way and client is there. */
export async function insertOutgoing(db: Db, values: Omit<InsertObject<DB, "message">, "companyId">): Promise<MessageRow | undefined> {
  return await db
    .insertInto("message")
    .values({ ...values, companyId: db.companyId })
    .onConflict((conflict) =>
      conflict.columns(["companyId", "useCase", "cause", "method", "customerId", "address"]).where("cause", "<>", sql.lit("")).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

type Taken = ReturnType<typeof columnsOf> & { fromNumber: string };

const insertAll = `with m as (
    select * from jsonb_to_recordset($2::jsonb) as m("nth" int, "businessId" bigint, "customerId" bigint, "staffId" bigint, "staffName" text, "targetType" int, "author" int,
      "method" int, "messageType" int, "messageText" text, "subject" text, "html" text, "mediaUrl1" text, "numSegments" int, "useCase" text, "cause" text,
      "appointmentId" bigint, "address" text, "fromName" text, "replyTo" text, "forget" boolean, "fromNumber" text, "waitUntil" timestamptz, "status" int)
  ), t as (
    insert into thread (company_id, business_id, customer_id, block_time)
    select $1, w.business_id, w.customer_id, case when r.is_block_message then clock_timestamp() end
      from (select distinct "businessId" as business_id, "customerId" as customer_id from m where "customerId" > 0 order by 1, 2) w
      left join recipient r on r.company_id = $1 and r.customer_id = w.customer_id
    on conflict (company_id, business_id, customer_id) do update set delete_time = null
    returning id, business_id, customer_id
  )
  insert into message (company_id, thread_id, business_id, customer_id, staff_id, staff_name, target_type, author, method, message_type, message_text, subject, html, media_url1,
    num_segments, use_case, cause, appointment_id, address, from_name, reply_to, forget, from_number, wait_until, status, attempts, lease_until)
  select $1, t.id, "businessId", "customerId", "staffId", "staffName", "targetType", "author", "method", "messageType", "messageText", "subject", "html", "mediaUrl1",
    "numSegments", "useCase", "cause", "appointmentId", "address", "fromName", "replyTo", "forget", "fromNumber", "waitUntil", "status",
    case "status" when ${MessageStatus.SENDING} then 1 else 0 end, case "status" when ${MessageStatus.SENDING} then ${leaseEnd} end
  from m left join t on t.business_id = m."businessId" and t.customer_id = m."customerId" order by "nth"
  on conflict (company_id, use_case, cause, method, customer_id, address) where cause <> '' do nothing
  returning *`;

const statusOf = ({ method, waitUntil }: Taken): MessageStatus => {
  if (method === MessageMethod.APP) return MessageStatus.DELIVERED;
  return waitUntil ? MessageStatus.QUEUED : MessageStatus.SENDING;
};

/**
 * Stores messages of ours in their threads as taken for the length of a lease, those to the app as delivered, and texts that wait as queued. Answers those
 * that were not there yet.
 */
export async function insertTaken(db: Db, messages: readonly Taken[]): Promise<MessageRow[]> {
  const rows = messages.map((message, nth) => ({ ...message, nth, status: statusOf(message) }));
  return await rowsOf<MessageRow>(db, insertAll, [db.companyId, JSON.stringify(rows)]);
}

/** Takes a message for the length of a lease. Another worker, or a second call, finds nothing to take. */
export async function takeMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return await db
    .updateTable("message")
    .set((eb) => ({
      status: MessageStatus.SENDING,
      attempts: eb("attempts", "+", 1),
      leaseUntil: sql<Date>`${sql.raw(leaseEnd)}`,
      // A lease that ran out means that a worker stopped in the middle: it may have sent.
      unsureSince: sql`case when status = ${MessageStatus.SENDING} then coalesce(unsure_since, create_time) else unsure_since end`,
    }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where(sql<boolean>`(wait_until is null or wait_until <= clock_timestamp())`)
    .where(sql<boolean>`(status = ${MessageStatus.QUEUED} or (status = ${MessageStatus.SENDING} and lease_until < clock_timestamp()))`)
    .returningAll()
    .executeTakeFirst();
}

/** One that somebody else is sending is not settled: they may have been killed in the middle. */
export async function isSettled(db: Db, id: string): Promise<boolean> {
  const open = await db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("status", "in", [MessageStatus.QUEUED, MessageStatus.SENDING])
    .executeTakeFirst();
  return open === undefined;
}

export async function isKnown(db: Db, providerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("providerId", "=", providerId)
    .executeTakeFirst();
  return row !== undefined;
}

const one = (db: Db, id: string) => db.updateTable("message").where("companyId", "=", db.companyId).where("id", "=", id);

/** Answers whether it is still there. */
export async function changeMessage(db: Db, id: string, change: UpdateObject<DB, "message">): Promise<boolean> {
  const { numUpdatedRows } = await one(db, id).set(change).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const markAll = `with sent as (update message m set
    status = case when m.status in (${MessageStatus.DELIVERED}, ${MessageStatus.FAILED}) then m.status else ${MessageStatus.SENT} end,
    error_code = case when m.status = ${MessageStatus.FAILED} then m.error_code else 0 end,
    error_message = case when m.status = ${MessageStatus.FAILED} then m.error_message else '' end,
    provider_id = s.provider_id, num_segments = s.segments, sent_time = clock_timestamp(), lease_until = null, unsure_since = null,
    message_text = case when m.forget then '' else m.message_text end, subject = case when m.forget then '' else m.subject end,
    html = case when m.forget then '' else m.html end
  from jsonb_to_recordset($2::jsonb) as s(id bigint, provider_id text, segments int) where m.company_id = $1 and m.id = s.id
  returning m.thread_id, m.status)
  update thread t set last_error_code = 0, last_error_msg = '' from sent
  where sent.status <> ${MessageStatus.FAILED} and t.company_id = $1 and t.id = sent.thread_id and t.last_error_code <> 0`;

const deliver = `update message set status = ${MessageStatus.DELIVERED}, provider_id = coalesce($3, provider_id), lease_until = null, unsure_since = null,
    sent_time = coalesce(sent_time, clock_timestamp())
  where company_id = $1 and id = $2 and status not in (${MessageStatus.DELIVERED}, ${MessageStatus.FAILED})`;

/** Goes with the next statement. */
const write = (tx: MessageTx, text: string, values: unknown[]): void => tx.write({ compile: () => CompiledQuery.raw(text, values) });

/**
 * That they are out, and what is to be forgotten is. A report that one arrived, or did not, may have been quicker than the answer to the call, and
 * stands. Their threads have no error any more.
 */
export function markSent(tx: MessageTx, sent: readonly { id: string; providerId: string; segments: number }[]): void {
  const list = sent.map(({ id, providerId, segments }) => ({ id, provider_id: providerId, segments }));
  write(tx, markAll, [tx.db.companyId, JSON.stringify(list)]);
}

/** What the provider reported; nothing happens to one that is settled already. */
export function markDelivered(tx: MessageTx, id: string, providerId: string | undefined): void {
  write(tx, deliver, [tx.db.companyId, id, providerId ?? null]);
}

/** Back to the queue; from now on the provider is asked first whether it is out. */
export async function putBack(db: Db, id: string, why: string): Promise<void> {
  await one(db, id)
    .set({ status: MessageStatus.QUEUED, leaseUntil: null, unsureSince: sql`coalesce(unsure_since, create_time)`, errorMessage: why })
    .where("status", "=", MessageStatus.SENDING)
    .execute();
}

/** A failed one goes out once more, as if for the first time. */
export async function queueAgain(db: Db, id: string): Promise<void> {
  await one(db, id)
    .set({ status: MessageStatus.QUEUED, errorCode: 0, errorMessage: "", providerId: "", fromNumber: "" })
    .where("status", "=", MessageStatus.FAILED)
    .execute();
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  await one(db, id).set({ deleteTime: sql`clock_timestamp()` }).execute();
}

export const ofThread = (db: Db, threadId: string, targetTypes: number[]) => {
  const types = [...new Set(targetTypes.filter((type) => type > 0))];
  return db
    .selectFrom("message")
    .where("companyId", "=", db.companyId)
    .where("threadId", "=", threadId)
    .where("deleteTime", "is", null)
    .$if(types.length > 0 && types.length < 3, (query) => query.where("targetType", "in", types));
};

/** Newest first; one row more than asked. */
export const listMessages = (db: Db, threadId: string, targetTypes: number[], page: Page): Promise<MessageRow[]> =>
  listOf(db, threadId, page, targetTypes).execute();

export function listOf(db: Db, threadId: string, page: Page, targetTypes: number[] = []) {
  const [before] = page.after ?? [];
  return ofThread(db, threadId, targetTypes)
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? "0"))
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset);
}

export async function countMessages(db: Db, threadId: string, targetTypes: number[]): Promise<number> {
  const row = await ofThread(db, threadId, targetTypes).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** What went out about some appointments for some use cases, newest first. */
export async function listAbout(db: Db, appointmentIds: string[], useCases: string[]): Promise<MessageRow[]> {
  return await db
    .selectFrom("message")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", sql<string>`any(${appointmentIds}::bigint[])`)
    .where("appointmentId", ">", "0")
    .where("useCase", "in", useCases)
    .orderBy("id", "desc")
    .limit(1000)
    .execute();
}

/** One line for the inbox. */
export function previewOf(text: string, subject: string, mediaUrl: string): string {
  const line = (subject || text).replace(/\s+/g, " ").trim().slice(0, 200);
  return line || (mediaUrl ? "Picture" : "");
}

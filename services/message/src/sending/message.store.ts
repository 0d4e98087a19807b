import type { Page } from "@leashline/kit";
import { MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { InsertObject, Selectable, UpdateObject } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type MessageRow = Selectable<DB["message"]>;

export const LEASE_SECONDS = 60;
export const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`;

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

/** Takes a message for the length of a lease. Another worker, or a second call, finds nothing to take. */
export async function takeMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return await db
    .updateTable("message")
    .set((eb) => ({
      status: MessageStatus.SENDING,
      attempts: eb("attempts", "+", 1),
      leaseUntil: leaseEnd,
      // A lease that ran out means that a worker stopped in the middle: it may have sent.
      unsureSince: sql`case when status = ${MessageStatus.SENDING} then coalesce(unsure_since, create_time) else unsure_since end`,
    }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
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

export async function changeMessage(db: Db, id: string, change: UpdateObject<DB, "message">): Promise<void> {
  await one(db, id).set(change).execute();
}

/** That it is out. A report that it arrived, or did not, may have been quicker than the answer to the call, and stands. */
export async function markSent(db: Db, id: string, sent: { providerId: string; segments: number }): Promise<MessageStatus> {
  const { status } = await one(db, id)
    .set({
      status: sql`case when status in (${MessageStatus.DELIVERED}, ${MessageStatus.FAILED}) then status else ${MessageStatus.SENT} end`,
      errorCode: sql`case when status = ${MessageStatus.FAILED} then error_code else 0 end`,
      errorMessage: sql`case when status = ${MessageStatus.FAILED} then error_message else '' end`,
      providerId: sent.providerId,
      numSegments: sent.segments,
      sentTime: sql`clock_timestamp()`,
      leaseUntil: null,
      unsureSince: null,
    })
    .returning("status")
    .executeTakeFirstOrThrow();
  return status;
}

export async function markDelivered(db: Db, id: string, providerId: string | undefined): Promise<void> {
  await one(db, id)
    .set({
      status: MessageStatus.DELIVERED,
      ...(providerId === undefined ? {} : { providerId }),
      leaseUntil: null,
      unsureSince: null,
      sentTime: sql`coalesce(sent_time, clock_timestamp())`,
    })
    .execute();
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

const ofThread = (db: Db, threadId: string, targetTypes: number[]) => {
  const types = [...new Set(targetTypes.filter((type) => type > 0))];
  return db
    .selectFrom("message")
    .where("companyId", "=", db.companyId)
    .where("threadId", "=", threadId)
    .where("deleteTime", "is", null)
    .$if(types.length > 0 && types.length < 3, (query) => query.where("targetType", "in", types));
};

/** Newest first; one row more than asked. */
export async function listMessages(db: Db, threadId: string, targetTypes: number[], page: Page): Promise<MessageRow[]> {
  const [before] = page.after ?? [];
  return await ofThread(db, threadId, targetTypes)
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? "0"))
    .orderBy("id", "desc")
    .limit(page.size + 1)
    .offset(page.offset)
    .execute();
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

/** The last message that is still shown becomes the thread's again. */
export async function refreshLast(db: Db, threadId: string): Promise<void> {
  const last = await ofThread(db, threadId, []).selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  await db
    .updateTable("thread")
    .set({
      lastMessageText: last ? previewOf(last.messageText, last.subject, last.mediaUrl1) : "",
      lastMessageTime: last?.createTime ?? null,
      lastFromCustomer: last?.author === 2,
      lastTargetType: last?.targetType ?? 1,
    })
    .where("companyId", "=", db.companyId)
    .where("id", "=", threadId)
    .execute();
}

/** One line for the inbox. */
export function previewOf(text: string, subject: string, mediaUrl: string): string {
  const line = (subject || text).replace(/\s+/g, " ").trim().slice(0, 200);
  return line || (mediaUrl ? "Picture" : "");
}

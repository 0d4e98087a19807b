import { OpenStatus } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { sql } from "kysely";
import type { Db, MessageTx } from "../db.ts";
import { ofThread, previewOf } from "./message.store.ts";

// A message's place in its thread: the thread's row follows what is written in it.

/** The client's thread, made when there is none, brought back when it was deleted. */
export async function openThread(db: Db, businessId: string, customerId: string): Promise<string> {
  const { companyId } = db;
  const row = await db
    .insertInto("thread")
    .values({
      companyId,
      businessId,
      customerId,
      blockTime: sql`(select case when is_block_message then clock_timestamp() end from recipient where company_id = ${companyId} and customer_id = ${customerId})`,
    })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId", "customerId"]).doUpdateSet({ deleteTime: null }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

type Last = { text: string; at: Date; targetType: number };
const lastOf = ({ text, at, targetType }: Last) => ({
  lastMessageText: text,
  lastMessageTime: at,
  sortedAt: at,
  lastTargetType: targetType,
});

/**
 * Goes with the next statement. What was written in the thread is an answer; what says something of its own, to one or to many, leaves the client waiting,
 * and what they wrote in sight.
 */
export function showOurs(tx: MessageTx, threadId: string, last: Last & { staffId: string; isAnswer: boolean }): void {
  const unlessWaiting = <T>(column: string, value: T) => sql<T>`case when needs_reply then ${sql.ref(column)} else ${value} end`;
  const shown = last.isAnswer
    ? { ...lastOf(last), lastFromCustomer: false, needsReply: false }
    : {
        lastMessageText: unlessWaiting("lastMessageText", last.text),
        lastMessageTime: unlessWaiting("lastMessageTime", last.at),
        sortedAt: unlessWaiting("sortedAt", last.at),
        lastTargetType: unlessWaiting("lastTargetType", last.targetType),
        lastFromCustomer: sql<boolean>`last_from_customer and needs_reply`,
      };
  tx.write(
    tx.db
      .updateTable("thread")
      .set({ ...shown, staffId: last.staffId })
      .where("companyId", "=", tx.db.companyId)
      .where("id", "=", threadId),
  );
}

/** A client who writes opens the thread again; a blocked one makes no noise. */
export async function showTheirs(
  db: Db,
  threadId: string,
  last: Last & { answersItself: boolean },
): Promise<{ blockTime: Date | null; autoRepliedAt: Date | null }> {
  return await db
    .updateTable("thread")
    .set({
      ...lastOf(last),
      lastFromCustomer: true,
      needsReply: sql`needs_reply or (block_time is null and ${!last.answersItself})`,
      openStatus: sql`case when block_time is null then ${OpenStatus.OPEN} else open_status end`,
      unreadCount: sql`unread_count + case when block_time is null then 1 else 0 end`,
    })
    .where("companyId", "=", db.companyId)
    .where("id", "=", threadId)
    .returning(["blockTime", "autoRepliedAt"])
    .executeTakeFirstOrThrow();
}

export async function setAutoReplied(db: Db, threadId: string, autoRepliedAt: Date): Promise<void> {
  await db.updateTable("thread").set({ autoRepliedAt }).where("companyId", "=", db.companyId).where("id", "=", threadId).execute();
}

/** The thread keeps why its last message did not go (growth §8). */
export async function setError(db: Db, threadId: string, lastErrorCode: number, lastErrorMsg: string): Promise<void> {
  await db
    .updateTable("thread")
    .set({ lastErrorCode, lastErrorMsg })
    .where("companyId", "=", db.companyId)
    .where("id", "=", threadId)
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

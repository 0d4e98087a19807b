import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Page, toTimestamp } from "@leashline/kit";
import type { MessageSchema } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type MessageRow = Selectable<DB["message"]>;

export function toMessage(row: MessageRow): MessageInitShape<typeof MessageSchema> {
  return {
    id: row.id,
    threadId: row.thread_id ?? "0",
    businessId: row.business_id,
    customerId: row.customer_id,
    staffId: row.staff_id,
    staffName: row.staff_name,
    targetType: row.target_type,
    messageText: row.message_text,
    subject: row.subject,
    mediaUrl1: row.media_url1,
    type: row.author,
    method: row.method,
    isRead: row.is_read,
    customerIsRead: row.customer_is_read,
    readTime: toTimestamp(row.read_time),
    status: row.status,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    messageType: row.message_type,
    numSegments: row.num_segments,
    mimeType: row.mime_type,
    createTime: toTimestamp(row.create_time),
    sentTime: toTimestamp(row.sent_time),
    useCase: row.use_case,
    appointmentId: row.appointment_id,
    address: row.address,
  };
}

export async function messageIn(db: Db, companyId: string, id: string): Promise<MessageRow | undefined> {
  return await db.selectFrom("message").selectAll().where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();
}

export async function messagesIn(db: Db, companyId: string, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("message").selectAll().where("company_id", "=", companyId).where("id", "in", ids).orderBy("id").execute();
}

const ofThread = (db: Db, companyId: string, threadId: string, targetTypes: number[]) => {
  const types = [...new Set(targetTypes.filter((type) => type > 0))];
  return db
    .selectFrom("message")
    .where("company_id", "=", companyId)
    .where("thread_id", "=", threadId)
    .where("delete_time", "is", null)
    .$if(types.length > 0 && types.length < 3, (query) => query.where("target_type", "in", types));
};

/** Newest first; one row more than asked. */
export async function listMessages(db: Db, companyId: string, threadId: string, targetTypes: number[], page: Page): Promise<MessageRow[]> {
  const [before] = page.after ?? [];
  return await ofThread(db, companyId, threadId, targetTypes)
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? "0"))
    .orderBy("id", "desc")
    .limit(page.size + 1)
    .offset(page.offset)
    .execute();
}

export async function countMessages(db: Db, companyId: string, threadId: string, targetTypes: number[]): Promise<number> {
  const row = await ofThread(db, companyId, threadId, targetTypes).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The last message that is still shown becomes the thread's again. */
export async function refreshLast(db: Db, companyId: string, threadId: string): Promise<void> {
  const last = await ofThread(db, companyId, threadId, []).selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  await db
    .updateTable("thread")
    .set({
      last_message_text: last ? previewOf(last.message_text, last.subject, last.media_url1) : "",
      last_message_time: last?.create_time ?? null,
      last_from_customer: last?.author === 2,
      last_target_type: last?.target_type ?? 1,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", threadId)
    .execute();
}

/** One line for the inbox. */
export function previewOf(text: string, subject: string, mediaUrl: string): string {
  const line = (subject || text).replace(/\s+/g, " ").trim().slice(0, 200);
  return line || (mediaUrl ? "Picture" : "");
}

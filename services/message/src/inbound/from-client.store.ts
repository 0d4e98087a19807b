import type { Page } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Db } from "../db.ts";
import { listOf, type MessageRow } from "../sending/message.store.ts";

type Written = {
  businessId: string;
  customerId: string;
  threadId: string;
  targetType: number;
  appointmentId: string;
  messageText: string;
};

export const insertWritten = (db: Db, written: Written): Promise<MessageRow> =>
  db
    .insertInto("message")
    .values({
      ...written,
      companyId: db.companyId,
      author: 2,
      method: MessageMethod.APP,
      status: MessageStatus.RECEIVED,
      isRead: false,
      customerIsRead: true,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Newest first; one row more than asked. What was forgotten has no words any more, and what waits for the morning may be another by then. */
export const listForClient = (db: Db, threadId: string, page: Page): Promise<MessageRow[]> =>
  listOf(db, threadId, page)
    .where("forget", "=", false)
    .where("waitUntil", "is", null)
    .where("status", "<>", MessageStatus.FAILED)
    .execute();

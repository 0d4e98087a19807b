import { fail, implement, listed, type Page, plainText } from "@leashline/kit";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { MessageReceivedSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { command, query } from "../db.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { previewOf } from "../sending/message.store.ts";
import { openThread, showTheirs } from "../sending/thread-place.store.ts";
import { findThread } from "../threads/thread.store.ts";
import { insertWritten, listForClient } from "./from-client.store.ts";

/** What clients write and read on their own pages; whoever calls has seen to it that they are that client. */
export const clientMessageRpc = implement(ClientMessageService, {
  async writeAsClient({ businessId, customerId, text, appointmentId }, ctx) {
    const messageText = plainText(text).trim();
    if (!messageText) throw fail("PARAMS_INVALID", { field: "text", reason: "write something first" });
    const row = await command(ctx, async (tx) => {
      const threadId = await openThread(tx.db, businessId, customerId);
      const targetType = appointmentId === "0" ? MessageTargetType.CONVERSATION : MessageTargetType.APPOINTMENT;
      const row = await insertWritten(tx.db, { businessId, customerId, threadId, targetType, appointmentId, messageText });
      const last = { text: previewOf(messageText, "", ""), at: row.createTime, targetType, answersItself: false };
      const { blockTime } = await showTheirs(tx.db, threadId, last);
      tx.emit(MessageReceivedSchema, { messageId: row.id, threadId, businessId, customerId, method: "app" }, { key: threadId });
      tx.notify("message.threads", { businessId, ids: [threadId], ...(!blockTime && { tell: true }) });
      return toMessage(row);
    });
    return { message: row };
  },

  async listClientMessages({ businessId, customerId, ...asked }, ctx) {
    const thread = await query(ctx, (db) => findThread(db, { businessId, customerId }));
    if (!thread) return { messages: [] };
    const read = (page: Page) => query(ctx, (db) => listForClient(db, thread.id, page));
    const { rows, nextPageToken } = await listed(asked, { read, key: (row) => [row.id] });
    return { messages: rows.map(toMessage), nextPageToken };
  },
});

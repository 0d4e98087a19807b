import { type Ctx, fail, implement, listed, mustExistFor, type Page } from "@leashline/kit";
import type { ClientSelection } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { BulkMessageService } from "@leashline/proto/leashline/message/v1/bulk_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { mustText } from "../sending/enqueue.ts";
import { reachedAmong } from "../threads/reach.ts";
import { goOn } from "./bulk-message.jobs.ts";
import { toBulkMessage, toCounts } from "./bulk-message.mapper.ts";
import { findBulk, insertBulk, listBulk, wishesOf } from "./bulk-message.store.ts";
import { type Plan, planFor, subjectOf, type Way, wordsOf } from "./bulk-message.ts";

async function planOf(ctx: Ctx, selection: ClientSelection | undefined, way: Way): Promise<Plan> {
  const { clients } = await ctx.client(ClientListService).selectClients({ ...(selection && { selection }) });
  const ids = clients.map(({ customerId }) => customerId);
  const [reached, known] = await Promise.all([reachedAmong(ctx, ids), query(ctx, (db) => wishesOf(db, ids))]);
  return planFor(clients, known, reached, way);
}

export const bulkMessageRpc = implement(BulkMessageService, {
  async countBulkMessage({ selection, ...way }, ctx) {
    return { counts: toCounts(await planOf(ctx, selection, way)) };
  },

  async sendBulkMessage({ selection, method, includeNotAgreed, expected, businessId, ...written }, ctx) {
    const messageText = wordsOf(written.messageText, method, (await businessOf(ctx, businessId)).name);
    const subject = method === MessageMethod.EMAIL ? subjectOf(written.subject) : "";
    const keep = async (tx: MessageTx) => {
      if (method === MessageMethod.SMS) await mustText(tx);
      const { ids, left } = await planOf(ctx, selection, { method, includeNotAgreed });
      if (ids.length !== expected)
        throw fail("STATE_CONFLICT", { field: "expected", message: changed(ids.length), facts: { reached: String(ids.length) } });
      const staff = { staffId: ctx.caller.staffId, staffName: ctx.caller.name };
      const made = await insertBulk(tx.db, { businessId, method, subject, messageText, includeNotAgreed, recipients: ids, ...staff });
      const after = { method, recipients: ids.length, includeNotAgreed, left };
      tx.log({ entity: "bulk message", id: made, action: "sent", after, businessId });
      goOn(tx, { id: made, businessId, total: ids.length }, 0);
      return { id: made };
    };
    const { id } = await command(ctx, keep, { step: "bulk" });
    return { bulkMessage: toBulkMessage(mustExistFor(ctx, await query(ctx, (db) => findBulk(db, id)), "id")) };
  },

  async getBulkMessage({ id }, ctx) {
    return { bulkMessage: toBulkMessage(mustExistFor(ctx, await query(ctx, (db) => findBulk(db, id)), "id")) };
  },

  async listBulkMessages({ businessId, ...request }, ctx) {
    const read = (page: Page) => query(ctx, (db) => listBulk(db, businessId, page));
    const { rows, nextPageToken } = await listed(request, { read, key: (row) => [row.id] });
    return { bulkMessages: rows.map(toBulkMessage), nextPageToken };
  },
});

const changed = (now: number): string =>
  now === 0
    ? "None of the clients you chose can be reached this way anymore."
    : `It would now go to ${now} clients. Check the numbers again, then send.`;

import { implement, listed, type Page, toTimestamp } from "@leashline/kit";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { findClient } from "../clients/client.read.ts";
import { mayContact } from "../clients/visibility.ts";
import { query } from "../db.ts";
import { historyOf } from "./history.store.ts";
import { type Change, changesOf } from "./history.ts";

const contactFields = new Set(["phoneNumber", "phoneKey", "email", "emailKey"]);

export const historyRpc = implement(HistoryService, {
  async listClientHistory(req, ctx) {
    const mayShow = (change: Change): boolean => mayContact(ctx) || !contactFields.has(change.field);
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, req.customerId, { deleted: true });
      const read = (page: Page) => historyOf(db, id, page);
      const { rows, nextPageToken } = await listed(req, { standard: 50, read, key: (row) => [row.id] });
      const entries = rows.map((row) => ({
        id: row.id,
        entity: row.entity,
        entityId: row.entityId,
        action: row.action,
        time: toTimestamp(row.at),
        staffId: row.actorStaffId,
        changes: changesOf(row.before, row.after).filter(mayShow),
      }));
      return { entries, nextPageToken };
    });
  },
});

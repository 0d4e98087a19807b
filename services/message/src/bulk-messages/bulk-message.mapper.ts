import { toTimestamp } from "@leashline/kit";
import type { ShownBulk } from "./bulk-message.store.ts";
import type { Plan } from "./bulk-message.ts";

export const toBulkMessage = (row: ShownBulk) => ({
  bulkMessageId: row.id,
  businessId: row.businessId,
  method: row.method,
  subject: row.subject,
  messageText: row.messageText,
  recipients: row.total,
  sent: row.sent,
  failed: row.failed,
  skipped: row.skipped,
  staffName: row.staffName,
  createTime: toTimestamp(row.createTime),
  finished: row.done === row.total && row.sent + row.failed + row.skipped >= row.total,
});

export const toCounts = ({ chosen, ids, left }: Plan) => ({ chosen, reached: ids.length, ...left });

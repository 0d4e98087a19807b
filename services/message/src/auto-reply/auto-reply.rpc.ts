import { fail, implement, named } from "@leashline/kit";
import {
  AutoReplyService,
  AutoReplyStatus,
  type UpdateAutoReplyRequest,
  UpdateAutoReplyRequestSchema,
} from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { type AutoReplySetting, cleanRanges, type Day } from "./auto-reply.ts";

const NOT_SET: AutoReplySetting = { body: "", status: AutoReplyStatus.NOT_SET, startTime: 0, endTime: 0, timeRange: [] };

export async function autoReplyIn(db: Db, companyId: string, businessId: string): Promise<AutoReplySetting> {
  const row = await db
    .selectFrom("auto_reply")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!row) return NOT_SET;
  return {
    body: row.auto_reply_body,
    status: row.status,
    startTime: row.start_time,
    endTime: row.end_time,
    timeRange: row.time_range as Day[],
  };
}

const toWire = ({ body, ...rest }: AutoReplySetting) => ({ autoReplyBody: body, ...rest });

/** What the request names, the rest as before. */
function changed(before: AutoReplySetting, req: UpdateAutoReplyRequest): AutoReplySetting {
  const isNamed = named(UpdateAutoReplyRequestSchema, req, req.updateMask).has("timeRange");
  return {
    body: (req.autoReplyBody ?? before.body).trim(),
    status: req.status ?? before.status,
    startTime: req.startTime ?? before.startTime,
    endTime: req.endTime ?? before.endTime,
    timeRange: isNamed ? cleanRanges(req.timeRange) : before.timeRange,
  };
}

export const autoReplyRpc = implement(AutoReplyService, {
  async getAutoReply(req, ctx) {
    return { autoReply: toWire(await query(ctx, (db) => autoReplyIn(db, ctx.companyId, req.businessId))) };
  },

  async updateAutoReply(req, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`auto-reply:${req.businessId}`]);
      const before = await autoReplyIn(tx.db, ctx.companyId, req.businessId);
      const setting = changed(before, req);
      if (setting.status === AutoReplyStatus.ON && !setting.body)
        throw fail("PARAMS_INVALID", { field: "autoReplyBody", reason: "write what clients should get" });
      const values = {
        auto_reply_body: setting.body,
        status: setting.status,
        start_time: setting.startTime,
        end_time: setting.endTime,
        time_range: JSON.stringify(setting.timeRange),
      };
      await tx.db
        .insertInto("auto_reply")
        .values({ company_id: ctx.companyId, business_id: req.businessId, ...values })
        .onConflict((conflict) => conflict.columns(["company_id", "business_id"]).doUpdateSet(values))
        .execute();
      tx.log({ entity: "auto reply", id: req.businessId, action: "updated", before, after: setting, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { autoReply: toWire(setting) };
    });
  },
});

import { fail, implement } from "@leashline/kit";
import { AutoReplyService, AutoReplyStatus } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
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

export const autoReplyRpc = implement(AutoReplyService, {
  async getAutoReply(req, ctx) {
    return { autoReply: toWire(await query(ctx, (db) => autoReplyIn(db, ctx.companyId, req.businessId))) };
  },

  async updateAutoReply(req, ctx) {
    const body = req.autoReplyBody.trim();
    if (req.status === AutoReplyStatus.ON && !body)
      throw fail("PARAMS_INVALID", { field: "autoReplyBody", reason: "write what clients should get" });
    const timeRange = cleanRanges(req.timeRange);
    const setting: AutoReplySetting = { body, status: req.status, startTime: req.startTime, endTime: req.endTime, timeRange };
    return await command(ctx, async (tx) => {
      const before = await autoReplyIn(tx.db, ctx.companyId, req.businessId);
      const values = {
        auto_reply_body: body,
        status: req.status,
        start_time: req.startTime,
        end_time: req.endTime,
        time_range: JSON.stringify(timeRange),
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

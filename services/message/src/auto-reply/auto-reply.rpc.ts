import { fail, implement, named } from "@leashline/kit";
import {
  AutoReplyService,
  AutoReplyStatus,
  type UpdateAutoReplyRequest,
  UpdateAutoReplyRequestSchema,
} from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { command, query } from "../db.ts";
import { mustBeFillable } from "../wording/placeholders.ts";
import { findAutoReply, saveAutoReply } from "./auto-reply.store.ts";
import { type AutoReplySetting, cleanRanges } from "./auto-reply.ts";

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
    return { autoReply: toWire(await query(ctx, (db) => findAutoReply(db, req.businessId))) };
  },

  async updateAutoReply(req, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`auto-reply:${req.businessId}`]);
      const before = await findAutoReply(tx.db, req.businessId);
      const setting = changed(before, req);
      if (setting.status === AutoReplyStatus.ON && !setting.body)
        throw fail("PARAMS_INVALID", { field: "autoReplyBody", reason: "write what clients should get" });
      // What was stored before there was this rule stays, so that it can be switched off.
      if (setting.body !== before.body.trim()) mustBeFillable("autoReplyBody", setting.body);
      await saveAutoReply(tx.db, req.businessId, setting);
      tx.log({ entity: "auto reply", id: req.businessId, action: "updated", before, after: setting, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { autoReply: toWire(setting) };
    });
  },
});

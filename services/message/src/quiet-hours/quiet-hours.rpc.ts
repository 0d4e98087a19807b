import { type Ctx, fail, implement, mustBeCurrent, quietMinutes } from "@leashline/kit";
import { QuietHoursService, type UpdateQuietHoursRequest } from "@leashline/proto/leashline/message/v1/quiet_hours_service_pb.js";
import { command, query } from "../db.ts";
import { findQuietHours, saveQuietHours } from "./quiet-hours.store.ts";
import { MOST_MINUTES, type QuietHours, usualHours } from "./quiet-hours.ts";

const usual = ({ runtime }: Ctx): QuietHours => usualHours(runtime.config.env);

function changed(before: QuietHours, { isEnabled, quietFrom, quietTo }: UpdateQuietHoursRequest): QuietHours {
  const after = {
    isEnabled: isEnabled ?? before.isEnabled,
    quietFrom: quietFrom ?? before.quietFrom,
    quietTo: quietTo ?? before.quietTo,
    version: before.version + 1,
  };
  const minutes = quietMinutes(after);
  if (minutes === 0) throw fail("PARAMS_INVALID", { field: "quietTo", reason: "must be another time than the beginning" });
  if (minutes > MOST_MINUTES) throw fail("PARAMS_INVALID", { field: "quietTo", reason: "leaves fewer than 8 hours of a day for texts" });
  return after;
}

const isSame = (before: QuietHours, after: QuietHours): boolean =>
  before.isEnabled === after.isEnabled && before.quietFrom === after.quietFrom && before.quietTo === after.quietTo;

export const quietHoursRpc = implement(QuietHoursService, {
  async getQuietHours({ businessId }, ctx) {
    return { quietHours: { businessId, ...(await query(ctx, (db) => findQuietHours(db, businessId, usual(ctx)))) } };
  },

  async updateQuietHours(req, ctx) {
    const { businessId } = req;
    return await command(ctx, async (tx) => {
      tx.lock([`quiet-hours:${businessId}`]);
      const before = await findQuietHours(tx.db, businessId, usual(ctx));
      mustBeCurrent(req.version, before.version);
      const after = changed(before, req);
      if (isSame(before, after)) return { quietHours: { businessId, ...before } };
      await saveQuietHours(tx.db, businessId, after);
      tx.log({ entity: "quiet hours", id: businessId, action: "updated", before, after, businessId });
      tx.notify("message.settings", { businessId });
      return { quietHours: { businessId, ...after } };
    });
  },
});

import { type Ctx, fail, implement, toTimestamp } from "@leashline/kit";
import { GoogleReserveService } from "@leashline/proto/leashline/online_booking/v1/google_reserve_pb.js";
import { command, query } from "../db.ts";
import { settingOf } from "../settings/kept-setting.ts";
import { followSoon } from "./reserve.jobs.ts";
import { type ReserveRow, readReserve, switchReserve } from "./reserve.store.ts";
import { reserveSettings } from "./reserve-settings.ts";

const isAvailable = ({ runtime }: Ctx): boolean => reserveSettings(runtime.config.env) !== null;

function wire(ctx: Ctx, businessId: string, row: ReserveRow | undefined) {
  const available = isAvailable(ctx);
  if (!row?.enabled) return { businessId, available, version: row?.version ?? 0 };
  const { enabled, status, action, fault, checkTime, version } = row;
  return { businessId, available, enabled, status, action, fault, version, ...(checkTime && { checkTime: toTimestamp(checkTime) }) };
}

export const reserveRpc = implement(GoogleReserveService, {
  async getGoogleReserveIntegration({ businessId }, ctx) {
    return {
      integration: wire(ctx, businessId, await query(ctx, (db) => readReserve(db, businessId))),
    };
  },

  async updateGoogleReserveIntegration({ businessId, enabled, version }, ctx) {
    if (enabled && !isAvailable(ctx))
      throw fail("STATE_CONFLICT", { message: "Reserve with Google is not set up on this installation.", field: "enabled" });
    await settingOf(ctx, businessId);
    const { after } = await command(ctx, async (tx) => {
      const known = await readReserve(tx.db, businessId);
      const { before, after } = await switchReserve(tx, businessId, version, enabled ?? known?.enabled ?? false);
      followSoon(tx, businessId);
      tx.log({ entity: "google_reserve", id: businessId, action: "update", before, after, businessId });
      tx.notify("online_booking.setting", { businessId });
      return { after };
    });
    return { integration: wire(ctx, businessId, after) };
  },
});

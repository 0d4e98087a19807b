import { implement, mustBeCurrent, named } from "@leashline/kit";
import { OrderSettingChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderSettingSchema, OrderSettingService } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import { command, query } from "../db.ts";
import { toSetting } from "./setting.mapper.ts";
import { saveSetting, storedSetting } from "./setting.store.ts";
import { mergedSetting } from "./setting.ts";

export const orderSettingRpc = implement(OrderSettingService, {
  getOrderSetting: async (_, ctx) => ({ setting: toSetting(await query(ctx, storedSetting)) }),

  async updateOrderSetting(req, ctx) {
    return await command(ctx, async (tx) => {
      const current = await storedSetting(tx.db);
      mustBeCurrent(req.version, current.version);
      const next = mergedSetting(current, req.setting!, named(OrderSettingSchema, req.setting!, req.updateMask));
      await saveSetting(tx.db, next);
      if (next.taxesIncluded !== current.taxesIncluded)
        tx.emit(OrderSettingChangedSchema, { taxesIncluded: next.taxesIncluded }, { key: ctx.companyId });
      tx.log({ entity: "order_setting", id: ctx.companyId, action: "update", before: current, after: next });
      return { setting: toSetting(next) };
    });
  },
});

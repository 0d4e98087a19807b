import { implement, mustBeCurrent, named } from "@leashline/kit";
import {
  DiscountSequence,
  OrderSettingSchema,
  OrderSettingService,
  type OrderSetting as SettingMessage,
} from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import { command, query } from "../db.ts";
import type { OrderSetting } from "../orders/new-order.ts";
import { methodNumber, methodOf } from "../orders/order.wire.ts";
import { saveSetting, storedSetting } from "./setting.store.ts";

const sequences: Record<OrderSetting["sequence"], DiscountSequence> = {
  asGiven: DiscountSequence.AS_GIVEN,
  amountsFirst: DiscountSequence.AMOUNTS_FIRST,
  percentagesFirst: DiscountSequence.PERCENTAGES_FIRST,
};
const sequenceOf = (number: DiscountSequence): OrderSetting["sequence"] =>
  (Object.keys(sequences) as OrderSetting["sequence"][]).find((key) => sequences[key] === number) ?? "asGiven";

const message = (setting: OrderSetting & { version: number }) => ({
  applySequence: sequences[setting.sequence],
  applyBestOnly: setting.bestOnly,
  splitMethod: methodNumber[setting.splitMethod],
  version: setting.version,
});

function merged(current: OrderSetting & { version: number }, given: SettingMessage, fields: ReadonlySet<string>) {
  const method = methodOf(given.splitMethod);
  return {
    sequence: fields.has("applySequence") ? sequenceOf(given.applySequence) : current.sequence,
    bestOnly: fields.has("applyBestOnly") ? given.applyBestOnly : current.bestOnly,
    splitMethod: fields.has("splitMethod") && method !== "custom" ? method : current.splitMethod,
    version: current.version + 1,
  };
}

export const orderSettingRpc = implement(OrderSettingService, {
  getOrderSetting: async (_, ctx) => ({ setting: message(await query(ctx, storedSetting)) }),

  updateOrderSetting: async (req, ctx) =>
    command(ctx, async (tx) => {
      const current = await storedSetting(tx.db);
      mustBeCurrent(req.version, current.version);
      const fields = named(OrderSettingSchema, req.setting!, req.updateMask);
      const next = merged(current, req.setting!, fields);
      await saveSetting(tx.db, ctx.companyId, next);
      tx.log({ entity: "order_setting", id: ctx.companyId, action: "update", before: current, after: next });
      return { setting: message(next) };
    }),
});

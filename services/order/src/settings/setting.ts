import type { OrderSetting as SettingMessage } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import type { SplitMethod } from "../totals/tip-split.ts";
import type { DiscountSequence } from "../totals/totals.ts";
import { sequenceOf, splitMethodOf } from "./setting.mapper.ts";

/** How orders of a company are worked out. */
export type OrderSetting = { discountSequence: DiscountSequence; bestOnly: boolean; splitMethod: SplitMethod; taxesIncluded: boolean };
export type StoredSetting = OrderSetting & { version: number };

export const standardSetting: StoredSetting = {
  discountSequence: "asGiven",
  bestOnly: false,
  splitMethod: "byRevenue",
  taxesIncluded: false,
  version: 0,
};

/** The setting with the named fields as given. Amounts per staff member are of one order, so they are no company's setting. */
export function mergedSetting(current: StoredSetting, given: SettingMessage, fields: ReadonlySet<string>): StoredSetting {
  const method = splitMethodOf(given.splitMethod);
  return {
    discountSequence: fields.has("applySequence") ? sequenceOf(given.applySequence) : current.discountSequence,
    bestOnly: fields.has("applyBestOnly") ? given.applyBestOnly : current.bestOnly,
    splitMethod: fields.has("splitMethod") && method !== "custom" ? method : current.splitMethod,
    taxesIncluded: fields.has("taxesIncluded") ? given.taxesIncluded : current.taxesIncluded,
    version: current.version + 1,
  };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import { TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type OrderSettingSchema, DiscountSequence as SequenceMessage } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import type { SplitMethod } from "../totals/tip-split.ts";
import type { DiscountSequence } from "../totals/totals.ts";
import type { StoredSetting } from "./setting.ts";

const sequences: Record<DiscountSequence, SequenceMessage> = {
  asGiven: SequenceMessage.AS_GIVEN,
  amountsFirst: SequenceMessage.AMOUNTS_FIRST,
  percentagesFirst: SequenceMessage.PERCENTAGES_FIRST,
};

export const sequenceOf = (message: SequenceMessage): DiscountSequence =>
  (Object.keys(sequences) as DiscountSequence[]).find((key) => sequences[key] === message) ?? "asGiven";

const methods: Record<SplitMethod, TipSplitMethod> = {
  byRevenue: TipSplitMethod.BY_REVENUE,
  evenly: TipSplitMethod.EVENLY,
  custom: TipSplitMethod.CUSTOM,
};

export const toSplitMethod = (method: SplitMethod): TipSplitMethod => methods[method];

export const splitMethodOf = (message: TipSplitMethod): SplitMethod =>
  (Object.keys(methods) as SplitMethod[]).find((key) => methods[key] === message) ?? "byRevenue";

export const toSetting = (setting: StoredSetting): MessageInitShape<typeof OrderSettingSchema> => ({
  applySequence: sequences[setting.discountSequence],
  applyBestOnly: setting.bestOnly,
  splitMethod: methods[setting.splitMethod],
  version: setting.version,
  taxesIncluded: setting.taxesIncluded,
});

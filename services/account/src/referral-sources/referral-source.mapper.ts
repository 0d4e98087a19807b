import { toTimestamp } from "@leashline/kit";
import type { ReferralRow } from "./referral-source.store.ts";

export const toSource = (row: ReferralRow) => ({
  id: row.id,
  businessId: row.businessId,
  sourceName: row.sourceName,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
});

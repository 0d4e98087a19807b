import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, sealNumbers, toTimestamp, unsealNumbers } from "@leashline/kit";
import type { CalendarFeedSchema } from "@leashline/proto/leashline/calendar/v1/calendar_feed_service_pb.js";
import type { FeedKey, FeedRow } from "./feed.store.ts";

const purpose = "calendar-feed";

/** What a token was sealed for; null for what was not sealed here. */
export function keyOfToken({ runtime }: Ctx, token: string): (FeedKey & { companyId: string; serial: number }) | null {
  const [companyId, businessId, staffId, serial] = unsealNumbers(runtime.config.signingKey, purpose, token) ?? [];
  if (companyId === undefined || businessId === undefined || staffId === undefined || serial === undefined) return null;
  return { companyId: String(companyId), businessId: String(businessId), staffId: String(staffId), serial: Number(serial) };
}

function addressOf({ runtime }: Ctx, row: FeedRow): string {
  const { companyId, businessId, staffId, serial } = row;
  const numbers = [companyId, businessId, staffId, serial].map(BigInt);
  return `${runtime.config.publicUrl}/calendar/feed/${sealNumbers(runtime.config.signingKey, purpose, numbers)}.ics`;
}

export const toFeed = (ctx: Ctx, row: FeedRow): MessageInitShape<typeof CalendarFeedSchema> => ({
  businessId: row.businessId,
  staffId: row.staffId,
  address: addressOf(ctx, row),
  createTime: toTimestamp(row.createTime),
  readTime: toTimestamp(row.readTime),
});

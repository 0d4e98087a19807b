import { on, projection, type Tx } from "@leashline/kit";
import { type BusinessChanged, BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import type { DB } from "../db.ts";

/** Which day money belongs to, in what money a business works, and in which country. */
export const businessesWith = (changed: (tx: Tx<DB>, businesses: readonly BusinessChanged[]) => Promise<void>) =>
  projection<BusinessChanged>({
    table: "business",
    key: "businessId",
    columns: {
      businessId: (business) => business.businessId,
      zone: (business) => business.timezoneName,
      currency: (business) => business.currencyCode,
      country: (business) => business.countryAlpha2Code,
    },
    events: [on(BusinessChangedSchema, (event) => [event])],
    source: async (ctx, afterBusinessId, pageSize) =>
      (await ctx.client(RecordService).listBusinessRecords({ afterBusinessId, pageSize })).businesses,
    changed,
  });

import { localeFormatOf, on, projection, type Tx } from "@leashline/kit";
import {
  type BusinessChanged,
  BusinessChangedSchema,
  type StaffChanged,
  StaffChangedSchema,
} from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import type { DB } from "../db.ts";

/** Whose pages there are, and how they write. What follows for a page is the affair of whoever keeps pages. */
export const businessesWith = (changed: (tx: Tx<DB>, businesses: readonly BusinessChanged[]) => Promise<void>) =>
  projection<BusinessChanged>({
    table: "businessRef",
    key: "businessId",
    columns: {
      businessId: (business) => business.businessId,
      businessName: (business) => business.businessName,
      timezoneName: (business) => business.timezoneName,
      currencyCode: (business) => business.currencyCode,
      country: (business) => business.countryAlpha2Code,
      phoneNumber: (business) => business.phoneNumber,
      address: (business) => business.address,
      appType: (business) => business.appType,
      clock: (business) => localeFormatOf(business).clock,
      dateFormat: (business) => localeFormatOf(business).dateFormat,
      numberFormat: (business) => localeFormatOf(business).numberFormat,
    },
    events: [on(BusinessChangedSchema, (event) => [event])],
    source: async (ctx, afterBusinessId, pageSize) =>
      (await ctx.client(RecordService).listBusinessRecords({ afterBusinessId, pageSize })).businesses,
    changed,
  });

/** Who takes online bookings where, in the order they are shown. Who is deleted takes none. */
export const staffWith = (changed: (tx: Tx<DB>) => void) =>
  projection<StaffChanged>({
    table: "staffRef",
    key: "staffId",
    columns: {
      staffId: (one) => one.staffId,
      firstName: (one) => one.firstName,
      lastName: (one) => one.lastName,
      colorCode: (one) => one.colorCode,
      businessIds: (one) => one.businessIds,
      bookable: (one) => one.bookOnlineAvailable && !one.deleted,
      sort: (one) => one.sort,
    },
    events: [on(StaffChangedSchema, (event) => [event])],
    source: async (ctx, afterStaffId, pageSize) => (await ctx.client(RecordService).listStaffRecords({ afterStaffId, pageSize })).staff,
    changed,
  });

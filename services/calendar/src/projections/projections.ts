import { on, projection } from "@leashline/kit";
import {
  type BusinessChanged,
  BusinessChangedSchema,
  type ClosedDateChanged,
  ClosedDateChangedSchema,
  type StaffChanged,
  StaffChangedSchema,
} from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import { forgetBusiness } from "./business.ts";

/** Where and in what money a business works. */
export const businesses = projection<BusinessChanged>({
  table: "business",
  key: "businessId",
  columns: {
    businessId: (business) => business.businessId,
    name: (business) => business.businessName,
    zone: (business) => business.timezoneName,
    currency: (business) => business.currencyCode,
  },
  events: [on(BusinessChangedSchema, (event) => [event])],
  source: async (ctx, afterBusinessId, pageSize) =>
    (await ctx.client(RecordService).listBusinessRecords({ afterBusinessId, pageSize })).businesses,
  changed: (tx, facts) => {
    for (const { businessId } of facts) tx.afterCommit(() => forgetBusiness(tx.ctx, businessId));
  },
  apart: true,
});

/** Who works where, in the order in which they are shown. Those who left stay: appointments name them. */
export const staff = projection<StaffChanged>({
  table: "staff",
  key: "staffId",
  columns: {
    staffId: (one) => one.staffId,
    firstName: (one) => one.firstName,
    lastName: (one) => one.lastName,
    colorCode: (one) => one.colorCode,
    businessIds: (one) => one.businessIds,
    showOnCalendar: (one) => one.showOnCalendar,
    bookOnlineAvailable: (one) => one.bookOnlineAvailable,
    deleted: (one) => one.deleted,
    sort: (one) => one.sort,
  },
  events: [on(StaffChangedSchema, (event) => [event])],
  source: async (ctx, afterStaffId, pageSize) => (await ctx.client(RecordService).listStaffRecords({ afterStaffId, pageSize })).staff,
  changed: (tx, facts) => {
    for (const { staffId, businessIds } of facts)
      for (const businessId of businessIds) tx.notify("calendar.staff", { businessId, ids: [staffId] });
  },
  apart: true,
});

/** Days on which a business takes no appointments. */
export const closedDates = projection<ClosedDateChanged>({
  table: "closedDate",
  key: "closedDateId",
  columns: {
    closedDateId: (one) => one.closedDateId,
    businessId: (one) => one.businessId,
    startDate: (one) => one.startDate,
    endDate: (one) => one.endDate,
    description: (one) => one.description,
  },
  kept: (one) => !one.deleted,
  events: [on(ClosedDateChangedSchema, (event) => [event])],
  source: async (ctx, afterClosedDateId, pageSize) =>
    (await ctx.client(RecordService).listClosedDateRecords({ afterClosedDateId, pageSize })).closedDates,
  changed: (tx, facts) => {
    for (const businessId of new Set(facts.map((one) => one.businessId))) tx.notify("calendar.schedule", { businessId });
  },
  apart: true,
});

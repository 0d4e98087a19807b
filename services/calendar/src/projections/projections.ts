import { fromMoney, fromWireDate, on, projection } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import {
  type BusinessChanged,
  BusinessChangedSchema,
  type ClosedDateChanged,
  ClosedDateChangedSchema,
  type StaffChanged,
  StaffChangedSchema,
} from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import {
  type LodgingTypeChanged,
  LodgingTypeChangedSchema,
  type LodgingUnitChanged,
  LodgingUnitChangedSchema,
  type ServiceChanged,
  ServiceChangedSchema,
} from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { RecordService as OfferingRecords } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import type { CalendarTx } from "../db.ts";
import { forgetBusiness } from "./business.ts";

/** Where and in what money a business works; what hangs on where it is. */
export const businessesWith = (changed: (tx: CalendarTx, facts: readonly BusinessChanged[]) => Promise<void>) =>
  projection<BusinessChanged>({
    table: "business",
    key: "businessId",
    columns: {
      businessId: (business) => business.businessId,
      name: (business) => business.businessName,
      zone: (business) => business.timezoneName,
      currency: (business) => business.currencyCode,
      appType: (business) => business.appType,
    },
    events: [on(BusinessChangedSchema, (event) => [event])],
    source: async (ctx, afterBusinessId, pageSize) =>
      (await ctx.client(RecordService).listBusinessRecords({ afterBusinessId, pageSize })).businesses,
    changed: async (tx, facts) => {
      for (const { businessId } of facts) tx.afterCommit(() => forgetBusiness(tx.ctx, businessId));
      await changed(tx, facts);
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

/** What kinds of lodging there are. Those that are gone stay: units of stays are of them. */
export const lodgingTypes = projection<LodgingTypeChanged>({
  table: "lodgingType",
  key: "lodgingTypeId",
  columns: {
    lodgingTypeId: ({ lodgingType }) => lodgingType?.lodgingTypeId,
    name: ({ lodgingType }) => lodgingType?.name,
    spaceType: ({ lodgingType }) => lodgingType?.spaceType,
    capacity: ({ lodgingType }) => lodgingType?.capacity,
    maxWeight: ({ lodgingType }) => lodgingType?.maxWeight,
    petTypes: ({ lodgingType }) => lodgingType?.petTypes,
    petSizeIds: ({ lodgingType }) => lodgingType?.petSizeIds,
    rateKind: ({ lodgingType }) => lodgingType?.rate?.kind ?? 0,
    rateMinor: ({ lodgingType }) => fromMoney(lodgingType?.rate?.amount).minor.toString(),
    sort: ({ lodgingType }) => lodgingType?.sort,
    deleted: (one) => one.deleted,
  },
  version: ({ lodgingType }) => lodgingType?.version ?? 0,
  events: [on(LodgingTypeChangedSchema, (event) => [event])],
  source: async (ctx, afterLodgingTypeId, pageSize) =>
    (await ctx.client(OfferingRecords).listLodgingTypeRecords({ afterLodgingTypeId, pageSize })).lodgingTypes,
});

/** Services that ask for a room or for people of their own. */
export const serviceTerms = projection<ServiceChanged>({
  table: "serviceTerms",
  key: "serviceId",
  columns: {
    serviceId: (one) => one.serviceId,
    ownLodging: (one) => one.requireDedicatedLodging,
    ownStaff: (one) => one.requireDedicatedStaff,
    staffIds: (one) => one.staffIds,
  },
  kept: (one) => !one.deleted && (one.requireDedicatedLodging || one.requireDedicatedStaff),
  events: [on(ServiceChangedSchema, (event) => [event])],
  source: async (ctx, afterServiceId, pageSize) =>
    (await ctx.client(OfferingRecords).listServiceRecords({ afterServiceId, pageSize })).services,
});

const day = (date: WireDate | undefined): string => fromWireDate(date, "outOfService");

/** The rooms, kennels and areas of the businesses. Those that are gone stay: stays were in them. */
export const lodgingUnits = projection<LodgingUnitChanged>({
  table: "lodgingUnit",
  key: "lodgingUnitId",
  columns: {
    lodgingUnitId: ({ lodgingUnit }) => lodgingUnit?.lodgingUnitId,
    businessId: ({ lodgingUnit }) => lodgingUnit?.businessId,
    lodgingTypeId: ({ lodgingUnit }) => lodgingUnit?.lodgingTypeId,
    name: ({ lodgingUnit }) => lodgingUnit?.name,
    capacity: ({ lodgingUnit }) => lodgingUnit?.capacity,
    outOfService: ({ lodgingUnit }) =>
      lodgingUnit?.outOfService.map((one) => ({ startDate: day(one.startDate), endDate: day(one.endDate), reason: one.reason })),
    sort: ({ lodgingUnit }) => lodgingUnit?.sort,
    deleted: (one) => one.deleted,
  },
  version: ({ lodgingUnit }) => lodgingUnit?.version ?? 0,
  events: [on(LodgingUnitChangedSchema, (event) => [event])],
  source: async (ctx, afterLodgingUnitId, pageSize) =>
    (await ctx.client(OfferingRecords).listLodgingUnitRecords({ afterLodgingUnitId, pageSize })).lodgingUnits,
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

import { fromMoney, on, projection, type Tx } from "@leashline/kit";
import {
  type BusinessChanged,
  BusinessChangedSchema,
  type StaffChanged,
  StaffChangedSchema,
  type TaxRuleChanged,
  TaxRuleChangedSchema,
} from "@leashline/proto/leashline/account/v1/events_pb.js";
import { RecordService } from "@leashline/proto/leashline/account/v1/record_service_pb.js";
import {
  type ServiceChanged,
  ServiceChangedSchema,
  type ServiceChargeChanged,
  ServiceChargeChangedSchema,
} from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { RecordService as OfferingRecords } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import type { DB } from "../db.ts";

/** Where an order is, and who sends its receipts. */
export const businesses = projection<BusinessChanged>({
  table: "business",
  key: "businessId",
  columns: {
    businessId: (business) => business.businessId,
    name: (business) => business.businessName,
    zone: (business) => business.timezoneName,
    currency: (business) => business.currencyCode,
    country: (business) => business.countryAlpha2Code,
    phone: (business) => business.phoneNumber,
    email: (business) => business.contactEmail,
    address: (business) => business.address,
  },
  events: [on(BusinessChangedSchema, (event) => [event])],
  source: async (ctx, afterBusinessId, pageSize) =>
    (await ctx.client(RecordService).listBusinessRecords({ afterBusinessId, pageSize })).businesses,
});

/** Names for lines and tips. */
export const staff = projection<StaffChanged>({
  table: "staff",
  key: "staffId",
  columns: {
    staffId: (one) => one.staffId,
    name: (one) => `${one.firstName} ${one.lastName}`.trim(),
  },
  events: [on(StaffChangedSchema, (event) => [event])],
  source: async (ctx, afterStaffId, pageSize) => (await ctx.client(RecordService).listStaffRecords({ afterStaffId, pageSize })).staff,
});

/** Which services tips are reckoned on; lines have what held when they were written. */
export const services = projection<ServiceChanged>({
  table: "service",
  key: "serviceId",
  columns: {
    serviceId: (service) => service.serviceId,
    canTip: (service) => service.canTip ?? true,
    deleted: (service) => service.deleted,
  },
  events: [on(ServiceChangedSchema, (event) => [event])],
  source: async (ctx, afterServiceId, pageSize) =>
    (await ctx.client(OfferingRecords).listServiceRecords({ afterServiceId, pageSize })).services,
});

/** The charges that put themselves onto bills. A bill has those that were in force when its visit was booked. */
export const charges = projection<ServiceChargeChanged>({
  table: "serviceCharge",
  key: "serviceChargeId",
  columns: {
    serviceChargeId: ({ serviceCharge }) => serviceCharge?.serviceChargeId ?? "0",
    name: ({ serviceCharge }) => serviceCharge?.name ?? "",
    priceMinor: ({ serviceCharge }) => fromMoney(serviceCharge?.price).minor.toString(),
    applyType: ({ serviceCharge }) => serviceCharge?.applyType ?? 0,
    surchargeType: ({ serviceCharge }) => serviceCharge?.surchargeType ?? 0,
    taxId: ({ serviceCharge }) => serviceCharge?.taxId ?? "0",
    isActive: ({ serviceCharge }) => serviceCharge?.isActive ?? false,
    autoApply: ({ serviceCharge }) => serviceCharge?.autoApply ?? false,
    careTypes: ({ serviceCharge }) => serviceCharge?.careTypes ?? [],
    businessIds: ({ serviceCharge }) => serviceCharge?.businessIds ?? [],
    deleted: ({ deleted }) => deleted,
  },
  events: [on(ServiceChargeChangedSchema, (event) => [event])],
  source: async (ctx, afterServiceChargeId, pageSize) =>
    (await ctx.client(OfferingRecords).listServiceChargeRecords({ afterServiceChargeId, pageSize })).serviceCharges,
});

/** Rates of tax. Lines that waited for one are the affair of whoever writes lines. */
export const taxRulesWith = (changed: (tx: Tx<DB>, rules: readonly TaxRuleChanged[]) => Promise<void>) =>
  projection<TaxRuleChanged>({
    table: "taxRule",
    key: "taxId",
    columns: {
      taxId: (rule) => rule.taxId,
      name: (rule) => rule.taxName,
      rate: (rule) => rule.taxRate,
      deleted: (rule) => rule.deleted,
    },
    events: [on(TaxRuleChangedSchema, (event) => [event])],
    source: async (ctx, afterTaxId, pageSize) => (await ctx.client(RecordService).listTaxRuleRecords({ afterTaxId, pageSize })).taxRules,
    changed,
  });

import type { MessageInitShape } from "@bufbuild/protobuf";
import { create, fromJson, type JsonObject, toJson } from "@bufbuild/protobuf";
import { fromMoney, toMoney, toTimestamp } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { ServiceInput } from "@leashline/proto/leashline/offering/v1/service_input_pb.js";
import {
  type LocationOverride as LocationOverrideMessage,
  ServiceAvailabilitySchema,
  ServiceOptionsSchema,
  type ServiceSchema,
} from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { careTypeId, isByStay, isDedicatedStaff } from "../care-types/care-type.ts";
import type { Availability } from "./availability.ts";
import type { StoredService } from "./service.store.ts";
import type { LocationOverride, ServiceFields } from "./service.ts";

const priceOf = (money: Money | undefined, currency: string): string | null => (money ? fromMoney(money, currency).minor.toString() : null);
const moneyOf = (minor: string | null, currency: string): Money | undefined => (minor === null ? undefined : toMoney(minor, currency));

export const availabilityToWire = (stored: Availability) =>
  create(ServiceAvailabilitySchema, fromJson(ServiceAvailabilitySchema, stored as JsonObject));

export const readLocationOverrides = (list: readonly LocationOverrideMessage[], currency: string): LocationOverride[] =>
  list.map((o) => ({ businessId: o.businessId, priceMinor: priceOf(o.price, currency), duration: o.duration, taxId: o.taxId }));

export const locationOverridesToWire = (list: readonly LocationOverride[], currency: string) =>
  list.map((o) => ({
    businessId: o.businessId,
    duration: o.duration,
    taxId: o.taxId,
    ...(o.priceMinor !== null ? { price: moneyOf(o.priceMinor, currency) } : {}),
  }));

/** The fields a request names, as stored; a named field that is not set is cleared. */
export function readInput(input: ServiceInput, names: ReadonlySet<string>, currency: string): Partial<ServiceFields> {
  const all: ServiceFields = {
    name: input.name ?? "",
    description: input.description ?? "",
    categoryId: input.categoryId ?? "0",
    careType: input.careType ?? "",
    colorCode: input.colorCode ?? "",
    inactive: input.inactive ?? false,
    images: input.images,
    priceMinor: priceOf(input.price, currency) ?? "0",
    currency: input.price?.currencyCode || currency,
    priceUnit: input.priceUnit || 1,
    duration: input.duration ?? 60,
    taxId: input.taxId ?? "0",
    bookOnlineAvailable: input.bookOnlineAvailable ?? false,
    availability: input.availability ? (toJson(ServiceAvailabilitySchema, input.availability) as Availability) : {},
    staffOverrides: input.staffOverrides.map((o) => ({
      staffId: o.staffId,
      priceMinor: priceOf(o.price, currency),
      duration: o.duration,
    })),
    locationOverrides: readLocationOverrides(input.locationOverrides, currency),
    options: input.options ? (toJson(ServiceOptionsSchema, input.options) as Record<string, unknown>) : {},
  };
  const wanted = new Set(
    [...names, ...(names.has("price") && input.price ? ["currency"] : [])].map((n) => (n === "price" ? "priceMinor" : n)),
  );
  return Object.fromEntries(Object.entries(all).filter(([key]) => wanted.has(key))) as Partial<ServiceFields>;
}

export function toWire(s: StoredService): MessageInitShape<typeof ServiceSchema> {
  const options = fromJson(ServiceOptionsSchema, s.options as JsonObject);
  return {
    id: s.id,
    name: s.name,
    description: s.description,
    categoryId: s.categoryId,
    categoryName: s.categoryName,
    careType: s.careType,
    careTypeId: String(careTypeId(s.careType)),
    colorCode: s.colorCode,
    inactive: s.inactive,
    images: s.images,
    price: toMoney(s.priceMinor, s.currency),
    priceUnit: s.priceUnit,
    duration: s.duration,
    taxId: s.taxId,
    bookOnlineAvailable: s.bookOnlineAvailable,
    availability: availabilityToWire(s.availability),
    staffOverrides: s.staffOverrides.map((o) => ({
      staffId: o.staffId,
      duration: o.duration,
      ...(o.priceMinor !== null ? { price: moneyOf(o.priceMinor, s.currency) } : {}),
    })),
    locationOverrides: locationOverridesToWire(s.locationOverrides, s.currency),
    options,
    sort: s.sort,
    version: s.version,
    dedicatedStaff: isDedicatedStaff(s.careType, options.requireDedicatedStaff),
    deleted: s.deletedAt !== null,
    byStay: isByStay(s.careType),
    createTime: toTimestamp(s.createdAt),
    updateTime: toTimestamp(s.updatedAt),
  };
}

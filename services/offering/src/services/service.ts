import { fail, notBlank } from "@leashline/kit";
import { newServiceOf } from "@leashline/proto/rules/new-service.ts";
import { careTypeFacts, isCareType } from "../care-types/care-type.ts";
import type { Availability } from "./availability.ts";

/** What a staff member or a location changes; a price in minor units of the service's currency, null for none. */
export type StaffOverride = { staffId: string; priceMinor: string | null; duration: number };
export type LocationOverride = { businessId: string; priceMinor: string | null; duration: number; taxId: string };

/** What can be set on a service, as stored. */
export type ServiceFields = {
  name: string;
  description: string;
  categoryId: string;
  careType: string;
  colorCode: string;
  inactive: boolean;
  images: string[];
  priceMinor: string;
  currency: string;
  priceUnit: number;
  duration: number;
  taxId: string;
  bookOnlineAvailable: boolean;
  availability: Availability;
  staffOverrides: StaffOverride[];
  locationOverrides: LocationOverride[];
  options: Record<string, unknown>;
};

/** A new service of a care type, before anything is said of it. */
export const newService = (careType: string, currency: string): ServiceFields => {
  const facts = isCareType(careType) ? careTypeFacts[careType] : careTypeFacts.GROOMING;
  return {
    name: "",
    description: "",
    categoryId: "0",
    careType,
    colorCode: facts.color,
    inactive: false,
    images: [],
    priceMinor: "0",
    currency,
    ...newServiceOf(careType),
    taxId: "0",
    bookOnlineAvailable: true,
    availability: {},
    staffOverrides: [],
    locationOverrides: [],
    options: {},
  };
};

/** Puts what a request names onto what there is; a name is trimmed and needed, the care type stays once set. */
export function changed(current: ServiceFields, patch: Partial<ServiceFields>, isNew: boolean): ServiceFields {
  const next = { ...current, ...patch, name: notBlank(patch.name ?? current.name, "service.name") };
  if (!isCareType(next.careType)) throw fail("PARAMS_INVALID", { field: "service.careType", reason: "a care type is needed" });
  if (!isNew && next.careType !== current.careType)
    throw fail("PARAMS_INVALID", { field: "service.careType", reason: "a service keeps its care type" });
  if (BigInt(next.priceMinor) < 0n) throw fail("PARAMS_INVALID", { field: "service.price", reason: "a price is not below zero" });
  return { ...next, colorCode: next.colorCode || current.colorCode };
}

/** Price, duration and tax as they hold at one location; "0" gives the company's own. */
export function at<S extends Pick<ServiceFields, "priceMinor" | "duration" | "taxId" | "locationOverrides">>(
  service: S,
  businessId: string,
): S {
  const own = service.locationOverrides.find((o) => o.businessId === businessId);
  if (!own) return service;
  return {
    ...service,
    priceMinor: own.priceMinor ?? service.priceMinor,
    duration: own.duration || service.duration,
    taxId: own.taxId !== "0" ? own.taxId : service.taxId,
  };
}

import { create } from "@bufbuild/protobuf";
import { AdditionalServiceRuleSchema, StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import {
  AutoRolloverRuleSchema,
  PriceUnit,
  type Service,
  ServiceOptionsSchema,
  ShowPrice,
  type StaffOverride,
} from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { newServiceOf } from "@leashline/proto/rules/new-service.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import type { Check } from "../../../ui/format/validate.ts";
import { isWithStaff } from "../shared/care-types.ts";
import { policyInput, policyValues } from "./rules/policy-values.ts";

const number = (value: number | undefined): string => (value ? String(value) : "");

/** What a person or a location charges and needs, as the form holds it; empty: as usual. */
type Terms = { of: string; price: string; duration: string };
const termsOf = (of: string, { price, duration }: Pick<StaffOverride, "price" | "duration">): Terms => ({
  of,
  price: price ? amountText(price) : "",
  duration: number(duration),
});

/** The rows that say anything, one for each of whom they are about. */
const said = (terms: readonly Terms[]): Terms[] =>
  [...new Map(terms.map((one) => [one.of, one])).values()].filter(
    ({ of, price, duration }) => of !== "" && (price !== "" || Number(duration) > 0),
  );

/** A service as its form holds it; a new one begins with the given tax, and with the price unit and length of its care type. */
export const serviceValues = (service: Service | undefined, startingTax = "0", careType = "") => ({
  name: service?.name ?? "",
  description: service?.description ?? "",
  categoryId: service?.categoryId ?? "0",
  price: service ? amountText(service.price) : "",
  priceUnit: String(service ? service.priceUnit || PriceUnit.PER_SESSION : newServiceOf(careType).priceUnit),
  duration: String((service ?? newServiceOf(careType)).duration),
  taxId: service?.taxId ?? startingTax,
  colorCode: service?.colorCode ?? "",
  bookOnlineAvailable: service?.bookOnlineAvailable ?? true,
  inactive: service?.inactive ?? false,
  showBasePrice: String(service?.options?.showBasePrice || ShowPrice.FIXED),
  showDuration: service?.options?.showDuration ?? true,
  canTip: service?.options?.canTip ?? true,
  evaluationServiceId: service?.options?.evaluationServiceId ?? "0",
  evaluationValidMonths: String(service?.options?.evaluationValidMonths ?? 0),
  evaluationRemindDays: String(service?.options?.evaluationRemindDays ?? 0),
  // What it asks for and comes with.
  ownLodging: service?.options?.requireDedicatedLodging ?? false,
  ownStaff: service?.options?.requireDedicatedStaff ?? false,
  bundleServiceIds: service?.options?.bundleServiceIds ?? [],
  rolloverTo: (service?.options?.autoRolloverRule?.enabled && service.options.autoRolloverRule.targetServiceId) || "0",
  rolloverAfter: String(service?.options?.autoRolloverRule?.afterMinute ?? 30),
  added: (service?.options?.additionalServiceRule?.enable ? service.options.additionalServiceRule.applyRules : []).map((one) => ({
    serviceId: one.serviceId,
    stayDay: String(one.stayDay),
  })),
  addedFromNights: String(service?.options?.additionalServiceRule?.minStayLength || 1),
  policy: policyValues(service?.options?.bookingPolicy),
  // Of a group class.
  numSessions: String(service?.options?.numSessions || 6),
  capacity: String(service?.options?.capacity || 8),
  prerequisiteClassIds: service?.options?.prerequisiteClassIds ?? [],
  businessIds: service?.availability?.businessIds ?? [],
  staffIds: service?.availability?.staffIds ?? [],
  petTypes: service?.availability?.petTypes.map((rule) => rule.petType) ?? [],
  weightFrom: number(service?.availability?.weightFrom),
  weightTo: number(service?.availability?.weightTo),
  petSizeIds: service?.availability?.petSizeIds ?? [],
  coatTypes: service?.availability?.coatTypes ?? [],
  excludedPetCodeIds: service?.availability?.excludedPetCodeIds ?? [],
  staffTerms: service?.staffOverrides.map(({ staffId, ...one }) => termsOf(staffId, one)) ?? [],
  locationTerms: service?.locationOverrides.map(({ businessId, ...one }) => termsOf(businessId, one)) ?? [],
});
export type ServiceValues = ReturnType<typeof serviceValues>;

/** Fields the form sets; one that is named here and empty is cleared. */
export const serviceMask = [
  ...["name", "description", "category_id", "price", "price_unit", "duration", "tax_id", "color_code"],
  ...["book_online_available", "inactive", "availability", "options", "staff_overrides", "location_overrides"],
];

/** Comes with others of its kind. */
export const isBundled = (careType: string): boolean => ["GROOMING", "DOG_WALKING"].includes(careType);
const rolloverRule = (target: string, after: string) =>
  create(
    AutoRolloverRuleSchema,
    target === "0" ? { enabled: false } : { enabled: true, afterMinute: Number(after) || 0, targetServiceId: target },
  );

type Added = ServiceValues["added"];
const isSame = (one: Added[number], other: Added[number]): boolean => one.serviceId === other.serviceId && one.stayDay === other.stayDay;

/** Whether on this day one before it adds the same service. */
export const isTwice = (added: Added, at: number, stayDay: string): boolean =>
  added.slice(0, at).some((one) => isSame(one, { serviceId: added[at]?.serviceId ?? "", stayDay }));

/** The first service and day that is not added yet; the last day of a stay before any other. */
export function nextAdded(added: Added, serviceIds: readonly string[]): Added[number] | undefined {
  const days = [StayDay.LAST, StayDay.FIRST, StayDay.EVERY].map(String);
  const all = days.flatMap((stayDay) => serviceIds.map((serviceId) => ({ serviceId, stayDay })));
  return all.find((one) => !added.some((other) => isSame(one, other)));
}

const addedRule = (added: Added, nights: string) =>
  create(AdditionalServiceRuleSchema, {
    ...{ enable: added.length > 0, minStayLength: Number(nights) || 0 },
    applyRules: added.map(({ serviceId, stayDay }) => ({ serviceId, stayDay: Number(stayDay) })),
  });

export const isNights: Check = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 180 ? undefined : "A number from 1 to 180";

/** What the contract takes. What the form does not show stays as it was: breeds, rarer options, and a location's own tax. */
export const serviceInput = (values: ServiceValues, currencyCode: string, known: Service | undefined, careType = "") => {
  const { price, priceUnit, duration, businessIds, staffIds, petTypes, weightFrom, weightTo, ...rest } = values;
  const { petSizeIds, coatTypes, excludedPetCodeIds, staffTerms, locationTerms, ...more } = rest;
  const { showBasePrice, showDuration, canTip, evaluationServiceId, evaluationValidMonths, evaluationRemindDays, ...others } = more;
  const { numSessions, capacity, prerequisiteClassIds, ownLodging, ownStaff, bundleServiceIds, rolloverTo, rolloverAfter, ...rules } =
    others;
  const { added, addedFromNights, policy, ...plain } = rules;
  const bookingPolicy = policyInput(policy, currencyCode);
  const { bookingPolicy: _, ...options } = known?.options ?? create(ServiceOptionsSchema);
  const breedsOf = (petType: string) => known?.availability?.petTypes.find((rule) => rule.petType === petType)?.breeds ?? [];
  const taxAt = (businessId: string) => known?.locationOverrides.find((one) => one.businessId === businessId)?.taxId ?? "0";
  const ownTaxes = known?.locationOverrides
    .filter((one) => one.taxId !== "0")
    .map((one) => ({ of: one.businessId, price: "", duration: "" }));
  const money = parseMoney(price || "0", currencyCode);
  const own = (terms: Terms) => {
    const amount = terms.price ? parseMoney(terms.price, currencyCode) : undefined;
    return { ...(amount && { price: amount }), duration: Number(terms.duration) || 0 };
  };
  const there = new Map([...(ownTaxes ?? []), ...said(locationTerms)].map((one) => [one.of, one]));
  return {
    ...plain,
    ...(money && { price: money }),
    priceUnit: Number(priceUnit),
    options: {
      ...options,
      ...(bookingPolicy && { bookingPolicy }),
      showBasePrice: Number(showBasePrice),
      showDuration,
      canTip,
      evaluationServiceId,
      evaluationValidMonths: Number(evaluationValidMonths) || 0,
      evaluationRemindDays: Number(evaluationRemindDays) || 0,
      ...(careType === "BOARDING" && { requireDedicatedLodging: ownLodging, additionalServiceRule: addedRule(added, addedFromNights) }),
      ...(isWithStaff({ careType }) && { requireDedicatedStaff: ownStaff }),
      ...(isBundled(careType) && { bundleServiceIds }),
      ...(careType === "DAYCARE" && { autoRolloverRule: rolloverRule(rolloverTo, rolloverAfter) }),
      ...(careType === "GROUP_CLASS" && { numSessions: Number(numSessions), capacity: Number(capacity), prerequisiteClassIds }),
    },
    duration: Number(duration) || 0,
    staffOverrides: said(staffTerms).map((one) => ({ staffId: one.of, ...own(one) })),
    locationOverrides: [...there.values()].map((one) => ({ businessId: one.of, taxId: taxAt(one.of), ...own(one) })),
    availability: {
      businessIds,
      staffIds,
      petTypes: petTypes.map((petType) => ({ petType, breeds: breedsOf(petType) })),
      petSizeIds,
      coatTypes,
      excludedPetCodeIds,
      weightFrom: Number(weightFrom.replace(",", ".")) || 0,
      weightTo: Number(weightTo.replace(",", ".")) || 0,
    },
  };
};

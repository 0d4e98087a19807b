import { create } from "@bufbuild/protobuf";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { PolicyChargeKind, PriceUnit, ServiceSchema, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { policyValues } from "./rules/policy-values.ts";
import { isTwice, nextAdded, serviceInput, serviceMask, serviceValues } from "./service-values.ts";

const service = create(ServiceSchema, {
  name: "Full groom",
  price: { currencyCode: "USD", units: 118n, nanos: 500_000_000 },
  duration: 90,
  categoryId: "3",
  taxId: "7",
  staffOverrides: [{ staffId: "5", price: { currencyCode: "USD", units: 130n }, duration: 0 }],
  locationOverrides: [
    { businessId: "3", duration: 100, taxId: "8" },
    { businessId: "4", taxId: "9" },
  ],
  availability: { businessIds: ["3"], petTypes: [{ petType: "Dog", breeds: ["Poodle"] }], petSizeIds: ["9"], weightTo: 60 },
});

test("an untouched service comes out of its form as it went in, with what the form does not show", () => {
  const out = serviceInput(serviceValues(service), "USD", service);
  expect(out).toMatchObject({
    name: "Full groom",
    duration: 90,
    categoryId: "3",
    taxId: "7",
    price: { currencyCode: "USD", units: 118n, nanos: 500_000_000 },
  });
  expect(out.availability).toMatchObject({
    businessIds: ["3"],
    petTypes: [{ petType: "Dog", breeds: ["Poodle"] }],
    petSizeIds: ["9"],
    weightFrom: 0,
    weightTo: 60,
  });
  expect(out.staffOverrides).toEqual([{ staffId: "5", price: expect.objectContaining({ units: 130n }), duration: 0 }]);
  expect(out.locationOverrides).toEqual([
    { businessId: "3", duration: 100, taxId: "8" },
    { businessId: "4", duration: 0, taxId: "9" },
  ]);
});

test("a booking policy comes out of its form as it went in; where every part is left to the location, there is none", () => {
  const { NONE, AMOUNT, PERCENT } = PolicyChargeKind;
  const bookingPolicy = {
    ...{ noticeMinutes: 0, latestStart: 0, changeNoticeHours: 48 },
    cancellationFee: { kind: AMOUNT, amount: { currencyCode: "USD", units: 25n, nanos: 500_000_000 } },
    deposit: { kind: PERCENT, percent: 30 },
  };
  const known = create(ServiceSchema, { name: "Hand strip", options: { bookingPolicy, canTip: false } });
  const values = serviceValues(known);
  expect(serviceInput(values, "USD", known).options.bookingPolicy).toEqual(known.options?.bookingPolicy);
  const free = { ...values.policy, fee: { ...values.policy.fee, kind: String(NONE) } };
  expect(serviceInput({ ...values, policy: free }, "USD", known).options.bookingPolicy?.cancellationFee).toMatchObject({ kind: NONE });
  const left = serviceInput({ ...values, policy: policyValues(undefined) }, "USD", known);
  expect([left.options.bookingPolicy, left.options.canTip]).toEqual([undefined, false]);
});

test("a person's price that is emptied is as usual again", () => {
  const values = serviceValues(service);
  const out = serviceInput({ ...values, staffTerms: [{ of: "5", price: "", duration: "" }], locationTerms: [] }, "USD", service);
  expect(out.staffOverrides).toEqual([]);
  expect(out.locationOverrides.map(({ businessId, taxId, duration }) => [businessId, taxId, duration])).toEqual([
    ["3", "8", 0],
    ["4", "9", 0],
  ]);
});

test("what the form says of the booking page and of tips is sent with the options it does not show", () => {
  const known = create(ServiceSchema, { name: "Nails", options: { capacity: 8, canTip: false, showBasePrice: ShowPrice.STARTING_AT } });
  const values = serviceValues(known);
  expect([values.canTip, values.showDuration, values.showBasePrice]).toEqual([false, true, String(ShowPrice.STARTING_AT)]);
  const out = serviceInput({ ...values, showDuration: false }, "USD", known);
  expect(out.options).toMatchObject({ capacity: 8, canTip: false, showDuration: false, showBasePrice: ShowPrice.STARTING_AT });
  expect(serviceMask).toContain("options");
});

test("how many sessions and pets a class has, and what comes before it, is sent of a group class only", () => {
  const known = create(ServiceSchema, { name: "Puppy school", options: { capacity: 6, numSessions: 4, prerequisiteClassIds: ["9"] } });
  const values = serviceValues(known);
  expect([values.numSessions, values.capacity, values.prerequisiteClassIds]).toEqual(["4", "6", ["9"]]);
  const changed = { ...values, numSessions: "5", capacity: "10", prerequisiteClassIds: [] };
  const sent = { numSessions: 5, capacity: 10, prerequisiteClassIds: [] };
  expect(serviceInput(changed, "USD", known, "GROUP_CLASS").options).toMatchObject(sent);
  expect(serviceInput(changed, "USD", known, "GROOMING").options).toMatchObject({
    numSessions: 4,
    capacity: 6,
    prerequisiteClassIds: ["9"],
  });
});

test("a new service starts at an hour, bookable online, for everybody", () => {
  const out = serviceInput(serviceValues(undefined), "GBP", undefined);
  expect(out).toMatchObject({ duration: 60, bookOnlineAvailable: true, price: { currencyCode: "GBP", units: 0n } });
  expect(out.availability).toMatchObject({ businessIds: [], staffIds: [], petTypes: [] });
});

test("a new service starts with the price unit and the length of its care type", () => {
  const starts = (careType: string) => {
    const { priceUnit, duration } = serviceInput(serviceValues(undefined, "0", careType), "USD", undefined, careType);
    return [priceUnit, duration];
  };
  expect(starts("BOARDING")).toEqual([PriceUnit.PER_NIGHT, 1440]);
  expect(starts("DAYCARE")).toEqual([PriceUnit.PER_DAY, 480]);
  expect(starts("DOG_WALKING")).toEqual([PriceUnit.PER_SESSION, 30]);
  expect(starts("GROOMING")).toEqual([PriceUnit.PER_SESSION, 60]);
});

test("what a service asks for, comes with and becomes is sent of the care types for which it has an effect", () => {
  const rule = { enabled: true, afterMinute: 45, targetServiceId: "8" };
  const known = create(ServiceSchema, { options: { requireDedicatedLodging: true, autoRolloverRule: rule, bundleServiceIds: ["7"] } });
  const values = serviceValues(known);
  expect([values.ownLodging, values.ownStaff, values.rolloverTo, values.rolloverAfter, values.bundleServiceIds]).toEqual([
    ...[true, false, "8", "45"],
    ["7"],
  ]);
  const of = (careType: string) =>
    serviceInput({ ...serviceValues(undefined), ...values, ownStaff: true }, "USD", undefined, careType).options;
  expect(of("BOARDING")).toMatchObject({ requireDedicatedLodging: true, requireDedicatedStaff: false, bundleServiceIds: [] });
  expect(of("DAYCARE")).toMatchObject({ autoRolloverRule: rule, requireDedicatedLodging: false, bundleServiceIds: [] });
  expect(of("GROOMING")).toMatchObject({ requireDedicatedStaff: true, bundleServiceIds: ["7"] });
  expect(of("GROOMING").autoRolloverRule).toBeUndefined();
  expect(serviceInput({ ...values, rolloverTo: "0" }, "USD", known, "DAYCARE").options.autoRolloverRule).toMatchObject({ enabled: false });
});

test("a service is added to a stay once for a day: the same again is wrong, and the next one offered is none that is there", () => {
  const last = { serviceId: "1", stayDay: String(StayDay.LAST) };
  const first = { serviceId: "1", stayDay: String(StayDay.FIRST) };
  const other = { serviceId: "2", stayDay: String(StayDay.LAST) };
  expect([last, first, other, { ...last }].map(({ stayDay }, at, added) => isTwice(added, at, stayDay))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(nextAdded([], ["1", "2"])).toEqual(last);
  expect(nextAdded([last], ["1", "2"])).toEqual(other);
  expect(nextAdded([other, last], ["1", "2"])).toEqual(first);
  expect(nextAdded([last, first, { ...last, stayDay: String(StayDay.EVERY) }], ["1"])).toBeUndefined();
  expect(nextAdded([], [])).toBeUndefined();
});

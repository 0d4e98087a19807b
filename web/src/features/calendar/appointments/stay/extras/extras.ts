import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { whyNoAddOn } from "@leashline/proto/rules/add-ons.ts";
import { comingAlong, priceOnDays } from "@leashline/proto/rules/day-services.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { useState } from "react";
import { useInfo } from "../../../../../app/session/session.ts";
import { addDays, daysBetween, isoToDay } from "../../../../../ui/format/dates.ts";
import { toMinor } from "../../../../../ui/format/money.ts";
import { isOnDays } from "../../../shared/stay/day-words.ts";
import { isoOf } from "../../../shared/stay/stay-days.ts";
import { type Appointment, type CalendarStaff, NO_STAFF } from "../../../shared/types.ts";
import { forStaff } from "../../fields/draft.ts";
import type { StaySpan } from "../StayWhen.tsx";

/** What a pet gets on certain days of its stay besides boarding, as the form holds it. */
export type Extra = {
  key: string;
  /** "0" for one that is new. */
  petDetailId: string;
  petId: string;
  serviceId: string;
  stayDay: StayDay;
  /** Of one on a named day. */
  date: string;
  staffId: string;
};

type Fits = (petId: string, serviceId: string) => boolean;

/** What the boarding service adds to a stay of these days, for each of the pets that can have it. */
export const comingWith = (service: Service | undefined, petIds: readonly string[], { from, to }: StaySpan, fits: Fits): Extra[] =>
  petIds.flatMap((petId) =>
    comingAlong(service?.options?.additionalServiceRule, { from, to })
      .filter(({ serviceId }) => fits(petId, serviceId))
      .map(({ serviceId, stayDay }) => ({
        ...{ key: `${petId} ${serviceId} ${stayDay}`, petDetailId: "0", petId, serviceId, stayDay, date: "", staffId: NO_STAFF },
      })),
  );

type Guest = Pick<Pet, "petId" | "petType" | "breed" | "weight" | "petSizeId" | "coatType" | "petCodeIds">;

const nothingKnown = { petType: "", breed: "", weight: 0, petSizeId: "0", coatType: "", petCodeIds: [] };

type Where = { businessId: string; boardingIds: readonly string[] };

/** Whether a pet can have something during its stay; of a pet that is none of these nothing is known, and whoever books it is told. */
export const fitsStay = (pets: readonly Guest[], catalog: readonly Service[], { businessId, boardingIds }: Where): Fits => {
  const services = catalog.filter(({ id }) => boardingIds.includes(id));
  return (petId, serviceId) => {
    const one = catalog.find(({ id }) => id === serviceId);
    if (!one?.addOn) return true;
    const pet = pets.find((guest) => guest.petId === petId);
    if (pet) return whyNoAddOn(one, { businessId, services, pet }) === null;
    const { careType, inactive, applicableServiceIds, availability } = one;
    const forAnyPet = { careType, inactive, applicableServiceIds, availability: { businessIds: availability?.businessIds ?? [] } };
    return whyNoAddOn(forAnyPet, { businessId, services, pet: nothingKnown }) === null;
  };
};

/** The same of a stay that is booked at the location that is open. */
export const useFitsHere = (pets: readonly Guest[], catalog: readonly Service[], boardingId: string): Fits =>
  fitsStay(pets, catalog, { businessId: useInfo().business?.id ?? "0", boardingIds: [boardingId] });

/** What a stay that is booked has. */
export const extrasOf = (stay: Appointment): Extra[] =>
  stay.petServiceList.filter(isOnDays).map(({ petDetailId, petId, serviceId, stayDay, serviceDate, staffId }) => ({
    ...{ key: petDetailId, petDetailId, petId, serviceId, stayDay, date: isoOf(serviceDate), staffId },
  }));

export type StayBefore = { began: string; extras: readonly Extra[] };

/** What a stay had, as new ones of a stay that begins on another day: named days go along. */
export const extrasAgain = ({ began, extras }: StayBefore, from: string): Extra[] => {
  const days = daysBetween(began, from);
  return extras.map((one) => ({ ...one, petDetailId: "0", date: one.date && addDays(one.date, days) }));
};

type Known = { catalog: readonly Pick<Service, "id">[]; staff: readonly Pick<CalendarStaff, "staffId">[] };

/** What the stay before had, on its own days, and what comes along besides. Services and staff that are gone stay out. */
export const withBefore = (before: readonly Extra[], along: readonly Extra[], { catalog, staff }: Known): Extra[] => {
  const known = before
    .filter(({ serviceId }) => catalog.some(({ id }) => id === serviceId))
    .map((one) => (staff.some(({ staffId }) => staffId === one.staffId) ? one : { ...one, staffId: NO_STAFF }));
  const has = ({ petId, serviceId }: Extra) => known.some((one) => one.petId === petId && one.serviceId === serviceId);
  return [...known, ...along.filter((one) => !has(one))];
};

/** `made`: how many were ever put on, so that none gets the key of one that was taken off again. */
type Edits = { changed: Readonly<Record<string, Extra | null>>; own: readonly Extra[]; made: number };
export const none: Edits = { changed: {}, own: [], made: 0 };

/** One more service, on the last day where the catalogue says none, for each of the pets. */
export const withNew = (
  { changed, own, made }: Edits,
  { id: serviceId, stayDay }: Pick<Service, "id" | "stayDay">,
  petIds: readonly string[],
): Edits => {
  const fresh = petIds.map((petId, at) => ({
    ...{ key: `new ${made + at}`, petDetailId: "0", petId, serviceId, date: "", staffId: NO_STAFF },
    stayDay: stayDay || StayDay.LAST,
  }));
  return { changed, own: [...own, ...fresh], made: made + fresh.length };
};

/** One of those that were put on, changed or taken off again. */
export const withOwn = ({ own, ...edits }: Edits, key: string, next: Extra | null): Edits => ({
  ...edits,
  own: own.flatMap((one) => (one.key === key ? (next ?? []) : [one])),
});

/** What comes along or is there, with what somebody changed of it, took off and put on. */
export function useExtras(along: readonly Extra[]) {
  const [edits, setEdits] = useState(none);
  const { changed, own } = edits;
  const extras = [...along.flatMap((one) => (changed[one.key] === undefined ? [one] : (changed[one.key] ?? []))), ...own];
  const set = (key: string, next: Extra | null) =>
    along.some((one) => one.key === key)
      ? setEdits({ ...edits, changed: { ...changed, [key]: next } })
      : setEdits(withOwn(edits, key, next));
  const add = (service: Service, petIds: readonly string[]) => setEdits(withNew(edits, service, petIds));
  return { extras, set, add, dirty: own.length > 0 || Object.keys(changed).length > 0 };
}

export const isComplete = ({ stayDay, date }: Extra, { from, to }: StaySpan): boolean =>
  stayDay !== StayDay.ON_DATE || (from <= date && date <= to);

/** A line as the server takes it. */
export const extraOnWire = ({ petDetailId, serviceId, stayDay, date, staffId }: Extra) => {
  const serviceDate = stayDay === StayDay.ON_DATE ? isoToDay(date) : undefined;
  return { petDetailId, serviceId, stayDay, staffId, ...(serviceDate && { serviceDate }) };
};

/** All of them, pet by pet. */
export const extrasOnWire = (extras: readonly Extra[]) =>
  [...Map.groupBy(extras, ({ petId }) => petId)].map(([petId, own]) => ({ petId, services: own.map(extraOnWire) }));

/** What one comes to on its days; nothing where the catalogue no longer has it. */
export function priceOf({ serviceId, staffId, stayDay }: Extra, services: readonly Service[], { from, to }: StaySpan): bigint {
  const service = services.find(({ id }) => id === serviceId);
  if (!service) return 0n;
  const { price, duration } = forStaff(service, staffId);
  return priceOnDays(priceFor(toMinor(price), service.priceUnit, duration), { when: stayDay }, { from, to }).total;
}

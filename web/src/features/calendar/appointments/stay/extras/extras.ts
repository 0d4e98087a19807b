import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { comingAlong, priceOnDays } from "@leashline/proto/rules/day-services.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { useState } from "react";
import { isoToDay } from "../../../../../ui/format/dates.ts";
import { toMinor } from "../../../../../ui/format/money.ts";
import { isOnDays } from "../../../shared/stay/day-words.ts";
import { isoOf } from "../../../shared/stay/stay-days.ts";
import { type Appointment, NO_STAFF } from "../../../shared/types.ts";
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

/** What the boarding service adds to a stay of these days, for each of the pets. */
export const comingWith = (service: Service | undefined, petIds: readonly string[], { from, to }: StaySpan): Extra[] =>
  petIds.flatMap((petId) =>
    comingAlong(service?.options?.additionalServiceRule, { from, to }).map(({ serviceId, stayDay }) => ({
      ...{ key: `${petId} ${serviceId} ${stayDay}`, petDetailId: "0", petId, serviceId, stayDay, date: "", staffId: NO_STAFF },
    })),
  );

/** What a stay that is booked has. */
export const extrasOf = (stay: Appointment): Extra[] =>
  stay.petServiceList.filter(isOnDays).map(({ petDetailId, petId, serviceId, stayDay, serviceDate, staffId }) => ({
    ...{ key: petDetailId, petDetailId, petId, serviceId, stayDay, date: isoOf(serviceDate), staffId },
  }));

type Edits = { changed: Readonly<Record<string, Extra | null>>; own: readonly Extra[] };
const none: Edits = { changed: {}, own: [] };

/** What comes along or is there, with what somebody changed of it, took off and put on. */
export function useExtras(along: readonly Extra[]) {
  const [{ changed, own }, setEdits] = useState(none);
  const extras = [...along.flatMap((one) => (changed[one.key] === undefined ? [one] : (changed[one.key] ?? []))), ...own];
  const set = (key: string, next: Extra | null) =>
    along.some((one) => one.key === key)
      ? setEdits({ own, changed: { ...changed, [key]: next } })
      : setEdits({ changed, own: own.flatMap((one) => (one.key === key ? (next ?? []) : [one])) });
  const add = (serviceId: string, petIds: readonly string[]) => {
    const fresh = petIds.map((petId) => ({
      ...{ key: `new ${own.length} ${petId} ${serviceId}`, petDetailId: "0", petId, serviceId, date: "", staffId: NO_STAFF },
      stayDay: StayDay.LAST,
    }));
    setEdits({ changed, own: [...own, ...fresh] });
  };
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

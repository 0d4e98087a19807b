import { fail, toWireDate } from "@leashline/kit";
import type { PetServicesInput, ServiceInput } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { type NoAddOn, whyNoAddOn } from "@leashline/proto/rules/add-ons.ts";
import type { OnDays } from "@leashline/proto/rules/day-services.ts";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import type { PetTraits } from "@leashline/proto/rules/pet-fit.ts";

// Add-ons on top of the services that a pet of an appointment gets.

type Line = {
  readonly serviceId: string;
  readonly serviceName: string;
  readonly careType: string;
  readonly staffId: string;
  readonly onDays?: OnDays;
  readonly addOn?: true;
};
type Named = PetTraits & { readonly petName: string };
type Asked = {
  readonly businessId: string;
  readonly petServices: readonly PetServicesInput[];
  readonly pets: ReadonlyMap<string, Named>;
  readonly services: ReadonlyMap<string, Service>;
  /** Of a booking request or a place on the waitlist: they were looked at when they were asked for. */
  readonly addOnsAsAsked?: boolean;
  /** What its pets keep though it is not named: the boarding of a stay that changes. */
  readonly standing?: readonly (Line & { readonly petId: string })[];
};

const reasons: Record<NoAddOn, (addOn: string, pet: string) => string> = {
  inactive: (addOn) => `${addOn} is inactive`,
  location: (addOn) => `${addOn} isn't offered at this location`,
  service: (addOn, pet) => `${addOn} doesn't go with what ${pet} gets`,
  "pet type": (addOn, pet) => `${addOn} isn't for pets of ${pet}'s type`,
  breed: (addOn, pet) => `${addOn} isn't for ${pet}'s breed`,
  size: (addOn, pet) => `${addOn} isn't for pets of ${pet}'s size`,
  weight: (addOn, pet) => `${addOn} isn't for pets of ${pet}'s weight`,
  "coat type": (addOn, pet) => `${addOn} isn't for ${pet}'s coat`,
  "pet code": (addOn, pet) => `${addOn} isn't for pets with a code that ${pet} has`,
};

/**
 * Refuses an add-on that is new where its pet cannot have it, and one that is left without a service. What an appointment holds already may stay, and what a request or
 * a place on the waitlist asks for comes as it was asked for: whoever accepts it could not take it off.
 */
export function mustFitAddOns(asked: Asked, keptBy: (input: ServiceInput, petId: string) => Line | undefined): void {
  const { businessId, petServices, pets, services, addOnsAsAsked = false, standing = [] } = asked;
  for (const [petId, own] of Map.groupBy(petServices, (one) => one.petId)) {
    const pet = pets.get(petId);
    if (!pet) continue;
    const lines = own
      .flatMap((one) => one.services)
      .map((input) => {
        const kept = keptBy(input, petId);
        const { addOn = false, careType = "", name = "" } = services.get(input.serviceId) ?? {};
        return kept
          ? { id: kept.serviceId, careType: kept.careType, addOn: kept.addOn === true, name: kept.serviceName, isNew: false }
          : { id: input.serviceId, careType, addOn, name, isNew: true };
      });
    const under = standing.filter((line) => line.petId === petId).map((line) => ({ id: line.serviceId, careType: line.careType }));
    const below = [...under, ...lines.filter(({ addOn }) => !addOn)];
    for (const { id, name, isNew } of lines.filter(({ addOn }) => addOn)) {
      const service = services.get(id);
      const kind =
        isNew && service && !addOnsAsAsked
          ? whyNoAddOn(service, { businessId, services: below, pet })
          : below.length === 0
            ? "service"
            : null;
      if (kind) {
        const reason = reasons[kind](name, pet.petName);
        throw fail("PARAMS_INVALID", {
          field: "petServices",
          reason,
          message: `${reason}.`,
          facts: { why: "addOn", reason: kind, serviceId: id, petId },
        });
      }
    }
  }
}

/** Whether a pet of a wish can have what comes along by itself. */
export function fitsOnTop({ businessId, petServices, pets, services }: Asked, nth: number, along: Service | undefined): boolean {
  const { petId = "0" } = petServices[nth] ?? {};
  const pet = pets.get(petId);
  if (!along?.addOn || !pet) return true;
  const own = petServices.filter((one) => one.petId === petId).flatMap((one) => one.services);
  return whyNoAddOn(along, { businessId, services: own.flatMap(({ serviceId }) => services.get(serviceId) ?? []), pet }) === null;
}

/** The service of a pet that an add-on is on top of: the last before it that it goes with. */
export function beneath<L extends Line>(service: Service | undefined, before: readonly L[]): L | undefined {
  if (!service?.addOn) return undefined;
  const below = before.filter(({ addOn }) => !addOn);
  return below.findLast((line) => goesWith(service, { id: line.serviceId, careType: line.careType })) ?? below.at(-1);
}

/** What is not said of a new add-on is as with the service that it is on top of: who does it and, in a stay, on which days. */
export function asBeneath(input: ServiceInput, { staffId, onDays }: Pick<Line, "staffId" | "onDays">): ServiceInput {
  const days =
    onDays && input.stayDay === StayDay.UNSPECIFIED
      ? { stayDay: onDays.when, ...(onDays.date && { serviceDate: toWireDate(onDays.date) }) }
      : {};
  const named = input.staffId !== "0" || input.operationList.length > 0;
  return { ...input, ...days, ...(!named && { staffId }) };
}

/** Sold with a stay or a day of daycare, where the service below it has neither person nor time. */
export const isByStay = (service: Pick<Service, "addOn" | "careType"> | undefined): boolean =>
  service?.addOn === true && (service.careType === "BOARDING" || service.careType === "DAYCARE");

/** Where nothing is said of its days, an add-on of a stay is on those that the catalogue says, and one of daycare on the day itself. */
export function dayOf({ stayDay }: Pick<ServiceInput, "stayDay">, service: Service | undefined): StayDay {
  if (!service || stayDay !== StayDay.UNSPECIFIED || !isByStay(service)) return stayDay;
  return service.careType === "DAYCARE" ? StayDay.FIRST : service.stayDay || StayDay.LAST;
}

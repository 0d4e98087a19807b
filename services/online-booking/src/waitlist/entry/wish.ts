import { type Ctx, fail, fromMoney } from "@leashline/kit";
import { VisitPartyService, type VisitPet } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { whyNoAddOn } from "@leashline/proto/rules/add-ons.ts";
import { priceFor } from "@leashline/proto/rules/unit-price.ts";
import { minutesTogether } from "@leashline/proto/rules/walks.ts";
import { GROUP_CLASS } from "../../classes/class-booking.ts";
import { addOnReasons } from "../../storefront/add-ons.ts";
import { type Family, familyOf, type WaitLine, type WaitPet, wordsOf } from "./waitlist.ts";

export type PetInput = { petId: string; serviceList: { serviceId: string }[] };
export type Place = { businessId: string; currencyCode: string };

/** What is wished for, as the catalogue has it now. `family` null: whatever the care type. */
export async function wishOf(ctx: Ctx, place: Place, customerId: string, inputs: readonly PetInput[], family: Family | null) {
  const petIds = [...new Set(inputs.map(({ petId }) => petId))];
  const ids = [...new Set(inputs.flatMap(({ serviceList }) => serviceList.map(({ serviceId }) => serviceId)))];
  const [party, { services }] = await Promise.all([
    ctx.client(VisitPartyService).getVisitParty({ customerId, petIds }),
    ctx.client(CatalogService).batchGetServices({ ids, businessId: place.businessId, allowMissing: true, withAddOns: true }),
  ]);
  if (!party.client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  if (party.pets.length < petIds.length) throw fail("PET_NOT_FOUND", { field: "petServices.petId" });
  const offered = new Map(services.filter(({ deleted, inactive }) => !deleted && !inactive).map((one) => [one.id, one]));
  const lineOf = (serviceId: string): WaitLine => {
    const service = offered.get(serviceId);
    if (!service) throw fail("SERVICE_NOT_FOUND", { field: "petServices.serviceList" });
    if (service.careType === GROUP_CLASS)
      throw fail("PARAMS_INVALID", { field: "petServices.serviceList", reason: "a class is waited for with ClassService.EnrolPet" });
    if (family && familyOf(service.careType) !== family)
      throw fail("PARAMS_INVALID", { field: "petServices.serviceList", reason: otherList(family) });
    return toLine(service, place.currencyCode);
  };
  const petOf = (petId: string): VisitPet | undefined => party.pets.find((pet) => pet.petId === petId);
  for (const { petId, serviceList } of inputs) mustFit(serviceList, petOf(petId), place, offered);
  const pets = inputs.map(({ petId, serviceList }): WaitPet => {
    const { petName = "", petType = "", breed = "" } = petOf(petId) ?? {};
    return { petId, petName, petType, breed, services: serviceList.map(({ serviceId }) => lineOf(serviceId)) };
  });
  return { ...wished(pets), client: party.client, words: wordsOf(party.client.firstName, party.client.lastName, pets) };
}

/** An add-on waits with a service of the same pet, where the pet may have it: whoever books it from here could not take it off. */
function mustFit(
  serviceList: PetInput["serviceList"],
  pet: VisitPet | undefined,
  { businessId }: Place,
  offered: ReadonlyMap<string, Service>,
): void {
  const chosen = serviceList.flatMap(({ serviceId }) => offered.get(serviceId) ?? []);
  const services = chosen.filter(({ addOn }) => !addOn);
  for (const one of chosen.filter(({ addOn }) => addOn)) {
    const why = pet && whyNoAddOn(one, { businessId, services, pet });
    if (!why) continue;
    const reason = `${one.name} ${addOnReasons[why]}`;
    const facts = { why: "addOn", reason: why, serviceId: one.id };
    throw fail("PARAMS_INVALID", { field: "petServices.serviceList", reason, message: `${reason}.`, facts });
  }
}

const otherList = (family: Family): string =>
  family === "stays" ? "only boarding and daycare wait here" : "boarding and daycare wait in WaitlistService";

const toLine = ({ id, name, careType, duration, price, priceUnit, addOn }: Service, currency: string): WaitLine => ({
  serviceId: id,
  name,
  careType,
  duration,
  ...(addOn && { addOn }),
  minor: (familyOf(careType) === "stays"
    ? fromMoney(price, currency).minor
    : priceFor(fromMoney(price, currency).minor, priceUnit, duration)
  ).toString(),
});

/** What some pets and their services come to. */
export function wished(pets: readonly WaitPet[]) {
  const lines = pets.flatMap(({ services }) => services);
  const timed = pets.flatMap(({ services }, nth) => services.map((line) => ({ ...line, petId: String(nth), minutes: line.duration })));
  return {
    pets: JSON.stringify(pets),
    careTypes: [...new Set(lines.map(({ careType }) => careType))],
    duration: minutesTogether(timed.filter(({ careType }) => familyOf(careType) === "others")),
    total: lines.reduce((sum, line) => sum + BigInt(line.minor), 0n).toString(),
  };
}

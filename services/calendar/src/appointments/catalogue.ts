import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, minorOf } from "@leashline/kit";
import {
  type PetServicesInput,
  type ServiceInput,
  ServiceInputSchema,
  ServiceStart,
} from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { type VisitClient, VisitPartyService, type VisitPet } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { comingAlong } from "@leashline/proto/rules/day-services.ts";
import { agreedRate, type Pricing } from "@leashline/proto/rules/stay-price.ts";
import { asBeneath, beneath, dayOf, fitsOnTop, isByStay, mustFitAddOns } from "../add-ons/add-on-lines.ts";
import { query } from "../db.ts";
import { isPricedAnew, nightsFrom, unitsWithPrices } from "../lodging/asked-nights.ts";
import { daysAsked, onDays } from "../lodging/day-lines.ts";
import { unitNames } from "../lodging/room.store.ts";
import { joined, type Nights, type Span } from "../lodging/room.ts";
import { ownStaffIn } from "../projections/own-staff.ts";
import { NO_STAFF, nameOf, staffById, staffOrNone } from "../projections/staff.ts";
import { minutesAsked, workedBy } from "../scheduling/asked-work.ts";
import type { Beside } from "../scheduling/line-up.ts";
import { isDoneBy, partsOf, type Worked } from "../scheduling/shared-work.ts";
import { isBoarding, isDaycare, type LineInput, minutesOfSpan, type ServiceLine } from "./appointment.ts";
import { isKnownClient } from "./client-appointments.store.ts";
import { catalogPrice, mustBeByTheNight, noRules, ownTerms, pricedLines, pricingOf, pricingWith, welcomes } from "./prices.ts";

/** What other services say about whom an appointment is for and what it holds; asked in parallel, one hop. */
export type Catalogue = {
  readonly client: VisitClient;
  readonly pets: ReadonlyMap<string, VisitPet>;
  readonly services: ReadonlyMap<string, Service>;
  /** What the company's rules make of prices; none where nothing is new. */
  readonly pricing: Pricing;
  /** Asked only where the rules make something of it. */
  readonly firstVisit: boolean;
  readonly staffNames: ReadonlyMap<string, string>;
  /** Of lodging units whose nights have a price of their own. */
  readonly unitNames?: ReadonlyMap<string, string>;
};

export type Wish = {
  readonly businessId: string;
  readonly customerId: string;
  readonly staffId: string;
  readonly petServices: readonly PetServicesInput[];
  /** Of what is booked already, whether it was the client's first visit then. */
  readonly isNewClient?: boolean;
  /** Of a booking request or a place on the waitlist: its add-ons come as they were asked for. */
  readonly addOnsAsAsked?: boolean;
  /** What its pets keep though it is not named: the boarding of a stay that changes. */
  readonly standing?: readonly ServiceLine[];
};

/** The services and add-ons named, which must all be there and not deleted. */
export async function offered(ctx: Ctx, businessId: string, ids: readonly string[], field: string): Promise<ReadonlyMap<string, Service>> {
  return (await offeredWith(ctx, { businessId, ids, field, withPricingRules: false })).services;
}

type Offered = { services: ReadonlyMap<string, Service>; pricing: Pricing };
type Wanted = { businessId: string; ids: readonly string[]; field: string; withPricingRules: boolean };

/** The same, and where they are priced the rules by which they are. */
async function offeredWith(ctx: Ctx, { businessId, ids, field, withPricingRules }: Wanted): Promise<Offered> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { services: new Map(), pricing: withPricingRules ? await pricingOf(ctx) : noRules };
  const asked = { ids: wanted, businessId, allowMissing: true, withAddOns: true, withPricingRules };
  const answer = await ctx.client(CatalogService).batchGetServices(asked);
  const known = new Map(answer.services.filter((service) => !service.deleted).map((service) => [service.id, service]));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field, facts: { serviceId: unknown } });
  return { services: known, pricing: withPricingRules ? await pricingWith(ctx, answer) : noRules };
}

async function pricedOffer(ctx: Ctx, { businessId, customerId, isNewClient }: Wish, ids: readonly string[], anew: boolean) {
  const { services, pricing } = await offeredWith(ctx, { businessId, ids, field: "petServices", withPricingRules: anew });
  const isFirst = async () => isNewClient ?? !(await query(ctx, (db) => isKnownClient(db, customerId)));
  return { services, pricing, firstVisit: welcomes(pricing) && (await isFirst()) };
}

/** The line that an input keeps: the one it names, while pet and service are the same. */
export const keptBy = (input: ServiceInput, petId: string, existing: ReadonlyMap<string, ServiceLine>): ServiceLine | undefined => {
  const old = existing.get(input.petDetailId);
  return old?.petId === petId && old.serviceId === input.serviceId ? old : undefined;
};

/** Whether nights of a kept line, whose price was set by hand, get prices of their own: then it is reckoned at the rate of its service. */
const isRatedAnew = ({ lodgings }: ServiceInput, { priceParts }: ServiceLine): boolean =>
  priceParts.length === 0 && lodgings.some(({ nightlyPrice }) => nightlyPrice);

/** Nobody is chosen ahead for what is on certain days of a stay. */
const staffOf = (wish: Wish, input: ServiceInput, old?: ServiceLine): string => {
  const ofStay = input.stayDay !== StayDay.UNSPECIFIED || old?.onDays !== undefined;
  return staffOrNone(input.staffId === "0" ? (ofStay ? NO_STAFF : wish.staffId) : input.staffId);
};

/** Everybody a caller asks for; those who share a service stay where nothing is said of them. */
function peopleOf(wish: Wish, input: ServiceInput, old?: ServiceLine): string[] {
  if (input.operationList.length > 0) return input.operationList.map((one) => staffOrNone(one.staffId));
  const stay = old?.work && input.staffId === "0" && input.enableOperation !== false;
  return stay ? partsOf(old).map(({ staffId }) => staffId) : [staffOf(wish, input, old)];
}

/**
 * Refuses a client, pet, service or staff member that does not exist, before anything is locked. What an appointment holds already stays, though its service
 * is no longer offered or its staff member has left.
 */
export async function catalogueFor(ctx: Ctx, wish: Wish, existing: ReadonlyMap<string, ServiceLine> = new Map()): Promise<Catalogue> {
  const inputs = wish.petServices.flatMap(({ petId, services }) =>
    services.map((input) => ({ input, old: keptBy(input, petId, existing) })),
  );
  const petIds = [...new Set(wish.petServices.map((pet) => pet.petId))];
  const serviceIds = inputs.filter(({ input, old }) => !old || isRatedAnew(input, old)).map(({ input }) => input.serviceId);
  const staffIds = inputs.flatMap(({ input, old }) => peopleOf(wish, input, old).filter((id) => !old || !isDoneBy(old, id)));
  const lodgings = inputs.map(({ input }) => input.lodgings);
  const units = unitsWithPrices(
    lodgings,
    inputs.map(({ old }) => old?.lodgings ?? []),
  );
  const [{ client, pets }, { services, pricing, firstVisit }, staff, unitNames] = await Promise.all([
    ctx.client(VisitPartyService).getVisitParty({ customerId: wish.customerId, petIds }),
    pricedOffer(ctx, wish, serviceIds, serviceIds.length + units.length > 0),
    staffById(
      ctx,
      staffIds.filter((id) => id !== NO_STAFF),
    ),
    namesOf(ctx, units),
  ]);
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const petById = new Map(pets.map((pet) => [pet.petId, pet]));
  if (petIds.some((id) => !petById.has(id))) throw fail("PET_NOT_FOUND", { field: "petServices" });
  mustBeNoClass(services);
  mustFitAddOns({ ...wish, pets: petById, services }, (input, petId) => keptBy(input, petId, existing));
  const gone = [...staff.values()].find((one) => one.deleted);
  if (gone) throw fail("NOT_FOUND", { field: "staffId", reason: `${nameOf(gone)} no longer works here` });
  const staffNames = new Map([...staff].map(([id, one]) => [id, nameOf(one)]));
  return { client, pets: petById, services, pricing, firstVisit, staffNames, unitNames };
}

/** What lodging units are called. */
export async function namesOf(ctx: Ctx, unitIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (unitIds.length === 0) return new Map();
  return new Map((await query(ctx, (db) => unitNames(db, unitIds))).map(({ unitId, name }) => [unitId, name]));
}

/** A place in a class is no appointment: its price is for all of the sessions, and its pets are counted there. */
function mustBeNoClass(services: ReadonlyMap<string, Service>): void {
  const one = [...services.values()].find(({ careType }) => careType === "GROUP_CLASS");
  if (!one) return;
  const reason = `${one.name} is a group class: enroll the pet in one of its classes`;
  throw fail("PARAMS_INVALID", { field: "petServices", reason, facts: { why: "groupClass", serviceId: one.id } });
}

type Existing = ReadonlyMap<string, ServiceLine>;
type Bundling = Wish & { readonly withoutBundled: boolean };
type Days = { readonly from: string; readonly to: string };

/** The catalogue of a wish and of what is sold with its services, which comes along for the same pet, as does what its boarding adds to a stay of these days. */
export async function wholeWish<W extends Bundling>(
  ctx: Ctx,
  wish: W,
  days: Days,
  existing: Existing = new Map(),
): Promise<[W, Catalogue]> {
  const catalogue = await catalogueFor(ctx, wish, existing);
  if (wish.withoutBundled) return [wish, catalogue];
  const added = wish.petServices.map((pet) => addedTo(pet, wish.petServices, days, { catalogue, existing }));
  const fitting = await onlyFitting(ctx, { ...wish, ...catalogue }, added);
  const bundled = wish.petServices.map((pet, index) => [
    ...bundledWith(pet, wish.petServices, catalogue, existing),
    ...(fitting[index] ?? []),
  ]);
  if (bundled.every((inputs) => inputs.length === 0)) return [wish, catalogue];
  const doers = await ownDoers(ctx, wish, bundled.flat());
  const petServices = wish.petServices.map((pet, index) => {
    const more = (bundled[index] ?? []).map((input) => ({ ...input, staffId: doers.get(input) ?? input.staffId }));
    return { ...pet, services: [...pet.services, ...more] };
  });
  const whole = { ...wish, petServices };
  return [whole, await catalogueFor(ctx, whole, existing)];
}

/** What stays bring along, pet by pet, without the add-ons that a pet cannot have. */
async function onlyFitting(
  ctx: Ctx,
  wish: Parameters<typeof fitsOnTop>[0],
  added: readonly ServiceInput[][],
): Promise<readonly ServiceInput[][]> {
  const ids = added.flat().map(({ serviceId }) => serviceId);
  if (ids.length === 0) return added;
  const found = await offered(ctx, wish.businessId, ids, "petServices");
  return added.map((inputs, pet) => inputs.filter(({ serviceId }) => fitsOnTop(wish, pet, found.get(serviceId))));
}

/** Who does what comes along where its service has staff of its own, and the one who does the main service is none of them: the first of them who works here. */
async function ownDoers(ctx: Ctx, wish: Wish, bundled: readonly ServiceInput[]): Promise<ReadonlyMap<ServiceInput, string>> {
  // What is on certain days of a stay is nobody's until somebody is named.
  const ofNow = bundled.filter(({ stayDay }) => stayDay === StayDay.UNSPECIFIED);
  const ids = ofNow.map(({ serviceId }) => serviceId);
  const services = await offered(ctx, wish.businessId, ids, "petServices");
  const terms = new Map(ownStaffIn(services.values()).map((one) => [one.serviceId, one]));
  const strange = ofNow.flatMap((input) => {
    const one = terms.get(input.serviceId);
    return one?.ownStaff && one.staffIds.length > 0 && !one.staffIds.includes(staffOf(wish, input))
      ? [{ input, theirs: one.staffIds }]
      : [];
  });
  const staff = await staffById(ctx, [...new Set(strange.flatMap(({ theirs }) => theirs))]);
  const works = (id: string): boolean => {
    const one = staff.get(id);
    return one !== undefined && !one.deleted && one.businessIds.includes(wish.businessId);
  };
  return new Map(
    strange.flatMap(({ input, theirs }) =>
      theirs
        .filter(works)
        .slice(0, 1)
        .map((id) => [input, id] as const),
    ),
  );
}

/** What comes with the services that are new for a pet, as far as it does not have it anyway; each with the same staff member. */
function bundledWith(
  { petId, services }: PetServicesInput,
  all: readonly PetServicesInput[],
  catalogue: Catalogue,
  existing: Existing,
): ServiceInput[] {
  const has = new Set(all.filter((pet) => pet.petId === petId).flatMap((pet) => pet.services.map(({ serviceId }) => serviceId)));
  return services
    .filter((input) => !keptBy(input, petId, existing) && input.stayDay === StayDay.UNSPECIFIED)
    .flatMap(({ serviceId, staffId }) => {
      const fresh = (catalogue.services.get(serviceId)?.options?.bundleServiceIds ?? []).filter((id) => !has.has(id));
      for (const id of fresh) has.add(id);
      return fresh.map((id) => create(ServiceInputSchema, { serviceId: id, staffId }));
    });
}

type Known = { readonly catalogue: Catalogue; readonly existing: Existing };

/** What the boarding that is new for a pet adds to a stay of these days, as far as it does not have it on them anyway, or of add-ons on any day. */
function addedTo({ petId, services }: PetServicesInput, all: readonly PetServicesInput[], days: Days, known: Known): ServiceInput[] {
  const own = all.filter((pet) => pet.petId === petId).flatMap((pet) => pet.services);
  const isAddOn = (input: ServiceInput) =>
    (keptBy(input, petId, known.existing) ?? known.catalogue.services.get(input.serviceId))?.addOn === true;
  const onTop = new Set(own.filter(isAddOn).map(({ serviceId }) => serviceId));
  const has = new Set(own.map((input) => `${input.serviceId} ${dayOf(input, known.catalogue.services.get(input.serviceId))}`));
  return services
    .filter((input) => !keptBy(input, petId, known.existing))
    .flatMap(({ serviceId }) => comingAlong(known.catalogue.services.get(serviceId)?.options?.additionalServiceRule, days))
    .filter(({ serviceId, stayDay }) => {
      const key = `${serviceId} ${stayDay}`;
      return !onTop.has(serviceId) && !has.has(key) && has.add(key);
    })
    .map(({ serviceId, stayDay }) => create(ServiceInputSchema, { serviceId, stayDay }));
}

/** The lines a caller asked for, completed from the catalogue. A line that names an existing one keeps its id. */
export function lineInputs(
  wish: Wish,
  catalogue: Catalogue,
  span: Span,
  existing: ReadonlyMap<string, ServiceLine> = new Map(),
): LineInput[] {
  const ofPet = new Map<string, LineInput[]>();
  const asked = wish.petServices.flatMap(({ petId, services }) =>
    services.map((input) => {
      const before = ofPet.get(petId) ?? [];
      const line = lineInput(wish, catalogue, petId, input, { existing, span, before });
      ofPet.set(petId, [...before, line]);
      const old = keptBy(input, petId, existing);
      const isGiven = input.price !== undefined && minorOf(input.price) !== old?.price;
      const placed = isBoarding(line) ? stayLine(line, input, span, catalogue.unitNames) : line;
      const whole = old && isGiven ? byHand(placed) : placed;
      return { line: whole, isNew: !old || (!isGiven && isPricedAnew(line.lodgings, whole.lodgings)), isGiven };
    }),
  );
  const lines = asked.map(({ line }) => line);
  mustBeByTheNight(lines, catalogue.services, "petServices");
  const firstVisit = wish.isNewClient ?? catalogue.firstVisit;
  const reckoned = pricedLines(lines, span, { ...catalogue, firstVisit }, () => true);
  // A price that is named and what the rules come to is explained by them.
  return asked.map(({ line, isNew, isGiven }, index) => {
    const found = reckoned[index] ?? line;
    if (isNew && (!isGiven || found.price === line.price)) return found;
    return isGiven ? byHand(line) : line;
  });
}

/** A price by hand is for all of the nights: no room has one of its own. */
const byHand = (line: LineInput): LineInput => ({ ...line, lodgings: joined(line.lodgings.map(({ own: _, ...one }) => one)) });

type Names = ReadonlyMap<string, string>;

/** A boarding line begins and ends with its stay. */
function stayLine(line: LineInput, input: ServiceInput, span: Span, names: Names = new Map()): LineInput {
  const lodgings = lodgingsOf(input, span, names, line) ?? line.lodgings;
  return { ...line, start: span.start, duration: minutesOfSpan(span), lodgings };
}

/** The units that a caller names for a line; null for none. */
function lodgingsOf({ lodgingUnitId, lodgings }: ServiceInput, { date, endDate }: Span, names: Names, line: LineInput): Nights[] | null {
  const kept = { was: line.lodgings, rate: agreedRate(line.priceParts) };
  if (lodgings.length === 0) return lodgingUnitId === "0" ? null : [{ unitId: lodgingUnitId, from: date, to: endDate }];
  return nightsFrom(lodgings, { date, endDate }, "petServices", { names, ...kept });
}

function lineInput(
  wish: Wish,
  catalogue: Catalogue,
  petId: string,
  given: ServiceInput,
  { existing, span, before }: { existing: Existing; span: Span; before: readonly LineInput[] },
): LineInput {
  if (given.petDetailId !== "0" && !existing.has(given.petDetailId))
    throw fail("PARAMS_INVALID", { field: "petServices", reason: `this visit has no line ${given.petDetailId}` });
  const pet = catalogue.pets.get(petId) as VisitPet;
  const old = keptBy(given, petId, existing);
  const service = old ? undefined : catalogue.services.get(given.serviceId);
  const below = isByStay(service) ? undefined : beneath(service, before);
  const asked = below ? asBeneath(given, below) : given;
  const input = { ...asked, stayDay: dayOf(asked, service) };
  const staffId = staffOf(wish, input, old);
  const people = peopleOf(wish, input);
  const [lead = staffId] = people;
  const whole = old ?? newLine(service as Service, lead, minutesAsked(input));
  const days = daysAsked(input, old, span);
  const line = days ? onDays(whole, days, old, span) : whole;
  const staffName = (id: string): string => nameIn(old, id) ?? nameIn(below, id) ?? catalogue.staffNames.get(id) ?? "";
  const takesTime = !isBoarding(line) && !isDaycare(line) && !days;
  const named = { ...line, petId, petName: pet.petName, breed: pet.breed, petSizeId: pet.petSizeId };
  return {
    ...workedBy(named, input, { id: isDaycare(line) ? NO_STAFF : staffId, people, staffName, takesTime }),
    start: input.startTime ?? (days ? (old?.start ?? 0) : null),
    ...besideOf(input),
    ...pricedBy(input, line),
  };
}

const nameIn = (old: Worked | undefined, id: string): string | undefined =>
  old && partsOf(old).find(({ staffId }) => staffId === id)?.staffName;

const besides: Readonly<Record<number, Beside>> = { [ServiceStart.SAME_TIME]: "sameTime", [ServiceStart.IN_SEQUENCE]: "inSequence" };
const besideOf = ({ serviceStart }: ServiceInput) => {
  const beside = besides[serviceStart];
  return beside ? { beside } : {};
};

/** A price that somebody sets by hand needs no explanation; the same one again is not set anew. */
const pricedBy = ({ price: given }: ServiceInput, { price, priceParts }: Pick<ServiceLine, "price" | "priceParts">) =>
  given && minorOf(given) !== price ? { price: minorOf(given), priceParts: [] } : { price, priceParts };

/** A service as the catalogue has it, with what its staff member takes and needs for it, priced for its length. */
function newLine(service: Service, staffId: string, minutes: number | undefined) {
  const { duration } = ownTerms(service, staffId);
  return {
    id: "0",
    staffId,
    staffName: "",
    serviceId: service.id,
    serviceName: service.name,
    careType: service.careType,
    colorCode: service.colorCode,
    duration,
    price: catalogPrice(service, staffId, minutes ?? duration),
    taxId: service.taxId,
    lodgings: [],
    priceParts: [],
    ...(service.addOn && { addOn: true as const }),
  };
}

import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, can, fromWireDate, reachedClients } from "@leashline/kit";
import type { CalendarSetting } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import type { CardAlertsSchema, ListCardAlertsRequest } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import type { PetVaccine } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { type PetProfile, type ProfileAddress, VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type PreAuthInfo, PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { query } from "../db.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { areasOf } from "../service-areas/service-area.store.ts";
import { type Area, holds } from "../service-areas/service-area.ts";
import { findSetting } from "../settings/setting.store.ts";
import { standard } from "../settings/setting.ts";
import { type Addresses, addressesOfVisits, placesOfVisits } from "../visit-places/visit-places.ts";
import { readShown } from "./card-alerts.store.ts";

const MOST_DAYS = 14;
/** As many as the others take at once. */
const BATCH = 1000;

export type CardFacts = {
  readonly unsigned: ReadonlySet<string>;
  readonly pets: ReadonlyMap<string, PetProfile>;
  readonly preAuths: ReadonlyMap<string, PreAuthInfo>;
  /** In words, by appointment: of clients whose contact data the caller may see. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The names of the service areas that each appointment is in. */
  readonly areas: ReadonlyMap<string, readonly string[]>;
};
type Alerts = MessageInitShape<typeof CardAlertsSchema>;

/** What stands beside the cards of the days asked for: one question to each service that knows something of it. */
export async function cardAlerts(ctx: Ctx, request: ListCardAlertsRequest): Promise<Alerts[]> {
  const { from, to } = spanOf(request, MOST_DAYS);
  const { businessId } = request;
  const [visits, areas, kept] = await query(ctx, (db) =>
    Promise.all([readShown(db, businessId, from, to), areasOf(db, businessId), findSetting(db, businessId)]),
  );
  const setting = kept ?? standard();
  const alerts: Alerts[] = [];
  for (let at = 0; at < visits.length; at += BATCH) {
    const some = visits.slice(at, at + BATCH);
    const facts = await factsOf(ctx, some, setting, areas);
    alerts.push(...some.flatMap((visit) => alertsOfCard(visit, facts, setting)));
  }
  return alerts;
}

async function factsOf(ctx: Ctx, visits: readonly Appointment[], setting: CalendarSetting, areas: readonly Area[]): Promise<CardFacts> {
  const ids = visits.map((one) => one.id);
  const petIds = [...new Set(visits.flatMap((one) => one.lines.map((line) => line.petId)))];
  const askSigns = setting.showAgreementNotSignedAlert;
  const askPets = setting.showVaccinationAlert || setting.showPetCode;
  const customerIds = setting.showAddress ? await contactsOf(ctx, visits) : [];
  const shown = new Set(customerIds);
  const located = areas.length > 0 ? visits : visits.filter(({ customerId }) => shown.has(customerId));
  const addresses = addressesOfVisits(ctx, located);
  const [signs, profiles, held, named, goneTo] = await Promise.all([
    askSigns ? ctx.client(AgreementRecordService).getRequiredSigns({ appointmentIds: ids }) : { appointmentIds: [] },
    askPets || customerIds.length > 0
      ? ctx.client(VisitPartyService).batchGetVisitProfiles({ petIds: askPets ? petIds : [], customerIds })
      : { pets: [], clients: [] },
    ctx.client(PreAuthorisationService).batchGetPreAuths({ ticketIds: ids }),
    addresses,
    areasGoneTo(ctx, areas, visits, addresses),
  ]);
  const clients = new Map(profiles.clients.map((one) => [one.customerId, one.address]));
  return {
    unsigned: new Set(signs.appointmentIds),
    pets: new Map(profiles.pets.map((one) => [one.pet?.petId ?? "0", one])),
    preAuths: new Map(held.preAuths.map((one) => [one.ticketId, one])),
    addresses: addressesInWords(visits, named, clients, setting),
    areas: goneTo,
  };
}

/** Where visits are, in words: of these clients, whose own address it is unless the visit names another. */
function addressesInWords(
  visits: readonly Appointment[],
  named: Addresses,
  clients: ReadonlyMap<string, ProfileAddress | undefined>,
  { showAddressType }: CalendarSetting,
): CardFacts["addresses"] {
  const shown = visits.filter(({ customerId }) => clients.has(customerId));
  const at = ({ addressId, customerId }: Appointment) => named.get(addressId) ?? clients.get(customerId);
  return new Map(shown.map((visit) => [visit.id, addressWords(at(visit), showAddressType)]));
}

/** In which areas visits are; nobody is asked where a business has none. */
async function areasGoneTo(
  ctx: Ctx,
  areas: readonly Area[],
  visits: readonly Appointment[],
  addresses: Promise<Addresses>,
): Promise<CardFacts["areas"]> {
  if (areas.length === 0) return new Map();
  const placeOf = await placesOfVisits(ctx, visits, addresses);
  return new Map(
    visits.flatMap((visit) => {
      const place = placeOf(visit);
      if (!place) return [];
      const { zipcode, ...point } = place;
      return [[visit.id, areas.filter((area) => holds(area, { zipcode, point })).map(({ name }) => name)]];
    }),
  );
}

/** Whose contact data the caller may see. */
async function contactsOf(ctx: Ctx, visits: readonly Appointment[]): Promise<string[]> {
  if (!can(ctx, Permission.VIEW_CLIENT_CONTACT)) return [];
  return [...(await reachedClients(ctx, [...new Set(visits.map(({ customerId }) => customerId))]))];
}

/** As much of an address as the calendar shows: all of it, its street, city or ZIP code. */
export function addressWords(address: Pick<ProfileAddress, "street" | "city" | "state" | "zipcode"> | undefined, type: number): string {
  if (!address) return "";
  const { street, city, state, zipcode } = address;
  const all = [street, city, [state, zipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [all, street, city, zipcode][type] ?? all;
}

/** What there is to say of one appointment; nothing is no entry. */
export function alertsOfCard(
  visit: Appointment,
  { unsigned, pets, preAuths, addresses, areas }: CardFacts,
  setting: CalendarSetting,
): Alerts[] {
  const petIds = [...new Set(visit.lines.map((line) => line.petId))];
  const profiles = petIds.flatMap((id) => pets.get(id) ?? []);
  const requiredSign = setting.showAgreementNotSignedAlert && unsigned.has(visit.id);
  const vaccines = setting.showVaccinationAlert ? profiles.flatMap((one) => vaccinesOf(one, visit)) : [];
  const petCodes = setting.showPetCode ? profiles.flatMap(codesOf) : [];
  const preAuth = preAuths.get(visit.id);
  const preAuthState: number = preAuth?.isOpen ? preAuth.state : 0;
  const address = addresses.get(visit.id) ?? "";
  const livedIn = areas.get(visit.id) ?? [];
  const said = requiredSign || preAuthState !== 0 || address !== "" || [vaccines, petCodes, livedIn].some((list) => list.length > 0);
  return said ? [{ appointmentId: visit.id, requiredSign, vaccines, petCodes, preAuthState, address, areas: [...livedIn] }] : [];
}

/** Whether a visit needs it: what is required for other care types alone is none of its business. */
const needs = ({ lines }: Appointment, { requiredForScheduling, requiredCareTypes }: PetVaccine): boolean =>
  requiredForScheduling && (requiredCareTypes.length === 0 || lines.some(({ careType }) => requiredCareTypes.includes(careType)));

/** What is missing and needed, and what ends before the visit does, unless only others need it. */
const vaccinesOf = ({ pet, vaccines }: PetProfile, visit: Appointment) =>
  vaccines
    .filter((vaccine) =>
      vaccine.tag === "missing"
        ? needs(visit, vaccine)
        : (needs(visit, vaccine) || !vaccine.requiredForScheduling) && endsBefore(vaccine, visit.endDate),
    )
    .map(({ vaccineName, expirationDate }) => ({
      petId: pet?.petId ?? "0",
      petName: pet?.petName ?? "",
      vaccineName,
      ...(expirationDate && { expirationDate }),
    }));

const endsBefore = ({ expirationDate }: PetVaccine, day: string): boolean =>
  expirationDate !== undefined && fromWireDate(expirationDate, "expirationDate") < day;

const codesOf = ({ pet, petCodes }: PetProfile) =>
  petCodes.map(({ abbreviation, description, color }) => ({ petId: pet?.petId ?? "0", abbreviation, description, color }));

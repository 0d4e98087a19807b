import { randomUUID } from "node:crypto";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type Caller, type RpcGroup, toMoney, toWireDate } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, startServers, type TestServers } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import type { BookAppointmentRequestSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import {
  type ClientProfileSchema,
  type PetProfileSchema,
  type RequiredVaccineSchema,
  VisitPartyService,
} from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { EvaluationService, type LackingEvaluationSchema } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { LodgingTypeChangedSchema, ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { type PlaygroupSchema, PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { DiscountSetting } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { type ListPricingRulesResponseSchema, PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type PreAuthInfoSchema, PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { service } from "../src/main.ts";

// A calendar service with just enough of its neighbours to book: ids say who they are, so a test reads without a fixture list.
// Pet p belongs to client p / 10; service s takes 60 minutes and costs 50.00, service 97 costs 70.00 with staff 2, service 96 is daycare, 89 a group class of 8 for 150.00 and 88 one that builds on it, service 98 costs 10.00 an hour, service 99 is none; staff and clients 900 and above do not exist, and
// Service 84 has staff 2 as staff of its own, 83 staff 7 and 2, service 85 is boarding in a room of one's own, service 82 half a day of daycare that becomes 81 after half an hour more, service 80 comes with 1 and 98.
// Service 95 is boarding at 45.00 a night. Pet p weighs p / 10 pounds and is a dog, from 4000 on a cat; its size is its last digit.
// clients from 500 on are reached by nobody whose role does not reach all.

const noSuch = (id: string): boolean => Number(id) >= 900;
/** Clients and pets that customer deleted. */
export const deleted = { clients: new Set<string>(), pets: new Set<string>() };

const isReached = (clientId: string): boolean => Number(clientId) < 500;

type Ids = { ids: string[] };
export const clientOf = (petId: string): string => String(Math.floor(Number(petId) / 10));

/** What customer answers of every client and pet besides their names. */
export const profiles: { client: MessageInitShape<typeof ClientProfileSchema>; pet: MessageInitShape<typeof PetProfileSchema> } = {
  client: {},
  pet: {},
};

/** The appointments for which customer says that something has to be signed. */
export const unsigned = new Set<string>();
/** What payment answers of money held on cards. */
export const held: MessageInitShape<typeof PreAuthInfoSchema>[] = [];

/** Where account says that every business is. */
export const businessPlace: { addressLat?: number; addressLng?: number } = {};
/** What happens between what account reads of a business and its answer; a test that needs something puts it here. */
export const beforeAnswer: { business?: () => Promise<unknown> } = {};

/** The pets that lack the evaluation service 93, which service 92 asks for, and why. */
export const lacking = new Map<string, MessageInitShape<typeof LackingEvaluationSchema>>();
const named = { serviceName: "Service 92", evaluationServiceId: "93", evaluationName: "Service 93" };

/** The pets that customer was asked for, call by call. */
export const parties: (readonly string[])[] = [];

/** What customer answers of the vaccines that a pet needs; a test that needs some puts them here, and takes them out again. */
export const required = new Map<string, MessageInitShape<typeof RequiredVaccineSchema>[]>();

/** What offering answers of its pricing rules; a test that needs some puts them here, and takes them out again. */
export const pricing: MessageInitShape<typeof ListPricingRulesResponseSchema> = { discountSetting: DiscountSetting.APPLY_BEST_ONLY };
/** Of before the catalog answered them with its services. */
export const oldOffering = { is: false };

/** Pets whose size customer knows otherwise than it did when they were booked. */
export const sizesNow = new Map<string, string>();
/** What offering answers of its playgroups; a test that needs some puts them here, and takes them out again. */
export const playgroups: MessageInitShape<typeof PlaygroupSchema>[] = [];

/** What offering was asked to put onto bills; the order of appointment a is 9a. */
export const lateFees: { orderId: string; time: number }[] = [];

const addOn = { addOn: true, price: toMoney(1500, "USD"), duration: 15 };
const unusual: Readonly<Record<string, object>> = {
  60: { ...addOn, applicableServiceIds: ["1", "97"] },
  61: { ...addOn, options: { requireDedicatedStaff: true } },
  62: { ...addOn, inactive: true },
  63: { ...addOn, availability: { coatTypes: ["Curly"] } },
  64: { ...addOn, availability: { petTypes: [{ petType: "Cat" }] } },
  65: { ...addOn, availability: { businessIds: ["2"] } },
  66: { ...addOn, careType: "DAYCARE" },
  67: { ...addOn, careType: "BOARDING", stayDay: StayDay.EVERY },
  68: { ...addOn, careType: "BOARDING", applicableServiceIds: ["95"], stayDay: StayDay.LAST },
  69: { ...addOn, careType: "BOARDING", availability: { petTypes: [{ petType: "Cat" }] } },
  71: {
    ...{ price: toMoney(4500, "USD"), priceUnit: PriceUnit.PER_NIGHT, careType: "BOARDING" },
    options: {
      additionalServiceRule: {
        ...{ enable: true, minStayLength: 3 },
        applyRules: [
          { serviceId: "67", stayDay: StayDay.FIRST },
          { serviceId: "69", stayDay: StayDay.EVERY },
        ],
      },
    },
  },
  70: {
    ...{ price: toMoney(1000, "USD"), careType: "DAYCARE", duration: 120 },
    options: { autoRolloverRule: { enabled: true, afterMinute: 30, targetServiceId: "82" } },
  },
  72: { price: toMoney(20_000, "USD"), careType: "BOARDING" },
  76: {
    ...{ price: toMoney(4500, "USD"), priceUnit: PriceUnit.PER_NIGHT, careType: "BOARDING" },
    options: {
      additionalServiceRule: {
        ...{ enable: true, minStayLength: 2 },
        applyRules: [
          { serviceId: "98", stayDay: StayDay.EVERY },
          { serviceId: "83", stayDay: StayDay.LAST },
        ],
      },
    },
  },
  78: { options: { bundleServiceIds: ["83"] } },
  79: { options: { bundleServiceIds: ["84"] } },
  80: { options: { bundleServiceIds: ["1", "98"] } },
  81: { price: toMoney(4500, "USD"), careType: "DAYCARE", duration: 480 },
  82: {
    ...{ price: toMoney(2500, "USD"), careType: "DAYCARE", duration: 240 },
    options: { autoRolloverRule: { enabled: true, afterMinute: 30, targetServiceId: "81" } },
  },
  83: { options: { requireDedicatedStaff: true }, availability: { staffIds: ["7", "2"] } },
  84: { options: { requireDedicatedStaff: true }, availability: { staffIds: ["2"] } },
  85: { price: toMoney(6000, "USD"), priceUnit: PriceUnit.PER_NIGHT, careType: "BOARDING", options: { requireDedicatedLodging: true } },
  92: { options: { evaluationServiceId: "93" } },
  93: { careType: "EVALUATION" },
  94: { careType: "DOG_WALKING" },
  88: { careType: "GROUP_CLASS", price: toMoney(18000, "USD"), options: { capacity: 8, prerequisiteClassIds: ["89"] } },
  89: { careType: "GROUP_CLASS", price: toMoney(15000, "USD"), options: { numSessions: 6, capacity: 8 } },
  95: { price: toMoney(4500, "USD"), priceUnit: PriceUnit.PER_NIGHT, careType: "BOARDING" },
  96: { price: toMoney(3000, "USD"), careType: "DAYCARE" },
  97: { price: toMoney(5000, "USD"), staffOverrides: [{ staffId: "2", price: toMoney(7000, "USD") }] },
  98: { price: toMoney(1000, "USD"), priceUnit: PriceUnit.PER_HOUR },
};
/** Prices that services have now; a test that needs another puts it here, and takes it out again. */
export const prices = new Map<string, ReturnType<typeof toMoney>>();
const catalogued = (id: string) => {
  const price = prices.get(id);
  return { price: toMoney(5000, "USD"), ...unusual[id], ...(price && { price }) };
};

const partyOf = (customerId: string, petIds: readonly string[]) => ({
  ...(!noSuch(customerId) &&
    !deleted.clients.has(customerId) && { client: { firstName: "Client", lastName: customerId, clientColor: "#112233" } }),
  pets: petIds
    .filter((petId) => clientOf(petId) === customerId && !deleted.pets.has(petId))
    .map((petId) => ({
      petId,
      petName: `Pet ${petId}`,
      breed: "Poodle",
      petType: Number(petId) < 4000 ? "Dog" : "Cat",
      weight: Number(petId) / 10,
      // Pets that end in 8 and 9 are of the sizes of those that end in 0 and 1.
      petSizeId: String((Number(petId) % 10) % 8),
      coatType: "Smooth",
      requiredVaccines: required.get(petId) ?? [],
    })),
});

const neighbours: RpcGroup[] = [
  partOf(ReachService, {
    listReached: async ({ customerIds, petIds }: { customerIds: string[]; petIds: string[] }) => ({
      customerIds: customerIds.filter(isReached),
      petIds: petIds.filter((petId) => isReached(clientOf(petId))),
    }),
  }),
  partOf(VisitPartyService, {
    getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => {
      parties.push(petIds);
      return partyOf(customerId, petIds);
    },
    batchGetVisitParties: async ({ parties: asked }: { parties: { customerId: string; petIds: string[] }[] }) => {
      parties.push(...asked.map(({ petIds }) => petIds));
      return { parties: asked.map(({ customerId, petIds }) => partyOf(customerId, petIds)) };
    },
    batchGetRequiredVaccines: async ({ petIds }: { petIds: string[] }) => ({
      pets: petIds.map((petId) => ({ petId, vaccines: required.get(petId) ?? [] })),
    }),
    batchGetVisitProfiles: async ({ customerIds, petIds }: { customerIds: string[]; petIds: string[] }) => ({
      clients: customerIds.map((customerId) => ({
        customerId,
        firstName: "Client",
        lastName: customerId,
        phoneDisplay: "(206) 555-0100",
        ...profiles.client,
      })),
      pets: petIds.map((petId) => ({
        pet: { petId, petName: `Pet ${petId}`, petSizeId: sizesNow.get(petId) ?? "0" },
        notes: ["Kind"],
        ...profiles.pet,
      })),
    }),
  }),
  partOf(AgreementRecordService, {
    getRequiredSigns: async ({ appointmentIds }: { appointmentIds: string[] }) => ({
      appointmentIds: appointmentIds.filter((id) => unsigned.has(id)),
    }),
  }),
  partOf(PreAuthorisationService, { batchGetPreAuths: async () => ({ preAuths: [...held] }) }),
  partOf(CatalogService, {
    batchGetServices: async ({ ids, withPricingRules }: Ids & { withPricingRules: boolean }) => ({
      services: ids
        .filter((id) => id !== "99")
        .map((id) => ({ careType: "GROOMING", duration: 60, ...catalogued(id), id, name: `Service ${id}`, taxId: "1" })),
      ...(withPricingRules && !oldOffering.is && pricing),
    }),
  }),
  partOf(EvaluationService, {
    checkPetEvaluations: async ({ petIds, serviceIds }: { petIds: string[]; serviceIds: string[] }) => ({
      lacking: petIds.flatMap((petId) => {
        const lack = lacking.get(petId);
        return lack ? serviceIds.map((serviceId) => ({ ...named, ...lack, petId, serviceId })) : [];
      }),
    }),
  }),
  partOf(OrderService, {
    getOrderByAppointment: async ({ appointmentId }: { appointmentId: string }) => ({ order: { id: `9${appointmentId}` } }),
  }),
  partOf(ServiceChargeService, {
    addLatePickUp: async ({ orderId, time }: { orderId: string; time: number }) => {
      lateFees.push({ orderId, time });
      return { added: true };
    },
  }),
  partOf(PlaygroupService, { getPlaygroups: async () => ({ playgroups: [...playgroups] }) }),
  partOf(PricingRuleService, { listPricingRules: async () => pricing }),
  partOf(StaffService, {
    batchGetStaff: async ({ ids }: Ids) => ({ staff: ids.filter((id) => !noSuch(id)).map((id) => ({ ...staffNamed(id), id })) }),
  }),
  partOf(BusinessService, {
    batchGetBusinesses: async ({ ids }: Ids) => {
      const businesses = ids.map((id) => ({ id, timezoneName: "America/Los_Angeles", currencyCode: "USD", ...businessPlace }));
      await beforeAnswer.business?.();
      return { businesses };
    },
  }),
];

/** What account answers of somebody besides; a test that needs some puts it here, and takes it out again. */
export const people = new Map<string, { inactive?: boolean; deleted?: boolean; showOnCalendar?: boolean; businessIds?: string[] }>();

const staffNamed = (id: string) => ({
  firstName: "Staff",
  lastName: id,
  businessIds: ["1"],
  showOnCalendar: true,
  bookOnlineAvailable: true,
  ...people.get(id),
});

export const calendar = { ...service, rpcs: [...service.rpcs, ...neighbours] };
const standing = calendar.rpcs.length;

/** Test files of a worker share this one: what one of them put here is gone before the next. */
function asAtFirst(): void {
  calendar.rpcs.splice(standing);
  for (const all of [deleted.clients, deleted.pets, unsigned, lacking, required, sizesNow, prices, people]) all.clear();
  for (const all of [held, parties, playgroups, lateFees]) all.splice(0);
  for (const facts of [profiles.client, profiles.pet, businessPlace, beforeAnswer, pricing] as Record<string, unknown>[])
    for (const name of Object.keys(facts)) delete facts[name];
  pricing.discountSetting = DiscountSetting.APPLY_BEST_ONLY;
  oldOffering.is = false;
}

/** Types of lodging: 1 is a kennel for two dogs up to 60 pounds, 2 an area for six pets of any kind. */
const lodgingTypes = [
  { lodgingTypeId: "1", name: "Kennel", spaceType: SpaceType.ROOM_KENNEL, capacity: 2, maxWeight: 60, petTypes: ["Dog"], version: 1 },
  { lodgingTypeId: "2", name: "Meadow", spaceType: SpaceType.AREA, capacity: 6, version: 1 },
];

const serviceTerms = [
  { serviceId: "83", requireDedicatedStaff: true, staffIds: ["7", "2"] },
  { serviceId: "84", requireDedicatedStaff: true, staffIds: ["2"] },
  { serviceId: "85", requireDedicatedLodging: true },
];

export type Harness = TestServers & {
  book: (wish: Wish, caller?: Partial<Caller>) => Promise<Booked>;
  tell: <D extends DescMessage>(schema: D, event: MessageInitShape<D>, companyId?: string) => Promise<void>;
};
export type Wish = { date: string; start: number; staffId?: string; petId?: string; duration?: number; key?: string } & Partial<Request>;
type Booked = NonNullable<Awaited<ReturnType<ReturnType<typeof bookClient>["bookAppointment"]>>["appointment"]>;
const bookClient = (servers: TestServers) => servers.client(AppointmentService);

type Request = Exclude<MessageInitShape<typeof BookAppointmentRequestSchema>, { $typeName: string }>;

export const request = ({ date, start, staffId = "1", petId = "10", duration, key: _, ...more }: Wish): Request => ({
  customerId: clientOf(petId),
  staffId,
  appointmentDate: toWireDate(date),
  startTime: start,
  petServices: [{ petId, services: [{ serviceId: "1", ...(duration !== undefined && { duration }) }] }],
  ...more,
});

export async function openHarness(
  staffIds: readonly string[] = ["1", "2"],
  options: { background?: boolean } = { background: false },
): Promise<Harness> {
  const servers = await startServers([calendar], options);
  const tell: Harness["tell"] = (schema, event, companyId = "1") =>
    deliver(servers.runtime("calendar"), service.consumers ?? [], {
      typeName: schema.typeName,
      data: toBinary(schema, create(schema, event)),
      meta: { id: `test-${randomUUID()}`, companyId, key: "1", writtenAt: new Date(), actor: { businessId: "1" } },
    });
  for (const type of lodgingTypes) await tell(LodgingTypeChangedSchema, { lodgingType: type });
  for (const terms of serviceTerms) await tell(ServiceChangedSchema, terms);
  for (const staffId of staffIds) await tell(StaffChangedSchema, { ...staffNamed(staffId), staffId });
  return {
    ...servers,
    tell,
    stop: async () => {
      asAtFirst();
      await servers.stop();
    },
    book: async (wish, caller) => {
      const client = servers.client(AppointmentService, caller, wish.key ? { idempotencyKey: wish.key } : {});
      const { appointment } = await client.bookAppointment(request(wish));
      if (!appointment) throw new Error("a booking answers an appointment");
      return appointment;
    },
  };
}

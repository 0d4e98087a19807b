import { randomUUID } from "node:crypto";
import { create, type DescMessage, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type Timestamp, timestampNow } from "@bufbuild/protobuf/wkt";
import { type Ctx, fail, fromWireDate, type RpcGroup, toMoney, toWireDate } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, startServers, type TestServers } from "@leashline/kit/test";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import type { BookAppointmentRequest, RescheduleCardRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import {
  type Appointment,
  AppointmentStatus,
  type PetService,
  type PetServiceSchema,
} from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { CancelAppointmentRequest, UpdateStatusRequest } from "@leashline/proto/leashline/calendar/v1/appointment_status_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import {
  type HoldSlotRequest,
  type ListFreeSlotsRequest,
  type ReleaseHoldRequest,
  SlotService,
} from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { BookingAgreementService } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import type { UpsertClientWithPetsRequest } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { EvaluationService } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { DiscountSetting } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { OrderSettingService } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import { expect } from "vitest";
import { service } from "../src/main.ts";

// Online booking with just enough of its neighbours to ask for a visit and to put it on the calendar. Services 1 and 3 are grooming, 2 is daycare;
// each takes half an hour. Who asks is Jo Park, for two pets, an hour in all, with Ana Ruiz at 10:00 three days from now.

const offer = (id: string, careType: string) => ({
  id,
  name: `Service ${id}`,
  careType,
  duration: 30,
  bookOnlineAvailable: true,
  price: toMoney(2_000, "USD"),
  taxId: id === "1" ? "4" : "0",
});
const zone = { timezoneName: "America/Los_Angeles", currencyCode: "USD", countryAlpha2Code: "US" };
export const paws = { businessId: "1", businessName: "Paws", appType: BusinessAppType.FACILITY, ...zone };
export const day = Temporal.Now.plainDateISO(zone.timezoneName).add({ days: 3 }).toString();

/** What the calendar says to a visit: nothing to book it, otherwise what it throws. */
type Say = (visit: BookAppointmentRequest) => unknown;
type Reckon = (visit: BookAppointmentRequest, serviceId: string) => PetService["price"];

export type Desk = {
  servers: TestServers;
  /** The storefront's name. */
  page: string;
  tell: <D extends DescMessage>(schema: D, event: MessageInitShape<D>) => Promise<void>;
  /** Somebody of the shop enters a request for a pet parent; answers its id. */
  submit: () => Promise<string>;
  /** The one event of this kind about a request. */
  told: <D extends DescMessage>(schema: D, id: string) => Promise<ReturnType<typeof fromBinary<D>>>;
  /** The last of several. */
  lastTold: <D extends DescMessage>(schema: D, id: string) => Promise<ReturnType<typeof fromBinary<D>>>;
  /** What the calendar was asked to book, oldest first. */
  asked: BookAppointmentRequest[];
  calendarSays: (say: Say) => void;
  /** What the calendar reckons a service at that is booked without a price; nothing until a test says. */
  calendarReckons: (reckon: Reckon) => void;
  /** What the customer service says to a client who is to be kept: nothing to do so, otherwise what it throws. */
  customersSay: (say: () => unknown) => void;
  /** Under which keys clients were to be kept and appointments booked, each once, in order. */
  keys: Set<string>;
  /** Codes that were sent, by where they went. */
  codes: Map<string, string>;
  /** The clients there are, as the customer service finds them by what is asked; and what it was told of clients. */
  findsClients: (find: (asked: { phoneNumber: string; email: string }) => object[]) => void;
  upserted: UpsertClientWithPetsRequest[];
  /** From now on whoever is not known is made a client, as the customer service does; answers those who are there. */
  makesClients: () => Map<string, { customerId: string; source: string; version: number; createTime: Timestamp }>;
  /** Whether the business has no number to send texts from. */
  textsFail: (fail: boolean) => void;
  /** What the calendar was asked to hold and to give back, oldest first. */
  held: HoldSlotRequest[];
  released: ReleaseHoldRequest[];
  /** What the calendar says to a hold: nothing to keep it, otherwise what it throws; false: free, but not kept. */
  holdSays: (say: HoldSay) => void;
  /** What the calendar says to a move: nothing to do it, otherwise what it throws. */
  rescheduleSays: (say: () => unknown) => void;
  /** The appointments on the calendar by id; clients change them there. */
  appointments: Map<string, Visit>;
  /** How the calendar was asked to cancel them, in order. */
  canceled: CancelAppointmentRequest[];
  /** What happens between a look at appointments and the answer. */
  whileLooking: (wait: () => Promise<unknown>) => void;
  /** How the calendar was asked to move them, in order. */
  moves: RescheduleCardRequest[];
};

/** An appointment as the calendar answers with it. */
export type Visit = Partial<Omit<Appointment, "petServiceList">> & {
  id: string;
  version: number;
  status: number;
  petServiceList: MessageInitShape<typeof PetServiceSchema>[];
};

type Says = { mayMove: () => unknown; looking: () => Promise<unknown> };

/** The part of the calendar that changes appointments: what is asked for happens, once for each version that was seen. */
function changesOf({ appointments, canceled, moves }: Pick<Desk, "appointments" | "canceled" | "moves">, { mayMove, looking }: Says) {
  const change = (id: string, version: number, to: Partial<Visit>) => {
    const visit = appointments.get(id);
    if (!visit) throw fail("APPOINTMENT_NOT_FOUND");
    if (version !== 0 && version !== visit.version) throw fail("VERSION_CONFLICT");
    appointments.set(id, { ...visit, ...to, version: visit.version + 1 });
    return { appointment: appointments.get(id) };
  };
  return {
    batchGetAppointments: async ({ ids }: { ids: string[] }) => {
      const seen = ids.flatMap((id) => appointments.get(id) ?? []);
      await looking();
      return { appointments: seen };
    },
    listCustomerAppointments: async ({ customerId, statuses }: { customerId: string; statuses: number[] }) => ({
      appointments: [...appointments.values()]
        .filter((one) => one.customerId === customerId && (statuses.length === 0 || statuses.includes(one.status)))
        .reverse(),
    }),
    updateStatus: async ({ id, version, status }: UpdateStatusRequest) => change(id, version, { status }),
    cancelAppointment: async (asked: CancelAppointmentRequest) => {
      canceled.push(asked);
      const { id, version, cancelReason } = asked;
      const visit = appointments.get(id);
      const gone = visit?.status === AppointmentStatus.CANCELLED && [0, visit.version].includes(version);
      if (gone) throw fail("APPOINTMENT_STATUS_INVALID");
      return change(id, version, { status: AppointmentStatus.CANCELLED, cancelReason });
    },
    rescheduleCard: async (asked: RescheduleCardRequest) => {
      moves.push(asked);
      const { appointmentId, version, startDate, startTime = 0 } = asked;
      const no = mayMove();
      if (no) throw no;
      return change(appointmentId, version, { ...(startDate && { appointmentDate: startDate }), startTime, endTime: startTime + 60 });
    },
  };
}

type HoldSay = (hold: HoldSlotRequest) => unknown;

const bookedBy = (visit: BookAppointmentRequest, reckon: Reckon): Visit => {
  const { customerId, startTime = 0, staffId, appointmentDate, endDate, endTime, petServices } = visit;
  return {
    id: "99",
    version: 1,
    customerId,
    status: AppointmentStatus.UNCONFIRMED,
    ...(appointmentDate && { appointmentDate }),
    startTime,
    endTime: endDate ? endTime : startTime + 60,
    petServiceList: petServices.flatMap(({ petId, services }) =>
      services.map(({ serviceId, price = reckon(visit, serviceId) }) => ({
        petId,
        serviceId,
        taxId: "4",
        staffName: staffId === "5" ? "Ana Ruiz" : "Lee Park",
        ...(price && { price }),
      })),
    ),
  };
};

const silent = { ...offer("4", "GROOMING"), options: { showDuration: false } };
const light = { ...offer("5", "GROOMING"), availability: { weightTo: 15.5 } };
const large = { ...offer("6", "GROOMING"), availability: { petSizeIds: ["62"] } };
const forCats = { ...offer("8", "GROOMING"), availability: { petTypes: [{ petType: "Cat" }] } };
const unpriced = { ...offer("7", "GROOMING"), options: { showBasePrice: ShowPrice.HIDE } };
/** On top of service 3, ten minutes. */
const nails = { ...offer("31", "GROOMING"), name: "Nails", duration: 10, addOn: true, applicableServiceIds: ["3"] };
const catalog = [offer("1", "GROOMING"), offer("2", "DAYCARE"), offer("3", "GROOMING"), silent, light, large, unpriced, forCats];
/** The sizes of pets: to 20 and above. */
export const petSizes = [
  { id: "61", weightHigh: 20 },
  { id: "62", weightHigh: 60 },
];
/** How often the catalogue was asked for all it offers and for some of it, what the calendar was asked of free times, and whether prices hold their tax. */
export const lists = {
  asked: 0,
  named: 0,
  taxesIncluded: false,
  free: [] as ListFreeSlotsRequest[],
  charges: [] as object[],
  rules: [] as object[],
  /** What the catalogue has besides. */
  besides: [] as (Record<"id", string> & object)[],
  /** What the company calls the coats of its pets. */
  coats: [] as string[],
};

/** `more`: neighbours that only some tests ask. */
/** A client who was erased: of whom customer knows nothing any more. */
export const erasedClient = "13";
/** Who became client 9. */
export const mergedClient = "14";

export async function openDesk(more: readonly RpcGroup[] = []): Promise<Desk> {
  const asked: BookAppointmentRequest[] = [];
  const held: HoldSlotRequest[] = [];
  const codes = new Map<string, string>();
  const upserted: UpsertClientWithPetsRequest[] = [];
  let noTexts = false;
  let find: Parameters<Desk["findsClients"]>[0] = () => [];
  const released: ReleaseHoldRequest[] = [];
  const appointments = new Map<string, Visit>();
  const canceled: CancelAppointmentRequest[] = [];
  const moves: RescheduleCardRequest[] = [];
  let say: Say = () => undefined;
  let reckon: Reckon = () => undefined;
  let customersSay: () => unknown = () => undefined;
  let made: ReturnType<Desk["makesClients"]> | undefined;
  const keys = new Set<string>();
  let hold: HoldSay = () => undefined;
  let moveSays: () => unknown = () => undefined;
  let looking: () => Promise<unknown> = async () => undefined;
  const neighbours = [
    partOf(CatalogService, {
      listServices: async () => {
        lists.asked++;
        return { services: catalog };
      },
      batchGetServices: async ({
        ids,
        withAddOns,
        withPricingRules,
      }: {
        ids: string[];
        withAddOns: boolean;
        withPricingRules: boolean;
      }) => {
        lists.named++;
        const services = [...catalog, ...lists.besides, ...(withAddOns ? [nails] : [])].filter(({ id }) => ids.includes(id));
        return { services, ...(withPricingRules && { pricingRules: [...lists.rules], discountSetting: DiscountSetting.APPLY_BEST_ONLY }) };
      },
    }),
    partOf(ServiceChargeService, { listServiceCharges: async () => ({ serviceCharges: [...lists.charges] }) }),
    partOf(StayHoldService, {
      getDaycarePlaces: async () => ({ days: [] }),
      chooseRooms: async () => ({ pets: [] }),
      findFittingRooms: async () => ({ parties: [] }),
    }),
    partOf(PricingRuleService, { listPricingRules: async () => ({ pricingRules: [...lists.rules] }) }),
    partOf(ServiceAreaService, { listServiceAreas: async () => ({ total: 0 }) }),
    partOf(EvaluationService, { checkPetEvaluations: async () => ({ lacking: [] }) }),
    partOf(VaccineService, { listVaccines: async () => ({ vaccines: [] }) }),
    partOf(PetSettingsService, {
      listPetSizes: async () => ({ petSizes }),
      getPetSettings: async () => ({ coatTypes: lists.coats.map((name) => ({ name })) }),
    }),
    partOf(BusinessService, {
      batchGetBusinesses: async ({ ids }: { ids: string[] }) => ({
        businesses: ids
          .filter((id) => id === "1" || id === "2")
          .map((id) => ({ ...zone, id, businessName: id === "1" ? "Paws" : "Tails" })),
      }),
    }),
    partOf(OrderSettingService, { getOrderSetting: async () => ({ setting: { taxesIncluded: lists.taxesIncluded } }) }),
    partOf(TaxService, { listTaxRules: async () => ({ taxRules: [{ id: "4", taxName: "Sales tax", taxRate: "10.255" }] }) }),
    partOf(ClientService, {
      findClientsByContact: async (asked: { phoneNumber: string; email: string }) => ({ clients: find(asked) }),
      batchGetClients: async ({ customerIds }: { customerIds: string[] }) => ({
        clients: [...find({ phoneNumber: "", email: "" }), ...(made?.values() ?? [])].filter((one) =>
          customerIds.includes((one as { customerId: string }).customerId),
        ),
      }),
      deleteClient: async ({ customerId }: { customerId: string }) => {
        if (!made?.delete(customerId)) throw fail("CUSTOMER_NOT_FOUND");
        return {};
      },
      upsertClientWithPets: async (request: UpsertClientWithPetsRequest, { idempotencyKey }: Ctx) => {
        upserted.push(request);
        keys.add(idempotencyKey);
        const no = customersSay();
        if (no) throw no;
        const referralSourceId = request.client?.referralSourceId ?? "0";
        const pets = request.pets.map((_, index) => ({ petId: String(70 + index) }));
        if (!made) return { client: { customerId: "7", referralSourceId }, pets };
        const clientCreated = request.customerId === "0";
        const customerId = clientCreated ? String(7000 + upserted.length) : request.customerId;
        if (clientCreated) made.set(customerId, { customerId, source: request.source, version: 1, createTime: timestampNow() });
        return { client: { customerId, referralSourceId }, pets, clientCreated };
      },
    }),
    partOf(ReachService, {
      listReached: async ({ customerIds, asTheyAreNow }: { customerIds: string[]; asTheyAreNow: boolean }) => ({
        customerIds: customerIds
          .filter((id) => id !== erasedClient)
          .flatMap((id) => (id !== mergedClient ? [id] : asTheyAreNow ? ["9"] : [])),
      }),
    }),
    partOf(BookingAgreementService, {
      getBookingAgreements: async () => ({ agreements: [] }),
      checkBookingSignatures: async () => ({ signatures: [] }),
    }),
    partOf(AgreementRecordService, {
      listUnsignedAgreements: async () => ({
        records: [
          { id: "51", agreementHeader: "Care", bookOnlineStatus: 1 },
          { id: "52", agreementHeader: "At the counter", bookOnlineStatus: 0 },
        ],
      }),
      getUnsignedAgreementLink: async ({ id }: { id: string }) => ({ url: `https://shop.test/agreement/sign/${id}` }),
    }),
    partOf(MailService, {
      sendText: async ({ to, text }: { to: string; text: string }) => {
        if (noTexts) throw fail("STATE_CONFLICT", { message: "no number" });
        return { messageId: codes.set(to, text.slice(0, 6)) && "1" };
      },
      sendMail: async ({ to, text }: { to: string; text: string }) => ({ mailId: codes.set(to, text.slice(0, 6)) && "1" }),
    }),
    partOf(SlotService, {
      // Everybody is free at ten and at noon, whatever the day.
      listFreeSlots: async (asked: ListFreeSlotsRequest) => {
        lists.free.push(asked);
        const staff = asked.staffIds.map((staffId) => ({ staffId, startTimes: staffId === "6" ? [660, 720] : [600, 720] }));
        return { days: [{ date: fromWireDate(asked.startDate, "startDate"), staff }] };
      },
      holdSlot: async (request: HoldSlotRequest) => {
        held.push(request);
        const no = await hold(request);
        if (no === false) return { token: "", staffId: "5" };
        if (no) throw no;
        return { token: randomUUID(), staffId: "5", expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 } };
      },
      releaseHold: async (request: ReleaseHoldRequest) => {
        released.push(request);
        return {};
      },
    }),
    partOf(AppointmentService, {
      ...changesOf({ appointments, canceled, moves }, { mayMove: () => moveSays(), looking: () => looking() }),
      bookAppointment: async (visit: BookAppointmentRequest, { idempotencyKey }: Ctx) => {
        asked.push(visit);
        keys.add(idempotencyKey);
        const no = await say(visit);
        if (no) throw no;
        const appointment = bookedBy(visit, reckon);
        appointments.set(appointment.id, appointment);
        return { appointment };
      },
    }),
  ];
  const others = neighbours.filter((one) => !more.some(({ service: own }) => own.typeName === one.service.typeName));
  const servers = await startServers([{ ...service, rpcs: [...service.rpcs, ...others, ...more] }], { background: false });
  const tell: Desk["tell"] = (schema, event) => tellIt(servers, schema, event);
  await tell(BusinessChangedSchema, paws);
  await tell(StaffChangedSchema, { staffId: "5", firstName: "Ana", lastName: "Ruiz", businessIds: ["1"], bookOnlineAvailable: true });
  const { rows } = await servers.admin.query("update online_booking.setting set is_enable = true returning book_online_name");
  const page: string = rows[0].book_online_name;
  return {
    servers,
    page,
    tell,
    asked,
    calendarSays: (next) => (say = next),
    calendarReckons: (next) => (reckon = next),
    customersSay: (next) => (customersSay = next),
    keys,
    held,
    released,
    codes,
    upserted,
    makesClients: () => {
      made = new Map();
      return made;
    },
    findsClients: (next) => (find = next),
    textsFail: (on) => (noTexts = on),
    holdSays: (next) => (hold = next),
    rescheduleSays: (next) => (moveSays = next),
    appointments,
    canceled,
    moves,
    whileLooking: (next) => (looking = next),
    submit: () => submitOn(servers, page),
    told: async (...about) => {
      const told = await toldBy(servers, ...about);
      expect(told).toHaveLength(1);
      return told[0]!;
    },
    lastTold: async (...about) => (await toldBy(servers, ...about)).at(-1)!,
  };
}

async function tellIt<D extends DescMessage>(servers: TestServers, schema: D, event: MessageInitShape<D>): Promise<void> {
  await deliver(servers.runtime("online-booking"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event)),
    meta: { id: randomUUID(), companyId: "1", key: "1", writtenAt: new Date(), actor: { businessId: "1" } },
  });
}

async function submitOn(servers: TestServers, bookOnlineName: string): Promise<string> {
  const { statusToken } = await servers.client(StorefrontService).submitBooking({
    bookOnlineName,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "jo@example.test" },
    pets: [
      { petName: "Rex", petType: "Dog", serviceIds: ["3", "2"] },
      { petName: "Moss", petType: "Dog", serviceIds: ["1"] },
    ],
    date: toWireDate(day),
    startTime: 600,
  });
  return statusToken.split(".")[0] ?? "";
}

async function toldBy<D extends DescMessage>(servers: TestServers, schema: D, id: string) {
  const told = "select payload from online_booking.outbox where aggregate = $1 and type = $2 order by id";
  const { rows } = await servers.admin.query(told, [id, schema.typeName]);
  return rows.map(({ payload }) => fromBinary(schema, payload));
}

import { randomUUID } from "node:crypto";
import { create, type DescMessage, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { nobody, toMoney, toWireDate } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, startHouse, type TestHouse } from "@leashline/kit/test";
import { TimeFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema, StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import {
  BookingRequestAcceptedSchema,
  BookingRequestDeclinedSchema,
  BookingRequestSubmittedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";
import { type AskedPet, careTypesOf } from "./request.ts";

const offer = (id: string, careType: string) => ({ id, name: `Service ${id}`, careType, duration: 30, price: toMoney(2_000, "USD") });
const neighbours = [
  partOf(CatalogService, {
    listServices: async () => ({ services: [offer("1", "GROOMING"), offer("2", "DAYCARE"), offer("3", "GROOMING")] }),
  }),
  partOf(ClientService, {
    findClientsByContact: async () => ({ clients: [] }),
    upsertClientWithPets: async ({ pets }: { pets: unknown[] }) => ({
      client: { customerId: "7" },
      pets: pets.map((_, index) => ({ petId: String(70 + index) })),
    }),
  }),
  partOf(SlotService, {
    holdSlot: async () => ({
      token: randomUUID(),
      staffId: "5",
      expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 },
    }),
    releaseHold: async () => ({}),
  }),
  partOf(AppointmentService, { bookAppointment: async () => ({ appointment: { id: "99" } }) }),
];

let house: TestHouse;
let page = "";
const day = Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: 3 }).toString();

const tell = async <D extends DescMessage>(schema: D, event: MessageInitShape<D>) =>
  deliver(house.runtime("online-booking"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event)),
    meta: { id: randomUUID(), companyId: "1", key: "1", writtenAt: new Date(), actor: { businessId: "1" } },
  });
const zone = { timezoneName: "America/Los_Angeles", currencyCode: "USD", countryAlpha2Code: "US" };
const paws = { businessId: "1", businessName: "Paws", ...zone };

beforeAll(async () => {
  house = await startHouse([{ ...service, rpcs: [...service.rpcs, ...neighbours] }], { background: false });
  await tell(BusinessChangedSchema, paws);
  await tell(StaffChangedSchema, { staffId: "5", firstName: "Ana", lastName: "Ruiz", businessIds: ["1"], bookOnlineAvailable: true });
  const { rows } = await house.admin.query("update online_booking.setting set is_enable = true returning book_online_name");
  page = rows[0].book_online_name;
});
afterAll(() => house?.stop());

const submit = async (): Promise<string> => {
  const { statusToken } = await house.client(StorefrontService, { ...nobody, kind: "anonymous" }).submitBooking({
    bookOnlineName: page,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "jo@example.test" },
    pets: [
      { petName: "Rex", petType: "Dog", serviceIds: ["3", "2"] },
      { petName: "Moss", petType: "Dog", serviceIds: ["1"] },
    ],
    date: toWireDate(day),
    startTime: 600,
  });
  return statusToken.split(".")[0] ?? "";
};
const told = async <D extends DescMessage>(schema: D, id: string) => {
  const { rows } = await house.admin.query("select payload from online_booking.outbox where aggregate = $1 and type = $2", [
    id,
    schema.typeName,
  ]);
  expect(rows).toHaveLength(1);
  return fromBinary(schema, rows[0].payload);
};
const requests = () => house.client(BookingRequestService);

test("what becomes of a request is told with its care types, each once, so that the client reads the words for them", async () => {
  const id = await submit();
  const careTypes = ["GROOMING", "DAYCARE"];
  expect(await told(BookingRequestSubmittedSchema, id)).toMatchObject({ bookingRequestId: id, firstName: "Jo", careTypes });
  await requests().acceptBookingRequest({ id });
  expect(await told(BookingRequestAcceptedSchema, id)).toMatchObject({ appointmentId: "99", customerId: "7", careTypes });
  const other = await submit();
  await requests().declineBookingRequest({ id: other, reason: "Full" });
  expect(await told(BookingRequestDeclinedSchema, other)).toMatchObject({ reason: "Full", careTypes });
});

test("a request that was stored before care types were kept is told without them", async () => {
  const id = await submit();
  await house.admin.query(
    `update online_booking.booking_request set pets = (select jsonb_agg(pet || jsonb_build_object('services',
       (select jsonb_agg(s - 'careType') from jsonb_array_elements(pet->'services') s))) from jsonb_array_elements(pets) pet) where id = $1`,
    [id],
  );
  await requests().acceptBookingRequest({ id });
  expect((await told(BookingRequestAcceptedSchema, id)).careTypes).toEqual([]);
  expect(careTypesOf([{ services: [{ name: "Bath" }, { name: "Walk", careType: "" }] } as unknown as AskedPet])).toEqual([]);
});

test("time-format-week-start, business-format-defaults: the page tells how the business writes, as every business starts and as it chose since", async () => {
  const shown = async () =>
    (await house.client(StorefrontService, { ...nobody, kind: "anonymous" }).getStorefront({ bookOnlineName: page })).storefront;
  expect(await shown()).toMatchObject({ hoursOnClock: 12, dateFormat: "DD/MM/YYYY", numberFormat: "1,234.56" });
  const chosen = { timeFormatType: TimeFormatType.TIME_FORMAT_TYPE_24_HOURS, dateFormat: "YYYY-MM-DD", numberFormat: "1.234,56" };
  await tell(BusinessChangedSchema, { ...paws, ...chosen });
  expect(await shown()).toMatchObject({ hoursOnClock: 24, dateFormat: "YYYY-MM-DD", numberFormat: "1.234,56" });
});

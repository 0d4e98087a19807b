import { fromBinary } from "@bufbuild/protobuf";
import { type Caller, ErrorCode, nobody, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import {
  AbandonedBookingService,
  AbandonStatus,
  BookingCustomerType,
} from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { AbandonedRecordService } from "@leashline/proto/leashline/online_booking/v1/abandoned_record_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { AbandonedBookingChangedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  desk.findsClients(() => []);
  await desk.servers.admin.query("delete from online_booking.abandoned_booking");
  await desk.servers.admin.query("delete from online_booking.booking_request");
  await desk.servers.admin.query("delete from online_booking.pace");
});

let made = 0;
const newFlow = (): string => `flow-of-a-visitor-${++made}`;
const jo = { firstName: "Jo", lastName: "Park", phoneNumber: "(206) 555-7777", email: "" };
const rex = { petName: "Rex", petType: "Dog", serviceIds: ["3"] };

const visitor = (ip = "203.0.113.7"): Caller => ({ ...nobody, kind: "anonymous", ip });
const tell = (bookingFlowId: string, more: object = {}, ip?: string) =>
  desk.servers.client(BookingFlowService, visitor(ip)).saveBookingProgress({
    bookOnlineName: desk.page,
    bookingFlowId,
    step: BookingStep.PERSONAL_INFO,
    customer: jo,
    pets: [rex],
    ...more,
  });
const records = () => desk.servers.client(AbandonedBookingService);
/** As if the visitor had gone so many minutes ago. */
const leave = (flowId: string, minutes = 16) =>
  desk.servers.admin.query("update online_booking.abandoned_booking set seen_at = now() - make_interval(mins => $2) where flow_id = $1", [
    flowId,
    minutes,
  ]);
const left = async (more: object = {}): Promise<string> => {
  const flow = newFlow();
  await tell(flow, more);
  await leave(flow);
  return flow;
};
const submit = (bookingFlowId: string) =>
  desk.servers.client(StorefrontService).submitBooking({
    bookOnlineName: desk.page,
    customer: jo,
    pets: [rex],
    date: toWireDate(day),
    startTime: 600,
    bookingFlowId,
  });

test("a booking is kept from the first answer that says who somebody is, as far as they came, and listed once they have left", async () => {
  const flow = newFlow();
  await tell(flow, { step: BookingStep.SELECT_PET, customer: { firstName: "Jo" } });
  await leave(flow);
  expect((await records().searchAbandonedBookings({})).total).toBe(0);
  await tell(flow, { staffId: "5", date: toWireDate(day), startTime: 600, additionalNote: "Gate code 12" });
  expect((await records().searchAbandonedBookings({})).total).toBe(0);
  await leave(flow);
  const [record] = (await records().searchAbandonedBookings({})).records;
  expect(record).toMatchObject({
    bookingFlowId: flow,
    abandonStep: BookingStep.PERSONAL_INFO,
    abandonStatus: AbandonStatus.ABANDONED,
    careType: "GROOMING",
    customer: { customerType: BookingCustomerType.NEW_VISITOR, firstName: "Jo", phoneNumber: "+12065557777", phoneConfirmed: false },
    pets: [{ petPlace: 1, petName: "Rex", services: [{ serviceId: "3", name: "Service 3" }] }],
    staff: { staffId: "5", staffName: "Ana Ruiz" },
    preference: { date: day, startTime: 600, additionalNote: "Gate code 12" },
  });
});

test("abandoned-record-status: left is Abandoned, told so by staff Contacted, and sent after all Recovered, which it stays", async () => {
  const flow = await left();
  const status = async () => (await records().getAbandonedBooking({ bookingFlowId: flow })).record?.abandonStatus;
  expect(await status()).toBe(AbandonStatus.ABANDONED);
  await records().updateAbandonedBooking({ bookingFlowId: flow, abandonStatus: AbandonStatus.CONTACTED });
  expect(await status()).toBe(AbandonStatus.CONTACTED);
  const { statusToken } = await submit(newFlow());
  const { record } = await records().getAbandonedBooking({ bookingFlowId: flow });
  expect([record?.abandonStatus, record?.bookingRequestId]).toEqual([AbandonStatus.RECOVERED, statusToken.split(".")[0]]);
  const back = records().updateAbandonedBooking({ bookingFlowId: flow, abandonStatus: AbandonStatus.ABANDONED });
  expect((await refusalOf(back)).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("what was sent without leaving is no abandoned booking, and what is heard of it late makes it none; left and taken up again it is recovered", async () => {
  const flow = newFlow();
  await tell(flow);
  await submit(flow);
  await tell(flow);
  await leave(flow);
  expect((await records().searchAbandonedBookings({})).total).toBe(0);
  await desk.servers.admin.query("delete from online_booking.booking_request");
  const again = await left();
  await tell(again);
  await submit(again);
  expect((await records().getAbandonedBooking({ bookingFlowId: again })).record?.abandonStatus).toBe(AbandonStatus.RECOVERED);
});

test("abandoned-default-dates: without days the last 30 are listed, today among them; named days are", async () => {
  const flow = await left();
  const today = (await records().searchAbandonedBookings({})).endDate;
  const first = Temporal.PlainDate.from(today).subtract({ days: 29 }).toString();
  expect(await records().searchAbandonedBookings({})).toMatchObject({ total: 1, startDate: first, endDate: today });
  await leave(flow, 31 * 24 * 60);
  expect((await records().searchAbandonedBookings({})).total).toBe(0);
  const earlier = Temporal.PlainDate.from(today).subtract({ days: 40 }).toString();
  expect((await records().searchAbandonedBookings({ startDate: toWireDate(earlier) })).total).toBe(1);
  for (const edge of ["9999-12-31", "0001-01-01"])
    expect((await records().searchAbandonedBookings({ endDate: toWireDate(edge) })).total, edge).toBe(0);
  const made = await refusalOf(
    records().searchAbandonedBookings({ pageToken: Buffer.from(JSON.stringify(["no day", "x"])).toString("base64url") }),
  );
  expect(made.code).toBe(ErrorCode.PARAMS_INVALID);
  const wrong = records().searchAbandonedBookings({ startDate: toWireDate(today), endDate: toWireDate(earlier) });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("the list is narrowed by name, status, step and kind of client, goes on page by page, and is the file that is exported", async () => {
  const jos = await left();
  const mia = await left({ customer: { ...jo, firstName: "=Mia", phoneNumber: "+12065558888" }, step: BookingStep.SELECT_TIME });
  await records().updateAbandonedBooking({ bookingFlowId: mia, abandonStatus: AbandonStatus.CONTACTED });
  const found = async (asked: object) => (await records().searchAbandonedBookings(asked)).records.map(({ bookingFlowId }) => bookingFlowId);
  expect(await found({ keyword: "MIA" })).toEqual([mia]);
  expect(await found({ keyword: "rex" })).toEqual([mia, jos]);
  expect(await found({ statuses: [AbandonStatus.ABANDONED] })).toEqual([jos]);
  expect(await found({ steps: [BookingStep.SELECT_TIME] })).toEqual([mia]);
  expect(await found({ customerTypes: [BookingCustomerType.EXISTING_CLIENT] })).toEqual([]);
  const one = await records().searchAbandonedBookings({ pageSize: 1 });
  const two = await records().searchAbandonedBookings({ pageSize: 1, pageToken: one.nextPageToken });
  expect([...one.records, ...two.records].map(({ bookingFlowId }) => bookingFlowId)).toEqual([mia, jos]);
  const { csv, fileName } = await records().exportAbandonedBookings({});
  const lines = csv.trim().split("\r\n");
  expect([fileName.startsWith("abandoned-bookings-"), lines.length]).toEqual([true, 3]);
  expect(lines[1]).toMatch(/^'=Mia,Park,.12065558888,,Rex,Service 3,GROOMING,,,Time,.*,Contacted,New visitor$/);
});

test("whom a visitor chose keeps their name in the list, the record and the file once they take no online bookings", async () => {
  const lee = { staffId: "61", firstName: "Lee", lastName: "Sato", businessIds: ["1"] };
  await desk.tell(StaffChangedSchema, { ...lee, bookOnlineAvailable: true });
  const bookingFlowId = await left({ staffId: "61" });
  await desk.tell(StaffChangedSchema, { ...lee, bookOnlineAvailable: false });
  const staff = { staffId: "61", staffName: "Lee Sato" };
  const { records: found } = await records().searchAbandonedBookings({});
  expect(found.find((one) => one.bookingFlowId === bookingFlowId)).toMatchObject({ staff });
  expect((await records().getAbandonedBooking({ bookingFlowId })).record).toMatchObject({ staff });
  expect((await records().exportAbandonedBookings({})).csv).toContain("Lee Sato");
});

test("abandoned-step-display: the file names the step as people do, and card on file, prepay and pre-auth alike Payment", async () => {
  const shown: Record<string, BookingStep> = {
    Address: BookingStep.SELECT_ADDRESS,
    Pet: BookingStep.SELECT_PET,
    Service: BookingStep.SELECT_SERVICE,
    Date: BookingStep.SELECT_DATE,
    Groomer: BookingStep.SELECT_GROOMER,
    Time: BookingStep.SELECT_TIME,
    "Additional pet info": BookingStep.ADDITIONAL_PET_INFO,
    "Personal info": BookingStep.PERSONAL_INFO,
  };
  const paying = [BookingStep.CARD_ON_FILE, BookingStep.PREPAY, BookingStep.PRE_AUTH].map((step) => ["Payment", step] as const);
  for (const [name, step] of [...Object.entries(shown), ...paying]) {
    const flow = await left({ step });
    const { csv } = await records().exportAbandonedBookings({ steps: [step] });
    expect(csv.trim().split("\r\n")[1]?.split(",")[9], BookingStep[step]).toBe(name);
    await records().deleteAbandonedBooking({ bookingFlowId: flow });
  }
});

test("whoever's number or address we know is an existing client; who asked before and is none is told apart from who is new", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber === "+12065557777" ? [{ customerId: "7", firstName: "Jo", lastName: "Park" }] : []));
  const known = await left();
  desk.findsClients(() => []);
  await submit(newFlow());
  const asked = await left();
  const typeOf = async (bookingFlowId: string) => (await records().getAbandonedBooking({ bookingFlowId })).record?.customer;
  expect(await typeOf(known)).toMatchObject({ customerId: "7", customerType: BookingCustomerType.EXISTING_CLIENT });
  expect(await typeOf(asked)).toMatchObject({ customerId: "0", customerType: BookingCustomerType.NON_CLIENT });
});

test("whoever became a client with a request they sent is one where they left a booking, and in what else they asked for", async () => {
  const first = await submit(newFlow());
  const second = await desk.servers.client(StorefrontService).submitBooking({
    ...{ bookOnlineName: desk.page, customer: jo, pets: [rex], date: toWireDate(day), startTime: 700, bookingFlowId: newFlow() },
  });
  const flow = await left();
  const requests = desk.servers.client(BookingRequestService);
  const [sent, waits] = [first, second].map(({ statusToken }) => statusToken.split(".")[0] ?? "");
  const seen = async () => [
    (await records().getAbandonedBooking({ bookingFlowId: flow })).record?.customer,
    (await requests.getBookingRequest({ id: waits ?? "" })).bookingRequest,
  ];
  expect(await seen()).toMatchObject([{ customerId: "0", customerType: BookingCustomerType.NON_CLIENT }, { customerId: "0" }]);
  await requests.acceptBookingRequest({ id: sent ?? "" });
  expect(await seen()).toMatchObject([{ customerId: "7", customerType: BookingCustomerType.EXISTING_CLIENT }, { customerId: "7" }]);
});

test("several become clients at once, with their pets, each once; a number that was only typed finds nobody, and who has no name is left out", async () => {
  desk.upserted.length = 0;
  const flow = await left();
  const nameless = await left({ customer: { ...jo, firstName: "", phoneNumber: "+12065559999" } });
  const both = { bookingFlowIds: [flow, nameless] };
  expect(await records().bulkAddAbandonedClients(both)).toMatchObject({ added: 1, leftOut: 1 });
  expect(await records().bulkAddAbandonedClients(both)).toMatchObject({ added: 0, leftOut: 2 });
  expect(desk.upserted).toHaveLength(1);
  const [asked] = desk.upserted;
  expect([asked?.client?.phoneNumber, asked?.unconfirmed?.phoneNumber]).toEqual([undefined, "+12065557777"]);
  expect(asked?.pets.map(({ pet }) => pet?.petName)).toEqual(["Rex"]);
  const { customerId, customerType } = (await records().getAbandonedBooking({ bookingFlowId: flow })).record?.customer ?? {};
  expect([customerId, customerType]).toEqual(["7", BookingCustomerType.EXISTING_CLIENT]);
});

test("a pet is put right and taken out, and records are deleted for good, one or several", async () => {
  const flow = await left({ pets: [rex, { ...rex, petName: "Moss" }] });
  const { record } = await records().updateAbandonedPet({ bookingFlowId: flow, petPlace: 1, breed: "Poodle", version: 0 });
  expect(record?.pets.map(({ petName, breed }) => [petName, breed])).toEqual([
    ["Rex", "Poodle"],
    ["Moss", ""],
  ]);
  const stale = records().updateAbandonedPet({ bookingFlowId: flow, petPlace: 1, breed: "Pug", version: 1 });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect((await refusalOf(records().updateAbandonedPet({ bookingFlowId: flow, petPlace: 9, breed: "Pug" }))).code).toBe(
    ErrorCode.NOT_FOUND,
  );
  await records().deleteAbandonedPet({ bookingFlowId: flow, petPlace: 1 });
  expect((await records().getAbandonedPets({ bookingFlowId: flow })).pets.map(({ petPlace, petName }) => [petPlace, petName])).toEqual([
    [2, "Moss"],
  ]);
  const others = [await left(), await left()];
  await records().deleteAbandonedBooking({ bookingFlowId: flow });
  await records().deleteAbandonedBooking({ bookingFlowId: flow });
  expect(await records().bulkDeleteAbandonedBookings({ bookingFlowIds: [...others, "not-there"] })).toMatchObject({ deleted: 2 });
  expect((await records().searchAbandonedBookings({})).total).toBe(0);
});

test("one network begins a bounded number of bookings, and a page that is switched off keeps none", async () => {
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => tell(newFlow(), {}, "203.0.113.99")));
  expect(tries.filter(({ status }) => status === "fulfilled").length).toBe(31);
  await tell(newFlow(), {}, "203.0.113.98");
  const wrong = desk.servers.client(BookingFlowService, visitor()).saveBookingProgress({
    bookOnlineName: "no-such-page",
    bookingFlowId: newFlow(),
    step: BookingStep.PERSONAL_INFO,
    customer: jo,
  });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

test("what clients left is told with every change until it is gone, and listed for who reads it again; of strangers nothing is", async () => {
  const told = async () => {
    const text = "select payload from online_booking.outbox where type = $1 order by id";
    const { rows } = await desk.servers.admin.query<{ payload: Buffer }>(text, [AbandonedBookingChangedSchema.typeName]);
    return rows.map(({ payload }) => fromBinary(AbandonedBookingChangedSchema, payload));
  };
  await left();
  const before = (await told()).length;
  const stranger = await left();
  expect((await told()).length).toBe(before);
  desk.findsClients(() => [{ customerId: "7", firstName: "Jo", lastName: "Park" }]);
  const flow = await left({ step: BookingStep.SELECT_TIME });
  await records().updateAbandonedBooking({ bookingFlowId: flow, abandonStatus: AbandonStatus.CONTACTED });
  const { records: kept } = await desk.servers.client(AbandonedRecordService, { via: "customer" }).listAbandonedBookingRecords({});
  expect(kept).toMatchObject([{ customerId: "7", step: BookingStep.SELECT_TIME, status: AbandonStatus.CONTACTED }]);
  await records().bulkDeleteAbandonedBookings({ bookingFlowIds: [flow, stranger] });
  const [begun, contacted, gone, ...more] = (await told()).slice(before);
  expect(more).toEqual([]);
  const counted = (begun?.leftAt?.seconds ?? 0n) - (begun?.seenAt?.seconds ?? 0n);
  expect([begun?.status, begun?.version, counted]).toEqual([AbandonStatus.ABANDONED, 1, 900n]);
  expect(contacted).toEqual({ ...kept[0], $typeName: contacted?.$typeName });
  expect(gone).toMatchObject({ abandonedBookingId: contacted?.abandonedBookingId, deleted: true, version: 3 });
});

test("what turns out to be no client's is told once more, as nobody's", async () => {
  desk.findsClients(() => [{ customerId: "7", firstName: "Jo", lastName: "Park" }]);
  const flow = newFlow();
  await tell(flow);
  desk.findsClients(() => []);
  await tell(flow);
  await tell(flow);
  const { rows } = await desk.servers.admin.query<{ payload: Buffer }>(
    "select o.payload from online_booking.outbox o join online_booking.abandoned_booking a on o.aggregate = a.id::text where a.flow_id = $1 and o.type = $2 order by o.id",
    [flow, AbandonedBookingChangedSchema.typeName],
  );
  expect(rows.map(({ payload }) => fromBinary(AbandonedBookingChangedSchema, payload).customerId)).toEqual(["7", "0"]);
});

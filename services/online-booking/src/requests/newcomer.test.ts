import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { fail } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

let desk: Desk;
let clients: ReturnType<Desk["makesClients"]>;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  clients = desk.makesClients();
  desk.calendarSays(() => undefined);
});

const requests = () => desk.servers.client(BookingRequestService);
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest!;
const off = fail("OUTSIDE_WORKING_HOURS", { message: "Ana is off then." });
const lacking = fail("VACCINE_REQUIRED", { field: "petServices", message: "Rex has no Rabies on record, which this visit requires." });

test("a refused acceptance leaves no client behind; tried again it makes them and books", async () => {
  const id = await desk.submit();
  desk.calendarSays(() => off);
  for (const _ of [1, 2]) {
    expect(await refusalOf(requests().acceptBookingRequest({ id }))).toMatchObject({ code: off.code });
    expect([...clients.keys()]).toEqual([]);
    expect(await read(id)).toMatchObject({ status: BookingRequestStatus.SUBMITTED, customerId: "0" });
  }
  desk.calendarSays(() => undefined);
  const { bookingRequest } = await requests().acceptBookingRequest({ id });
  expect(bookingRequest).toMatchObject({ status: BookingRequestStatus.ACCEPTED, appointmentId: "99" });
  expect([...clients.keys()]).toEqual([bookingRequest?.customerId]);
  desk.appointments.clear();
});

test("a client who was made stays while a vaccine of theirs is to be recorded, and goes once the request is declined", async () => {
  const id = await desk.submit();
  desk.calendarSays(() => lacking);
  await refusalOf(requests().acceptBookingRequest({ id }));
  const { customerId } = await read(id);
  expect([...clients.keys()]).toEqual([customerId]);
  await requests().declineBookingRequest({ id, reason: "" });
  await desk.servers.runDue("online-booking");
  expect([...clients.keys()]).toEqual([]);
});

test("who was a client before the request stays when it is declined", async () => {
  const id = await desk.submit();
  desk.calendarSays(() => lacking);
  await refusalOf(requests().acceptBookingRequest({ id }));
  const { customerId } = await read(id);
  clients.get(customerId)!.createTime = timestampFromDate(new Date(Date.now() - 3_600_000));
  await requests().declineBookingRequest({ id, reason: "" });
  await desk.servers.runDue("online-booking");
  expect([...clients.keys()]).toEqual([customerId]);
});

test("whom staff changed since stays", async () => {
  const id = await desk.submit();
  desk.calendarSays(() => {
    for (const client of clients.values()) client.version = 2;
    return off;
  });
  await refusalOf(requests().acceptBookingRequest({ id }));
  expect([...clients.keys()]).toEqual([(await read(id)).customerId]);
});

test("phone and e-mail of a request go only to who may see them of clients, one by one and in lists", async () => {
  const id = await desk.submit();
  const seen = async (caller: object) => {
    const asking = desk.servers.client(BookingRequestService, caller);
    const { bookingRequest } = await asking.getBookingRequest({ id });
    const { bookingRequests } = await asking.listBookingRequests({ businessId: "1" });
    const listed = bookingRequests.find((one) => one.id === id);
    return [bookingRequest, listed].map((one) => [
      one?.customer?.firstName,
      one?.customer?.phoneNumber !== "",
      one?.customer?.email !== "",
    ]);
  };
  const permissions = [Permission.VIEW_CALENDAR, Permission.VIEW_BOOKING_REQUESTS_ALL_LOCATIONS];
  const viewer = { permissions, employeeCategory: 0, accountId: "2" };
  expect(await seen(viewer)).toEqual(Array(2).fill(["Jo", false, false]));
  expect(await seen({ ...viewer, permissions: [...permissions, Permission.VIEW_CLIENT_CONTACT] })).toEqual(
    Array(2).fill(["Jo", true, true]),
  );
});

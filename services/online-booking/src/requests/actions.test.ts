import { ErrorCode, fail } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { type HoldSlotRequest, type ReleaseHoldRequest, SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

const released: string[] = [];
let desk: Desk;
/** Who is free; the first of those asked for is held, as the calendar does it. */
let free = new Set(["5"]);
const held: HoldSlotRequest[] = [];
beforeAll(async () => {
  desk = await openDesk([
    partOf(SlotService, {
      holdSlot: async (request: HoldSlotRequest) => {
        held.push(request);
        const staffId = request.staffIds.find((id) => free.has(id));
        if (!staffId) throw fail("SLOT_FULL");
        return { token: `held-${held.length}`, staffId, expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 } };
      },
      releaseHold: async ({ key }: ReleaseHoldRequest) => {
        released.push(key);
        return {};
      },
    }),
  ]);
  await desk.tell(StaffChangedSchema, {
    staffId: "6",
    firstName: "Lee",
    lastName: "Park",
    businessIds: ["1"],
    bookOnlineAvailable: true,
    sort: 2,
  });
});
afterAll(() => desk?.servers.stop());
afterEach(() => desk.calendarSays(() => undefined));

const requests = (caller: object = {}) => desk.servers.client(BookingRequestService, caller);
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest!;
async function submitted(): Promise<string> {
  free = new Set(["5"]);
  return await desk.submit();
}

test("a hold that the request lost sight of is given back before another is made, or it would stand in its way", async () => {
  const id = await submitted();
  await requests().autoAssignBookingRequest({ id });
  expect(released).not.toContain(`request:${id}`);
  await desk.servers.admin.query("update online_booking.booking_request set hold_token = '' where id = $1", [id]);
  expect((await requests().autoAssignBookingRequest({ id })).bookingRequest?.timeHeld).toBe(true);
  expect(released).toContain(`request:${id}`);
});

test("booking-request-actions: a request is accepted, declined, moved to the waitlist or given to whoever is free, and a decided one is none of these", async () => {
  const id = await submitted();
  const asked = await read(id);
  free = new Set(["6"]);
  const { bookingRequest } = await requests().autoAssignBookingRequest({ id });
  expect(bookingRequest).toMatchObject({ staffId: "6", staffName: "Lee Park", timeHeld: true, status: BookingRequestStatus.SUBMITTED });
  const { startDate, startTime, endTime, estimatedTotalPrice } = asked;
  expect(bookingRequest, "as it was asked for").toMatchObject({ startDate, startTime, endTime, estimatedTotalPrice });

  await requests().acceptBookingRequest({ id });
  expect(desk.asked.at(-1)).toMatchObject({ staffId: "6", bookingRequestId: id });
  expect((await refusalOf(requests().autoAssignBookingRequest({ id }))).code).toBe(ErrorCode.STATE_CONFLICT);

  const waiting = await submitted();
  await requests().moveBookingRequestToWaitlist({ id: waiting });
  expect((await read(waiting)).status).toBe(BookingRequestStatus.WAITLISTED);
  expect((await refusalOf(requests().autoAssignBookingRequest({ id: waiting }))).code).toBe(ErrorCode.STATE_CONFLICT);

  const other = await submitted();
  await requests().declineBookingRequest({ id: other, reason: "Full" });
  expect((await read(other)).status).toBe(BookingRequestStatus.DECLINED);
  expect((await refusalOf(requests().autoAssignBookingRequest({ id: other }))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("who it is for already comes first, with the hold there is; when nobody is free the request stays as it was", async () => {
  const id = await submitted();
  const before = await read(id);
  free = new Set(["5", "6"]);
  await requests().autoAssignBookingRequest({ id });
  expect(held.at(-1)).toMatchObject({ staffIds: ["5", "6"], replaceToken: expect.stringMatching(/^held-/) });
  expect((await read(id)).staffId).toBe("5");
  free = new Set();
  expect((await refusalOf(requests().autoAssignBookingRequest({ id }))).code).toBe(ErrorCode.SLOT_FULL);
  expect(await read(id)).toMatchObject({ staffId: before.staffId, staffName: before.staffName, timeHeld: true });
});

test("a request whose pet lacks an evaluation says which one and waits on; whoever may book without it accepts it with a reason, nobody else", async () => {
  const facts = { evaluationServiceId: "93", evaluationName: "Meet and greet" };
  const lacking = fail("EVALUATION_REQUIRED", { field: "petServices", message: "Rex needs to pass Meet and greet first.", facts });
  desk.calendarSays(({ override }) => (override?.withoutEvaluation ? undefined : lacking));
  const id = await submitted();
  const refusal = await refusalOf(requests().acceptBookingRequest({ id }));
  expect([refusal.code, refusal.message, refusal.options.facts]).toMatchObject([ErrorCode.EVALUATION_REQUIRED, lacking.message, facts]);
  expect((await read(id)).status).toBe(BookingRequestStatus.SUBMITTED);
  const anyway = { id, override: { withoutEvaluation: true, reason: "Was here last summer" } };
  const clerk = { permissions: [Permission.MANAGE_BOOKING_REQUESTS] };
  expect((await refusalOf(requests(clerk).acceptBookingRequest(anyway))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
  expect((await requests().acceptBookingRequest(anyway)).bookingRequest?.status).toBe(BookingRequestStatus.ACCEPTED);
  expect(desk.asked.at(-1)?.override).toMatchObject(anyway.override);
});

test("a request whose pet lacks a vaccine waits on; whoever may book without it accepts it with a reason, nobody else", async () => {
  const lacking = fail("VACCINE_REQUIRED", { field: "petServices", message: "Rex has no Rabies on record, which this visit requires." });
  desk.calendarSays(({ override }) => (override?.withoutVaccine ? undefined : lacking));
  const id = await submitted();
  const anyway = { id, override: { withoutVaccine: true, reason: "The vet faxes it" } };
  const clerk = { permissions: [Permission.MANAGE_BOOKING_REQUESTS] };
  const { code, message } = await refusalOf(requests(clerk).acceptBookingRequest(anyway));
  expect([code, message]).toEqual([ErrorCode.VACCINE_REQUIRED, lacking.message]);
  const waits = { status: BookingRequestStatus.SUBMITTED, customerId: "7" };
  expect(await read(id), "with the client who was made, to whose pet it can be recorded now").toMatchObject(waits);
  expect((await requests().acceptBookingRequest(anyway)).bookingRequest?.status).toBe(BookingRequestStatus.ACCEPTED);
  expect(
    desk.upserted.slice(-2).map(({ customerId }) => customerId),
    "and who is not made once more",
  ).toEqual(["0", "7"]);
});

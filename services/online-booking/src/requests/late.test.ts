import { fromTimestamp } from "@leashline/kit";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestLateSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";
import { answerBy } from "./request.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());

const requests = () => desk.servers.client(BookingRequestService);
const passes = async (id: string) => {
  await desk.servers.admin.query("update online_booking.booking_request set late_at = now() - interval '1 minute' where id = $1", [id]);
  await desk.servers.admin.query("update online_booking.job set due_at = now() where kind = 'tell-late' and key = $1", [id]);
  await desk.servers.runDue("online-booking");
};
const listed = async (more: object = {}) => {
  const { bookingRequests, ...counts } = await requests().listBookingRequests({ lateFirst: true, ...more });
  return { ids: bookingRequests.map(({ id }) => id), late: bookingRequests.filter(({ late }) => late).map(({ id }) => id), ...counts };
};

test.each([
  ["within the hours that are promised", "2031-03-10T10:00:00Z", 24, "2031-03-02T10:00:00Z"],
  ["before the visit begins", "2031-03-01T16:00:00Z", 24, "2031-03-01T16:00:00Z"],
  ["before the visit begins, where no hours are named", "2031-03-10T10:00:00Z", 0, "2031-03-10T10:00:00Z"],
])("a request is to be answered %s", (_, starts, hours, by) => {
  expect(answerBy(new Date("2031-03-01T10:00:00Z"), new Date(starts), hours)).toEqual(new Date(by));
});

test("a request that waits longer than the shop promised is late: first in the list, found by itself, and told once; an answered one is not", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  expect((await settings.getOnlineBookingSetting({})).setting?.requestPromiseHours).toBe(24);
  await settings.updateOnlineBookingSetting({ requestPromiseHours: 2 });
  const sent = Date.now();
  const first = await desk.submit();
  const second = await desk.submit();
  const third = await desk.submit();
  const { bookingRequest } = await requests().getBookingRequest({ id: first });
  expect(bookingRequest?.late).toBe(false);
  const hours = ((fromTimestamp(bookingRequest?.answerBy)?.getTime() ?? 0) - sent) / 3_600_000;
  expect(hours).toBeGreaterThan(1.99);
  expect(hours).toBeLessThan(2.1);
  expect(await listed()).toMatchObject({ ids: [third, second, first], late: [], lateTotal: 0, total: 3 });
  await passes(first);
  await passes(second);
  await passes(second);
  expect(await listed()).toMatchObject({ ids: [second, first, third], late: [second, first], lateTotal: 2, total: 3 });
  expect(await listed({ onlyLate: true })).toMatchObject({ ids: [second, first], lateTotal: 2, total: 2 });
  const pageToken = (await listed({ pageSize: 2 })).nextPageToken;
  expect((await listed({ pageSize: 2, pageToken })).ids).toEqual([third]);
  const after = (await listed({ pageSize: 1 })).nextPageToken;
  expect((await listed({ pageSize: 2, pageToken: after })).ids).toEqual([first, third]);
  expect(await desk.told(BookingRequestLateSchema, second), "nobody has to ask what it is").toMatchObject({
    ...{
      bookingRequestId: second,
      answerBy: expect.anything(),
      careTypes: expect.arrayContaining(["GROOMING"]),
      services: expect.arrayContaining([expect.objectContaining({ petName: "Rex" })]),
    },
    ...{ reachPhoneNumber: expect.stringMatching(/^\+/), price: { currencyCode: "USD" } },
  });
  await requests().declineBookingRequest({ id: third });
  await requests().declineBookingRequest({ id: first });
  await passes(third);
  expect(await listed()).toMatchObject({ ids: [second], lateTotal: 1 });
  const { rows } = await desk.servers.admin.query(
    "select state, late_at < now() as passed from online_booking.booking_request where id = $1",
    [third],
  );
  expect(rows).toEqual([{ state: "declined", passed: true }]);
  expect((await requests().getBookingRequest({ id: third })).bookingRequest?.late).toBe(false);
});

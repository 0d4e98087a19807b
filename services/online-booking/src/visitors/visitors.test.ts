import { ErrorCode, nobody, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk, paws } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  desk.holdSays(() => undefined);
  await desk.servers.runDue("online-booking");
  desk.held.length = 0;
  desk.released.length = 0;
});

const visitor = (ip: string) => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip });
const hold = (page: ReturnType<typeof visitor>) =>
  page.holdTime({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1"] }], date: toWireDate(day), startTime: 600 });
const keysOf = (nth: number) => desk.held.at(nth)?.visitor?.bounds.map(({ key, most }) => [key.split(":")[0], most]);

test("a visitor's hold counts for their network, told as a hash, and for the page; a stranger takes half of a person's day at most", async () => {
  await hold(visitor("203.0.113.7"));
  await hold(visitor("203.0.113.7"));
  await hold(visitor("203.0.113.8"));
  const [first, second, other] = desk.held.map(({ visitor: bounds }) => bounds?.bounds[0]?.key ?? "");
  expect([first === second, first === other, first?.includes("203")]).toEqual([true, false, false]);
  expect([keysOf(0), desk.held[0]?.visitor?.strangerShare]).toEqual([
    [
      ["network", 5],
      ["choosing", 12],
    ],
    50,
  ]);
});

test("a time that is free but not kept is no refusal: the visitor goes on, and the request stands without it", async () => {
  desk.holdSays(() => false);
  const { holdToken, staffId, expiresAt } = await hold(visitor("203.0.113.9"));
  expect([holdToken, staffId, expiresAt]).toEqual(["", "5", undefined]);
  const id = await desk.submit();
  const { bookingRequest } = await desk.servers.client(BookingRequestService).getBookingRequest({ id });
  expect(bookingRequest).toMatchObject({ timeHeld: false, startTime: 600 });
});

test("who has ever more times held waits ever longer, all at once or one by one; others at other addresses do not", async () => {
  const page = visitor("203.0.113.10");
  const tries = await Promise.allSettled(Array.from({ length: 70 }, () => hold(page)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(61);
  const refusal = await refusalOf(hold(page));
  expect([refusal.code, Number(refusal.options.facts?.retryAfterSeconds) <= 5]).toEqual([ErrorCode.TOO_MANY_REQUESTS, true]);
  await desk.servers.admin.query("update online_booking.pace set next_at = now() where what = 'hold' and turns > 60");
  await hold(page);
  expect(Number((await refusalOf(hold(page))).options.facts?.retryAfterSeconds)).toBeGreaterThan(15);
  await hold(visitor("203.0.113.11"));
});

test("a no gives the time back, also when it comes while the time is just being kept for longer", async () => {
  const id = await desk.submit();
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  desk.holdSays(() => {
    arrived.resolve();
    return gate.promise;
  });
  const keeping = desk.servers.runDue("online-booking");
  await arrived.promise;
  expect(keysOf(-1)).toEqual([["request", 1]]);
  await desk.servers.client(BookingRequestService).declineBookingRequest({ id, reason: "Full" });
  await desk.servers.runDue("online-booking");
  const before = desk.released.filter(({ key }) => key === `request:${id}`).length;
  gate.resolve();
  await keeping;
  expect([before, desk.released.filter(({ key }) => key === `request:${id}`).length]).toEqual([1, 2]);
});

const forRequest = (id: string) => desk.held.filter(({ visitor: by }) => by?.bounds.some(({ key }) => key === `request:${id}`));

test("a time is held for ten minutes while a form is filled in, for fifteen while it is sent, then until the visit begins, at most thirty days", async () => {
  await hold(visitor("203.0.113.12"));
  const id = await desk.submit();
  expect(desk.held.map(({ holdMinutes }) => holdMinutes)).toEqual([10, 15]);
  await desk.servers.runDue("online-booking");
  const begins = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: paws.timezoneName, plainTime: "10:00" });
  const minutesLeft = Temporal.Now.instant().until(begins.toInstant()).total("minutes");
  const [kept] = forRequest(id);
  expect(Math.abs((kept?.holdMinutes ?? 0) - minutesLeft)).toBeLessThan(2);
  const far = await desk.submit();
  await desk.servers.admin.query("update online_booking.booking_request set date = date + 40 where id = $1", [far]);
  await desk.servers.runDue("online-booking");
  expect(forRequest(far).map(({ holdMinutes }) => holdMinutes)).toEqual([43_200]);
});

test("for a request that is decided, or is just being accepted, nothing is held any more; what was held for a decided one is given back", async () => {
  const requests = desk.servers.client(BookingRequestService);
  const decide = {
    declined: (id: string) => requests.declineBookingRequest({ id, reason: "Full" }),
    accepted: (id: string) => requests.acceptBookingRequest({ id }),
    accepting: (id: string) =>
      desk.servers.admin.query("update online_booking.booking_request set state = 'accepting' where id = $1", [id]),
  };
  const given: Record<string, number> = {};
  for (const [state, to] of Object.entries(decide)) {
    const id = await desk.submit();
    await to(id);
    await desk.servers.runDue("online-booking");
    expect(forRequest(id), state).toEqual([]);
    given[state] = desk.released.filter(({ key }) => key === `request:${id}`).length;
  }
  expect(given).toEqual({ declined: 2, accepted: 1, accepting: 0 });
});

import { ErrorCode, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { AbandonedBookingService } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

// Service 1 comes with 2; 3 comes with 4, which cannot be booked online, and 5 with 3. 6 comes with 1: one step only, so not with 2.
const offer = (id: string, bundleServiceIds: string[] = [], bookOnlineAvailable = true) => ({
  ...{ id, name: `Service ${id}`, bookOnlineAvailable, careType: "GROOMING", duration: 30, price: toMoney(2_000, "USD") },
  options: { bundleServiceIds },
});
const catalog = [offer("1", ["2"]), offer("2"), offer("3", ["4"]), offer("4", [], false), offer("5", ["3"]), offer("6", ["1"])];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(CatalogService, {
      listServices: async () => ({ services: catalog.filter((one) => one.bookOnlineAvailable) }),
      batchGetServices: async ({ ids }: { ids: string[] }) => ({ services: catalog.filter(({ id }) => ids.includes(id)) }),
    }),
  ]);
});
afterAll(() => desk?.servers.stop());

const page = () => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.102.1" });
const times = (...serviceIds: string[]) =>
  page().listAvailableTimes({
    ...{ bookOnlineName: desk.page, staffId: "0", startDate: toWireDate(day), endDate: toWireDate(day) },
    pets: [{ serviceIds }],
  });

test("the page says what comes along, and offers nothing of which a part cannot be booked online", async () => {
  const { storefront } = await page().getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.services.map((one) => [one.serviceId, one.bundleServiceIds])).toEqual([
    ["1", ["2"]],
    ["2", []],
    ["6", ["1"]],
  ]);
});

test("a booking that is left and resumed has nothing that the page does not show", async () => {
  const bookingFlowId = "flow-of-what-is-not-whole";
  await desk.servers.client(BookingFlowService, { ...nobody, kind: "anonymous", ip: "198.51.102.2" }).saveBookingProgress({
    ...{ bookOnlineName: desk.page, bookingFlowId, step: BookingStep.PERSONAL_INFO },
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "(206) 555-7778" },
    pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["2", "3"] }],
  });
  const { record } = await desk.servers.client(AbandonedBookingService).getAbandonedBooking({ bookingFlowId });
  expect(record?.pets[0]?.services.map(({ serviceId }) => serviceId)).toEqual(["2"]);
});

test("what comes along is not left out: the refusal names the field and the service", async () => {
  const { code, message, options } = await refusalOf(times("1"));
  expect([code, message]).toEqual([ErrorCode.PARAMS_INVALID, "Service 1 comes with another service that was left out."]);
  expect([options.fields?.[0]?.field, options.facts]).toEqual(["pets", { why: "bundle", serviceId: "2" }]);
  await times("1", "2");
});

test("what comes along brings nothing more itself, as the calendar books it; chosen by itself it comes with its own", async () => {
  await times("6", "1");
  await times("1", "6");
  await times("6", "1", "2");
  expect((await refusalOf(times("6"))).options.facts).toMatchObject({ serviceId: "1" });
  expect((await refusalOf(times("6", "2"))).options.facts).toMatchObject({ serviceId: "1" });
});

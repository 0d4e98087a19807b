import { ErrorCode, fail, toMoney } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { AddOnService, type UpdateAddOnRequest } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import type { BatchGetServicesRequest, UpdateServiceRequest } from "@leashline/proto/leashline/offering/v1/catalog_requests_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OnlineAvailabilityService } from "@leashline/proto/leashline/online_booking/v1/online_availability_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

let desk: Desk;
/** One service, as offering keeps it; what it is told is there at once. */
const bath = {
  id: "1",
  name: "Bath",
  careType: "GROOMING",
  duration: 45,
  price: toMoney(3_000, "USD"),
  taxId: "0",
  bookOnlineAvailable: true,
  staffOverrides: [{ staffId: "5", price: toMoney(2_500, "USD"), duration: 20 }],
  options: { showBasePrice: ShowPrice.UNSPECIFIED as ShowPrice, showDuration: true },
  version: 1,
};
function update({ service, updateMask, version }: UpdateServiceRequest) {
  if (version !== 0 && version !== bath.version) throw fail("VERSION_CONFLICT");
  const paths = new Set(updateMask?.paths);
  if (paths.has("book_online_available")) bath.bookOnlineAvailable = service!.bookOnlineAvailable!;
  if (paths.has("options.show_base_price")) bath.options.showBasePrice = service!.options!.showBasePrice;
  if (paths.has("options.show_duration")) bath.options.showDuration = service!.options!.showDuration!;
  bath.version++;
  return { service: bath };
}
/** An add-on, which has no options around what is shown of it. */
const nails = { bookOnlineAvailable: false, showBasePrice: ShowPrice.UNSPECIFIED as ShowPrice, showDuration: true, version: 1 };
const asService = () => {
  const { showBasePrice, showDuration, ...same } = nails;
  return { ...same, id: "9", name: "Nails", careType: "GROOMING", addOn: true, options: { showBasePrice, showDuration } };
};
function updateNails({ addOn, updateMask, version }: UpdateAddOnRequest) {
  if (version !== 0 && version !== nails.version) throw fail("VERSION_CONFLICT");
  const paths = new Set(updateMask?.paths);
  if (paths.has("book_online_available")) nails.bookOnlineAvailable = addOn!.bookOnlineAvailable!;
  if (paths.has("show_base_price")) nails.showBasePrice = addOn!.showBasePrice!;
  if (paths.has("show_duration")) nails.showDuration = addOn!.showDuration!;
  nails.version++;
  return { addOn: { ...nails, id: "9" } };
}
const people = [
  { id: "5", firstName: "Ana", lastName: "Ruiz", phone: "+12065550100", bookOnlineAvailable: true },
  { id: "6", firstName: "Lee", lastName: "Park", bookOnlineAvailable: false },
];

beforeAll(async () => {
  desk = await openDesk([
    partOf(StaffService, { listStaffByLocation: async () => ({ staff: people }) }),
    partOf(CatalogService, {
      listServices: async () => ({ services: bath.bookOnlineAvailable ? [bath] : [] }),
      batchGetServices: async ({ ids, withAddOns, allowMissing }: BatchGetServicesRequest) => {
        const services = [bath, ...(withAddOns ? [asService()] : [])].filter(({ id }) => ids.includes(id));
        if (services.length < ids.length && !allowMissing) throw fail("SERVICE_NOT_FOUND", { field: "ids" });
        return { services };
      },
      updateService: async (request: UpdateServiceRequest) => update(request),
    }),
    partOf(AddOnService, { updateAddOn: async (request: UpdateAddOnRequest) => updateNails(request) }),
  ]);
});
afterAll(() => desk?.servers.stop());

const availability = () => desk.servers.client(OnlineAvailabilityService);
async function onPage() {
  await desk.tell(ServiceChangedSchema, { serviceId: "1", name: "Bath" });
  return (await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page })).storefront?.services[0];
}

test("who can be booked online is told by name, without how to reach them", async () => {
  const { staff } = await availability().getOnlineStaff({});
  expect(staff.map(({ firstName, bookOnlineAvailable }) => [firstName, bookOnlineAvailable])).toEqual([
    ["Ana", true],
    ["Lee", false],
  ]);
  expect(JSON.stringify(staff)).not.toContain("5550100");
});

test("service-price-display: a price is hidden, fixed, where it starts, or varies, and the duration is shown or not", async () => {
  const set = (showBasePrice: ShowPrice) => availability().updateServiceOnlineSetting({ serviceId: "1", showBasePrice });
  await set(ShowPrice.FIXED);
  expect(await onPage()).toMatchObject({ price: { units: 30n }, startingAt: false, duration: 45 });
  expect((await onPage())?.staffPrices, "Ana's own price").toMatchObject([{ staffId: "5", visitPrice: { units: 25n } }]);
  await set(ShowPrice.STARTING_AT);
  expect(await onPage()).toMatchObject({ price: { units: 30n }, startingAt: true });
  for (const hidden of [ShowPrice.HIDE, ShowPrice.VARIES]) {
    await set(hidden);
    const shown = await onPage();
    expect([shown?.price, shown?.visitPrice, shown?.visitTax, shown?.staffPrices]).toEqual([undefined, undefined, undefined, []]);
  }
  for (const wrong of [0, 5]) expect((await refusalOf(set(wrong))).code).toBe(ErrorCode.PARAMS_INVALID);
  const { setting } = await availability().updateServiceOnlineSetting({ serviceId: "1", showDuration: false });
  expect(setting).toMatchObject({ showDuration: false, showBasePrice: ShowPrice.VARIES, bookOnlineAvailable: true });
  expect((await onPage())?.duration).toBe(0);
});

test("a service that is taken off the storefront keeps how it is shown, and a stale version changes nothing", async () => {
  const { setting } = await availability().updateServiceOnlineSetting({ serviceId: "1", bookOnlineAvailable: false });
  expect(setting).toMatchObject({ bookOnlineAvailable: false, showBasePrice: ShowPrice.VARIES, showDuration: false });
  expect(await onPage()).toBeUndefined();
  const stale = availability().updateServiceOnlineSetting({ serviceId: "1", bookOnlineAvailable: true, version: 1 });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect(await onPage()).toBeUndefined();
});

test("an add-on is put online and shown by the same call as a service, each field by itself; what is neither is unknown", async () => {
  const set = (change: object) => availability().updateServiceOnlineSetting({ serviceId: "9", ...change });
  const { version } = bath;
  expect((await set({ bookOnlineAvailable: true })).setting).toMatchObject({
    serviceId: "9",
    bookOnlineAvailable: true,
    showDuration: true,
  });
  expect((await set({ showBasePrice: ShowPrice.STARTING_AT })).setting).toMatchObject({ bookOnlineAvailable: true, version: 3 });
  expect((await set({ showDuration: false })).setting).toMatchObject({ showBasePrice: ShowPrice.STARTING_AT, showDuration: false });
  expect((await set({})).setting, "nothing is named").toMatchObject({ version: 4 });
  expect((await refusalOf(set({ showDuration: true, version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect(bath.version, "no service was touched").toBe(version);
  const unknown = await refusalOf(set({ serviceId: "77", showDuration: true }));
  expect([unknown.code, unknown.options.fields?.[0]?.field]).toEqual([ErrorCode.SERVICE_NOT_FOUND, "serviceId"]);
});

test("ob-soonest-farthest, ob-timeslot-default, ob-arrival-window-default: a new page's times, and which days it may be set to", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  const { setting } = await settings.getOnlineBookingSetting({});
  expect(setting).toMatchObject({ timeslotLength: 60, arrivalWindowBefore: 0, arrivalWindowAfter: 0 });
  for (const soonestAvailable of [0, 1, 2, 3, 4, 5])
    expect((await settings.updateOnlineBookingSetting({ soonestAvailable })).setting?.soonestAvailable).toBe(soonestAvailable);
  for (const farthestAvailable of [30, 60, 90, 180, 270, 365])
    expect((await settings.updateOnlineBookingSetting({ farthestAvailable })).setting?.farthestAvailable).toBe(farthestAvailable);
  for (const wrong of [{ soonestAvailable: 6 }, { soonestAvailable: -1 }, { farthestAvailable: 45 }, { farthestAvailable: 366 }])
    expect((await refusalOf(settings.updateOnlineBookingSetting(wrong))).code).toBe(ErrorCode.PARAMS_INVALID);
  const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
  const today = Temporal.Now.plainDateISO("America/Los_Angeles");
  expect([storefront?.firstDate, storefront?.lastDate]).toEqual([today.add({ days: 5 }).toString(), today.add({ days: 365 }).toString()]);
});

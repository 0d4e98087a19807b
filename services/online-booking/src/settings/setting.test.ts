import { type Caller, ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BusinessChangedSchema, StaffChangedSchema, TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { CatalogSortedSchema, ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderSettingChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, lists, openDesk, paws } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());

test("ob-version-values: the preference is version 1 until it is 2, and never another", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  const version = async () => (await settings.getOnlineBookingSetting({})).setting?.version;
  const change = (to: number) => settings.updateOnlineBookingSetting({ version: to, updateMask: { paths: ["version"] } });
  expect(await version()).toBe(1);
  expect((await change(2)).setting?.version).toBe(2);
  for (const wrong of [0, 3, -1]) expect((await refusalOf(change(wrong))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect(await version()).toBe(2);
});

test("a page that was read is answered from memory until something it shows has changed", async () => {
  const { page: bookOnlineName, servers, tell } = desk;
  const read = async () => {
    const before = lists.asked;
    const { storefront } = await servers.client(StorefrontService).getStorefront({ bookOnlineName });
    return { ...storefront!, asked: lists.asked - before };
  };
  await read();
  expect(await read()).toMatchObject({ asked: 0, businessName: "Paws", staff: [{ firstName: "Ana" }] });

  await servers
    .client(OnlineBookingSettingService)
    .updateOnlineBookingSetting({ aboutUs: "Since 1998", updateMask: { paths: ["about_us"] } });
  expect(await read()).toMatchObject({ asked: 1, aboutUs: "Since 1998" });
  await tell(BusinessChangedSchema, { ...paws, businessName: "Paws and more" });
  expect(await read()).toMatchObject({ asked: 1, businessName: "Paws and more" });
  await tell(StaffChangedSchema, { staffId: "5", firstName: "Ana", lastName: "Ruiz", businessIds: ["1"], deleted: true });
  expect(await read()).toMatchObject({ asked: 1, staff: [] });
  await tell(ServiceChangedSchema, { serviceId: "1", name: "Service 1" });
  expect((await read()).asked).toBe(1);
  await tell(TaxRuleChangedSchema, { taxId: "4" });
  const { asked, services } = await read();
  expect([asked, services.slice(0, 3).map(({ visitTax }) => visitTax?.nanos)]).toEqual([1, [50_000_000, 0, 0]]);
  expect(services[0]?.visitTax?.units, "10.255 percent of $20, rounded down").toBe(2n);
  lists.taxesIncluded = true;
  await tell(OrderSettingChangedSchema, { taxesIncluded: true });
  const included = await read();
  expect(included.services[0], "nothing is added to a price that holds its tax").toMatchObject({ visitTax: { units: 0n, nanos: 0 } });
  expect(included.taxesIncluded, "and the page says so").toBe(true);
  lists.taxesIncluded = false;
  await tell(CatalogSortedSchema, {});
  expect(await read()).toMatchObject({ asked: 1, taxesIncluded: false });
  expect((await read()).asked).toBe(0);

  await servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: false, updateMask: { paths: ["is_enable"] } });
  expect((await refusalOf(read())).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

test("a business whose news has not arrived yet has its page at once, and keeps it when the news comes", async () => {
  const caller = { businessId: "2", businessIds: ["1", "2"] };
  const settings = desk.servers.client(OnlineBookingSettingService, caller);
  const { setting } = await settings.updateOnlineBookingSetting({ isEnable: true, updateMask: { paths: ["is_enable"] } });
  expect(setting).toMatchObject({ businessId: "2", bookOnlineName: "tails", isEnable: true });
  await desk.tell(BusinessChangedSchema, { ...paws, businessId: "2", businessName: "Tails" });
  expect((await settings.getOnlineBookingSetting({})).setting).toEqual(setting);
});

test("a page that is called otherwise is found by its old names too, which nobody else takes; by its own it is called again", async () => {
  const settings = (caller = {}) => desk.servers.client(OnlineBookingSettingService, caller);
  const tails = { businessId: "2", businessIds: ["1", "2"] };
  const rename = (bookOnlineName: string, caller = {}) => settings(caller).updateOnlineBookingSetting({ bookOnlineName, isEnable: true });
  const leadsTo = async (name: string) =>
    (await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: name })).storefront?.bookOnlineName;
  await rename("happy-paws");
  await rename("happier-paws");
  expect([await leadsTo(desk.page), await leadsTo("happy-paws"), await leadsTo("happier-paws")]).toEqual(Array(3).fill("happier-paws"));
  expect((await refusalOf(rename("happy-paws", tails))).code).toBe(ErrorCode.NAME_IN_USE);
  await rename("happy-paws");
  expect([await leadsTo("happy-paws"), await leadsTo("happier-paws")]).toEqual(["happy-paws", "happy-paws"]);
  await settings().updateOnlineBookingSetting({ isEnable: false, updateMask: { paths: ["is_enable"] } });
  const closed = await refusalOf(leadsTo("happier-paws"));
  expect([closed.code, closed.options.facts?.businessName]).toEqual([ErrorCode.NOT_AVAILABLE_ONLINE, expect.stringContaining("Paws")]);
  for (let n = 0; n < 12; n++) await rename(`paws-${n}`);
  expect((await refusalOf(leadsTo("happier-paws"))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

test.each([
  ["the settings of all locations", P.ONLINE_BOOKING_SETTINGS_ALL_LOCATIONS, [true, true, false]],
  ["those of one's own locations", P.ONLINE_BOOKING_SETTINGS, [true, false, false]],
  ["automatic messages of all locations", P.AUTO_MESSAGE_SETTINGS_ALL_LOCATIONS, [false, false, false]],
  ["booking requests", P.VIEW_BOOKING_REQUESTS, [false, false, true]],
])(
  "permission-scope-levels: with %s alone one sets the booking page here, elsewhere, and reads requests: %s",
  async (_, permission, opens) => {
    const place = { businessIds: ["1"], companyBusinessIds: ["1", "2"] };
    const caller: Partial<Caller> = { ...place, employeeCategory: 0, staffId: "7", permissions: [permission] };
    const settings = desk.servers.client(OnlineBookingSettingService, caller);
    const isOpen = async (call: Promise<unknown>) =>
      await call.then(
        () => true,
        async (error) => {
          expect((await refusalOf(Promise.reject(error))).code).toBe(ErrorCode.NO_PERMISSION);
          return false;
        },
      );
    const change = (businessId: string) => isOpen(settings.updateOnlineBookingSetting({ businessId, noticeMinutes: 60 }));
    const read = isOpen(desk.servers.client(BookingRequestService, caller).listBookingRequests({}));
    expect([await change("1"), await change("2"), await read]).toEqual(opens);
  },
);

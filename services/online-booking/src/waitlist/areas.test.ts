import { partOf } from "@leashline/kit/test";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type QueryServiceAreasRequest, ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingExportService } from "@leashline/proto/leashline/online_booking/v1/booking_export_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

// Area 61 has the zip code 98101, area 62 all places north of 47.7. Client 1 lives in the first, client 2 in the second, and nobody knows where client 3 does; address 90
// of client 1 lies in the second. Service 1 is a groom, 2 daycare.

let desk: Desk;
const [downtown, north] = [
  { areaId: "61", areaName: "Downtown", colorCode: "#112233" },
  { areaId: "62", areaName: "North", colorCode: "#445566" },
];
let asked = 0;

beforeAll(async () => {
  desk = await openDesk([
    partOf(ServiceAreaService, {
      listServiceAreas: async () => ({ total: 2 }),
      queryServiceAreas: async ({ locations }: QueryServiceAreasRequest) => {
        asked += locations.length;
        const areasOf = (zipcode: string, lat = 0) => [...(zipcode === "98101" ? [downtown!] : []), ...(lat > 47.7 ? [north!] : [])];
        return { hasAreas: true, locations: locations.map(({ zipcode, point }) => ({ areas: areasOf(zipcode, point?.lat) })) };
      },
    }),
    partOf(AddressService, {
      batchGetClientPlaces: async ({ customerIds, addressIds }: { customerIds: string[]; addressIds: string[] }) => ({
        places: customerIds.filter((id) => id === "2").map((customerId) => ({ customerId, lat: 47.8, lng: -122, zipcode: "98133" })),
        addresses: addressIds.map((addressId) => ({ addressId, customerId: "1", zipcode: "98133", lat: 47.8, lng: -122 })),
      }),
    }),
    partOf(VisitPartyService, {
      getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => ({
        client: { firstName: `Jo${customerId}`, lastName: "Park" },
        pets: petIds.map((petId) => ({ petId, petName: "Rex", petType: "Dog" })),
      }),
      batchGetVisitProfiles: async ({ customerIds }: { customerIds: string[] }) => ({
        clients: customerIds.map((customerId) => ({
          ...{ customerId, phoneDisplay: "(206) 555-7777", avatarPath: `faces/${customerId}.jpg` },
          ...(customerId === "1" && { address: { zipcode: "98101" } }),
        })),
      }),
    }),
  ]);
});
afterAll(() => desk?.servers.stop());

const waitlist = (caller: object = {}) => desk.servers.client(AppointmentWaitlistService, caller);
const wait = async (customerId: string, serviceId = "1") => {
  const wish = { customerId, petServices: [{ petId: `${customerId}0`, serviceList: [{ serviceId }] }] };
  const stays = desk.servers.client(WaitlistService);
  return (await (serviceId === "2" ? stays.createWaitlist(wish) : waitlist().createWaitEntry(wish))).entry!.id;
};

test("an entry says in which service areas they are visited, at the address they named or where they live; the list is filtered by area, and by being out of all", async () => {
  const [first, second, third, daycare, walk] = [await wait("1"), await wait("2"), await wait("3"), await wait("1", "2"), await wait("1")];
  await desk.servers.admin.query(
    "update online_booking.waitlist_entry set address_id = 90, out_of_area = true, care_types = '{DOG_WALKING}' where id = $1",
    [walk],
  );
  const list = async (filters: object = {}, more: object = {}) =>
    await waitlist().listWaitEntries({ filters, oldestFirst: true, pageSize: 20, ...more });
  const areas = (await list()).entries.map(({ id, certainAreaList }) => [id, certainAreaList.map(({ areaName }) => areaName)]);
  expect(areas).toEqual([
    [first, ["Downtown"]],
    [second, ["North"]],
    [third, []],
    [daycare, []],
    [walk, ["North"]],
  ]);
  expect((await waitlist().getWaitEntry({ id: first! })).entry?.certainAreaList).toMatchObject([downtown]);
  const before = asked;
  await list({ careTypes: ["DAYCARE"] });
  expect(asked, "pets are brought to daycare").toBe(before);
  const ids = async (filters: object, more: object = {}) => {
    const { entries, total } = await list(filters, more);
    return [entries.map(({ id }) => id), total];
  };
  expect(await ids({ serviceAreaIdList: ["62"] })).toEqual([[second, walk], 2]);
  expect(await ids({ serviceAreaIdList: ["61", "62"] }, { pageSize: 1, pageNum: 2 })).toEqual([[second], 3]);
  expect(await ids({ serviceAreaIdList: ["63"] })).toEqual([[], 0]);
  const saved = async (filters: object) => {
    const { csv } = await desk.servers.client(BookingExportService).exportWaitlist({ filters });
    return csv.match(/^Jo\d/gm) ?? [];
  };
  expect(await saved({ serviceAreaIdList: ["62"] }), "the file has those whom the list has").toEqual(["Jo2", "Jo1"]);
  expect(await saved({ serviceAreaIdList: ["63"] })).toEqual([]);
  expect(await ids({ isOutOfArea: true })).toEqual([[walk], 1]);
  expect(await ids({ isOutOfArea: false })).toEqual([[first, second, third, daycare], 4]);
});

test("an entry shows the client's picture to whoever reaches them, also where the phone is kept back, and the card of the request it came with", async () => {
  const id = await wait("2");
  const { entry } = await waitlist().getWaitEntry({ id });
  expect(entry).toMatchObject({ customerInfo: { avatarPath: "faces/2.jpg", phoneNumber: "(206) 555-7777" } });
  expect(entry?.prepay).toBeUndefined();
  const clerk = { permissions: [Permission.VIEW_CALENDAR, Permission.VIEW_CLIENTS_ALL_LOCATIONS], employeeCategory: 0 };
  expect((await waitlist(clerk).getWaitEntry({ id })).entry?.customerInfo).toMatchObject({ avatarPath: "faces/2.jpg", phoneNumber: "" });
  const request = await desk.submit();
  await desk.servers.client(BookingRequestService).moveBookingRequestToWaitlist({ id: request });
  const paid = `update online_booking.booking_request set payment_type = 'prepay', payment_ref = 'ref-1', prepay_status = $2, prepay_minor = 2500, prepay_rate = '50' where id = $1`;
  await desk.servers.admin.query(paid, [request, PrepayStatus.CANCELED]);
  const { entries } = await waitlist().listWaitEntries({ filters: { isFromOb: true } });
  expect(entries[0]?.prepay).toMatchObject({ prepaidAmount: { units: 25n }, prepayRate: "50", prepayStatus: PrepayStatus.CANCELED });
});

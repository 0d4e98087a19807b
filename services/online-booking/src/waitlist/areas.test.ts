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
import { isAreaUnknown, isOutOfArea } from "./entry/waitlist.ts";

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

test("the list filters by being out of area, and by not being known, whom the entries say so of: those who are visited at the client's", async () => {
  const { servers } = desk;
  await servers.admin.query("delete from online_booking.waitlist_entry");
  const careTypes = ["GROOMING", "EVALUATION", "DOG_WALKING", "DAYCARE"];
  const flags = [true, false];
  const id = await wait("1");
  for (const careType of careTypes)
    for (const atClient of flags)
      for (const [outOfArea, areaUnknown] of [
        [true, false],
        [false, true],
        [false, false],
      ] as const)
        await servers.admin.query(
          `insert into online_booking.waitlist_entry
            select (jsonb_populate_record(e, jsonb_build_object('id', e.id + 1000 + nextval('online_booking.waitlist_entry_id_seq'), 'care_types', array[$2::text],
              'at_client', $3::boolean, 'out_of_area', $4::boolean, 'area_unknown', $5::boolean))).* from online_booking.waitlist_entry e where id = $1`,
          [id, careType, atClient, outOfArea, areaUnknown],
        );
  const { rows } = await servers.admin.query(
    `select id, care_types as "careTypes", at_client as "atClient", out_of_area as "outOfArea", area_unknown as "areaUnknown" from online_booking.waitlist_entry order by id`,
  );
  const entries = rows as ({ id: string } & Parameters<typeof isOutOfArea>[0] & Parameters<typeof isAreaUnknown>[0])[];
  const listed = async (filters: object) => (await waitlist().listWaitEntries({ filters, oldestFirst: true, pageSize: 100 })).entries;
  const ids = (some: readonly { id: string }[]) => some.map((one) => String(one.id));
  for (const is of flags) {
    expect(ids(await listed({ isOutOfArea: is }))).toEqual(ids(entries.filter((row) => isOutOfArea(row) === is)));
    expect(ids(await listed({ isAreaUnknown: is }))).toEqual(ids(entries.filter((row) => isAreaUnknown(row) === is)));
  }
  const said = await listed({ isAreaUnknown: true });
  expect(said.map(({ careType, areaUnknown, outOfArea }) => [careType, areaUnknown, outOfArea])).toEqual([
    ["GROOMING", true, false],
    ["EVALUATION", true, false],
    ["DOG_WALKING", true, false],
    ["DOG_WALKING", true, false],
  ]);
});

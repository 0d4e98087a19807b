import { ErrorCode, fail, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { type LookupAddressRequest, MapService } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import { type QueryServiceAreasRequest, ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService, type CreateAddressRequest, type ListAddressesRequest } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { AutomationService } from "@leashline/proto/leashline/online_booking/v1/automation_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk, paws } from "../../test/desk.ts";
import { catalogOf, knownParty } from "../../test/neighbors.ts";
import { isSameAddress } from "./visit-address.ts";

const offer = (id: string, careType: string) => ({
  ...{ id, name: `Service ${id}`, careType, duration: 30, bookOnlineAvailable: true, price: toMoney(2_000, "USD") },
});
const catalog = [offer("1", "GROOMING"), offer("30", "DOG_WALKING")];
const oak = { address1: "12 Oak Street", address2: "", city: "Brooklyn", state: "NY", zipcode: "11201" };
const elm = { address1: "9 Elm Street", address2: "Apt 4", city: "Brooklyn", state: "NY", zipcode: "11215" };
const far = { address1: "1 Far Road", address2: "", city: "Albany", state: "NY", zipcode: "12201" };

/** Whether the shop goes there only the map says. */
const drawn = { address1: "1 North Road", address2: "", city: "Troy", state: "NY", zipcode: "12180" };
const lookedUp: string[] = [];

/** By client; where the business goes are zip codes that begin with 112. */
const onFile = new Map<string, object[]>();
const created: CreateAddressRequest[] = [];
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    catalogOf(catalog),
    partOf(AddressService, {
      listAddresses: async ({ customerId }: ListAddressesRequest) => ({ addresses: onFile.get(customerId) ?? [] }),
      createAddress: async (asked: CreateAddressRequest) => {
        created.push(asked);
        const address = { ...asked.address!, customerAddressId: String(90 + created.length) };
        onFile.set(address.customerId, [...(onFile.get(address.customerId) ?? []), address]);
        return { address };
      },
    }),
    partOf(ServiceAreaService, {
      listServiceAreas: async () => ({ total: 0 }),
      queryServiceAreas: async ({ locations }: QueryServiceAreasRequest) => ({
        hasAreas: true,
        locations: locations.map(({ zipcode, point }) =>
          zipcode === drawn.zipcode
            ? { areas: [], covered: !point || point.lat < 42 }
            : { areas: zipcode.startsWith("112") ? [{ areaId: "1" }] : [], covered: zipcode === "" || zipcode.startsWith("112") },
        ),
      }),
    }),
    partOf(MapService, {
      lookupAddress: async ({ text }: LookupAddressRequest) => {
        lookedUp.push(text);
        if (!text.startsWith("1 North")) throw fail("NOT_FOUND", { field: "text" });
        return { address: { lat: "43.1", lng: "-74" } };
      },
    }),
    knownParty(),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  onFile.clear();
  onFile.set("7", [{ customerAddressId: "70", customerId: "7", ...oak, isPrimary: true }]);
  created.length = 0;
  desk.asked.length = 0;
  desk.findsClients(() => [{ customerId: "7", firstName: "Jo", lastName: "Park", source: "walk-in" }]);
  for (const table of ["booking_request", "waitlist_entry", "pace"]) await desk.servers.admin.query(`delete from online_booking.${table}`);
});

const number = "+12065550148";
const page = () => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.8" });
const requests = () => desk.servers.client(BookingRequestService);
const customer = { firstName: "Jo", lastName: "Park", phoneNumber: number, email: "" };
let token = "";
async function shown(): Promise<string> {
  if (token) return token;
  const { codeToken } = await page().sendBookingCode({ bookOnlineName: desk.page, phoneNumber: number });
  token = (await page().confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(number) ?? "" })).visitorToken;
  return token;
}
async function ask(address: object | undefined, serviceIds = ["30"]): Promise<string> {
  const { statusToken } = await page().submitBooking({
    ...{ bookOnlineName: desk.page, customer, pets: [{ petName: "Rex", petType: "Dog", serviceIds }] },
    ...{ date: toWireDate(day), startTime: 600, visitorToken: await shown() },
    ...(address && { address }),
  });
  return statusToken.split(".")[0] ?? "";
}
const automation = (to: object) => desk.servers.client(AutomationService).updateAutomationSetting(to);
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest;
const fieldOf = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.field ?? options.fields?.[0]?.field];
};

test("a walk's address stands with the request; once accepted a new one is the client's, and the visit is there", async () => {
  const id = await ask({ ...elm, address1: " 9 Elm Street " });
  expect(await read(id)).toMatchObject({ address: { addressId: "0", ...elm }, outOfArea: false });
  expect(created, "nothing of it is on file before the shop says yes").toEqual([]);
  const { bookingRequest } = await requests().acceptBookingRequest({ id });
  expect(bookingRequest?.status).toBe(BookingRequestStatus.ACCEPTED);
  expect(created.map(({ address }) => address)).toMatchObject([{ customerId: "7", ...elm, isPrimary: false }]);
  expect(desk.asked.map(({ addressId }) => addressId)).toEqual(["91"]);
});

test("one that is on file already is taken, however it is written; one of their own is named by its number", async () => {
  await requests().acceptBookingRequest({ id: await ask({ ...oak, address1: "12 oak  street", state: "ny" }) });
  const id = await ask({ addressId: "70" });
  expect((await read(id))?.address).toMatchObject({ addressId: "70", ...oak });
  await requests().acceptBookingRequest({ id });
  expect([desk.asked.map(({ addressId }) => addressId), created]).toEqual([["70", "70"], []]);
});

test("one that was deleted meanwhile becomes theirs again, as it read when they chose it", async () => {
  const id = await ask({ addressId: "70" });
  onFile.set("7", []);
  await requests().acceptBookingRequest({ id });
  expect(created.map(({ address }) => address)).toMatchObject([oak]);
  expect(desk.asked.at(-1)?.addressId).toBe("91");
});

test("without one the visit is at their primary address; somebody else's address is refused as one that is not there", async () => {
  const id = await ask(undefined);
  expect((await read(id))?.address).toBeUndefined();
  await requests().acceptBookingRequest({ id });
  expect(desk.asked.at(-1)?.addressId).toBe("0");
  onFile.set("8", [{ customerAddressId: "80", customerId: "8", ...elm, isPrimary: true }]);
  for (const addressId of ["80", "999"]) expect(await fieldOf(ask({ addressId }))).toEqual([ErrorCode.NOT_FOUND, "address.addressId"]);
});

test("what says too little is refused with its field, and so is an address for what is no walk", async () => {
  expect(await fieldOf(ask({ ...elm, address1: "  " }))).toEqual([400, "address.address1"]);
  expect(await fieldOf(ask({ ...elm, city: "", zipcode: "" }))).toEqual([400, "address.city"]);
  expect(await fieldOf(ask(elm, ["1"]))).toEqual([400, "address"]);
});

test("outside the service areas it is asked for all the same, is marked, and waits for staff where others are accepted without them", async () => {
  await automation({ autoAccept: true, updateMask: { paths: ["auto_accept"] } });
  const [near, outside] = [await ask(elm), await ask(far)];
  await desk.servers.runDue("online-booking");
  await automation({ autoAccept: false, updateMask: { paths: ["auto_accept"] } });
  expect(await read(near)).toMatchObject({ outOfArea: false, status: BookingRequestStatus.ACCEPTED });
  expect(await read(outside)).toMatchObject({
    ...{ address: far, outOfArea: true, status: BookingRequestStatus.SUBMITTED },
    automation: "Not accepted automatically: the address is outside your service areas.",
  });
});

test("a shop that goes nowhere else refuses what lies outside its service areas, also on the waitlist and without an address; staff may enter it", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ onlyInServiceAreas: true });
  const wish = { bookOnlineName: desk.page, customer, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["30"] }] };
  const gone = [ErrorCode.NOT_AVAILABLE_ONLINE, "address"];
  expect((await page().getStorefront({ bookOnlineName: desk.page })).storefront?.onlyInServiceAreas).toBe(true);
  expect(await fieldOf(ask(far))).toEqual(gone);
  expect(await fieldOf(page().joinWaitlist({ ...wish, visitorToken: await shown(), address: far }))).toEqual(gone);
  const missing = await refusalOf(ask(undefined));
  expect([missing.code, missing.options.fields?.[0]?.field, missing.message]).toEqual([
    400,
    "address",
    "Please enter the address where the walk begins.",
  ]);
  expect(await read(await ask(elm))).toMatchObject({ outOfArea: false });
  const entered = desk.servers.client(StorefrontService).submitBooking({ ...wish, date: toWireDate(day), startTime: 600, address: far });
  expect(await read((await entered).statusToken.split(".")[0] ?? "")).toMatchObject({ outOfArea: true });
  await settings.updateOnlineBookingSetting({ onlyInServiceAreas: false });
  expect(await read(await ask(far))).toMatchObject({ outOfArea: true });
});

test("where only the map says whether the shop goes there, a typed address is looked up; one that is not found is let through, and waits for staff", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  expect(await read(await ask(drawn))).toMatchObject({ outOfArea: true });
  await settings.updateOnlineBookingSetting({ onlyInServiceAreas: true });
  const refused = await fieldOf(ask(drawn));
  await automation({ autoAccept: true, updateMask: { paths: ["auto_accept"] } });
  const id = await ask({ ...drawn, address1: "2 New Road" });
  await desk.servers.runDue("online-booking");
  await automation({ autoAccept: false, updateMask: { paths: ["auto_accept"] } });
  const unknown = await read(id);
  await settings.updateOnlineBookingSetting({ onlyInServiceAreas: false });
  expect(refused).toEqual([ErrorCode.NOT_AVAILABLE_ONLINE, "address"]);
  expect(unknown).toMatchObject({
    ...{ outOfArea: false, status: BookingRequestStatus.SUBMITTED },
    automation: "Not accepted automatically: the address was not found on the map, so check that you go there.",
  });
  expect(lookedUp).toEqual(["1 North Road, Troy, NY 12180", "1 North Road, Troy, NY 12180", "2 New Road, Troy, NY 12180"]);
});

test("who confirmed a number sees their own addresses and whether the shop goes there; a stranger only the latter", async () => {
  onFile.set("7", [
    { customerAddressId: "71", customerId: "7", ...far, isPrimary: false },
    { customerAddressId: "70", customerId: "7", ...oak, isPrimary: true },
  ]);
  const bookOnlineName = desk.page;
  const own = await page().listVisitAddresses({ bookOnlineName, visitorToken: await shown() });
  expect(own).toMatchObject({
    addresses: [
      { address: { addressId: "70", ...oak }, outOfArea: false },
      { address: { addressId: "71", ...far }, outOfArea: true },
    ],
    zipcodeOutOfArea: false,
  });
  const typed = async (zipcode: string) => page().listVisitAddresses({ bookOnlineName, zipcode });
  expect(await typed("12201")).toMatchObject({ addresses: [], zipcodeOutOfArea: true });
  expect(await typed("11215")).toMatchObject({ addresses: [], zipcodeOutOfArea: false });
});

const bookWaiting = async () => {
  const { rows } = await desk.servers.admin.query("select id from online_booking.waitlist_entry where state = 'waiting'");
  await desk.servers.client(AppointmentWaitlistService).rescheduleFromWaitlist({
    ...{ id: rows[0].id, date: toWireDate(day), startTime: 600, staffId: "5" },
  });
  return desk.asked.at(-1)?.addressId;
};

test("who waits for a walk has the address on file at once, and is booked there; a request that is moved to the waitlist takes its address along", async () => {
  const wish = { bookOnlineName: desk.page, customer, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["30"] }] };
  await page().joinWaitlist({ ...wish, visitorToken: await shown(), address: elm });
  expect(created.map(({ address }) => address)).toMatchObject([elm]);
  expect(await bookWaiting()).toBe("91");
  await requests().moveBookingRequestToWaitlist({ id: await ask({ addressId: "70" }) });
  expect(await bookWaiting()).toBe("70");
});

test("who waits for a walk at an address that was deleted meanwhile is booked at their primary one", async () => {
  onFile.set("7", [...(onFile.get("7") ?? []), { customerAddressId: "71", customerId: "7", ...elm, isPrimary: false }]);
  const wish = { bookOnlineName: desk.page, customer, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["30"] }] };
  const places: (string | undefined)[] = [];
  for (const gone of [false, true]) {
    await page().joinWaitlist({ ...wish, visitorToken: await shown(), address: { addressId: "71" } });
    if (gone) onFile.set("7", [{ customerAddressId: "70", customerId: "7", ...oak, isPrimary: true }]);
    places.push(await bookWaiting());
  }
  expect(places).toEqual(["71", "0"]);
});

test("whoever waits for a walk outside the service areas, or where nobody knows whether it is, is marked, also when their request was moved to the waitlist", async () => {
  const wish = { bookOnlineName: desk.page, customer, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["30"] }] };
  const places = [elm, far, { ...drawn, address1: "2 New Road" }];
  for (const address of places) await page().joinWaitlist({ ...wish, visitorToken: await shown(), address });
  for (const address of places) await requests().moveBookingRequestToWaitlist({ id: await ask(address) });
  const { entries } = await desk.servers.client(AppointmentWaitlistService).listWaitEntries({ businessId: "1", oldestFirst: true });
  const marks = [
    [false, false],
    [true, false],
    [false, true],
  ];
  expect(entries.map(({ outOfArea, areaUnknown }) => [outOfArea, areaUnknown])).toEqual([...marks, ...marks]);
});

const visiting = (appType: BusinessAppType) => desk.tell(BusinessChangedSchema, { ...paws, appType });

test("a shop that works from a van has the address of grooming with the request, on the calendar and with whoever waits; as soon as pets are brought to it, none", async () => {
  await visiting(BusinessAppType.MOBILE_GROOMING);
  const groomed = { bookOnlineName: desk.page, customer, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }] };
  const told = (await page().getStorefront({ bookOnlineName: desk.page })).storefront?.visitedCareTypes;
  const [near, outside] = [await ask(elm, ["1"]), await ask(far, ["1"])];
  await requests().acceptBookingRequest({ id: near });
  await page().joinWaitlist({ ...groomed, visitorToken: await shown(), address: far });
  await requests().moveBookingRequestToWaitlist({ id: await ask(far, ["1"]) });
  const wait = desk.servers.client(AppointmentWaitlistService);
  const { entries } = await wait.listWaitEntries({ businessId: "1" });
  const filtered = await wait.listWaitEntries({ businessId: "1", filters: { isOutOfArea: true } });
  await visiting(BusinessAppType.FACILITY);
  expect(told).toEqual(["DOG_WALKING", "GROOMING", "EVALUATION"]);
  expect([await read(near), await read(outside)]).toMatchObject([
    { address: elm, outOfArea: false, areaUnknown: false },
    { address: far, outOfArea: true, areaUnknown: false },
  ]);
  expect(desk.asked.map(({ addressId }) => addressId)).toEqual(["91"]);
  expect([entries.map(({ outOfArea }) => outOfArea), filtered.total]).toEqual([[true, true], 2]);
  expect((await page().getStorefront({ bookOnlineName: desk.page })).storefront?.visitedCareTypes).toEqual(["DOG_WALKING"]);
  expect(await fieldOf(ask(elm, ["1"]))).toEqual([400, "address"]);
});

test("a shop with a van that goes nowhere else refuses grooming outside its areas and without an address, in its own words", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  await visiting(BusinessAppType.MOBILE_GROOMING);
  await settings.updateOnlineBookingSetting({ onlyInServiceAreas: true });
  const [outside, without] = [await refusalOf(ask(far, ["1"])), await refusalOf(ask(undefined, ["1"]))];
  const unknown = await read(await ask({ ...drawn, address1: "2 New Road" }, ["1"]));
  await settings.updateOnlineBookingSetting({ onlyInServiceAreas: false });
  await visiting(BusinessAppType.FACILITY);
  expect([outside.code, outside.message]).toEqual([
    ErrorCode.NOT_AVAILABLE_ONLINE,
    "This is outside the area where Paws goes, so it cannot be booked online.",
  ]);
  expect([without.code, without.message]).toEqual([400, "Please enter the address of your visit."]);
  expect(unknown).toMatchObject({ outOfArea: false, areaUnknown: true });
});

test("two ways to write one address are one", () => {
  expect(isSameAddress(oak, { ...oak, address1: " 12  OAK street." })).toBe(true);
  expect(isSameAddress(oak, { ...oak, address2: "4" })).toBe(false);
});

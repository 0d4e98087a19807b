import { toWireDate } from "@leashline/kit";
import { partOf } from "@leashline/kit/test";
import { CalendarSettingService } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CardPreAuthState, CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { PreAuthState } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calendar, type Harness, held, openHarness, profiles, unsigned } from "../../test/harness.ts";

let harness: Harness;
/** What customer was asked of addresses. */
const askedFor: string[][] = [];
/** Client 1 lives in one ZIP code, everybody else in another; address 70 is another one of client 1's. */
const places = partOf(AddressService, {
  batchGetClientPlaces: async ({ customerIds, addressIds }: { customerIds: string[]; addressIds: string[] }) => {
    if (addressIds.length > 0) askedFor.push(addressIds);
    return {
      places: customerIds.map((customerId) => ({ customerId, lat: 47, lng: -122, zipcode: customerId === "1" ? "98101" : "98199" })),
      addresses: addressIds.map((addressId) => ({
        ...{ addressId, customerId: "1", street: "9 Elm St", city: "Tacoma", state: "WA", zipcode: "98104", lat: 47, lng: -122 },
      })),
    };
  },
});
beforeAll(async () => {
  calendar.rpcs.push(places);
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2031-03-03").add({ weeks: n }).toString();
const alertsOn = async (n: number) =>
  (await harness.client(CardService).listCardAlerts({ startDate: toWireDate(day(n)), endDate: toWireDate(day(n)) })).alerts;

test("a card tells what waits to be signed, which of the vaccines its care type needs do not last until its day, codes and money held; one of which there is nothing to say is left out", async () => {
  const first = await harness.book({ date: day(1), start: 600 });
  const second = await harness.book({ date: day(1), start: 700, staffId: "2", petId: "20" });
  expect(await alertsOn(1)).toEqual([]);
  unsigned.add(first.id);
  held.push({ ticketId: second.id, isOpen: true, state: PreAuthState.FAILED_BACK });
  profiles.pet = {
    petCodes: [{ id: "7", abbreviation: "BT", description: "Bites", color: "#aa0000" }],
    vaccines: [
      { vaccineName: "Rabies", expirationDate: toWireDate("2031-03-09"), tag: "" },
      { vaccineName: "Distemper", expirationDate: toWireDate(day(1)), tag: "" },
      { vaccineName: "Bordetella", tag: "missing", requiredForScheduling: true, requiredCareTypes: [] },
      { vaccineName: "Canine flu", tag: "missing", requiredForScheduling: true, requiredCareTypes: ["BOARDING"] },
      {
        vaccineName: "Leptospirosis",
        expirationDate: toWireDate("2031-03-09"),
        tag: "",
        requiredForScheduling: true,
        requiredCareTypes: ["BOARDING"],
      },
      { vaccineName: "Lyme", tag: "missing" },
      { vaccineName: "Lepto", tag: "" },
    ],
  };
  const [one, two] = await alertsOn(1);
  expect(one).toMatchObject({ appointmentId: first.id, requiredSign: true, preAuthState: 0 });
  expect(one?.vaccines.map((vaccine) => [vaccine.petName, vaccine.vaccineName])).toEqual([
    ["Pet 10", "Rabies"],
    ["Pet 10", "Bordetella"],
  ]);
  expect(one?.petCodes).toMatchObject([{ petId: "10", abbreviation: "BT", description: "Bites", color: "#aa0000" }]);
  expect(two).toMatchObject({ appointmentId: second.id, requiredSign: false, preAuthState: CardPreAuthState.FAILED_BACK });
});

test("what the calendar's settings switch off is not told", async () => {
  const { id } = await harness.book({ date: day(2), start: 600 });
  unsigned.add(id);
  profiles.pet = {
    petCodes: [{ abbreviation: "BT" }],
    vaccines: [{ vaccineName: "Rabies", tag: "missing", requiredForScheduling: true, requiredCareTypes: [] }],
  };
  const switches = ["show_agreement_not_signed_alert", "show_vaccination_alert", "show_pet_code"];
  const settings = harness.client(CalendarSettingService);
  const told = async () => (await alertsOn(2)).map((one) => [one.requiredSign, one.vaccines.length, one.petCodes.length]);
  expect(await told()).toEqual([[true, 1, 1]]);
  await settings.updateCalendarSetting({ setting: {}, updateMask: { paths: switches.slice(0, 1) } });
  expect(await told()).toEqual([[false, 1, 1]]);
  await settings.updateCalendarSetting({ setting: {}, updateMask: { paths: switches } });
  expect(await told()).toEqual([]);
});

test("an address stands beside a card where the setting says so, as much of it as chosen, for whoever may see contact data", async () => {
  const { id } = await harness.book({ date: day(4), start: 600 });
  profiles.pet = {};
  profiles.client = { address: { street: "12 Pine St, Unit 4", city: "Seattle", state: "WA", zipcode: "98101" } };
  const settings = harness.client(CalendarSettingService);
  const on = (caller: object = {}) => harness.client(CardService, caller).listCardAlerts({ startDate: toWireDate(day(4)) });
  const told = async (caller: object = {}) =>
    (await on(caller)).alerts.filter((one) => one.appointmentId === id).map(({ address }) => address);
  expect(await told(), "off at first").toEqual([]);
  const show = (showAddressType: number) =>
    settings.updateCalendarSetting({
      setting: { showAddress: true, showAddressType },
      updateMask: { paths: ["show_address", "show_address_type"] },
    });
  for (const [type, words] of [
    [0, "12 Pine St, Unit 4, Seattle, WA 98101"],
    [1, "12 Pine St, Unit 4"],
    [2, "Seattle"],
    [3, "98101"],
    [7, "12 Pine St, Unit 4, Seattle, WA 98101"],
  ] as const) {
    await show(type);
    expect(await told()).toEqual([words]);
  }
  expect(await told({ permissions: [Permission.VIEW_CALENDAR], employeeCategory: 0 })).toEqual([]);
  profiles.client = {};
});

test("a card says in which of the business's areas its client lives", async () => {
  const { id } = await harness.book({ date: day(8), start: 600 });
  await harness.book({ date: day(8), start: 700, petId: "20" });
  const asked = async () => (await alertsOn(8)).filter(({ areas }) => areas.length > 0).map((one) => [one.appointmentId, one.areas]);
  expect(await asked()).toEqual([]);
  const areas = harness.client(ServiceAreaService);
  await areas.saveServiceArea({ areaName: "North", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98101"] });
  await areas.saveServiceArea({ areaName: "South", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98104"] });
  expect(await asked()).toEqual([[id, ["North"]]]);
});

test("a visit at another of the client's addresses shows that one and is in its area, and the address is asked for once", async () => {
  const { id } = await harness.book({ date: day(10), start: 600, addressId: "70" });
  const setting = { showAddress: true, showAddressType: 1 };
  const updateMask = { paths: ["show_address", "show_address_type"] };
  await harness.client(CalendarSettingService).updateCalendarSetting({ setting, updateMask });
  const areas = harness.client(ServiceAreaService);
  await areas.saveServiceArea({ areaName: "Elm", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98104"] });
  askedFor.length = 0;
  const one = (await alertsOn(10)).find(({ appointmentId }) => appointmentId === id);
  expect([one?.address, one?.areas.includes("Elm")]).toEqual(["9 Elm St", true]);
  expect(askedFor).toEqual([["70"]]);
});

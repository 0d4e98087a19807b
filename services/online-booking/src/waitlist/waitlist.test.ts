import { ErrorCode, fail, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import {
  DrivingInfoService,
  type GetDrivingToVisitsRequest,
  type PlannedVisit,
} from "@leashline/proto/leashline/calendar/v1/driving_info_service_pb.js";
import { AppointmentCancelledSchema, AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import {
  type FindFittingRoomsRequest,
  type GetDaycarePlacesRequest,
  StayHoldService,
  type StayParty,
} from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { type FindFreeLodgingsRequest, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingExportService } from "@leashline/proto/leashline/online_booking/v1/booking_export_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { WaitlistEntryChangedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, lists, openDesk, paws } from "../../test/desk.ts";

// Client 7 has the pets 70 and 71. Services 1 and 3 are grooming, 2 is daycare. The calendar of the desk is free at ten and at noon of the first day asked for.

let desk: Desk;
const party = { firstName: "Jo", lastName: "Park", clientColor: "#aabbcc" };
const pets = [
  { petId: "70", petName: "Rex", breed: "Poodle", petType: "Dog" },
  { petId: "71", petName: "Moss", breed: "", petType: "Cat" },
];
const rooms: FindFreeLodgingsRequest[] = [];
const fitted: StayParty[] = [];
let kinds: { name: string; rate?: { kind: LodgingRateKind; amount: ReturnType<typeof toMoney> } }[] = [];
const driven: PlannedVisit[] = [];
let drives = true;
let hasDaycare = false;
beforeAll(async () => {
  desk = await openDesk([
    partOf(VisitPartyService, {
      getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) =>
        customerId === "7" ? { client: party, pets: pets.filter(({ petId }) => petIds.includes(petId)) } : {},
      batchGetVisitProfiles: async ({ customerIds }: { customerIds: string[] }) => ({
        clients: customerIds.map((customerId) => ({ customerId, phoneDisplay: "(206) 555-7777", isNewClient: false })),
      }),
    }),
    partOf(StayService, {
      findFreeLodgings: async (asked: FindFreeLodgingsRequest) => {
        rooms.push(asked);
        return { chosen: [{ petId: "70" }] };
      },
    }),
    partOf(StayHoldService, {
      findFittingRooms: async ({ parties }: FindFittingRoomsRequest) => {
        fitted.push(...parties);
        return { parties: parties.map(({ petIds }) => ({ pets: petIds.map((petId) => ({ petId, roomTypes: kinds })) })) };
      },
      getDaycarePlaces: async ({ startDate: date }: GetDaycarePlacesRequest) => ({
        days: hasDaycare ? [{ ...(date && { date }), closed: false, free: true }] : [],
      }),
    }),
    partOf(DrivingInfoService, {
      getDrivingToVisits: async ({ visits }: GetDrivingToVisitsRequest) => {
        driven.push(...visits);
        if (!drives) throw fail("SYSTEM_BUSY");
        return { drivings: visits.map(({ customerId }) => (customerId === "7" ? { drivingMiles: 4.2, drivingMinutes: 12 } : {})) };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  await desk.servers.admin.query("delete from online_booking.waitlist_entry");
  desk.calendarSays(() => undefined);
});

const others = (caller: object = {}) => desk.servers.client(AppointmentWaitlistService, caller);
const stays = () => desk.servers.client(WaitlistService);
const later = (days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
const rexFor = (serviceId: string) => [{ petId: "70", serviceList: [{ serviceId }] }];
const withAna = { staffPreference: { staffIds: ["5"] } };
const add = async (over: object = {}) => {
  const { entry } = await others().createWaitEntry({ customerId: "7", petServices: rexFor("1"), ...withAna, ...over });
  return entry!;
};

test("waitlist-service-split: boarding and daycare are added to their own service, everything else to the other, and one list holds them all", async () => {
  const bath = await add();
  const { entry: daycare } = await stays().createWaitlist({ customerId: "7", petServices: rexFor("2"), datePreference: { nights: 2 } });
  expect([bath.careType, daycare?.careType]).toEqual(["GROOMING", "DAYCARE"]);
  const wrong = [
    () => others().createWaitEntry({ customerId: "7", petServices: rexFor("2") }),
    () => stays().createWaitlist({ customerId: "7", petServices: rexFor("1") }),
  ];
  for (const call of wrong) {
    const refusal = await refusalOf(call());
    expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "petServices.serviceList"]);
  }
  expect((await refusalOf(stays().getWaitlist({ id: bath.id }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await others().listWaitEntries({})).entries.map(({ id }) => id)).toEqual([daycare?.id, bath.id]);
  expect((await stays().listWaitlists({})).entries.map(({ id }) => id)).toEqual([daycare?.id]);
});

test("an entry says for what, when, with whom and how long, and is changed by what a call names", async () => {
  const entry = await add({
    ticketComment: "mornings",
    datePreference: { dates: [toWireDate(later(1)), toWireDate(day)] },
    timePreference: { timeRanges: [{ startTime: 540, endTime: 660 }] },
  });
  expect(entry).toMatchObject({
    ticketComment: "mornings",
    duration: 30,
    price: { units: 20n },
    isAvailable: true,
    isExpired: false,
    isFromOb: false,
    customerInfo: { id: "7", firstName: "Jo", lastName: "Park", phoneNumber: "(206) 555-7777", clientColor: "#aabbcc" },
    petList: [{ petName: "Rex", serviceList: [{ serviceName: "Service 1" }] }],
    // The one they would like most first.
    datePreference: { dates: [toWireDate(later(1)), toWireDate(day)] },
    staffPreference: { staffIds: ["5"] },
  });
  const { entry: changed } = await others().updateWaitEntry({ id: entry.id, version: entry.version, ticketComment: "any" });
  expect(changed).toMatchObject({ ticketComment: "any", timePreference: entry.timePreference, validTill: entry.validTill });
  const stale = others().updateWaitEntry({ id: entry.id, version: entry.version, ticketComment: "late" });
  expect((await refusalOf(stale)).code).toBe(ErrorCode.VERSION_CONFLICT);
  await others().updateWaitEntry({ id: entry.id, petServices: rexFor("3"), updateMask: { paths: ["pet_services"] } });
  const { entry: now } = await others().getWaitEntry({ id: entry.id });
  expect([now?.petList[0]?.serviceList[0]?.serviceName, now?.ticketComment]).toEqual(["Service 3", "any"]);
});

test("whoever listens hears who was put on the list, what was changed of it, and that they were taken off", async () => {
  const { id } = await add({ ticketComment: "mornings", datePreference: { dates: [toWireDate(day)] } });
  const told = () => desk.lastTold(WaitlistEntryChangedSchema, `waitlist:${id}`);
  expect(await told()).toMatchObject({
    ...{ waitListId: id, customerId: "7", firstName: "Jo", lastName: "Park", summary: "Service 1 for Rex", note: "mornings", dates: [day] },
    ...{ services: [{ petName: "Rex", serviceName: "Service 1" }], staffIds: ["5"], price: { units: 20n }, created: true, deleted: false },
  });
  await others().updateWaitEntry({ id, ticketComment: "any" });
  expect(await told()).toMatchObject({ note: "any", created: false, deleted: false });
  await others().deleteWaitEntry({ id });
  await others().deleteWaitEntry({ id });
  expect(await told()).toMatchObject({ note: "any", created: false, deleted: true });
  const { rows } = await desk.servers.admin.query("select from online_booking.outbox where aggregate = $1", [`waitlist:${id}`]);
  expect(rows, "each once").toHaveLength(3);
});

test("what cannot be is refused with its field, and nothing is kept", async () => {
  const ask = (over: object) => refusalOf(add(over));
  expect((await ask({ customerId: "8" })).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  expect((await ask({ petServices: [{ petId: "72", serviceList: [{ serviceId: "1" }] }] })).code).toBe(ErrorCode.PET_NOT_FOUND);
  expect((await ask({ petServices: rexFor("9") })).code).toBe(ErrorCode.SERVICE_NOT_FOUND);
  expect((await ask({ validFrom: toWireDate(later(3)), validTill: toWireDate(day) })).options.fields?.[0]?.field).toBe("validTill");
  expect((await ask({ timePreference: { timeRanges: [{ startTime: 600, endTime: 540 }] } })).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await others().listWaitEntries({})).total).toBe(0);
});

test("waitlist-page-sizes: ten on a page, newest first, and twenty of boarding and daycare", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 11; n++) ids.unshift((await add()).id);
  const first = await others().listWaitEntries({});
  expect(first).toMatchObject({ total: 11 });
  expect(first.entries.map(({ id }) => id)).toEqual(ids.slice(0, 10));
  for (const rest of [{ pageNum: 2 }, { pageToken: first.nextPageToken }])
    expect((await others().listWaitEntries(rest)).entries.map(({ id }) => id)).toEqual(ids.slice(10));
  for (let n = 0; n < 21; n++) await stays().createWaitlist({ customerId: "7", petServices: rexFor("2") });
  expect((await stays().listWaitlists({})).entries).toHaveLength(20);
});

test("the list is narrowed by days, times, staff, kind of client, where they asked, validity, care type, name and free times", async () => {
  const morning = await add({
    datePreference: { dates: [toWireDate(day)] },
    timePreference: { timeRanges: [{ startTime: 480, endTime: 600 }] },
  });
  const never = await add({ datePreference: { dates: [toWireDate(later(40))] }, staffPreference: { staffIds: ["6"] } });
  const found = async (filters: object, keyword = "") => (await others().listWaitEntries({ filters, keyword })).entries.map(({ id }) => id);
  const both = [never.id, morning.id];
  expect(await found({})).toEqual(both);
  expect(await found({ dateList: [toWireDate(day)] })).toEqual([morning.id]);
  expect(await found({ isAnyDate: true })).toEqual([]);
  expect(await found({ timeRangeList: [{ startTime: 601, endTime: 700 }] })).toEqual([never.id]);
  expect(await found({ staffIdList: ["5"] })).toEqual([morning.id]);
  expect(await found({ clientType: 1 })).toEqual([]);
  expect(await found({ clientType: 2 })).toEqual(both);
  expect(await found({ isFromOb: true })).toEqual([]);
  expect(await found({ isOnGoing: true })).toEqual(both);
  expect(await found({ isOnGoing: false })).toEqual([]);
  expect(await found({ careTypes: ["BOARDING"] })).toEqual([]);
  expect(await found({}, "rEx")).toEqual(both);
  expect(await found({}, "moss")).toEqual([]);
  expect(await found({ isAvailable: true })).toEqual([morning.id]);
  expect(await found({ isAvailable: false })).toEqual([never.id]);
  const saved = async (isAvailable: boolean) => {
    const { csv } = await desk.servers.client(BookingExportService).exportWaitlist({ filters: { isAvailable } });
    return [csv.includes(day), csv.includes(later(40))];
  };
  expect([await saved(true), await saved(false)], "and so is the file").toEqual([
    [true, false],
    [false, true],
  ]);
  await desk.tell(ClientChangedSchema, { customerId: "7", firstName: "Joan", lastName: "Parker" });
  expect(await found({}, "joan parker")).toEqual(both);
});

test("waitlist-smart-schedule-default: free times are looked for from now to seven days ahead unless asked otherwise", async () => {
  const entry = await add();
  const { places } = await others().findWaitlistTimes({});
  const today = Temporal.Now.plainDateISO(paws.timezoneName);
  expect(lists.free.at(-1)).toMatchObject({
    startDate: toWireDate(today.toString()),
    endDate: toWireDate(today.add({ days: 7 }).toString()),
  });
  for (const place of places) expect(place).toMatchObject({ waitListId: entry.id, staffId: "5" });
  await others().findWaitlistTimes({ startDateTime: `${day} 09:00`, endDateTime: `${later(1)} 09:00` });
  expect(lists.free.at(-1)).toMatchObject({ startDate: toWireDate(day), endDate: toWireDate(later(1)) });
  const tooLong = others().findWaitlistTimes({ startDateTime: `${day} 09:00`, endDateTime: `${later(63)} 09:00` });
  expect((await refusalOf(tooLong)).options.fields?.[0]?.field).toBe("endDateTime");
});

test("a calendar shows for each of them the first free time of a day", async () => {
  const entry = await add();
  const span = { startDate: toWireDate(day), endDate: toWireDate(later(1)) };
  const { places, entries } = await others().listWaitlistPlaces(span);
  expect(places).toMatchObject([{ waitListId: entry.id, date: toWireDate(day), startTime: 600, endTime: 630, recommendCount: 2 }]);
  expect(entries).toMatchObject([{ id: entry.id, isAvailable: true, customerInfo: { lastName: "Park" } }]);
  expect(await others().listWaitlistPlaces({ ...span, staffIds: ["6"] })).toMatchObject({ places: [], entries: [] });
});

test("a place says how somebody would drive there, as far as the calendar knows; without it the places stand all the same", async () => {
  const entry = await add();
  driven.length = 0;
  const span = { startDate: toWireDate(day), endDate: toWireDate(later(1)) };
  const shown = async () => (await others().listWaitlistPlaces(span)).places;
  expect(await shown()).toMatchObject([{ waitListId: entry.id, drivingInfo: { drivingMiles: 4.2, drivingMinutes: 12 }, isCustom: false }]);
  expect(driven).toMatchObject([{ staffId: "5", customerId: "7", startTime: 600, endTime: 630, appointmentId: "0" }]);
  const { places } = await others().findWaitlistTimes({});
  expect(places.map(({ drivingInfo }) => drivingInfo?.drivingMinutes)).toEqual(places.map(() => 12));
  drives = false;
  expect((await shown()).map(({ startTime, drivingInfo }) => [startTime, drivingInfo])).toEqual([[600, undefined]]);
  drives = true;
});

test("a cancelled appointment's time is offered to whom it would suit, who waits longest first, and never to its own client", async () => {
  const first = await add();
  await add({ datePreference: { dates: [toWireDate(later(1))] } });
  const second = await add({ timePreference: { timeRanges: [{ startTime: 600, endTime: 615 }] } });
  await add({ timePreference: { timeRanges: [{ startTime: 720, endTime: 725 }] } });
  const line = { petDetailId: "1", petId: "80", serviceId: "1", staffId: "5", startTime: 590, duration: 60, careType: "GROOMING" };
  const visit = { id: "44", version: 1, status: 4, businessId: "1", customerId: "8", appointmentDate: toWireDate(day) };
  desk.appointments.set("44", { ...visit, petServiceList: [line] });
  const { matches } = await others().listWaitingForGap({ appointmentId: "44" });
  expect(matches.map(({ entry }) => entry?.id)).toEqual([first.id, second.id]);
  expect(matches[0]?.place).toMatchObject({ date: toWireDate(day), staffId: "5", startTime: 600, endTime: 630 });
  desk.appointments.set("44", { ...visit, customerId: "7", petServiceList: [line] });
  expect((await others().listWaitingForGap({ appointmentId: "44" })).matches).toEqual([]);
});

test("a cancelled day of daycare suits who waits for daycare, and nobody else", async () => {
  const bath = await add();
  const pet = { customerId: "7", petServices: [{ petId: "70", serviceList: [{ serviceId: "2" }] }] };
  const { entry: daycare } = await stays().createWaitlist(pet);
  const visit = { id: "45", version: 1, status: 4, businessId: "1", customerId: "8", appointmentDate: toWireDate(day) };
  const line = { petDetailId: "1", petId: "80", serviceId: "2", staffId: "-10", startTime: 480, duration: 480, careType: "DAYCARE" };
  desk.appointments.set("45", { ...visit, petServiceList: [line] });
  const suiting = async () => (await others().listWaitingForGap({ appointmentId: "45" })).matches.map(({ entry }) => entry?.id);
  expect(await suiting(), "it is full all the same").toEqual([]);
  hasDaycare = true;
  expect(await suiting()).toEqual([daycare?.id]);
  const groom = { ...line, serviceId: "1", staffId: "5", startTime: 590, duration: 60, careType: "GROOMING" };
  desk.appointments.set("45", { ...visit, petServiceList: [groom] });
  expect(await suiting()).toEqual([bath.id]);
  hasDaycare = false;
});

test("booking goes through the calendar: a refusal leaves them waiting, and they are booked once", async () => {
  const { id } = await add({ ticketComment: "gate code 4" });
  const wanted = { id, date: toWireDate(day), startTime: 600, staffId: "5" };
  desk.calendarSays(() => fail("SLOT_FULL"));
  expect((await refusalOf(others().rescheduleFromWaitlist(wanted))).code).toBe(ErrorCode.SLOT_FULL);
  expect((await others().getWaitEntry({ id })).entry?.state).toBe(WaitlistState.WAITING);
  desk.calendarSays(() => undefined);
  const before = desk.asked.length;
  const both = await Promise.all([others().rescheduleFromWaitlist(wanted), others().rescheduleFromWaitlist(wanted)]);
  for (const { entry } of both) expect(entry).toMatchObject({ state: WaitlistState.BOOKED, appointmentId: "99" });
  expect(new Set(desk.asked.slice(before).map(({ ticketComments }) => ticketComments))).toEqual(new Set(["gate code 4"]));
  const other = others().rescheduleFromWaitlist({ ...wanted, startTime: 720 });
  expect((await refusalOf(other)).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(others().updateWaitEntry({ id, ticketComment: "x" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await others().listWaitEntries({})).total).toBe(0);
});

test("another's appointment is moved from the waitlist only with the permission to edit it", async () => {
  const line = { petDetailId: "1", petId: "70", serviceId: "1", staffId: "6", startTime: 900, duration: 60, careType: "GROOMING" };
  const more = { businessId: "1", customerId: "7", editable: true, staffId: "6", appointmentDate: toWireDate(later(9)) };
  desk.appointments.set("48", { id: "48", version: 1, status: 1, ...more, petServiceList: [line] });
  const { entry } = await others().addAppointmentToWaitlist({ appointmentId: "48" });
  const wanted = { id: entry?.id ?? "0", date: toWireDate(day), startTime: 600 };
  const { CREATE_AND_EDIT_TICKET, VIEW_CLIENTS_ALL_LOCATIONS, EDIT_TICKET } = Permission;
  const permissions = [CREATE_AND_EDIT_TICKET, VIEW_CLIENTS_ALL_LOCATIONS];
  const groomer = { permissions, employeeCategory: 0, staffId: "5" };
  expect((await refusalOf(others(groomer).rescheduleFromWaitlist(wanted))).code).toBe(ErrorCode.NO_PERMISSION);
  expect((await others().getWaitEntry(wanted)).entry?.state).toBe(WaitlistState.WAITING);
  await others({ ...groomer, permissions: [...permissions, EDIT_TICKET] }).rescheduleFromWaitlist(wanted);
  expect(desk.appointments.get("48")).toMatchObject({ appointmentDate: toWireDate(day), startTime: 600 });
});

test("an appointment waits for another time and is moved there; once it is cancelled they wait without it", async () => {
  const line = {
    petDetailId: "1",
    petId: "70",
    petName: "Rex",
    serviceId: "1",
    serviceName: "Bath",
    staffId: "5",
    startTime: 900,
    duration: 60,
  };
  const visit = {
    id: "45",
    version: 1,
    status: 1,
    businessId: "1",
    customerId: "7",
    editable: true,
    appointmentDate: toWireDate(later(9)),
  };
  desk.appointments.set("45", { ...visit, petServiceList: [{ ...line, careType: "GROOMING" }] });
  const { entry } = await others().addAppointmentToWaitlist({ appointmentId: "45", ...withAna });
  const { entry: again } = await others().addAppointmentToWaitlist({ appointmentId: "45", ...withAna, ticketComment: "sooner" });
  expect(again).toMatchObject({ id: entry?.id, ticketComment: "sooner", appointmentId: "45" });
  const id = entry?.id ?? "0";
  await others().rescheduleFromWaitlist({ id, date: toWireDate(day), startTime: 600, staffId: "5" });
  expect(desk.appointments.get("45")).toMatchObject({ appointmentDate: toWireDate(day), startTime: 600 });

  desk.appointments.set("46", { ...visit, id: "46", petServiceList: [line] });
  const { entry: later2 } = await others().addAppointmentToWaitlist({ appointmentId: "46" });
  await desk.tell(AppointmentCancelledSchema, { appointment: { appointmentId: "46", businessId: "1", customerId: "7" } });
  const waitsFor = async () => (await others().getWaitEntry({ id: later2?.id ?? "0" })).entry?.appointmentId;
  expect(await waitsFor()).toBe("0");
  const restored = { appointmentId: "46", businessId: "1", customerId: "7", status: 1 };
  await desk.tell(AppointmentStatusChangedSchema, { appointment: { ...restored, appointmentId: "49" }, previousStatus: 4 });
  expect(await waitsFor()).toBe("0");
  await desk.tell(AppointmentStatusChangedSchema, { appointment: restored, previousStatus: 4 });
  expect(await waitsFor(), "undone, it is to move again").toBe("46");
  desk.appointments.set("47", { ...visit, id: "47", editable: false, petServiceList: [line] });
  expect((await refusalOf(others().addAppointmentToWaitlist({ appointmentId: "47" }))).code).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
});

test("a stay that waits for other days is kept with the price of one night", async () => {
  const night = { name: "", count: 3, each: { currencyCode: "USD", units: 45n }, amount: { currencyCode: "USD", units: 135n } };
  const line = { petDetailId: "1", petId: "70", petName: "Rex", serviceId: "1", serviceName: "Boarding", careType: "BOARDING" };
  const stay = { id: "50", version: 1, status: 1, businessId: "1", customerId: "7", editable: true, appointmentDate: toWireDate(later(9)) };
  desk.appointments.set("50", { ...stay, petServiceList: [{ ...line, price: night.amount, priceParts: [night] }] });
  const { entry } = await others().addAppointmentToWaitlist({ appointmentId: "50" });
  expect(entry?.petList[0]?.serviceList[0]?.price).toMatchObject({ units: 45n });
});

test("whoever waits for nights is told what one costs in the cheapest kind of room in which the pet fits", async () => {
  const night = { name: "", count: 3, each: toMoney(4_500, "USD"), amount: toMoney(13_500, "USD") };
  const line = { petDetailId: "1", petId: "70", petName: "Rex", serviceId: "1", serviceName: "Boarding", careType: "BOARDING" };
  const stay = { id: "51", version: 1, status: 1, businessId: "1", customerId: "7", editable: true, appointmentDate: toWireDate(later(9)) };
  desk.appointments.set("51", { ...stay, petServiceList: [{ ...line, price: night.amount, priceParts: [night] }] });
  const rate = (kind: LodgingRateKind, minor: number) => ({ kind, amount: toMoney(minor, "USD") });
  const [suite, loft] = [
    { name: "Suite", rate: rate(LodgingRateKind.PRICE, 8_500) },
    { name: "Loft", rate: rate(LodgingRateKind.MORE, 2_000) },
  ];
  kinds = [suite, loft];
  const { entry } = await others().addAppointmentToWaitlist({ appointmentId: "51" });
  expect(fitted.at(-1)).toMatchObject({ customerId: "7", petIds: ["70"], serviceIds: ["1"] });
  const told = async () => (await stays().listWaitlists({})).entries.find(({ id }) => id === entry?.id)?.petList[0]?.roomRate;
  expect(await told()).toMatchObject(loft.rate);
  kinds = [suite, { name: "Kennel" }, loft];
  expect(await told(), "one that costs what the boarding does is the cheapest").toBeUndefined();
  kinds = [];
  expect(await told()).toBeUndefined();
});

test("a request that is moved to the waitlist waits as it was asked for, its time is given back, and neither yes nor no follows", async () => {
  const id = await desk.submit();
  const requests = desk.servers.client(BookingRequestService);
  const move = () => requests.moveBookingRequestToWaitlist({ id });
  const answers = await Promise.all([move(), move()]);
  for (const { bookingRequest } of answers)
    expect(bookingRequest).toMatchObject({ status: BookingRequestStatus.WAITLISTED, customerId: "7" });
  const { entries } = await others().listWaitEntries({ filters: { isFromOb: true } });
  expect(entries).toMatchObject([
    {
      customerInfo: { id: "7", firstName: "Jo", lastName: "Park" },
      datePreference: { dates: [toWireDate(day)] },
      timePreference: { timeRanges: [{ startTime: 600, endTime: 690 }] },
      staffPreference: { staffIds: [] },
      petList: [
        { petId: "70", petName: "Rex", serviceList: [{ serviceId: "3" }, { serviceId: "2" }] },
        { petId: "71", petName: "Moss", serviceList: [{ serviceId: "1" }] },
      ],
      isFromOb: true,
    },
  ]);
  const { rows } = await desk.servers.admin.query("select 1 from online_booking.job where kind = 'release-time' and key = $1", [id]);
  expect(rows).toHaveLength(1);
  expect((await requests.listBookingRequests({})).bookingRequests.map((one) => one.id)).not.toContain(id);
  for (const call of [() => requests.acceptBookingRequest({ id }), () => requests.declineBookingRequest({ id })])
    expect((await refusalOf(call())).code).toBe(ErrorCode.STATE_CONFLICT);
  await others().rescheduleFromWaitlist({ id: entries[0]?.id ?? "0", date: toWireDate(day), startTime: 720, staffId: "5" });
  const { bookingRequest: done } = await requests.getBookingRequest({ id });
  expect(done, "booked, they wait no longer").toMatchObject({
    ...{ status: BookingRequestStatus.ACCEPTED, appointmentId: "99", startDate: day, startTime: 720, endTime: 780, staffName: "Ana Ruiz" },
    askedStartTime: 600,
  });
});

test("a request for somebody by name waits for them, at the hour that was asked for", async () => {
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "jo@example.test" };
  const pets = [{ petName: "Moss", petType: "Dog", serviceIds: ["1"] }];
  const asked = { customer, pets, date: toWireDate(day), startTime: 600, staffId: "5" };
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({ bookOnlineName: desk.page, ...asked });
  const id = statusToken.split(".")[0] ?? "";
  await desk.servers.client(BookingRequestService).moveBookingRequestToWaitlist({ id });
  const { entries } = await others().listWaitEntries({ filters: { isFromOb: true } });
  expect(entries).toMatchObject([
    { staffPreference: { staffIds: ["5"] }, timePreference: { timeRanges: [{ startTime: 600, endTime: 630 }] } },
  ]);
});

test("who still waits is valid from today again; who is taken off the list is gone, said once or twice", async () => {
  const { id } = await add({ validFrom: toWireDate("2020-01-01"), validTill: toWireDate("2020-01-31") });
  expect((await others().getWaitEntry({ id })).entry?.isExpired).toBe(true);
  const { entry } = await others().keepWaiting({ id });
  const today = Temporal.Now.plainDateISO(paws.timezoneName);
  expect(entry).toMatchObject({ isExpired: false, validTill: toWireDate(today.add({ days: 30 }).toString()) });
  await others().deleteWaitEntry({ id });
  await others().deleteWaitEntry({ id });
  expect((await refusalOf(others().getWaitEntry({ id }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("a phone is shown only to who may see contact data", async () => {
  await add();
  const helper = { permissions: [Permission.VIEW_CALENDAR, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  const { entries } = await desk.servers.client(AppointmentWaitlistService, helper).listWaitEntries({});
  expect(entries[0]?.customerInfo).toMatchObject({ firstName: "Jo", phoneNumber: "" });
});

import { ErrorCode, fail, nobody, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { TimeFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import {
  BookingRequestAcceptedSchema,
  BookingRequestDeclinedSchema,
  BookingRequestSubmittedSchema,
  BookingRequestWaitlistedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, lists, openDesk, paws, petSizes } from "../../test/desk.ts";
import { type AskedPet, careTypesOf } from "./request.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());

const requests = () => desk.servers.client(BookingRequestService);

test("what becomes of a request is told with its care types, each once, so that the client reads the words for them", async () => {
  const id = await desk.submit();
  const careTypes = ["GROOMING", "DAYCARE"];
  expect(await desk.told(BookingRequestSubmittedSchema, id)).toMatchObject({ bookingRequestId: id, firstName: "Jo", careTypes });
  await requests().acceptBookingRequest({ id });
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({ appointmentId: "99", customerId: "7", careTypes });
  const other = await desk.submit();
  await requests().declineBookingRequest({ id: other, reason: "Full" });
  expect(await desk.told(BookingRequestDeclinedSchema, other)).toMatchObject({ reason: "Full", careTypes });
});

test("while it waits, its time is held under its number, with what the calendar shows of it", async () => {
  const id = await desk.submit();
  const held = () => desk.held.find(({ heldRequest }) => heldRequest?.bookingRequestId === id)?.heldRequest;
  await desk.servers.runDue("online-booking");
  expect(held()).toMatchObject({
    firstName: "Jo",
    pets: [
      { petName: "Rex", serviceNames: [expect.any(String), expect.any(String)] },
      { petName: "Moss", serviceNames: ["Service 1"] },
    ],
  });
});

test("a request that was stored before care types were kept is told without them", async () => {
  const id = await desk.submit();
  await desk.servers.admin.query(
    `update online_booking.booking_request set pets = (select jsonb_agg(pet || jsonb_build_object('services',
       (select jsonb_agg(s - 'careType') from jsonb_array_elements(pet->'services') s))) from jsonb_array_elements(pets) pet) where id = $1`,
    [id],
  );
  await requests().acceptBookingRequest({ id });
  expect((await desk.told(BookingRequestAcceptedSchema, id)).careTypes).toEqual([]);
  expect(careTypesOf([{ services: [{ name: "Bath" }, { name: "Walk", careType: "" }] } as unknown as AskedPet])).toEqual([]);
});

test("a day that is not offered, or a time before the notice, is neither held nor asked for", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const now = Temporal.Now.zonedDateTimeISO(paws.timezoneName);
  const soon = now.add({ minutes: 60 });
  const wrong = [
    { date: "0001-01-01", startTime: 600, field: "date" },
    { date: now.add({ days: 61 }).toPlainDate().toString(), startTime: 600, field: "date" },
    { date: now.toPlainDate().toString(), startTime: 0, field: "startTime" },
    { date: soon.toPlainDate().toString(), startTime: soon.hour * 60 + soon.minute, field: "startTime" },
  ];
  for (const { date, startTime, field } of wrong) {
    const asked = { bookOnlineName: desk.page, date: toWireDate(date), startTime };
    const pet = { petName: "Rex", petType: "Dog", serviceIds: ["1"] };
    const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" };
    const calls = [() => page.holdTime({ ...asked, pets: [pet] }), () => page.submitBooking({ ...asked, customer, pets: [pet] })];
    for (const call of calls) {
      const refusal = await refusalOf(call());
      expect([refusal.code, refusal.options.fields?.[0]?.field], date).toEqual([ErrorCode.PARAMS_INVALID, field]);
    }
  }
});

test("a request whose pet or person would be kept without a name is refused, also one that staff enter", async () => {
  const entered = desk.servers.client(StorefrontService);
  const unseen = "\u200e ";
  const ask = (person: { firstName?: string; lastName?: string }, petName = "Rex") => {
    const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557712", ...person };
    const pets = [{ petName: "Moss" }, { petName }].map((pet) => ({ ...pet, petType: "Dog", serviceIds: ["1"] }));
    return refusalOf(entered.submitBooking({ bookOnlineName: desk.page, customer, pets, date: toWireDate(day), startTime: 600 }));
  };
  for (const [refused, field] of [
    [ask({}, "   "), "pets.1.petName"],
    [ask({}, unseen), "pets.1.petName"],
    [ask({ lastName: " " }), "customer.lastName"],
    [ask({ firstName: unseen }), "customer.firstName"],
  ] as const) {
    const { code, options } = await refused;
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, field]);
  }
});

test("whoever is refused a time at the page learns what is free instead, and nothing of what is in the way", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.61" });
  const asked = { bookOnlineName: desk.page, date: toWireDate(day), startTime: 600 };
  const pets = [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }];
  const free = { $typeName: "leashline.options.v1.FreeStart" as const, staffId: "5", date: day, startTime: 720, endTime: 750 };
  const inTheWay = { appointmentId: "41", rangeStart: 590, rangeEnd: 650, classId: "3", className: "Puppies" };
  const conflict = { kind: "conflict with existing booking", staffId: "5", startTime: 600, ...inTheWay, nextFree: [free] };
  desk.holdSays(() => fail("SLOT_FULL", { conflict, facts: { why: "limit", note: "Only 2 Poodles" } }));
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557711" };
  const entered = () => desk.servers.client(StorefrontService).submitBooking({ ...asked, customer, pets });
  for (const call of [() => page.holdTime({ ...asked, pets }), entered]) {
    const { code, options } = await refusalOf(call());
    expect([code, options.conflict?.nextFree]).toMatchObject([ErrorCode.SLOT_FULL, [{ staffId: "5", startTime: 720 }]]);
    const { appointmentId, rangeStart, rangeEnd, classId, className } = options.conflict!;
    expect([appointmentId, rangeStart, rangeEnd, classId, className, options.facts]).toEqual(["0", 0, 0, "0", "", { why: "limit" }]);
  }
  desk.holdSays(() => undefined);
});

test("the notice and the soonest day that a business sets are asked of the calendar, and a sooner day is neither held nor asked for", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ soonestAvailable: 2, farthestAvailable: 30, noticeMinutes: 90 });
  const [bookOnlineName, pets] = [desk.page, [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }]];
  const after = (days: number) => Temporal.Now.plainDateISO(paws.timezoneName).add({ days }).toString();
  const span = (from: number, to: number) => ({ startDate: toWireDate(after(from)), endDate: toWireDate(after(to)) });
  for (const wrong of [span(3, 2), span(0, 32)]) {
    const { code, options } = await refusalOf(page.listAvailableTimes({ bookOnlineName, pets, ...wrong }));
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "endDate"]);
  }
  await page.listAvailableTimes({ bookOnlineName, pets, ...span(0, 31) });
  const shown = { startDate: toWireDate(after(2)), endDate: toWireDate(after(30)) };
  expect(lists.free.at(-1)).toMatchObject({ noticeMinutes: 90, onlineOnly: true, ...shown });
  for (const days of [1, 31]) {
    const early = { bookOnlineName, pets, date: toWireDate(after(days)), startTime: 1_439 };
    expect((await refusalOf(page.holdTime(early))).options.fields?.[0]?.field).toBe("date");
  }
  for (const days of [2, 30]) await page.holdTime({ bookOnlineName, pets, date: toWireDate(after(days)), startTime: 600 });
  await settings.updateOnlineBookingSetting({ soonestAvailable: 0, farthestAvailable: 60, noticeMinutes: 120 });
});

test("a service whose length is not to be shown shows it nowhere: neither by itself nor in the sum of a visit", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const { storefront } = await page.getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.services.map(({ serviceId, duration }) => [serviceId, duration])).toContainEqual(["4", 0]);
  const [date, bookOnlineName] = [toWireDate(day), desk.page];
  const told = async (serviceIds: string[]) =>
    (await page.listAvailableTimes({ bookOnlineName, pets: [{ serviceIds }], startDate: date, endDate: date })).duration;
  expect([await told(["1", "3"]), await told(["1", "4"])]).toEqual([60, 0]);
  expect(lists.free.at(-1)?.duration).toBe(60);
});

test("time-format-week-start, business-format-defaults: the page tells how the business writes, as every business starts and as it chose since", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const shown = async () => (await page.getStorefront({ bookOnlineName: desk.page })).storefront;
  expect(await shown()).toMatchObject({ hoursOnClock: 12, dateFormat: "DD/MM/YYYY", numberFormat: "1,234.56" });
  const chosen = { timeFormatType: TimeFormatType.TIME_FORMAT_TYPE_24_HOURS, dateFormat: "YYYY-MM-DD", numberFormat: "1.234,56" };
  await desk.tell(BusinessChangedSchema, { ...paws, ...chosen });
  expect(await shown()).toMatchObject({ hoursOnClock: 24, dateFormat: "YYYY-MM-DD", numberFormat: "1.234,56" });
});

test("times are asked for and held with who comes: their services and breeds, so that a day's limit for a breed holds online too", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const date = toWireDate(Temporal.Now.plainDateISO(paws.timezoneName).add({ days: 4 }).toString());
  const pets = [{ serviceIds: ["3", "2"], breed: "Poodle" }, { serviceIds: ["1"] }];
  const coming = [
    { serviceIds: ["3", "2"], breed: "Poodle" },
    { serviceIds: ["1"], breed: "" },
  ];
  await page.listAvailableTimes({ bookOnlineName: desk.page, pets, startDate: date, endDate: date });
  expect(lists.free.at(-1)?.comingPets).toMatchObject(coming);
  await page.holdTime({ bookOnlineName: desk.page, pets, date, startTime: 600 });
  expect(desk.held.at(-1)?.comingPets).toMatchObject(coming);
  const id = await desk.submit();
  expect(desk.held.at(-1)?.comingPets.map(({ serviceIds }) => serviceIds)).toEqual([["3", "2"], ["1"]]);
  await desk.servers.admin.query(
    `update online_booking.booking_request set pets = jsonb_set(pets, '{0,breed}', '"Poodle"') where id = $1`,
    [id],
  );
  await desk.servers.runDue("online-booking");
  const kept = desk.held.find(({ heldRequest }) => heldRequest?.bookingRequestId === id);
  expect(kept?.comingPets).toMatchObject(coming);
});

test("a service for some weights or sizes is not booked for another pet: not looked at, held or asked for; a weight that is not said keeps nobody away", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const [date, bookOnlineName] = [toWireDate(day), desk.page];
  const { storefront } = await page.getStorefront({ bookOnlineName });
  expect(storefront).toMatchObject({ weightUnit: "lb", petSizes });
  const limits = storefront?.services.map(({ serviceId, weightTo, petSizeIds }) => [serviceId, weightTo, petSizeIds]);
  expect(limits).toEqual(
    expect.arrayContaining([
      ["1", 0, []],
      ["5", 15.5, []],
      ["6", 0, ["62"]],
    ]),
  );
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065550188" };
  const calls = (serviceId: string, weight: number) => {
    const pets = [{ serviceIds: [serviceId], weight }];
    const named = pets.map((pet) => ({ ...pet, petName: "Rex", petType: "Dog" }));
    return [
      () => page.listAvailableTimes({ bookOnlineName, pets, startDate: date, endDate: date }),
      () => page.holdTime({ bookOnlineName, pets, date, startTime: 600 }),
      () => desk.servers.client(StorefrontService).submitBooking({ bookOnlineName, customer, pets: named, date, startTime: 600 }),
    ];
  };
  for (const [serviceId, weight] of [
    ["5", 15.6],
    ["6", 20],
  ] as const)
    for (const call of calls(serviceId, weight)) {
      const { code, message } = await refusalOf(call());
      expect([code, message]).toEqual([ErrorCode.PARAMS_INVALID, `Service ${serviceId} is not for a pet of this weight.`]);
    }
  for (const [serviceId, weight, petSizeId] of [
    ["5", 15.5, "61"],
    ["6", 20.5, "62"],
    ["6", 900, "62"],
    ["5", 0, "0"],
    ["1", 30, "62"],
  ] as const) {
    const [look, hold] = calls(serviceId, weight);
    await look?.();
    expect(lists.free.at(-1)?.comingPets).toMatchObject([{ petSizeId, serviceIds: [serviceId] }]);
    await hold?.();
    expect(desk.held.at(-1)?.comingPets).toMatchObject([{ petSizeId, serviceIds: [serviceId] }]);
  }
});

test("a visitor's time is held and asked for in the steps in which times are offered, and any time that staff enter", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.63" });
  const settings = desk.servers.client(OnlineBookingSettingService);
  const asked = { bookOnlineName: desk.page, date: toWireDate(day), startTime: 630 };
  const phoneNumber = "+12065557742";
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(phoneNumber) ?? "" });
  await settings.updateOnlineBookingSetting({ timeslotLength: 30 });
  const pets = [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }];
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber };
  const stepOf = async (call: Promise<unknown>) => (await call) && desk.held.at(-1)?.step;
  expect(await stepOf(page.holdTime({ ...asked, pets }))).toBe(30);
  expect(await stepOf(page.submitBooking({ ...asked, customer, pets, visitorToken }))).toBe(30);
  expect(await stepOf(desk.servers.client(StorefrontService).submitBooking({ ...asked, customer, pets }))).toBe(0);
  await settings.updateOnlineBookingSetting({ timeslotLength: 60 });
});

test("a service for cats is not asked for a dog, also by staff who enter it; to look for a time no kind is said", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.100.62" });
  const asked = { bookOnlineName: desk.page, date: toWireDate(day), startTime: 600 };
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557713" };
  const pets = (petType: string) => [{ petName: "Rex", petType, serviceIds: ["8"] }];
  const submit = (petType: string) => desk.servers.client(StorefrontService).submitBooking({ ...asked, customer, pets: pets(petType) });
  for (const kind of ["Dog", "Unicorn"]) {
    const { code, message } = await refusalOf(submit(kind));
    expect([code, message]).toEqual([ErrorCode.PARAMS_INVALID, `Service 8 is not for a ${kind.toLowerCase()}.`]);
  }
  await page.holdTime({ ...asked, pets: [{ serviceIds: ["8"] }] });
  expect((await submit(" cat ")).booking?.status).toBe("submitted");
});

test("whose request is moved to the waitlist is told so once, and reads it where they look how it stands", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const phoneNumber = "+12065557743";
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(phoneNumber) ?? "" });
  const { statusToken } = await page.submitBooking({
    bookOnlineName: desk.page,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber, email: "typed@example.test" },
    pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
    date: toWireDate(Temporal.Now.plainDateISO(paws.timezoneName).add({ days: 3 }).toString()),
    startTime: 600,
    visitorToken,
  });
  const id = statusToken.split(".")[0] ?? "";
  const move = () => requests().moveBookingRequestToWaitlist({ id, message: " Fridays are best. " });
  await move();
  await move();
  const { rows } = await desk.servers.admin.query("select id from online_booking.waitlist_entry where booking_request_id = $1", [id]);
  expect(await desk.told(BookingRequestWaitlistedSchema, id)).toMatchObject({
    ...{ firstName: "Jo", reachPhoneNumber: phoneNumber, reachEmail: "", waitListId: String(rows[0]?.id), classId: "0", startTime: 600 },
    message: "Fridays are best.",
    services: [{ petName: "Rex", serviceName: "Service 1" }],
  });
  const status = async () => (await page.getBookingStatus({ bookOnlineName: desk.page, statusToken })).booking?.status;
  expect(await status()).toBe("waitlisted");
  const lasts = (days: number) =>
    desk.servers.admin.query(
      "update online_booking.waitlist_entry set valid_from = current_date - 9, valid_till = current_date + $2::int where booking_request_id = $1",
      [id, days],
    );
  await lasts(-3);
  expect(await status(), "it ran out").toBe("unlisted");
  await lasts(30);
  expect(await status()).toBe("waitlisted");
  await desk.servers.client(AppointmentWaitlistService).deleteWaitEntry({ id: String(rows[0]?.id) });
  expect(await status(), "it was taken off").toBe("unlisted");
});

test("the words about texts that are shown go with a request, and with what becomes of it; staff who enter one agree to nothing for its person", async () => {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const { storefront } = await page.getStorefront({ bookOnlineName: desk.page });
  const words = storefront?.textConsent ?? "";
  expect(words).toBe(
    `By sending this you agree that ${storefront?.businessName} may text you about your appointments. Message and data rates may apply. Reply STOP to stop.`,
  );
  const phoneNumber = "+12065557741";
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code: desk.codes.get(phoneNumber) ?? "" });
  const send = async (agreesToTexts: boolean, from = page) => {
    const { statusToken } = await from.submitBooking({
      bookOnlineName: desk.page,
      customer: { firstName: "Jo", lastName: "Park", phoneNumber },
      pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
      date: toWireDate(Temporal.Now.plainDateISO(paws.timezoneName).add({ days: 3 }).toString()),
      startTime: 600,
      visitorToken,
      agreesToTexts,
    });
    return statusToken.split(".")[0] ?? "";
  };
  const id = await send(true);
  expect((await desk.told(BookingRequestSubmittedSchema, id)).textConsent).toBe(words);
  await requests().acceptBookingRequest({ id });
  expect((await desk.told(BookingRequestAcceptedSchema, id)).textConsent).toBe(words);
  expect((await desk.told(BookingRequestSubmittedSchema, await send(false))).textConsent).toBe("");
  const entered = await send(true, desk.servers.client(StorefrontService));
  expect((await desk.told(BookingRequestSubmittedSchema, entered)).textConsent).toBe("");
});

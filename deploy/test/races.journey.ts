import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "../seed/api.ts";
import { openShop, pageName, type Shop, signIn } from "../seed/shop.ts";
import { type App, adminUrlOf, startApp } from "./app.ts";
import { crowd, isTyped, stored } from "./races/mixed.ts";
import { wireDay } from "./wire.ts";

// Many people at once, through the gateway, against every real process.

const racers = 50;
const slots = Number(process.env.LEASHLINE_RACE_SLOTS ?? 40);
const slotFull = "51051";
/** How long everybody does everything at once; a minute says more than CI has time for. */
const seconds = Number(process.env.LEASHLINE_RACE_SECONDS ?? 10);

let app: App;
let api: Api;
let shop: Shop;
let client: { customerId: string; petId: string };

beforeAll(async () => {
  app = await startApp({ demo: false, env: { LEASHLINE_RATE_SESSION: "off", LEASHLINE_RATE_IP: "off" } });
  api = openApi(app.url);
  await signIn(api, app.owner.email, app.owner.password);
  shop = await openShop(api);
  const made = await api.client(ClientService).createClientWithPets({
    client: { firstName: "Dana", lastName: "Whitcomb", phoneNumber: "+12065550177" },
    pets: [{ petName: "Biscuit" }],
  });
  client = { customerId: made.client?.customerId ?? "0", petId: made.pets[0]?.petId ?? "0" };
});
afterAll(async () => await app?.stop());

type Wish = { date: Temporal.PlainDate; startTime: number; staffId: string };

const book = ({ date, startTime, staffId }: Wish, as: Api = api) =>
  as.client(AppointmentService).bookAppointment({
    customerId: client.customerId,
    staffId,
    appointmentDate: wireDay(date),
    startTime,
    petServices: [{ petId: client.petId, services: [{ serviceId: shop.services[0]?.id ?? "0", duration: 60 }] }],
  });

type Refusal = { code: string; free: { date: string; startTime: number; staffId: string }[] };
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ConnectError)) throw error;
  const code = error.findDetails(ErrorInfoSchema)[0]?.metadata.code ?? "";
  return { code, free: error.findDetails(TimeConflictSchema)[0]?.nextFree ?? [] };
}
const settled = (call: Promise<unknown>): Promise<Refusal | null> => call.then(() => null, refusalOf);

/** A weekday that this person works, so many weeks ahead. */
function workday(person: Shop["staff"][number], weeks: number): Temporal.PlainDate {
  let day = Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: 7 * weeks });
  while (person.daysOff.includes(day.dayOfWeek % 7)) day = day.add({ days: 1 });
  return day;
}

async function overlaps(day: Temporal.PlainDate): Promise<number> {
  const { cards } = await api.client(CardService).listDayCards({ startDate: wireDay(day) });
  return cards.filter((a) =>
    cards.some((b) => a.cardId < b.cardId && a.staffId === b.staffId && a.startTime < b.endTime && b.startTime < a.endTime),
  ).length;
}

test(`${racers} bookings of one slot, ${slots} slots: one each, everybody else is told what is free, in the middle within a second`, async () => {
  const [person] = shop.staff;
  if (!person) throw new Error("nobody works here");
  const slowest: number[] = [];
  for (let n = 0; n < slots; n++) {
    const wish = { date: workday(person, 2 + n), startTime: person.from + 60, staffId: person.staffId };
    const began = performance.now();
    const outcomes = await Promise.all(Array.from({ length: racers }, () => settled(book(wish))));
    slowest.push(performance.now() - began);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    for (const refusal of outcomes.filter((outcome) => outcome !== null)) {
      expect(refusal.code).toBe(slotFull);
      expect(refusal.free.length).toBeGreaterThan(0);
    }
    expect(await overlaps(wish.date)).toBe(0);
  }
  slowest.sort((one, other) => one - other);
  console.log(
    `a race of ${racers} took ${Math.round(slowest[slots >> 1] ?? 0)} ms in the middle and ${Math.round(slowest.at(-1) ?? 0)} ms at most`,
  );
  // The first ones run on cold code, and the machine may do other things as well: the middle one says what people wait.
  expect(slowest[slots >> 1]).toBeLessThan(1_000);
});

test("bookings that overlap in part: never two at once", async () => {
  const person = shop.staff[1];
  if (!person) throw new Error("nobody works here");
  const date = workday(person, 3);
  const starts = Array.from({ length: racers }, (_, n) => person.from + (n % 12) * 15);
  await Promise.all(starts.map((startTime) => settled(book({ date, startTime, staffId: person.staffId }))));
  expect(await overlaps(date)).toBe(0);
});

test("a booking repeated with its key, twenty times at once, is one booking and one answer", async () => {
  const person = shop.staff[2];
  if (!person) throw new Error("nobody works here");
  const date = workday(person, 4);
  const again = () =>
    api.once(AppointmentService, "race-once").bookAppointment({
      customerId: client.customerId,
      staffId: person.staffId,
      appointmentDate: wireDay(date),
      startTime: person.from,
      petServices: [{ petId: client.petId, services: [{ serviceId: shop.services[0]?.id ?? "0" }] }],
    });
  const answers = await Promise.all(Array.from({ length: 20 }, again));
  expect(new Set(answers.map((answer) => answer.appointment?.id)).size).toBe(1);
  const { cards } = await api.client(CardService).listDayCards({ startDate: wireDay(date), filters: { staffIds: [person.staffId] } });
  expect(cards).toHaveLength(1);
});

test("two pet parents take the same time: one gets it, the other is offered the next; a request is accepted once", async () => {
  const page = api.client(StorefrontService);
  const { storefront } = await page.getStorefront({ bookOnlineName: pageName });
  const person = shop.staff[3];
  const service = storefront?.services[0];
  if (!person || !service) throw new Error("nothing to book");
  const date = wireDay(workday(person, 1));
  const pets = [{ serviceIds: [service.serviceId] }];
  const { days } = await page.listAvailableTimes({
    bookOnlineName: pageName,
    pets,
    staffId: person.staffId,
    startDate: date,
    endDate: date,
  });
  const time = days[0]?.times[0];
  if (!time) throw new Error("no free time");
  const ask = (firstName: string, phoneNumber: string) =>
    page.submitBooking({
      bookOnlineName: pageName,
      customer: { firstName, lastName: "Parent", phoneNumber },
      pets: [{ petName: "Truffle", petType: "Dog", ...pets[0] }],
      staffId: person.staffId,
      date,
      startTime: time.startTime,
    });
  const outcomes = await Promise.all([settled(ask("Nell", "+12065557001")), settled(ask("Sam", "+12065557002"))]);
  const refused = outcomes.find((outcome) => outcome !== null);
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  expect([refused?.code, (refused?.free.length ?? 0) > 0]).toEqual([slotFull, true]);
  const requests = api.client(BookingRequestService);
  const [waiting] = (await requests.listBookingRequests({})).bookingRequests;
  const accepted = await Promise.all(
    Array.from({ length: 8 }, () =>
      requests.acceptBookingRequest({ id: waiting?.id ?? "0" }).then(
        (answer) => answer.bookingRequest?.appointmentId,
        () => undefined,
      ),
    ),
  );
  const ids = new Set(accepted.filter((id) => id !== undefined));
  expect(ids.size).toBe(1);
  expect((await requests.getBookingRequest({ id: waiting?.id ?? "0" })).bookingRequest?.appointmentId).toBe([...ids][0]);
});

/** Asks for a time on the storefront, each as somebody else. */
async function asker() {
  const page = api.client(StorefrontService);
  const { storefront } = await page.getStorefront({ bookOnlineName: pageName });
  const serviceIds = [storefront?.services[0]?.serviceId ?? "0"];
  let people = 0;
  return (date: Temporal.PlainDate, startTime: number, staffId: string) =>
    settled(
      page.submitBooking({
        bookOnlineName: pageName,
        customer: { firstName: "Pat", lastName: "Parent", phoneNumber: `+1206555${String(8_000 + people++)}` },
        pets: [{ petName: "Truffle", petType: "Dog", serviceIds }],
        staffId,
        date: wireDay(date),
        startTime,
      }),
    );
}

test("twenty pet parents and ten of staff want one time: one gets it, and of requests accepted all at once none overlaps", async () => {
  const person = shop.staff[4];
  if (!person) throw new Error("nobody works here");
  const ask = await asker();
  const day = workday(person, 2);
  for (const startTime of [person.from, person.from + 180]) {
    const parents = Array.from({ length: 20 }, () => ask(day, startTime, person.staffId));
    const staff = Array.from({ length: 10 }, () => settled(book({ date: day, startTime, staffId: person.staffId })));
    const outcomes = await Promise.all([...parents, ...staff]);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== null).map(({ code }) => code))).toEqual(new Set([slotFull]));
  }
  const next = workday(person, 3);
  const starts = Array.from({ length: 12 }, (_, n) => person.from + n * 15);
  await Promise.all(starts.map((startTime) => ask(next, startTime, person.staffId)));
  const requests = api.client(BookingRequestService);
  const { bookingRequests } = await requests.listBookingRequests({});
  const waiting = bookingRequests.filter((request) => request.appointmentId === "0");
  expect(waiting.length).toBeGreaterThan(0);
  const walkIns = starts.map((startTime) => settled(book({ date: next, startTime, staffId: person.staffId })));
  await Promise.all([...waiting.flatMap(({ id }) => [1, 2, 3].map(() => settled(requests.acceptBookingRequest({ id })))), ...walkIns]);
  expect([await overlaps(day), await overlaps(next)]).toEqual([0, 0]);
});

test(`${racers} hands book, move, repeat, ask and accept on five people's days at once: nobody is in two places, every refusal has its code`, async () => {
  const { storefront } = await api.client(StorefrontService).getStorefront({ bookOnlineName: pageName });
  // A Thursday and the Friday after it: everybody but one works.
  const days = [0, 1].map((more) =>
    workday({ ...(shop.staff[0] as Shop["staff"][number]), daysOff: [0, 1, 2, 3, 5, 6] }, 6).add({ days: more }),
  );
  // Asks once: what the database did not get done would be seen here.
  const once = openApi(app.url, 1);
  once.as(api.identity());
  const outcome = await crowd({
    api: once,
    pageName,
    client,
    serviceId: shop.services[0]?.id ?? "0",
    storefrontServiceId: storefront?.services[0]?.serviceId ?? "0",
    staffIds: shop.staff.map((person) => person.staffId),
    days,
    hands: racers,
    seconds,
  });
  const found = await stored(adminUrlOf(app), api.identity().companyId);
  console.log(`${seconds} s: ${JSON.stringify(outcome)} ${JSON.stringify(found)}`);
  expect(Object.entries(outcome.done).filter(([, times]) => times === 0)).toEqual([]);
  expect(Object.keys(outcome.refused).filter((code) => !isTyped(code))).toEqual([]);
  expect(outcome.refused[slotFull]).toBeGreaterThan(0);
  expect(found).toMatchObject({ overlaps: 0, untaken: 0 });
  expect(found.shares).toBeGreaterThan(40);
}, 240_000);

test("the database saw no deadlock", () => {
  expect(readFileSync(join(app.data, "logs", "postgres.log"), "utf8")).not.toContain("deadlock detected");
});

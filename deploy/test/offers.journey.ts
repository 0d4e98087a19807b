import { setTimeout as pause } from "node:timers/promises";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { WaitlistOfferSettingService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import { WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, withHands } from "../seed/api.ts";
import { chanceFrom } from "../seed/chance.ts";
import { openShop, signIn } from "../seed/shop.ts";
import { type App, startApp } from "./app.ts";
import { clientsIn, type FullClass, fillClass } from "./faults/class-offers.ts";
import { kill } from "./faults/killing.ts";
import { answerAll, bookGaps, type Gap, offersMade, overlapping, putOnWaitlist, type Said, type Waiting } from "./faults/offers.ts";
import { openBooks, untilQuiet } from "./faults/quiet.ts";
import { type Stubborn, stubborn } from "./faults/stubborn.ts";
import { tomorrow } from "./faults/visits.ts";
import { texts } from "./faults/witness.ts";

// Times and places in a class come free all at once, and are offered by themselves while the processes that do it are killed, of which one does the work of all services. Afterwards everybody must tell one story:
// one winner for each, nobody with two times that overlap, and whoever lost one knows it and still waits. LEASHLINE_FAULT_GAPS=50 is 200 who wait for 50 times.

const many = Number(process.env.LEASHLINE_FAULT_GAPS ?? 5);
const people = many * 4;
const places = Math.ceil(many / 3);
const seed = Number(process.env.LEASHLINE_FAULT_SEED ?? Math.floor(Math.random() * 1_000_000));
const victims = ["work", "calendar", "work", "nats", "postgres", "online-booking"] as const;

let app: App;
let books: pg.Pool;
let web: Stubborn;
let gaps: Gap[] = [];
let waiting: Waiting[] = [];
let full: FullClass;
const heard: Said[] = [];

beforeAll(async () => {
  const env = { LEASHLINE_ROLE: "serve", LEASHLINE_RATE_SESSION: "off", LEASHLINE_RATE_IP: "off" };
  app = await startApp({ demo: false, env });
  books = openBooks(app);
  const api = openApi(app.url);
  await signIn(api, app.owner.email, app.owner.password);
  const shop = await openShop(api);
  web = stubborn(app.url, api.identity());
  await api.client(WaitlistOfferSettingService).updateWaitlistOfferSetting({ byItself: true, quietFrom: 0, quietTo: 0, cutOffMinutes: 0 });
  gaps = await bookGaps(web, shop, tomorrow().add({ days: 3 }), many);
  waiting = await putOnWaitlist(web, shop, people);
  full = await fillClass(web, shop, tomorrow().add({ days: 3 }), places);
});
afterAll(async () => {
  await books?.end();
  await app?.stop();
});

const everybody = () => [...waiting, ...full.waiting];
const saidYes = () => new Set(heard.filter(({ act, refused }) => act === "yes" && !refused).map(({ offerId }) => offerId));

/** One after the other, each in the middle of the work. */
async function killThemAll(isOver: () => boolean): Promise<number> {
  for (const [nth, name] of victims.entries()) {
    while (heard.length < (nth * many) / victims.length && !isOver()) await pause(20);
    if (isOver()) return nth;
    await kill(app, { name, withData: false });
  }
  return victims.length;
}

test(`${people} who wait and ${many} times that come free, ${places} places in a class beside them, with ${victims.length} processes killed meanwhile (seed ${seed}): all comes to rest`, {
  timeout: 600_000,
}, async () => {
  expect(gaps).toHaveLength(many);
  let over = false;
  const killing = killThemAll(() => over);
  try {
    await Promise.all([
      withHands(gaps, 4, ({ id }) => web.call(AppointmentService.method.cancelAppointment, { id })),
      withHands(full.leaving, 4, (enrolmentId) => web.call(ClassService.method.withdrawPet, { enrolmentId })),
    ]);
    await expect
      .poll(async () => (await books.query("select 1 from online_booking.freed_time").catch(() => ({ rowCount: 0 }))).rowCount, {
        timeout: 60_000,
      })
      .toBe(many + places);
    await answerAll({ app, web, books, waiting: everybody(), chance: chanceFrom(seed), heard }, 480_000);
  } finally {
    over = true;
  }
  expect(await killing, "killed while there was work").toBeGreaterThan(2);
  await untilQuiet(app, books, 150_000);
  expect(web.improper).toEqual([]);
});

test("one winner for each time that anybody said yes to: booked there, once, and nobody else", async () => {
  const offers = await offersMade(books);
  const accepted = offers.filter(({ state }) => state === "accepted");
  expect(accepted.map(({ id }) => id).sort()).toEqual([...saidYes()].sort());
  const won = accepted.filter(({ classId }) => classId === "0");
  expect(new Set(won.map(({ freedTimeId }) => freedTimeId)).size).toBe(won.length);
  const placeOf = ({ staffId, date, startTime }: { staffId: string; date: string; startTime: number }) => `${staffId} ${date} ${startTime}`;
  const visits = (
    await withHands(
      waiting,
      4,
      async ({ customerId }) => (await web.call(AppointmentService.method.listCustomerAppointments, { customerId })).appointments,
    )
  ).flat();
  const booked = visits.map(({ staffId, appointmentDate, startTime }) => {
    const { year = 0, month = 1, day = 1 } = appointmentDate ?? {};
    return placeOf({ staffId, startTime, date: new Temporal.PlainDate(year, month, day).toString() });
  });
  expect(booked.sort()).toEqual(won.map(placeOf).sort());
  // Whoever is left had every time offered that nobody took.
  const taken = new Set(won.map(({ date, staffId }) => `${staffId} ${date}`));
  expect(gaps.filter(({ staffId, date }) => !taken.has(`${staffId} ${date}`)).length, "every time has its winner").toBe(0);
});

test("of the class, everybody who said yes has a place, once, and nobody else; no place is left while somebody wants it", async () => {
  const seats = (await offersMade(books)).filter(({ classId }) => classId === full.classId);
  const clients = new Map(full.waiting.map(({ entryId, customerId }) => [entryId, customerId]));
  const winners = seats.filter(({ state }) => state === "accepted").map(({ entryId }) => clients.get(entryId) ?? "nobody we know");
  expect((await clientsIn(web, full.classId)).sort()).toEqual(winners.sort());
  expect(winners.length).toBe(places);
});

test("each offer stands as it was answered: a yes has it, a no passes it on, and for a yes after the deadline it is over", async () => {
  const states = new Map((await offersMade(books)).map(({ id, state }) => [id, state]));
  const standing = (act: Said["act"], refused: boolean) => [
    ...new Set(heard.filter((one) => one.act === act && one.refused === refused).map(({ offerId }) => states.get(offerId))),
  ];
  expect([standing("yes", false), standing("no", false), standing("late", true)]).toEqual([["accepted"], ["passed"], ["expired"]]);
});

test("nobody has two offers at once that overlap; a yes after the deadline is refused; whoever was silent is told, and still waits", async () => {
  expect(await overlapping(books)).toEqual([]);
  expect(heard.filter(({ act, refused }) => act === "late" && !refused)).toEqual([]);
  const [offers, sent] = [await offersMade(books), await texts(app)];
  const phones = new Map(everybody().map(({ entryId, phone }) => [entryId, phone]));
  const losers = Map.groupBy(
    offers.filter(({ state }) => state === "expired" || state === "lost"),
    ({ entryId }) => phones.get(entryId) ?? "",
  );
  for (const [phone, theirs] of losers) {
    const told = sent.filter(({ to, body }) => to === phone && body.includes("You keep your place on the waitlist."));
    expect(told.length, `told to ${phone}`).toBe(theirs.length);
  }
  const winners = new Set(offers.filter(({ state }) => state === "accepted").map(({ entryId }) => entryId));
  const states = await withHands(everybody(), 4, async ({ entryId }) => {
    const { entry } = await web.call(AppointmentWaitlistService.method.getWaitEntry, { id: entryId });
    return [winners.has(entryId), entry?.state];
  });
  expect(states.filter(([won, state]) => state !== (won ? WaitlistState.BOOKED : WaitlistState.WAITING))).toEqual([]);
});

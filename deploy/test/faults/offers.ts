import { setTimeout as pause } from "node:timers/promises";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { OfferLinkService } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { OFFER_LINK } from "@leashline/proto/rules/client-link.ts";
import type pg from "pg";
import { withHands } from "../../seed/api.ts";
import type { chanceFrom } from "../../seed/chance.ts";
import type { Shop } from "../../seed/shop.ts";
import type { App } from "../app.ts";
import { wireDay } from "../wire.ts";
import { isRefusal, type Stubborn } from "./stubborn.ts";
import { texts } from "./witness.ts";

// Times that come free, those who wait for them, and what each says to the offer that they are sent.

const NOON = 720;
const HANDS = 4;

export type Gap = { id: string; staffId: string; date: string };
export type Waiting = { entryId: string; customerId: string; phone: string };
export type Offer = {
  id: string;
  entryId: string;
  freedTimeId: string;
  state: string;
  staffId: string;
  date: string;
  startTime: number;
  /** "0" for a time. */
  classId: string;
};

export async function person(web: Stubborn, n: number, lastName: string) {
  const phone = `+1206555${String(4_000 + n).padStart(4, "0")}`;
  const made = await web.call(ClientService.method.createClientWithPets, {
    client: { firstName: "Visitor", lastName: `${lastName} ${n}`, phoneNumber: phone },
    pets: [{ petName: `Pet ${n}` }],
  });
  return { customerId: made.client?.customerId ?? "0", petId: made.pets[0]?.petId ?? "0", phone };
}

/** A visit at noon of somebody on a day of their own, each for a client who will cancel it. */
export async function bookGaps(web: Stubborn, shop: Shop, from: Temporal.PlainDate, many: number): Promise<Gap[]> {
  const serviceId = shop.services[0]?.id ?? "0";
  const free = Array.from({ length: many }, (_, n) => from.add({ days: n })).flatMap((date) =>
    shop.staff
      .filter(({ daysOff, from, to }) => !daysOff.includes(date.dayOfWeek % 7) && from <= NOON - 60 && to >= NOON + 120)
      .map(({ staffId }) => ({ staffId, date })),
  );
  return await withHands(free.slice(0, many), HANDS, async ({ staffId, date }, n) => {
    const { customerId, petId } = await person(web, n, "Leaves");
    const { appointment } = await web.call(AppointmentService.method.bookAppointment, {
      ...{ customerId, staffId, appointmentDate: wireDay(date), startTime: NOON },
      petServices: [{ petId, services: [{ serviceId }] }],
    });
    return { id: appointment?.id ?? "0", staffId, date: date.toString() };
  });
}

/** Clients who would come at any time. */
export async function putOnWaitlist(web: Stubborn, shop: Shop, many: number): Promise<Waiting[]> {
  const serviceList = [{ serviceId: shop.services[0]?.id ?? "0" }];
  return await withHands(Array.from({ length: many }), HANDS, async (_, n) => {
    const { customerId, petId, phone } = await person(web, 1_000 + n, "Waits");
    const { entry } = await web.call(AppointmentWaitlistService.method.createWaitEntry, {
      customerId,
      petServices: [{ petId, serviceList }],
    });
    return { entryId: entry?.id ?? "0", customerId, phone };
  });
}

/** Asks again while the database is away. */
async function ask<T extends object>(books: pg.Pool, sql: string, values: unknown[] = []): Promise<T[]> {
  for (const end = Date.now() + 60_000; ; await pause(100)) {
    try {
      return (await books.query(sql, values)).rows as T[];
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

export const offersMade = (books: pg.Pool): Promise<Offer[]> =>
  ask<Offer>(
    books,
    `select o.id::text, o.entry_id::text as "entryId", o.freed_time_id::text as "freedTimeId", o.state, o.staff_id::text as "staffId", o.date::text,
        o.start_time as "startTime", e.class_id::text as "classId"
      from online_booking.waitlist_offer o join online_booking.waitlist_entry e on e.company_id = o.company_id and e.id = o.entry_id order by o.id`,
  );

/** Of one client, two offers that were open together and whose times overlap. */
export const overlapping = (books: pg.Pool): Promise<object[]> =>
  ask(
    books,
    `select a.id, b.id as other from online_booking.waitlist_offer a
      join online_booking.waitlist_entry ea on ea.company_id = a.company_id and ea.id = a.entry_id
      join online_booking.waitlist_entry eb on eb.company_id = ea.company_id and eb.customer_id = ea.customer_id
      join online_booking.waitlist_offer b on b.company_id = eb.company_id and b.entry_id = eb.id and b.id > a.id
      where a.date = b.date and a.start_time < b.end_time and b.start_time < a.end_time and b.created_at < coalesce(a.ended_at, now())`,
  );

/** How many of the times that came free are still to be offered. */
export async function stillOpen(books: pg.Pool): Promise<number> {
  const [row] = await ask<{ n: number }>(books, "select count(*)::int as n from online_booking.freed_time where state = 'open'");
  return row?.n ?? 0;
}

/** What was canceled waits a minute before it is offered; here it does not. */
export const hurry = (books: pg.Pool): Promise<object[]> =>
  ask(books, "update online_booking.job set due_at = now() where kind = 'offer-freed-time' and state = 'due' and due_at > now()");

/** As though the deadline were over. */
async function lapse(books: pg.Pool, id: string): Promise<void> {
  await ask(books, "update online_booking.waitlist_offer set answer_until = now() - interval '1 second' where id = $1", [id]);
  await ask(books, "update online_booking.job set due_at = now() where kind = 'end-offer' and key = $1 and state = 'due'", [id]);
}

/** The links in a person's texts, the oldest first. */
const linksIn = (all: readonly { to: string; body: string; seq: number }[], phone: string): string[] =>
  all
    .filter(({ to }) => to === phone)
    .sort((a, b) => a.seq - b.seq)
    .flatMap(({ body }) =>
      body.includes(OFFER_LINK.path) ? [body.slice(body.indexOf(OFFER_LINK.path) + OFFER_LINK.path.length).trim()] : [],
    );

export type Said = { offerId: string; act: "yes" | "no" | "late"; refused: boolean };

/** What one says: yes, on two phones at once; no; or nothing until it is too late, and then yes. */
async function say(web: Stubborn, books: pg.Pool, { id: offerId }: Offer, token: string, act: Said["act"]): Promise<Said> {
  if (act === "late") await lapse(books, offerId);
  const calls = act === "yes" ? 2 : 1;
  const accept = act !== "no";
  const answers = await Promise.allSettled(
    Array.from({ length: calls }, () => web.call(OfferLinkService.method.answerOfferedTime, { token, accept })),
  );
  const refused = answers.filter((one) => one.status === "rejected");
  for (const { reason } of refused) if (!isRefusal(reason, ErrorCode.STATE_CONFLICT)) throw reason;
  return { offerId, act, refused: refused.length > 0 };
}

type Work = { app: App; web: Stubborn; books: pg.Pool; waiting: readonly Waiting[]; chance: ReturnType<typeof chanceFrom>; heard: Said[] };

/** Each way to answer is there at least once, however few offers there are. */
const FIRST = ["late", "no", "yes"] as const;

/** Answers every offer as it arrives by text, until nothing is left to offer. */
export async function answerAll({ app, web, books, waiting, chance, heard }: Work, withinMs: number): Promise<void> {
  const phones = new Map(waiting.map(({ entryId, phone }) => [entryId, phone]));
  const begun = new Set<string>();
  for (const end = Date.now() + withinMs; (await stillOpen(books)) > 0; await pause(200)) {
    if (Date.now() > end) throw new Error(`${await stillOpen(books)} times are still to be offered`);
    await hurry(books);
    const offers = await offersMade(books);
    const sent = await texts(app);
    const nth = (offer: Offer) => offers.filter(({ id, entryId }) => entryId === offer.entryId && Number(id) < Number(offer.id)).length;
    const ready = offers.flatMap((offer) => {
      const token = linksIn(sent, phones.get(offer.entryId) ?? "")[nth(offer)];
      return offer.state === "open" && !begun.has(offer.id) && token ? [{ offer, token }] : [];
    });
    const acts = ready.map(({ offer, token }) => {
      const act = FIRST[begun.size] ?? chance.pick(["yes", "yes", "no", "late"] as const);
      begun.add(offer.id);
      return say(web, books, offer, token, act);
    });
    heard.push(...(await Promise.all(acts)));
  }
}

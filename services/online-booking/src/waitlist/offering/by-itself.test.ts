import { randomUUID } from "node:crypto";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Ctx, ErrorCode, fail, fromWireDate, nobody, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import type { BookAppointmentRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { type HoldSlotRequest, type ListFreeSlotsRequest, SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import {
  type HoldDaycareRequest,
  type HoldStayRequest,
  StayHoldService,
} from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { type FindFreeLodgingsRequest, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { OfferLinkService } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { WaitlistOfferSettingService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import { WaitlistOfferState, WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../test/desk.ts";
import { catalogOf } from "../../../test/neighbors.ts";

// The calendar of this test keeps and books each time for one alone, and answers a repeated key with what it answered before, as the real one does. Client c has
// the pet c0. Service 1 is a groom of half an hour, 2 daycare, 8 boarding, 9 boarding in a room of its own. 50 times and 200 who wait: OFFERS=50 vitest run ....

const TIMES = Number(process.env.OFFERS ?? 5);
const PEOPLE = TIMES * 4;

type Time = { staffId: string; date: string; startTime: number };
const nameOf = ({ staffId, date, startTime }: Time) => `${staffId} ${date} ${startTime}`;
const calendar = {
  free: [] as Time[],
  holds: new Map<string, string>(),
  booked: new Map<string, string[]>(),
  answered: new Map<string, string>(),
  rooms: [] as HoldStayRequest[],
  places: [] as HoldDaycareRequest[],
  closed: [] as string[],
  /** Pets that customer knows no more. */
  gone: [] as string[],
  dies: () => false,
  /** Pets without the vaccine that grooming requires. */
  unvaccinated: [] as string[],
  /** What asks for more than the client can have, as an evaluation would. */
  refuses: false,
};
const isHeld = (name: string, token = "") => [...calendar.holds].some(([key, held]) => held === name && key !== token);
const isTaken = (name: string) => calendar.booked.has(name);

const slots = partOf(SlotService, {
  listFreeSlots: async ({ staffIds, startDate, endDate }: ListFreeSlotsRequest) => {
    const [from, to] = [fromWireDate(startDate, "from"), fromWireDate(endDate, "to")];
    const free = calendar.free.filter((one) => !isTaken(nameOf(one)) && !isHeld(nameOf(one)) && one.date >= from && one.date <= to);
    const days = Map.groupBy(free, ({ date }) => date);
    return {
      days: [...days].map(([date, times]) => ({
        date,
        staff: staffIds.map((staffId) => ({
          staffId,
          startTimes: times.filter((one) => one.staffId === staffId).map(({ startTime }) => startTime),
        })),
      })),
    };
  },
  holdSlot: async ({ staffIds, date, startTime }: HoldSlotRequest, { idempotencyKey }: Ctx) => {
    const name = nameOf({ staffId: staffIds[0] ?? "0", date: fromWireDate(date, "date"), startTime });
    const before = calendar.answered.get(idempotencyKey);
    if (before) return { token: before, staffId: staffIds[0] };
    if (isTaken(name) || isHeld(name)) throw fail("SLOT_FULL");
    const token = randomUUID();
    calendar.holds.set(token, name);
    calendar.answered.set(idempotencyKey, token);
    if (calendar.dies()) throw new Error("whoever asked was killed");
    return { token, staffId: staffIds[0] };
  },
  releaseHold: async ({ token }: { token: string }) => {
    calendar.holds.delete(token);
    return {};
  },
});
const rabiesOf = (petId: string) => [
  { vaccineId: "3", vaccineName: "Rabies", careTypes: ["GROOMING"], recorded: !calendar.unvaccinated.includes(petId) },
];
let booked = 0;
const appointments = partOf(AppointmentService, {
  batchGetAppointments: async ({ ids }: { ids: string[] }) => ({ appointments: ids.map((id) => ({ id, customerId: "900" })) }),
  bookAppointment: async (visit: BookAppointmentRequest, { idempotencyKey }: Ctx) => {
    const { holdToken, staffId, startTime = 0, customerId } = visit;
    const name = nameOf({ staffId, date: fromWireDate(visit.appointmentDate, "date"), startTime });
    const before = calendar.answered.get(idempotencyKey);
    if (before) return { appointment: { id: before, endTime: startTime + 30 } };
    if (calendar.refuses) throw fail("EVALUATION_REQUIRED");
    if (holdToken && !calendar.holds.has(holdToken)) throw fail("HOLD_EXPIRED");
    if (staffId !== "0" && (isTaken(name) || isHeld(name, holdToken))) throw fail("SLOT_FULL");
    calendar.holds.delete(holdToken);
    calendar.booked.set(name, [...(calendar.booked.get(name) ?? []), customerId]);
    const id = String(10_000 + booked++);
    calendar.answered.set(idempotencyKey, id);
    return { appointment: { id, endTime: startTime + 30 } };
  },
});

let desk: Desk;
const letters: SendToPersonRequest[] = [];
/** Until when quiet hours hold texts back, what went out as one, and whether there are addresses for e-mails. */
const mail = { night: null as Date | null, texts: new Set<string>(), isOn: true };
const catalog = [
  { id: "1", careType: "GROOMING", duration: 30 },
  { id: "2", careType: "DAYCARE", duration: 480 },
  { id: "30", careType: "DOG_WALKING", duration: 30 },
  { id: "4", careType: "GROOMING", duration: 30, options: { bookingPolicy: { latestStart: 540 } } },
  { id: "8", careType: "BOARDING", duration: 60 },
  { id: "9", careType: "BOARDING", duration: 60, options: { requireDedicatedLodging: true } },
].map((one) => ({ ...one, name: `Service ${one.id}`, price: { currencyCode: "USD", units: 20n }, availability: { staffIds: ["5"] } }));
beforeAll(async () => {
  desk = await openDesk([
    ...[slots, appointments],
    catalogOf(catalog),
    partOf(StayService, {
      findFreeLodgings: async ({ petIds, startDate, endDate }: FindFreeLodgingsRequest) => {
        const [from, to] = [fromWireDate(startDate, "from"), fromWireDate(endDate, "to")];
        const closed = calendar.closed.find((one) => one >= from && one <= to);
        return {
          chosen: calendar.rooms.length > 0 ? [] : petIds.map((petId) => ({ petId })),
          ...(closed && { closedOn: toWireDate(closed) }),
        };
      },
    }),
    partOf(StayHoldService, {
      findFittingRooms: async () => ({ parties: [] }),
      getDaycarePlaces: async ({ startDate }: { startDate: never }) => ({
        days: [{ date: startDate, closed: false, free: calendar.places.length === 0 }],
      }),
      holdStay: async (asked: HoldStayRequest) => {
        const [from, to] = [fromWireDate(asked.startDate, "from"), fromWireDate(asked.endDate, "to")];
        if (calendar.closed.some((one) => one >= from && one <= to)) throw fail("OUTSIDE_WORKING_HOURS");
        calendar.rooms.push(asked);
        calendar.holds.set("rooms", "rooms");
        return { holdToken: "rooms" };
      },
      holdDaycare: async (asked: HoldDaycareRequest) => {
        calendar.places.push(asked);
        calendar.holds.set("places", "places");
        return { holdToken: "places" };
      },
    }),
    partOf(VisitPartyService, {
      getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => ({
        client: { firstName: `Jo${customerId}`, lastName: "Park" },
        pets: petIds
          .filter((petId) => !calendar.gone.includes(petId))
          .map((petId) => ({
            petId,
            petName: "Rex",
            breed: "Pug",
            petType: "Dog",
            weight: 20,
            petSizeId: "61",
            requiredVaccines: rabiesOf(petId),
          })),
      }),
      batchGetVisitProfiles: async () => ({ clients: [] }),
    }),
    partOf(MailService, {
      sendToPerson: async (letter: SendToPersonRequest) => {
        if (!letters.some(({ dedupeKey }) => dedupeKey === letter.dedupeKey)) letters.push(letter);
        if (!mail.night) mail.texts.add(letter.dedupeKey);
        return { texted: !mail.night, emailed: mail.isOn, ...(mail.night && { textWaitsUntil: timestampFromDate(mail.night) }) };
      },
    }),
  ]);
}, 60_000);
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  for (const table of ["waitlist_offer", "waitlist_entry", "freed_time", "offer_setting", "job", "pace"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
  letters.length = 0;
  mail.texts.clear();
  Object.assign(mail, { night: null, isOn: true });
  for (const known of [calendar.holds, calendar.booked, calendar.answered]) known.clear();
  for (const known of [calendar.free, calendar.rooms, calendar.places, calendar.closed, calendar.gone, calendar.unvaccinated])
    known.length = 0;
  calendar.dies = () => false;
  calendar.refuses = false;
  await settings().updateWaitlistOfferSetting({ byItself: true, quietFrom: 0, quietTo: 0, cutOffMinutes: 0 });
});

const settings = () => desk.servers.client(WaitlistOfferSettingService);
const waitlist = () => desk.servers.client(AppointmentWaitlistService);
const page = () => desk.servers.client(OfferLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const add = async (customerId: string, over: object = {}, serviceId = "1") => {
  const wish = { customerId, petServices: [{ petId: `${customerId}0`, serviceList: [{ serviceId }] }], ...over };
  const stays = desk.servers.client(WaitlistService);
  return (await (["1", "4", "30"].includes(serviceId) ? waitlist().createWaitEntry(wish) : stays.createWaitlist(wish))).entry!;
};
const earlier =
  "update online_booking.job set due_at = due_at - make_interval(secs => $1) where kind = 'offer-freed-time' and state = 'due'";
/** As though so many seconds had passed: what was canceled waits a minute before it is offered. */
const work = async (seconds = 61) => {
  await desk.servers.admin.query(earlier, [seconds]);
  for (let n = 0; n < 3; n++) await Promise.all([1, 2, 3].map(() => desk.servers.runDue("online-booking")));
};
const now = "update online_booking.job set due_at = now() - interval '1 second' where state = 'due'";
const soon = async () => {
  await desk.servers.admin.query(now);
  await work();
};
type Line = { careType?: string; staffId?: string; startTime?: number; duration?: number };
const snapshot = (
  appointmentId: string,
  date: string,
  { careType = "GROOMING", staffId = "5", startTime = 600, duration = 30 }: Line = {},
) => ({
  ...{ appointmentId, businessId: "1", customerId: "900", date, endDate: date, startTime, endTime: startTime + duration, version: 2 },
  lines: [{ careType, staffId, startTime, duration }],
});
const cancel = async (appointmentId: string, date: string, line?: Line, over: object = {}) => {
  const { careType = "GROOMING", staffId = "5", startTime = 600 } = line ?? {};
  if (careType === "GROOMING") calendar.free.push({ staffId, date, startTime });
  await desk.tell(AppointmentCancelledSchema, { appointment: { ...snapshot(appointmentId, date, line), ...over } });
};
type Offer = { id: string; entryId: string; state: string; name: string; token: string; customerId: string };
const offers = async (): Promise<Offer[]> =>
  (
    await desk.servers.admin.query(
      `select o.id::text, o.entry_id::text as "entryId", o.state, o.staff_id || ' ' || o.date || ' ' || o.start_time as name, o.hold_token as token,
        e.customer_id::text as "customerId" from online_booking.waitlist_offer o join online_booking.waitlist_entry e on e.id = o.entry_id order by o.id`,
    )
  ).rows;
const openOffers = async () => (await offers()).filter(({ state }) => state === "open");
const lettersTo = (id: string, what: string) => letters.filter(({ dedupeKey }) => dedupeKey === `waitlist-offer:${id}:${what}`);
const linkOf = (id: string) => /\/o\/(\S+)/.exec(lettersTo(id, "offered")[0]?.text ?? "")?.[1] ?? "";
const answer = (id: string, accept: boolean) => page().answerOfferedTime({ token: linkOf(id), accept });
const lapse = async (id: string) => {
  await desk.servers.admin.query("update online_booking.waitlist_offer set answer_until = now() - interval '1 second' where id = $1", [id]);
  await soon();
};
const freed = async () =>
  (await desk.servers.admin.query("select state from online_booking.freed_time order by id")).rows.map(({ state }) => state);

test("what is canceled is offered to one after the other in their turn, until one says yes; who let it pass or was silent keeps their place and is told", async () => {
  const [first, second, third] = [await add("1"), await add("2"), await add("3")];
  await cancel("70", day(5));
  await cancel("70", day(5));
  await work();
  const [one] = await openOffers();
  expect(await offers()).toHaveLength(1);
  expect([one?.entryId, one?.name]).toEqual([first.id, `5 ${day(5)} 600`]);
  await answer(one!.id, false);
  await work();
  const [two] = await openOffers();
  expect(two?.entryId).toBe(second.id);
  await lapse(two!.id);
  expect(lettersTo(two!.id, "expired")[0]?.text).toContain("You keep your place on the waitlist.");
  expect((await refusalOf(answer(two!.id, true))).code).toBe(ErrorCode.STATE_CONFLICT);
  const [three] = await openOffers();
  expect(three?.entryId).toBe(third.id);
  await answer(three!.id, true);
  await work();
  expect(calendar.booked.get(`5 ${day(5)} 600`)).toEqual(["3"]);
  expect(await freed()).toEqual(["over"]);
  const { entry } = await waitlist().getWaitEntry({ id: second.id });
  expect([entry?.state, entry?.offer?.state]).toEqual([WaitlistState.WAITING, WaitlistOfferState.EXPIRED]);
});

test("a cancellation that is undone takes back what was offered of it: who has the offer is told, and nobody else is asked; what came free otherwise stays", async () => {
  const [first, second] = [await add("1"), await add("2")];
  await cancel("70", day(5));
  await cancel("71", day(6));
  await work();
  const both = await openOffers();
  const [one, other] = [day(5), day(6)].map((date) => both.find(({ name }) => name === `5 ${date} 600`));
  expect([one?.entryId, other?.entryId].sort()).toEqual([first.id, second.id].sort());
  const appointment = { ...snapshot("70", day(5)), version: 3, status: 1 };
  await desk.tell(AppointmentStatusChangedSchema, { appointment: { ...appointment, appointmentId: "79" }, previousStatus: 4 });
  expect(await openOffers(), "of another appointment").toHaveLength(2);
  await desk.tell(AppointmentStatusChangedSchema, { appointment, previousStatus: 4 });
  await work();
  expect((await openOffers()).map(({ id }) => id)).toEqual([other?.id]);
  expect(lettersTo(one!.id, "withdrawn")).toHaveLength(1);
  expect((await refusalOf(answer(one!.id, true))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect([calendar.holds.has(one!.token), await freed()]).toEqual([false, ["over", "open"]]);
  expect((await waitlist().getWaitEntry({ id: one!.entryId })).entry?.state).toBe(WaitlistState.WAITING);
});

test.each([
  ["who had an e-mail of it has one of that, too", true],
  ["whoever is only texted hears nothing", false],
])("an offer that is taken back while its text waits for the morning is no text any more: %s", async (_, isOn) => {
  Object.assign(mail, { night: new Date(Date.now() + 600_000), isOn });
  const { id: waitListId } = await add("1");
  await cancel("70", day(5));
  await work();
  const [{ id } = { id: "0" }] = await openOffers();
  expect([lettersTo(id, "offered").length, mail.texts.size]).toEqual([1, 0]);
  await desk.servers.client(WaitlistOfferService).withdrawWaitlistOffer({ waitListId });
  await work();
  mail.night = null;
  await soon();
  expect([lettersTo(id, "withdrawn").length, [...mail.texts].filter((key) => key.startsWith(`waitlist-offer:${id}:`))]).toEqual([
    isOn ? 1 : 0,
    [],
  ]);
});

test("what is offered while its text waits for the morning is told by text then", async () => {
  mail.night = new Date(Date.now() + 600_000);
  await add("1");
  await cancel("70", day(5));
  await work();
  mail.night = null;
  await desk.servers.admin.query(`${now} and key like '%-offered-text'`);
  await work();
  const [one] = await openOffers();
  expect([...mail.texts]).toEqual([`waitlist-offer:${one?.id}:offered`]);
});

test.each([
  ["outside the service areas", "out_of_area"],
  ["of which nobody knows whether it is in a service area", "area_unknown"],
])("a walk %s is offered nothing by itself, whoever else waits is; staff offer it by hand", async (_, column) => {
  const [outside, bath] = [await add("1", {}, "30"), await add("2")];
  await desk.servers.admin.query(`update online_booking.waitlist_entry set ${column} = true where id = $1`, [outside.id]);
  await cancel("70", day(5));
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([bath.id]);
  await answer((await openOffers())[0]!.id, false);
  await work();
  expect([await openOffers(), await freed()]).toEqual([[], ["over"]]);
  const byHand = { waitListId: outside.id, date: toWireDate(day(5)), startTime: 600, staffId: "5" };
  await desk.servers.client(WaitlistOfferService).createWaitlistOffer(byHand);
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([outside.id]);
});

test("a time later in the day than clients may book a service is not offered for it: the next in line is asked", async () => {
  const [, next] = [await add("1", {}, "4"), await add("2")];
  await cancel("72", day(5));
  await work();
  expect((await offers()).map(({ entryId }) => entryId)).toEqual([next.id]);
});

test("what an offer kept is free again once it is answered with no, or over; the work that gives it back succeeds the first time", async () => {
  await Promise.all([add("1"), add("2")]);
  await cancel("70", day(5));
  await work();
  const [one] = await openOffers();
  await answer(one!.id, false);
  await settings().updateWaitlistOfferSetting({ byItself: false });
  await work();
  expect(calendar.holds.has(one!.token)).toBe(false);
  const { rows } = await desk.servers.admin.query("select kind, state, last_error from online_booking.job where kind like 'release%'");
  expect(rows).toEqual([{ kind: "release-offered-time", state: "done", last_error: null }]);
});

test("an offer to a client who is erased is over: what it kept is given back, and the next in line is asked", async () => {
  const [, second] = [await add("1"), await add("2")];
  await cancel("78", day(5));
  await work();
  const [one] = await openOffers();
  expect(one?.customerId).toBe("1");
  await desk.tell(ClientErasedSchema, { erasureId: "1", customerIds: ["1"], petIds: ["10"] });
  await work();
  expect(calendar.holds.has(one!.token)).toBe(false);
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([second.id]);
});

test("nothing is offered for a pet that was deleted: the next in line is asked, and by hand it is said", async () => {
  const [first, second] = [await add("1"), await add("2")];
  calendar.gone.push("10");
  await cancel("72", day(5));
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([second.id]);
  const byHand = { waitListId: first.id, date: toWireDate(day(6)), startTime: 600, staffId: "5" };
  const refusal = await refusalOf(desk.servers.client(WaitlistOfferService).createWaitlistOffer(byHand));
  expect(refusal.code).toBe(ErrorCode.PET_NOT_FOUND);
});

test("whoever goes on so late that nobody could answer any more offers it anew, for as long as it says", async () => {
  const first = await add("1");
  await cancel("79", day(5));
  let deaths = 1;
  calendar.dies = () => deaths-- > 0;
  await work();
  expect(await offers()).toEqual([]);
  // What was kept for it has run out by then.
  for (const known of [calendar.holds, calendar.answered]) known.clear();
  await desk.servers.admin.query(
    "update online_booking.freed_time set chosen = jsonb_set(chosen, '{until}', to_jsonb(now() - interval '1 minute'))",
  );
  await soon();
  expect(await offers(), "of what is over").toEqual([]);
  await soon();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([first.id]);
  const { rows } = await desk.servers.admin.query(
    "select answer_until > now() + interval '50 minutes' as whole from online_booking.waitlist_offer",
  );
  expect(rows).toEqual([{ whole: true }]);
});

test("what was canceled or moved waits a minute before it is offered: an undo within it meets nothing that is kept, and nobody is written to", async () => {
  await add("1");
  await cancel("80", day(5));
  const previous = snapshot("81", day(6));
  await desk.tell(AppointmentChangedSchema, { appointment: { ...previous, date: day(7), version: 3 }, rescheduled: true, previous });
  await work(45);
  expect([await offers(), calendar.holds.size, letters.length, await freed()]).toEqual([[], 0, 0, ["open", "open"]]);
  calendar.free.length = 0;
  await work();
  expect([await offers(), calendar.holds.size, letters.length, await freed()]).toEqual([[], 0, 0, ["over", "over"]]);
});

test("who had fewer offers comes first, then who asked for just this day; the client who gave the time back is not asked", async () => {
  const giver = await add("900");
  const long = await add("1");
  const asked = await add("2", { datePreference: { dates: [toWireDate(day(6))] } });
  await cancel("71", day(6));
  await work();
  const [one] = await openOffers();
  expect(one?.entryId).toBe(asked.id);
  await answer(one!.id, false);
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([long.id]);
  await answer((await openOffers())[0]!.id, false);
  await work();
  expect((await offers()).map(({ entryId }) => entryId)).not.toContain(giver.id);
  const fresh = await add("3");
  await cancel("72", day(6), { startTime: 660 });
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([fresh.id]);
});

test("what could not be booked is not offered by itself: whose pet lacks a vaccine is passed over, and has it in its turn once it is recorded", async () => {
  const first = await add("1");
  const second = await add("2");
  calendar.unvaccinated.push("10");
  await cancel("70", day(5));
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([second.id]);
  calendar.unvaccinated.length = 0;
  await cancel("71", day(6));
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId).sort()).toEqual([first.id, second.id].sort());
});

test("an offer that was taken and could not be booked was their turn: the next time is offered to somebody else first", async () => {
  const first = await add("1");
  await cancel("70", day(5));
  await work();
  calendar.refuses = true;
  const [lost] = await openOffers();
  await refusalOf(answer(lost!.id, true));
  await work();
  expect((await offers()).map(({ entryId, state }) => [entryId, state])).toEqual([[first.id, "lost"]]);
  calendar.refuses = false;
  const second = await add("2");
  await cancel("71", day(6));
  await work();
  expect((await openOffers()).map(({ entryId }) => entryId)).toEqual([second.id]);
});

test("nothing goes out by hand, in quiet hours or after the cut-off; what a move or a decline gave back is offered like what was canceled", async () => {
  const { id } = await add("1");
  const minute = Temporal.Now.zonedDateTimeISO("America/Los_Angeles");
  const at = minute.hour * 60 + minute.minute;
  await settings().updateWaitlistOfferSetting({ quietFrom: (at + 1380) % 1440, quietTo: (at + 60) % 1440 });
  await cancel("73", day(4));
  await work();
  expect(await offers()).toEqual([]);
  expect(await freed()).toEqual(["open"]);
  await settings().updateWaitlistOfferSetting({ quietFrom: 0, quietTo: 0, cutOffMinutes: 10_080 });
  await soon();
  expect([await offers(), await freed()]).toEqual([[], ["over"]]);
  await settings().updateWaitlistOfferSetting({ byItself: false, cutOffMinutes: 0 });
  await cancel("74", day(8));
  await work();
  expect([await offers(), await freed()]).toEqual([[], ["over"]]);
  await settings().updateWaitlistOfferSetting({ byItself: true });
  calendar.free.push({ staffId: "5", date: day(9), startTime: 600 });
  const previous = snapshot("75", day(9));
  await desk.tell(AppointmentChangedSchema, { appointment: { ...previous, date: day(10), version: 3 }, rescheduled: true, previous });
  await work();
  expect((await openOffers()).map(({ entryId, name }) => [entryId, name])).toEqual([[id, `5 ${day(9)} 600`]]);
});

test("a sold-out night and a full day of daycare are offered the same way, as rooms and places that are kept, and booked in their place", async () => {
  const stay = await add("1", { datePreference: { dates: [toWireDate(day(12))], nights: 2 } }, "8");
  const daycare = await add("2", { datePreference: { dates: [toWireDate(day(12))] } }, "2");
  await cancel("76", day(12), { careType: "BOARDING", staffId: "0" }, { endDate: day(14) });
  await cancel("77", day(12), { careType: "DAYCARE", staffId: "0", duration: 480 });
  await work();
  const open = await openOffers();
  expect(open.map(({ entryId }) => entryId).sort()).toEqual([stay.id, daycare.id].sort());
  expect(calendar.rooms[0]).toMatchObject({
    startDate: toWireDate(day(12)),
    endDate: toWireDate(day(14)),
    pets: [{ petType: "Dog", weight: 20 }],
  });
  expect(calendar.places[0]).toMatchObject({ dates: [toWireDate(day(12))], durations: [480] });
  const nights = open.find(({ entryId }) => entryId === stay.id)!;
  expect((await page().getOfferedTime({ token: linkOf(nights.id) })).offer).toMatchObject({ date: day(12), endDate: day(14) });
  expect(lettersTo(nights.id, "offered")[0]?.text, "a stay is told by its days").toMatch(/: [^:]+ to [^:]+\. It is kept/);
  for (const { id } of open) await answer(id, true);
  await work();
  expect((await offers()).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
  expect(await freed()).toEqual(["over", "over"]);
});

test("what is kept for a stay in a room of its own is such a room, for the pets that get one", async () => {
  const petServices = ["8", "9"].map((serviceId, nth) => ({ petId: `1${nth}`, serviceList: [{ serviceId }] }));
  await add("1", { petServices, datePreference: { dates: [toWireDate(day(12))], nights: 2 } }, "9");
  await cancel("76", day(12), { careType: "BOARDING", staffId: "0" }, { endDate: day(14) });
  await work();
  expect(calendar.rooms.map(({ pets }) => pets.map(({ ownLodging }) => ownLodging))).toEqual([[false, true]]);
});

const around = (wanted: number) => [0, -1, 1, -2, 2, -3, 3].map((plus) => toWireDate(day(wanted + plus)));

test("who could come some days earlier or later is offered the nights they want, if these are free", async () => {
  await add("1", { datePreference: { dates: around(12), nights: 2 } }, "8");
  await cancel("76", day(8), { careType: "BOARDING", staffId: "0" }, { endDate: day(16) });
  await work();
  expect((await openOffers()).map(({ name }) => name)).toEqual([`0 ${day(12)} 720`]);
});

test("a stay that touches a closed day is not offered, and the nearest nights beside it are", async () => {
  await add("1", { datePreference: { dates: around(12), nights: 2 } }, "8");
  calendar.closed.push(day(13));
  await cancel("76", day(8), { careType: "BOARDING", staffId: "0" }, { endDate: day(18) });
  await work();
  expect((await openOffers()).map(({ name }) => name)).toEqual([`0 ${day(10)} 720`]);
  await answer((await openOffers())[0]!.id, false);
});

test("a client with two pets that wait is not offered two times that overlap", async () => {
  await add("1");
  await add("1");
  calendar.free.push({ staffId: "6", date: day(15), startTime: 615 });
  await cancel("78", day(15));
  await desk.tell(AppointmentCancelledSchema, { appointment: snapshot("79", day(15), { staffId: "5", startTime: 600, duration: 45 }) });
  calendar.free.push({ staffId: "5", date: day(15), startTime: 615 });
  await work();
  expect(await openOffers()).toHaveLength(1);
});

/** The same every time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

test(`${PEOPLE} who wait and ${TIMES} times that come free at once, answered together and after the deadline, by workers that are killed in between: one winner for each, nobody two times that overlap, every loser told`, async () => {
  const roll = dice(7);
  for (let n = 1; n <= PEOPLE; n++) await add(String(2000 + n));
  // Two of them at a time each, some overlapping ones on one day.
  const names: string[] = [];
  for (let n = 0; n < TIMES; n++) {
    const line = { startTime: 600 + (n % 4) * 30 };
    await cancel(String(1000 + n), day(20 + Math.floor(n / 4)), line);
    names.push(nameOf({ staffId: "5", date: day(20 + Math.floor(n / 4)), ...line }));
  }
  calendar.dies = () => roll(3) === 0;
  for (let round = 0; round < TIMES * 12 && (await freed()).includes("open"); round++) {
    await soon();
    const all = await offers();
    const open = all.filter(({ state, id }) => state === "open" && linkOf(id));
    expect(new Set(open.map(({ name }) => name)).size, "a time is offered to one").toBe(open.length);
    expect(new Set(open.map(({ customerId }) => customerId)).size, "nobody has two offers").toBe(open.length);
    for (const { token, name } of open) expect(calendar.holds.get(token), "what is offered is kept").toBe(name);
    const acts = open.map(async ({ id, name }) => {
      // Who waits is asked once for a time: were it left to the dice alone, now and then all of them would say no.
      const act = all.filter((one) => one.name === name).length > 8 ? 0 : roll(4);
      if (act === 0) await Promise.all([1, 2, 3].map(() => answer(id, true)));
      else if (act === 1) await answer(id, false);
      else if (act === 2) {
        await desk.servers.admin.query(
          "update online_booking.waitlist_offer set answer_until = now() - interval '1 second' where id = $1",
          [id],
        );
        expect((await refusalOf(answer(id, true))).code).toBe(ErrorCode.STATE_CONFLICT);
      }
    });
    await Promise.all(acts);
    await desk.servers.admin.query("delete from online_booking.pace");
  }
  await soon();
  const all = await offers();
  const winners = all.filter(({ state }) => state === "accepted");
  expect(winners.map(({ name }) => name).sort(), "one winner for each").toEqual([...names].sort());
  for (const name of names) expect(calendar.booked.get(name)).toHaveLength(1);
  expect(calendar.holds.size, "nothing is kept for nobody").toBe(0);
  for (const { id, state } of all)
    if (state === "expired" || state === "lost") expect(lettersTo(id, state), `${id} ${state}`).toHaveLength(1);
  const { rows } = await desk.servers.admin.query("select count(*)::int as n from online_booking.waitlist_entry where state = 'waiting'");
  expect(rows[0].n, "everybody else keeps their place").toBe(PEOPLE - TIMES);
}, 600_000);

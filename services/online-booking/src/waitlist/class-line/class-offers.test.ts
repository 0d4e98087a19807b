import { randomUUID } from "node:crypto";
import { type Ctx, ErrorCode, fail, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import {
  ClassHoldService,
  type EnrolWaitingRequest,
  type HoldClassPlacesRequest,
  type TellFreePlacesRequest,
} from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema, ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { OfferLinkService } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { WaitlistOfferSettingService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import { WaitlistOfferState, WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { ClassBillService } from "@leashline/proto/leashline/order/v1/class_bill_service_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../test/desk.ts";

// The calendar of this test has class 30 with its places, keeps and gives each of them to one alone, and answers a repeated key as before, as the real one does.
// Client c waits with the pet c0 under the enrolment c00.

const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const session = (plus: number) => ({ date: toWireDate(day(plus)), startTime: 1080, endTime: 1140 });
const line = {
  capacity: 1,
  sessions: [session(5), session(12), session(19)],
  waiting: [] as { id: string; bookingRequestId: string }[],
  inIt: new Set<string>(),
  holds: new Map<string, string>(),
  answered: new Map<string, string>(),
  left: [] as string[],
  /** Why it was asked to tell whoever waits of free places. */
  asked: [] as string[],
  over: false,
  /** Nobody can be taken out of it just now. */
  stays: false,
  dies: () => false,
  /** What happens between a look at the line and the answer. */
  meanwhile: async () => {},
};
const freeBut = (token = "") => line.capacity - line.inIt.size - [...line.holds.keys()].filter((key) => key !== token).length;
const customerOf = (enrolmentId: string) => enrolmentId.slice(0, -2);
const full = () => fail("ROOM_NOT_AVAILABLE", { field: "classId", facts: { why: "classFull" } });

const linesOf = (classIds: readonly string[]) =>
  classIds
    .filter((id) => id === "30")
    .map((id) => ({
      groupClass: { id, businessId: "1", serviceId: "8", name: "Puppy school", sessions: line.sessions },
      free: Math.max(0, freeBut()),
      waiting: line.waiting.map((one) => ({
        bookingRequestId: one.bookingRequestId,
        enrolment: {
          id: one.id,
          classId: id,
          customerId: customerOf(one.id),
          petId: `${customerOf(one.id)}0`,
          petName: "Rex",
          price: toMoney(15_000, "USD"),
        },
        placePrice: toMoney(10_000, "USD"),
      })),
    }));

const classes = partOf(ClassHoldService, {
  getClassLines: async ({ classIds }: { classIds: string[] }) => {
    const lines = linesOf(classIds);
    await line.meanwhile();
    return { lines };
  },
  holdClassPlaces: async ({ enrolmentId }: HoldClassPlacesRequest, { idempotencyKey }: Ctx) => {
    const before = line.answered.get(idempotencyKey);
    if (before) return { holdToken: before };
    if (!line.waiting.some(({ id }) => id === enrolmentId)) throw fail("STATE_CONFLICT");
    if (freeBut() < 1) throw full();
    const holdToken = randomUUID();
    line.holds.set(holdToken, enrolmentId);
    if (idempotencyKey) line.answered.set(idempotencyKey, holdToken);
    if (line.dies()) throw new Error("whoever asked was killed");
    return { holdToken };
  },
  tellFreePlaces: async ({ cause }: TellFreePlacesRequest) => {
    line.asked.push(cause);
    return {};
  },
  enrolWaiting: async ({ enrolmentId, holdToken }: EnrolWaitingRequest) => {
    if (line.inIt.has(enrolmentId)) return { enrolment: { id: enrolmentId } };
    if (!line.waiting.some(({ id }) => id === enrolmentId)) throw fail("STATE_CONFLICT");
    if (freeBut(holdToken) < 1) throw full();
    line.holds.delete(holdToken);
    line.inIt.add(enrolmentId);
    line.waiting = line.waiting.filter(({ id }) => id !== enrolmentId);
    return { enrolment: { id: enrolmentId } };
  },
});

let desk: Desk;
const letters: SendToPersonRequest[] = [];
beforeAll(async () => {
  desk = await openDesk([
    classes,
    partOf(ClassService, {
      getClass: async ({ id }: { id: string }) => ({
        groupClass: { id, sessions: line.sessions, cancelled: line.over },
        enrolments: [...line.inIt].map((one) => ({ id: one, state: EnrolmentState.ENROLLED, price: toMoney(10_000, "USD") })),
      }),
      withdrawPet: async ({ enrolmentId }: { enrolmentId: string }) => {
        if (line.stays) throw new Error("the calendar is away");
        line.left.push(enrolmentId);
        line.waiting = line.waiting.filter(({ id }) => id !== enrolmentId);
        return {};
      },
    }),
    partOf(SlotService, {
      listFreeSlots: async () => ({ days: [] }),
      releaseHold: async ({ token }: { token: string }) => {
        line.holds.delete(token);
        return {};
      },
    }),
    partOf(VisitPartyService, {
      getVisitParty: async ({ customerId, petIds }: { customerId: string; petIds: string[] }) => {
        if (customerId === "13") throw fail("CUSTOMER_NOT_FOUND");
        if (customerId === "14") return { pets: [] };
        return {
          client: { firstName: `Jo${customerId}`, lastName: "Park" },
          pets: petIds.map((petId) => ({ petId, petName: "Rex", breed: "Pug", petType: "Dog" })),
        };
      },
      batchGetVisitProfiles: async () => ({ clients: [] }),
    }),
    partOf(ClassBillService, {
      getClassBills: async () => ({
        bills: [...line.inIt].map((enrolmentId) => ({ enrolmentId, order: { id: `7${enrolmentId}`, remain: toMoney(10_000, "USD") } })),
      }),
    }),
    partOf(PayLinkService, { getPayLink: async ({ orderId }: { orderId: string }) => ({ url: `https://shop.test/pay/${orderId}` }) }),
    partOf(MailService, {
      sendToPerson: async (letter: SendToPersonRequest) => {
        if (!letters.some(({ dedupeKey }) => dedupeKey === letter.dedupeKey)) letters.push(letter);
        return { texted: true, emailed: true };
      },
    }),
  ]);
}, 60_000);
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  for (const table of ["waitlist_offer", "waitlist_entry", "freed_time", "offer_setting", "job", "pace", "process_run"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
  letters.length = 0;
  for (const known of [line.inIt, line.holds, line.answered]) known.clear();
  Object.assign(line, {
    capacity: 1,
    sessions: [session(5), session(12), session(19)],
    waiting: [],
    left: [],
    asked: [],
    stays: false,
    over: false,
    dies: () => false,
    meanwhile: async () => {},
  });
});

const waitlist = () => desk.servers.client(AppointmentWaitlistService);
const byHand = () => desk.servers.client(WaitlistOfferService);
const page = () => desk.servers.client(OfferLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
const byItself = (more: object = {}) =>
  desk.servers
    .client(WaitlistOfferSettingService)
    .updateWaitlistOfferSetting({ byItself: true, quietFrom: 0, quietTo: 0, cutOffMinutes: 0, ...more });
const work = async () => {
  for (let n = 0; n < 4; n++) await Promise.all([1, 2, 3].map(() => desk.servers.runDue("online-booking")));
};
/** What is due later is due now. */
const soon = async () => {
  await desk.servers.admin.query("update online_booking.job set due_at = now() - interval '1 second' where state = 'due'");
  await work();
};
const told = (enrolmentId: string, state: EnrolmentState, version: number) =>
  desk.tell(ClassEnrolmentChangedSchema, {
    enrolmentId,
    classId: "30",
    businessId: "1",
    customerId: customerOf(enrolmentId),
    state,
    version,
  });
/** The pet of a client waits for the class from now on. */
const wait = async (customer: string, bookingRequestId = "0") => {
  line.waiting.push({ id: `${customer}00`, bookingRequestId });
  await told(`${customer}00`, EnrolmentState.WAITING, 1);
  await work();
};
/** A place is free, and the minute is over in which that can be taken back. */
const free = async (cause: string, places = 1) => {
  await comesFree(cause, places);
  await aMinuteLater();
};
const aMinuteLater = async () => {
  await desk.servers.admin.query(
    "update online_booking.job set due_at = due_at - interval '61 seconds' where kind = 'offer-freed-time' and state = 'due'",
  );
  await work();
};
/** The class had no more than it takes. */
const comesFree = async (cause: string, places = 1) => {
  const about = { classId: "30", businessId: "1", places, date: day(5), startTime: 1080, endTime: 1140, lastDate: day(19), cause };
  await desk.tell(ClassPlacesFreedSchema, about);
  await work();
};
const list = async (filters: object = { classIds: ["30"] }) => (await waitlist().listWaitEntries({ filters, oldestFirst: true })).entries;
const entryOf = async (customer: string) => (await list()).find(({ customerInfo }) => customerInfo?.id === customer)!;
type Offer = { id: string; state: string; customerId: string; kept: string };
const offers = async (): Promise<Offer[]> =>
  (
    await desk.servers.admin.query(
      `select o.id::text, o.state, e.customer_id::text as "customerId", o.date || ' ' || o.start_time || '-' || o.end_time as kept
        from online_booking.waitlist_offer o join online_booking.waitlist_entry e on e.id = o.entry_id order by o.id`,
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

test("whoever waits for a class stands on the waitlist once, by class and by care type, until they leave its line; a class is waited for nowhere else", async () => {
  line.capacity = 0;
  await wait("1");
  await wait("2");
  await told("200", EnrolmentState.WAITING, 1);
  await work();
  const entries = await list();
  expect(entries).toMatchObject([
    {
      ...{ classId: "30", enrolmentId: "100", careType: "GROUP_CLASS", duration: 60, price: { units: 150n }, isAvailable: false },
      ...{ customerInfo: { id: "1", firstName: "Jo1" }, isFromOb: false, validTill: toWireDate(day(19)) },
      petList: [{ petId: "10", petName: "Rex", petType: "Dog", serviceList: [{ serviceName: "Puppy school" }] }],
    },
    { enrolmentId: "200" },
  ]);
  expect((await list({ careTypes: ["GROUP_CLASS"] })).map(({ enrolmentId }) => enrolmentId)).toEqual(["100", "200"]);
  expect(await list({ classIds: ["31"] })).toEqual([]);
  const { places } = await waitlist().listWaitlistPlaces({ startDate: toWireDate(day(5)), endDate: toWireDate(day(6)) });
  expect(places).toEqual([]);
  line.sessions = [...line.sessions, session(26)];
  line.waiting = line.waiting.filter(({ id }) => id !== "100");
  await told("100", EnrolmentState.WITHDRAWN, 2);
  await work();
  expect((await list()).map(({ enrolmentId, validTill }) => [enrolmentId, validTill])).toEqual([["200", toWireDate(day(26))]]);
  const [other] = await list();
  const change = (more: object) => waitlist().updateWaitEntry({ id: other!.id, ...more });
  expect((await change({ ticketComment: "shy" })).entry?.ticketComment).toBe("shy");
  expect((await refusalOf(change({ datePreference: { dates: [toWireDate(day(9))] } }))).options.fields?.[0]?.field).toBe("datePreference");
  await waitlist().deleteWaitEntry({ id: other!.id });
  await work();
  expect([line.left, await list()], "taken off the list, out of the line").toEqual([["200"], []]);
  await wait("13");
  expect([await list(), line.left], "nobody who is known no more").toEqual([[], ["200"]]);
  await wait("14");
  expect([await list(), line.left], "nor is the class kept for whoever was deleted").toEqual([[], ["200", "1400"]]);
});

test("whoever left the line and is back in it, as that was undone, waits on the list as before; whom staff took off the list is not put back before they left", async () => {
  await byItself();
  line.capacity = 0;
  await wait("1");
  await wait("2");
  const one = await entryOf("1");
  const inLine = [...line.waiting];
  line.waiting = inLine.filter(({ id }) => id !== "100");
  await told("100", EnrolmentState.WITHDRAWN, 2);
  await work();
  expect((await list()).map(({ enrolmentId }) => enrolmentId)).toEqual(["200"]);
  line.waiting = inLine;
  await told("100", EnrolmentState.WAITING, 3);
  await work();
  expect(await entryOf("1")).toMatchObject({ id: one.id, enrolmentId: "100", state: WaitlistState.WAITING });
  line.capacity = 1;
  await free("back-100-v3");
  expect((await openOffers()).map(({ customerId }) => customerId)).toEqual(["1"]);
  line.stays = true;
  await waitlist().deleteWaitEntry({ id: (await entryOf("2")).id });
  await work();
  await told("200", EnrolmentState.WAITING, 2);
  await work();
  expect(
    (await list()).map(({ enrolmentId }) => enrolmentId),
    "still to leave",
  ).toEqual(["100"]);
  line.stays = false;
  await soon();
  expect([line.left, (await list()).map(({ enrolmentId }) => enrolmentId)]).toEqual([["200"], ["100"]]);
});

test("whoever joins while the line is being looked at stays on the list", async () => {
  await byItself();
  line.capacity = 0;
  await wait("1");
  line.meanwhile = async () => {
    line.meanwhile = async () => {};
    await wait("2");
  };
  await free("left-900");
  expect((await list()).map(({ enrolmentId, state }) => [enrolmentId, state])).toEqual([
    ["100", WaitlistState.WAITING],
    ["200", WaitlistState.WAITING],
  ]);
});

test("whoever seemed to have left the line and was put back on the list meanwhile stays on it; who did leave it is taken off also if their entry was changed meanwhile", async () => {
  await byItself();
  line.capacity = 0;
  await wait("1");
  await wait("2");
  const inLine = [...line.waiting];
  line.waiting = inLine.filter(({ id }) => id !== "100");
  const [one, other] = [await entryOf("1"), await entryOf("2")];
  const touch = async (id: string) =>
    void (await desk.servers.admin.query("update online_booking.waitlist_entry set version = version + 1 where id = $1", [id]));
  line.meanwhile = async () => {
    line.meanwhile = async () => {};
    await touch(one.id);
    line.waiting = inLine;
  };
  await free("left-900");
  expect((await list()).map(({ enrolmentId }) => enrolmentId)).toEqual(["100", "200"]);
  const taken = await desk.servers.admin.query(
    "select 1 from online_booking.change_log where entity = 'waitlist_entry' and action = 'delete' and entity_id = $1",
    [one.id],
  );
  expect(taken.rowCount, "not for a moment").toBe(0);
  line.waiting = inLine.filter(({ id }) => id !== "200");
  line.meanwhile = async () => {
    line.meanwhile = async () => {};
    await touch(other.id);
  };
  await free("left-901");
  expect((await list()).map(({ enrolmentId }) => enrolmentId)).toEqual(["100"]);
});

test("a place that comes free is offered to one after the other in their turn and kept for them; who says no or nothing keeps their place and is told", async () => {
  await byItself();
  line.capacity = 0;
  for (const one of ["1", "2", "3"]) await wait(one);
  line.capacity = 1;
  await free("left-900");
  await free("left-900");
  const [first] = await openOffers();
  expect([await offers(), line.holds.size]).toEqual([[first], 1]);
  expect([first?.customerId, first?.kept]).toEqual(["1", `${day(5)} 1080-1140`]);
  expect(lettersTo(first!.id, "offered")[0]?.text).toContain("has a place in Puppy school for Rex, from ");
  const { offer } = await page().getOfferedTime({ token: linkOf(first!.id) });
  expect(offer).toMatchObject({
    date: day(5),
    startTime: 1080,
    sessions: 3,
    state: WaitlistOfferState.OPEN,
    services: [{ serviceName: "Puppy school" }],
  });
  expect((await refusalOf(byHand().createWaitlistOffer({ waitListId: (await entryOf("2")).id, ...session(5), staffId: "0" }))).code).toBe(
    ErrorCode.ROOM_NOT_AVAILABLE,
  );
  await answer(first!.id, false);
  await work();
  const [second] = await openOffers();
  expect(second?.customerId).toBe("2");
  await lapse(second!.id);
  expect(lettersTo(second!.id, "expired")[0]?.text).toContain("You keep your place on the waitlist.");
  expect((await refusalOf(answer(second!.id, true))).code, "too late").toBe(ErrorCode.STATE_CONFLICT);
  const [third] = await openOffers();
  expect(third?.customerId).toBe("3");
  const answers = await Promise.all([1, 2, 3].map(() => answer(third!.id, true)));
  for (const { offer: one } of answers) expect(one).toMatchObject({ state: WaitlistOfferState.ACCEPTED, sessions: 3 });
  await work();
  expect([[...line.inIt], line.holds.size]).toEqual([["300"], 0]);
  expect((await waitlist().getWaitEntry({ id: await offersEntry(third!.id) })).entry).toMatchObject({
    ...{ state: WaitlistState.BOOKED, appointmentId: "0" },
    offer: { state: WaitlistOfferState.ACCEPTED },
  });
  expect((await list()).map(({ enrolmentId, state }) => [enrolmentId, state])).toEqual([
    ["100", WaitlistState.WAITING],
    ["200", WaitlistState.WAITING],
  ]);
});
const offersEntry = async (id: string): Promise<string> =>
  (await desk.servers.admin.query("select entry_id::text as id from online_booking.waitlist_offer where id = $1", [id])).rows[0].id;

test("two who have offers say yes at once, with a place for each: both are in, and none above what the class takes; the next place goes to whoever had fewest offers", async () => {
  await byItself();
  line.capacity = 0;
  for (const one of ["1", "2", "3", "4"]) await wait(one);
  line.capacity = 2;
  await free("class-v2", 2);
  const both = await openOffers();
  expect(both.map(({ customerId }) => customerId).sort()).toEqual(["1", "2"]);
  await answer(both.find(({ customerId }) => customerId === "1")!.id, false);
  await work();
  const open = await openOffers();
  expect(open.map(({ customerId }) => customerId).sort()).toEqual(["2", "3"]);
  await Promise.all(open.map(({ id }) => answer(id, true)));
  await work();
  expect([...line.inIt].sort()).toEqual(["200", "300"]);
  line.capacity = 3;
  await free("class-v3");
  expect(
    (await openOffers()).map(({ customerId }) => customerId),
    "1 had an offer, 4 had none",
  ).toEqual(["4"]);
});

test("by hand the shop offers a free place or gives it at once, to whom it likes; one that is taken is refused, and they go on waiting", async () => {
  line.capacity = 0;
  for (const one of ["1", "2", "3"]) await wait(one);
  line.capacity = 1;
  await free("left-900");
  expect(await offers(), "by hand nothing runs").toEqual([]);
  const [first, second] = [await entryOf("1"), await entryOf("2")];
  expect([first.isAvailable, second.isAvailable]).toEqual([true, true]);
  const { places } = await waitlist().findWaitlistTimes({ waitListIds: [second.id] });
  expect(places).toMatchObject([{ waitListId: second.id, date: toWireDate(day(5)), startTime: 1080, endTime: 1140 }]);
  const wrong = { waitListId: second.id, date: toWireDate(day(6)), startTime: 1080, staffId: "0" };
  expect((await refusalOf(byHand().createWaitlistOffer(wrong))).options.fields?.[0]?.field).toBe("date");
  const time = { date: toWireDate(day(5)), startTime: 1080, staffId: "0" };
  await byHand().createWaitlistOffer({ waitListId: second.id, ...time, minutes: 30 });
  await work();
  expect((await refusalOf(waitlist().rescheduleFromWaitlist({ id: first.id, ...time }))).code, "kept for another").toBe(
    ErrorCode.ROOM_NOT_AVAILABLE,
  );
  expect((await entryOf("1")).state).toBe(WaitlistState.WAITING);
  const later = { date: toWireDate(day(12)), startTime: 1080, staffId: "0" };
  const given = await Promise.all([time, later].map((when) => waitlist().rescheduleFromWaitlist({ id: second.id, ...when })));
  for (const { entry } of given)
    expect(entry).toMatchObject({ state: WaitlistState.BOOKED, offer: { state: WaitlistOfferState.ACCEPTED } });
  expect([[...line.inIt], line.holds.size]).toEqual([["200"], 0]);
});

test("who is offered a place reads what it costs, and whoever took it where it is paid; once their pet left or the class is canceled, they are booked no more", async () => {
  await byItself();
  line.capacity = 0;
  await wait("1");
  line.capacity = 1;
  await free("left-900");
  const [one] = await openOffers();
  expect(lettersTo(one!.id, "offered")[0]?.text).toContain("(3 sessions, $100.00)");
  const shown = async () => (await page().getOfferedTime({ token: linkOf(one!.id) })).offer!;
  expect(await shown()).toMatchObject({ sessions: 3, price: toMoney(10_000, "USD"), payUrl: "", bookedNoMore: false });
  const { ACCEPTED } = WaitlistOfferState;
  const booked = { state: ACCEPTED, sessions: 3, price: toMoney(10_000, "USD"), payUrl: "https://shop.test/pay/7100", bookedNoMore: false };
  expect((await answer(one!.id, true)).offer).toMatchObject(booked);
  line.over = true;
  expect(await shown()).toMatchObject({ state: ACCEPTED, bookedNoMore: true, payUrl: "" });
  line.over = false;
  expect(await shown()).toMatchObject(booked);
  line.inIt.clear();
  expect(await shown()).toMatchObject({ state: ACCEPTED, bookedNoMore: true, sessions: 0, payUrl: "" });
});

test("a place that came free waits a minute before it is offered: who takes back in it that a pet left meets no offer, and nobody is written to", async () => {
  await byItself();
  line.capacity = 0;
  await wait("1");
  line.capacity = 1;
  await comesFree("left-900-v1");
  expect([await offers(), line.holds.size, letters.length]).toEqual([[], 0, 0]);
  line.capacity = 0;
  await soon();
  expect([await offers(), line.holds.size, letters.length]).toEqual([[], 0, 0]);
});

test("a line from before the waitlist had classes is listed once a place comes free, also where staff offer it", async () => {
  line.waiting.push({ id: "100", bookingRequestId: "0" });
  await comesFree("left-900-v1");
  expect((await list()).map(({ enrolmentId, isAvailable }) => [enrolmentId, isAvailable])).toEqual([["100", true]]);
});

test("a place that staff offered to one who says no goes to the next by itself, and not to them again", async () => {
  line.capacity = 0;
  for (const one of ["1", "2"]) await wait(one);
  line.capacity = 1;
  await byItself();
  const time = { date: toWireDate(day(5)), startTime: 1080, staffId: "0" };
  await byHand().createWaitlistOffer({ waitListId: (await entryOf("1")).id, ...time });
  await work();
  const [first] = await openOffers();
  await answer(first!.id, false);
  await work();
  expect([line.asked, line.holds.size]).toEqual([[`offer-${first!.id}`], 0]);
  await free(`offer-${first!.id}`);
  const [second] = await openOffers();
  expect(second?.customerId).toBe("2");
  await answer(second!.id, false);
  await work();
  expect([await openOffers(), line.asked], "whose place came free by itself, the next one is asked").toEqual([[], [`offer-${first!.id}`]]);
});

test("with the place that one said no to no other free one is offered: who let those pass is not asked for them again", async () => {
  line.capacity = 0;
  for (const one of ["1", "2", "3"]) await wait(one);
  await byItself();
  line.capacity = 2;
  await free("left-900");
  for (const customer of ["1", "2", "3"]) {
    const [open] = await openOffers();
    expect(open?.customerId).toBe(customer);
    await answer(open!.id, false);
    await work();
  }
  expect(await openOffers()).toEqual([]);
  const time = { date: toWireDate(day(5)), startTime: 1080, staffId: "0" };
  await byHand().createWaitlistOffer({ waitListId: (await entryOf("1")).id, ...time });
  await work();
  const [offered] = await openOffers();
  await answer(offered!.id, false);
  await work();
  await free(`offer-${offered!.id}`, 2);
  expect((await openOffers()).map(({ customerId }) => customerId)).toEqual(["2"]);
});

test("whoever let free places pass is not asked for them again as somebody is back in the line, or as a request is decided that kept none; for what one gave back they are", async () => {
  line.capacity = 0;
  for (const one of ["1", "2"]) await wait(one);
  await byItself();
  line.capacity = 2;
  await free("left-900");
  for (const _ of [1, 2]) {
    const [open] = await openOffers();
    await answer(open!.id, false);
    await work();
  }
  const asked = async () => (await openOffers()).map(({ customerId }) => customerId);
  const decided = async (state: string, classWait: boolean, pets = 1) => {
    const { rows } = await desk.servers.admin.query(
      `insert into online_booking.booking_request (company_id, business_id, state, class_id, class_wait, staff_id, staff_name, staff_asked, date,
        start_time, end_time, customer, pets, summary, currency, total)
        values (1, 1, $1, 30, $2, 0, '', false, $3, 1080, 1140, '{}', $4, '', 'USD', 0) returning id`,
      [state, classWait, day(5), JSON.stringify(Array.from({ length: pets }, () => ({})))],
    );
    await free(`request-${rows[0].id}`, 2);
    return await asked();
  };
  const inLine = [...line.waiting];
  line.waiting = inLine.filter(({ id }) => id !== "200");
  await told("200", EnrolmentState.WITHDRAWN, 2);
  await work();
  line.waiting = inLine;
  await told("200", EnrolmentState.WAITING, 3);
  await free("back-200-v3", 2);
  expect([(await list()).length, await asked()]).toEqual([2, []]);
  expect(await decided("declined", true), "it waited").toEqual([]);
  expect(await decided("declined", false), "one pet, one place").toEqual(["1"]);
});

test("what an offer kept is kept for the same pet by whoever goes on after a crash, and whoever left the line meanwhile is passed over", async () => {
  await byItself();
  line.capacity = 0;
  for (const one of ["1", "2"]) await wait(one);
  line.capacity = 1;
  let deaths = 1;
  line.dies = () => deaths-- > 0;
  await free("left-900");
  expect([await offers(), line.holds.size], "kept, and not written down").toEqual([[], 1]);
  await soon();
  const [one] = await openOffers();
  expect([one?.customerId, line.holds.size]).toEqual(["1", 1]);
  line.waiting = line.waiting.filter(({ id }) => id !== "100");
  expect((await refusalOf(answer(one!.id, true))).code, "left the class a moment ago").toBe(ErrorCode.STATE_CONFLICT);
  await work();
  expect((await list()).map(({ enrolmentId }) => enrolmentId)).toEqual(["200"]);
  expect((await openOffers()).map(({ customerId }) => customerId)).toEqual(["2"]);
});

test("whoever comes into the line of a class with a place that nobody took is asked, and those who let it pass are not asked again", async () => {
  await byItself();
  line.capacity = 0;
  await wait("1");
  line.capacity = 1;
  await free("left-900");
  await answer((await openOffers())[0]!.id, false);
  await work();
  expect(await openOffers()).toEqual([]);
  await wait("2");
  expect(await openOffers(), "who came can be taken back").toEqual([]);
  await aMinuteLater();
  const [next] = await openOffers();
  expect(next?.customerId).toBe("2");
  await answer(next!.id, false);
  await work();
  expect([await openOffers(), line.holds.size]).toEqual([[], 0]);
});

test("a place is offered with the session that can still be answered for, until the last one has begun", async () => {
  await byItself({ cutOffMinutes: 6 * 1440 });
  line.capacity = 0;
  await wait("1");
  line.capacity = 1;
  await free("left-900");
  expect((await openOffers()).map(({ kept }) => kept)).toEqual([`${day(12)} 1080-1140`]);
});

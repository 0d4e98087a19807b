import { randomUUID } from "node:crypto";
import { type Ctx, ErrorCode, fail, fromWireDate, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import type { GetStayNightsRequest, HoldStayRequest } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { BookingProposalService } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestAcceptedSchema, BookingTimesProposedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { ProposalLinkService } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";
import { catalogOf } from "../../test/neighbors.ts";
import { proposalKey } from "../requests/proposal/proposal.ts";
import { fullNight, nearest } from "./no-room.ts";

// Jo Park asked for three nights from the 10th day on for Rex, at $45 a night; the night of the 20th day costs $15 more. The house has as many rooms as a test says.

const { OPEN, ACCEPTED, EXPIRED, CLOSED, TAKEN, WITHDRAWN } = BookingProposalState;
const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const boarding = {
  ...{ id: "1", name: "Boarding", careType: "BOARDING", bookOnlineAvailable: true, byStay: true, duration: 60 },
  ...{ price: toMoney(4_500, "USD"), priceUnit: PriceUnit.PER_NIGHT, taxId: "4" },
};
const groom = { ...boarding, id: "3", name: "Groom", careType: "GROOMING", byStay: false, priceUnit: PriceUnit.UNSPECIFIED };
const daycare = { ...boarding, id: "2", name: "Daycare", careType: "DAYCARE", priceUnit: PriceUnit.PER_DAY };
const peak = {
  ...{ pricingRuleId: "8", name: "Holiday", active: true, allServicesApplicable: false, selectedServices: ["1"] },
  ruleType: PricingRuleType.PEAK_DATE,
  ruleItems: [{ startDate: toWireDate(day(20)), endDate: toWireDate(day(20)), amount: toMoney(1_500, "USD") }],
};

let rooms = 9;
type Kept = { asked: HoldStayRequest; from: string; to: string; token: string; key: string; since: number };
const expiresAt = { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 };
let kept: Kept[] = [];
let desk: Desk;
const letters: SendToPersonRequest[] = [];
const spanOf = ({ startDate, endDate }: HoldStayRequest) =>
  [fromWireDate(startDate, "startDate"), fromWireDate(endDate, "endDate")] as const;
const stands = ({ asked, token, since }: Kept) =>
  !desk.released.slice(since).some((one) => one.token === token || asked.visitor?.bounds.some(({ key }) => key === one.key));
const isFull = (night: string) => kept.filter((one) => stands(one) && one.from <= night && night < one.to).length >= rooms;
const nightsOf = (from: string, to: string) => {
  const nights: string[] = [];
  for (let at = Temporal.PlainDate.from(from); at.toString() <= to; at = at.add({ days: 1 })) nights.push(at.toString());
  return nights;
};

beforeAll(async () => {
  desk = await openDesk([
    catalogOf([boarding, groom, daycare], () => [peak]),
    partOf(PricingRuleService, { listPricingRules: async () => ({ pricingRules: [peak] }) }),
    partOf(MailService, {
      sendToPerson: async (letter: SendToPersonRequest) => {
        if (!letters.some(({ dedupeKey }) => dedupeKey === letter.dedupeKey)) letters.push(letter);
        return { texted: true, emailed: true };
      },
    }),
    partOf(StayHoldService, {
      chooseRooms: async () => ({ pets: [] }),
      getDaycarePlaces: async () => ({ days: [] }),
      holdDaycare: async () => ({ holdToken: "places" }),
      getStayNights: async ({ startDate, endDate }: GetStayNightsRequest) => ({
        nights: nightsOf(fromWireDate(startDate, "startDate"), fromWireDate(endDate, "endDate")).map((date) => ({
          ...{ date: toWireDate(date), free: !isFull(date), closed: false, rooms: [] },
        })),
        roomTypes: [{ lodgingTypeId: "9", name: "Suite", isArea: false }],
      }),
      holdStay: async (asked: HoldStayRequest, { idempotencyKey: key }: Ctx) => {
        const before = kept.find((one) => one.key !== "" && one.key === key);
        if (before) return { holdToken: before.token, expiresAt };
        const [from, to] = spanOf(asked);
        kept = kept.filter(({ token }) => token !== asked.replaceToken);
        if (from === day(25)) throw fail("OUTSIDE_WORKING_HOURS", { field: "endDate", facts: { why: "closed", date: day(26) } });
        if (nightsOf(from, to).slice(0, -1).some(isFull))
          throw fail("ROOM_NOT_AVAILABLE", { field: "petServices", facts: { why: "full", freeLodgings: "" } });
        const token = asked.replaceToken || randomUUID();
        kept.push({ asked, from, to, token, key, since: desk.released.length });
        return { holdToken: token, expiresAt };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  kept = [];
  rooms = 9;
  letters.length = 0;
  desk.asked.length = 0;
  desk.released.length = 0;
  desk.calendarSays(() => undefined);
  desk.calendarReckons(({ appointmentDate, endDate }) => {
    const nights = nightsOf(fromWireDate(appointmentDate, "date"), fromWireDate(endDate, "endDate")).slice(0, -1);
    return toMoney(BigInt(nights.length * 4_500 + (nights.includes(day(20)) ? 1_500 : 0)), "USD");
  });
});

const requests = () => desk.servers.client(BookingRequestService);
const proposals = () => desk.servers.client(BookingProposalService);
const page = () => desk.servers.client(ProposalLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.8" });
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest!;
const work = () => desk.servers.runDue("online-booking");
const stay = (from: number, to: number) => ({ startDate: toWireDate(day(from)), endDate: toWireDate(day(to)) });
const propose = (id: string, stays: object[], more: object = {}) => proposals().proposeBookingTimes({ id, stays, ...more } as never);
const token = () => /\/t\/(\S+)/.exec(letters.at(-1)?.text ?? "")?.[1] ?? "";
const answer = (link: string, time?: number) => page().answerProposedTimes({ token: link, ...(time !== undefined && { time }) });
const shown = async (link: string) => (await page().getProposedTimes({ token: link })).proposed!;
const freed = (id: string, number = 1) => desk.released.filter(({ key }) => key === proposalKey(id, number)).length;
const held = (id: string) => kept.filter((one) => stands(one) && one.asked.visitor?.bounds[0]?.key.startsWith(`proposal:${id}:`));
const spoken = (plus: number, as: "short" | "long" = "short") => {
  const at = Temporal.PlainDate.from(day(plus));
  return `${at.toLocaleString("en-US", { weekday: as })}, ${at.day} ${at.toLocaleString("en-US", { month: as })}`;
};
const inWords = (from: number, to: number) => `${spoken(from)} to ${spoken(to)} (${to - from} ${to - from === 1 ? "night" : "nights"})`;

let people = 0;
async function submit(serviceId = "1", more: object = {}) {
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({
    ...{ bookOnlineName: desk.page, date: toWireDate(day(10)), startTime: 840 },
    ...(serviceId === "1" && { endDate: toWireDate(day(13)), endTime: 660 }),
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: `+1206555${6000 + people++}`, email: "jo@example.test" },
    pets: [{ petName: "Rex", petType: "Dog", weight: 30, serviceIds: [serviceId] }],
    ...more,
  } as never);
  const id = statusToken.split(".")[0] ?? "";
  await work();
  letters.length = 0;
  return id;
}

async function proposed(stays = [stay(14, 17), stay(16, 18)]) {
  const id = await submit();
  await propose(id, stays);
  await work();
  return { id, link: token() };
}

test("two stays are held for a day and written of; the client reads what the other nights cost and takes one, which is booked in the place of its hold", async () => {
  const id = await submit();
  const { bookingRequest } = await propose(id, [stay(14, 16), stay(19, 22)], { note: "We are full then" });
  expect(bookingRequest).toMatchObject({
    ...{ status: BookingRequestStatus.SUBMITTED, startDate: day(10), endDate: day(13), timeHeld: true },
    proposal: {
      ...{ state: OPEN, number: 1 },
      times: [
        { date: day(14), startTime: 840, endDate: day(16), endTime: 660, staffId: "0", staffName: "", price: { units: 90n } },
        { date: day(19), startTime: 840, endDate: day(22), endTime: 660, price: { units: 150n } },
      ],
    },
  });
  expect(held(id)).toMatchObject([
    { from: day(14), to: day(16), asked: { startTime: 840, endTime: 660, holdMinutes: 1445, pets: [{ petType: "Dog", weight: 30 }] } },
    { from: day(19), to: day(22), asked: { visitor: { requested: true, bounds: [{ most: 2 }] } } },
  ]);
  expect(await desk.told(BookingTimesProposedSchema, id)).toMatchObject({
    proposal: { date: day(10), endDate: day(13), proposal: { times: [{ endDate: day(16) }, { endDate: day(22) }] } },
  });
  await work();
  expect(letters).toMatchObject([{ subject: "Other nights for Rex at Paws", useCase: "proposed times" }]);
  expect(letters[0]?.text).toContain(
    `Hi Jo, Paws can’t take Rex from ${inWords(10, 13)}, but can for these stays:\n\n- ${inWords(14, 16)}\n- ${inWords(19, 22)}\n\nWe are full then\n\nThey are kept`,
  );
  const link = token();
  expect(await shown(link)).toMatchObject({
    ...{ askedDate: day(10), askedStartTime: 840, askedEndDate: day(13), askedEndTime: 660, askedPrice: { units: 135n } },
    proposal: { state: OPEN, times: [{ price: { units: 90n } }, { price: { units: 150n } }] },
  });
  const chosen = held(id)[1]?.token;
  expect((await answer(link, 1)).proposed).toMatchObject({ askedDate: day(10), askedEndDate: day(13), proposal: { state: ACCEPTED } });
  await answer(link, 1);
  expect(desk.asked).toMatchObject([
    { appointmentDate: toWireDate(day(19)), endDate: toWireDate(day(22)), startTime: 840, endTime: 660, holdToken: chosen, staffId: "0" },
  ]);
  expect(desk.asked[0]?.petServices[0]?.services[0]?.price, "for other nights the calendar reckons").toBeUndefined();
  await work();
  expect(await read(id)).toMatchObject({
    ...{ status: BookingRequestStatus.ACCEPTED, startDate: day(19), endDate: day(22), timeHeld: false },
    proposal: { state: ACCEPTED, times: [{ chosen: false }, { chosen: true }] },
  });
  expect(freed(id)).toBeGreaterThan(0);
  expect(kept.filter(stands), "the nights that were asked for are free again, too").toEqual([]);
});

test("who takes other nights than they asked for is told, and the shop sees, the nights and the price of these; what was asked for is kept", async () => {
  const { id, link } = await proposed([stay(14, 16), stay(19, 24)]);
  expect((await read(id)).summary).toBe("Boarding for Rex, 3 nights");
  await answer(link, 1);
  const total = { units: 240n };
  const told = await desk.told(BookingRequestAcceptedSchema, id);
  expect(told).toMatchObject({ summary: "Boarding for Rex, 5 nights", price: total, endDate: day(24), askedDate: "", askedEndDate: "" });
  expect(await read(id)).toMatchObject({
    ...{
      summary: "Boarding for Rex, 5 nights",
      estimatedTotalPrice: total,
      bill: { price: total, tax: { units: 24n }, total: { units: 264n } },
    },
    ...{ askedDate: day(10), askedEndDate: day(13), askedEndTime: 660, pets: [{ services: [{ name: "Boarding", price: total }] }] },
  });
  expect(await shown(link)).toMatchObject({
    askedEndDate: day(13),
    askedPrice: { units: 135n },
    proposal: { times: [{}, { price: total }] },
  });
});

test("whom staff give other nights is told these, what they come to, and which stay it is in place of; also from the same day on", async () => {
  const id = await submit();
  await requests().acceptBookingRequest({ id, ...stay(10, 12) } as never);
  const asked = { askedDate: day(10), askedStartTime: 840, askedEndDate: day(13), askedEndTime: 660 };
  const now = { summary: "Boarding for Rex, 2 nights", endDate: day(12), ...asked };
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({ ...now, price: { units: 90n } });
  expect(await read(id)).toMatchObject({ ...now, estimatedTotalPrice: { units: 90n }, bill: { total: { units: 99n } } });
  const same = await submit();
  await requests().acceptBookingRequest({ id: same });
  const left = { summary: "Boarding for Rex, 3 nights", askedDate: "", askedEndDate: "" };
  expect(await desk.told(BookingRequestAcceptedSchema, same)).toMatchObject({ ...left, price: { units: 135n } });
});

test("a stay that costs what was asked for says so, too", async () => {
  const { id, link } = await proposed([stay(14, 17)]);
  expect((await read(id)).proposal?.times[0]?.price).toMatchObject({ units: 135n });
  expect(await shown(link)).toMatchObject({ askedPrice: { units: 135n }, proposal: { times: [{ price: { units: 135n } }] } });
  expect(letters.at(-1)?.text).toMatch(/but can for this stay:\n\n.*\n\nIt is kept/);
});

test("when the house is full for one of the stays none is held; the night that is full is said, and the nearest nights with room", async () => {
  rooms = 1;
  await proposed([stay(15, 16)]);
  const id = await submit("1", { date: toWireDate(day(30)), endDate: toWireDate(day(32)) });
  const refusal = await refusalOf(propose(id, [stay(20, 22), stay(14, 16)]));
  expect([refusal.code, refusal.options.fields?.[0]?.field, refusal.message]).toEqual([
    ErrorCode.ROOM_NOT_AVAILABLE,
    "stays.1",
    `There is no room on the night of ${spoken(15, "long")}. There is for ${inWords(13, 15)}.`,
  ]);
  expect(refusal.options.facts).toMatchObject({ night: day(15), freeFrom: day(13) });
  expect([held(id), freed(id), (await read(id)).proposal]).toEqual([[], 1, undefined]);
  const closed = await refusalOf(propose(id, [stay(25, 27)]));
  expect([closed.code, closed.options.fields?.[0]?.field, closed.message]).toEqual([
    ErrorCode.OUTSIDE_WORKING_HOURS,
    "stays.0",
    `You are closed on ${spoken(26, "long")}. Choose other nights.`,
  ]);
  await propose(id, [stay(20, 22)]);
  expect((await read(id)).proposal).toMatchObject({ state: OPEN, number: 1 });
});

test.each([
  ["its name is said", "9", "There is no room of the type Suite"],
  ["a type that is there no more is not named", "7", "There is no room"],
])("when the rooms of the type that was asked for are full %s", async (_, lodgingTypeId, said) => {
  const id = await submit("1", { lodgingTypeId });
  rooms = 0;
  expect((await refusalOf(propose(id, [stay(15, 16)]))).message).toBe(
    `${said} on the night of ${spoken(15, "long")}. Choose other nights.`,
  );
});

test("of two who are to be proposed the last room at once one has it", async () => {
  rooms = 9;
  const [one, other] = [await submit(), await submit()];
  rooms = 1;
  const tries = await Promise.allSettled([propose(one, [stay(14, 16)]), propose(other, [stay(15, 17)])]);
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(held(one).length + held(other).length).toBe(1);
  expect([(await read(one)).proposal?.state, (await read(other)).proposal?.state].filter(Boolean)).toEqual([OPEN]);
});

test("the same stay proposed by two of the staff at once is held once; other stays of the other one are refused", async () => {
  const id = await submit();
  const tries = await Promise.allSettled([propose(id, [stay(14, 16)]), propose(id, [stay(14, 16)])]);
  expect(tries.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(held(id)).toHaveLength(1);
  expect((await refusalOf(propose(id, [stay(17, 18)]))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("client and staff at once: one wins, and one stay is booked", async () => {
  for (const staffFirst of [false, true]) {
    const { id, link } = await proposed();
    desk.asked.length = 0;
    const calls = [() => answer(link, 0), () => answer(link, 1), () => requests().acceptBookingRequest({ id, ...stay(11, 13) })];
    const tries = await Promise.allSettled((staffFirst ? calls.reverse() : calls).map((call) => call()));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(new Set(desk.asked.map(({ appointmentDate }) => fromWireDate(appointmentDate, "date"))).size).toBe(1);
    const after = await read(id);
    expect(after.proposal?.state).toBe(after.startDate === day(11) ? CLOSED : ACCEPTED);
  }
});

test("rooms that somebody else has when the client chooses are said to be gone, and the other stay can still be had; with the last one gone staff see so", async () => {
  const { id, link } = await proposed();
  desk.calendarSays(({ appointmentDate, holdToken }) =>
    fromWireDate(appointmentDate, "date") === day(14) ? fail(holdToken ? "HOLD_EXPIRED" : "ROOM_NOT_AVAILABLE") : undefined,
  );
  for (let n = 0; n < 2; n++) {
    const refusal = await refusalOf(answer(link, 0));
    expect([refusal.code, refusal.message]).toEqual([ErrorCode.ROOM_NOT_AVAILABLE, "There is no longer room for these nights, sorry."]);
  }
  expect((await shown(link)).proposal).toMatchObject({ state: OPEN, times: [{ gone: true }, { gone: false }] });
  desk.calendarSays(() => fail("ROOM_NOT_AVAILABLE"));
  await refusalOf(answer(link, 1));
  expect((await read(id)).proposal).toMatchObject({ state: TAKEN, times: [{ gone: true }, { gone: true }] });
  await work();
  expect(held(id)).toEqual([]);
});

test.each<[string, (id: string) => Promise<unknown>, number]>([
  ["accept it as it was asked for", (id) => requests().acceptBookingRequest({ id }), CLOSED],
  [
    "accept it for proposed nights",
    (id) => requests().acceptBookingRequest({ id, startDate: toWireDate(day(14)), endDate: toWireDate(day(17)) }),
    ACCEPTED,
  ],
  ["accept it for one of its nights", (id) => requests().acceptBookingRequest({ id, ...stay(14, 16) }), CLOSED],
  ["decline it", (id) => requests().declineBookingRequest({ id }), CLOSED],
  ["move it to the waitlist", (id) => requests().moveBookingRequestToWaitlist({ id }), CLOSED],
])("staff who %s close the proposal, and no room stays held for it", async (_, decide, state) => {
  const { id, link } = await proposed();
  await decide(id);
  await work();
  expect((await shown(link)).proposal?.state).toBe(state);
  expect(held(id)).toEqual([]);
  expect((await refusalOf(answer(link, 1))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("taken back or unanswered, the rooms are free again; three times in all", async () => {
  const { id, link } = await proposed();
  await proposals().withdrawBookingProposal({ id });
  await work();
  expect([held(id), (await shown(link)).proposal?.state]).toEqual([[], WITHDRAWN]);
  expect(letters.at(-1)?.text).toMatch(/^Hi Jo, the other nights that Paws proposed for Rex are no longer available, sorry\./);
  await propose(id, [stay(14, 16)]);
  const past = `update online_booking.booking_request set proposal = jsonb_set(proposal, '{answerUntil}', to_jsonb((now() - interval '1 minute')::text)) where id = $1`;
  await desk.servers.admin.query(past, [id]);
  await desk.servers.admin.query("update online_booking.job set due_at = now() where kind = 'expire-proposal' and key like $1", [
    `${id}:%`,
  ]);
  await work();
  await work();
  expect([held(id), (await read(id)).proposal?.state]).toEqual([[], EXPIRED]);
  await propose(id, [stay(14, 16)]);
  await proposals().withdrawBookingProposal({ id });
  expect((await refusalOf(propose(id, [stay(14, 16)]))).message).toMatch(/three times already/);
});

test.each([
  ["the stay that was asked for", { stays: [stay(10, 13)] }, "stays.0"],
  ["one stay twice", { stays: [stay(14, 16), stay(14, 16)] }, "stays.1"],
  ["a stay without a night", { stays: [stay(14, 14)] }, "stays.0"],
  ["a stay that is over", { stays: [stay(14, 16), stay(-2, 2)] }, "stays.1"],
  ["three stays", { stays: [stay(14, 16), stay(15, 17), stay(18, 19)] }, "stays"],
  ["nothing", {}, "stays"],
  ["a time for a stay", { times: [{ date: toWireDate(day(14)), startTime: 600 }] }, "times"],
])("%s is not proposed", async (_, asked, field) => {
  const id = await submit();
  const refusal = await refusalOf(proposals().proposeBookingTimes({ id, ...asked } as never));
  expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, field]);
  expect((await read(id)).proposal).toBeUndefined();
});

test("stays are proposed for boarding only; daycare is proposed at no other times at all", async () => {
  const groomed = await submit("3");
  expect((await refusalOf(propose(groomed, [stay(14, 16)]))).options.fields?.[0]?.field).toBe("stays");
  const days = await submit("2");
  expect((await refusalOf(propose(days, [stay(14, 16)]))).options.fields?.[0]?.field).toBe("id");
});

test("the nearest nights are as many, all free, and end on a day that is open", () => {
  const night = (date: string, is: "free" | "full" | "closed" = "free") => ({ date, free: is === "free", closed: is === "closed" });
  const nights = [
    ...[night("2031-03-01"), night("2031-03-02"), night("2031-03-03"), night("2031-03-04", "full"), night("2031-03-05")],
    ...[night("2031-03-06"), night("2031-03-07", "closed"), night("2031-03-08")],
  ];
  const asked = { date: "2031-03-03", endDate: "2031-03-05" };
  expect(fullNight(nights, asked)).toBe("2031-03-04");
  expect(nearest(nights, asked)).toEqual({ date: "2031-03-02", endDate: "2031-03-04" });
  expect(nearest(nights, { date: "2031-03-01", endDate: "2031-03-08" })).toBeUndefined();
});

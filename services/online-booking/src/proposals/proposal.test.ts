import { randomUUID } from "node:crypto";
import { ErrorCode, fail, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { BookingProposalService } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import {
  BookingProposalEndedSchema,
  BookingRequestAcceptedSchema,
  BookingTimesProposedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { ProposalLinkService } from "@leashline/proto/leashline/online_booking/v1/proposal_link_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, lists, openDesk } from "../../test/desk.ts";
import { proposalKey } from "../requests/proposal/proposal.ts";

// Jo Park asked for an hour with Ana Ruiz (5) at ten. Staff cannot, and propose other times.

const { OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, CLOSED, TAKEN } = BookingProposalState;
const nextDay = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
let desk: Desk;
const letters: SendToPersonRequest[] = [];
let reached = { texted: true, emailed: true };

beforeAll(async () => {
  desk = await openDesk([
    partOf(MailService, {
      sendToPerson: async (letter: SendToPersonRequest) => {
        if (!letters.some(({ dedupeKey }) => dedupeKey === letter.dedupeKey)) letters.push(letter);
        return reached;
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  letters.length = 0;
  desk.asked.length = 0;
  desk.held.length = 0;
  desk.released.length = 0;
  lists.rules.length = 0;
  reached = { texted: true, emailed: true };
  desk.calendarSays(() => undefined);
  desk.holdSays(() => undefined);
});

const requests = (caller = {}) => desk.servers.client(BookingRequestService, caller);
const proposals = (caller = {}, idempotencyKey = "") => desk.servers.client(BookingProposalService, caller, { idempotencyKey });
const page = () => desk.servers.client(ProposalLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" });
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest!;
const work = () => desk.servers.runDue("online-booking");
const at = (startTime: number, date = nextDay, staffId = "5") => ({ date: toWireDate(date), startTime, staffId });
const twoTimes = [at(840), at(1000, day)];
const propose = (id: string, times: object[] = twoTimes, more: object = {}, key = "") =>
  proposals({}, key).proposeBookingTimes({ id, times, ...more } as never);
const withdraw = (id: string) => proposals().withdrawBookingProposal({ id });
const token = (text = letters.at(-1)?.text ?? "") => /\/t\/(\S+)/.exec(text)?.[1] ?? "";
const answer = (link: string, time?: number, note = "") =>
  page().answerProposedTimes({ token: link, note, ...(time !== undefined && { time }) });
const shown = async (link: string) => (await page().getProposedTimes({ token: link })).proposed!;
const actions = async (id: string) => {
  const text = "select action, actor_name from online_booking.change_log where entity_id = $1 order by id";
  return (await desk.servers.admin.query(text, [id])).rows.map((row) => `${row.action} ${row.actor_name}`);
};
const past = `update online_booking.booking_request set proposal = jsonb_set(proposal, '{answerUntil}', to_jsonb((now() - interval '1 minute')::text)) where id = $1`;
const pass = (id: string) => desk.servers.admin.query(past, [id]);
const dueNow = async (id: string) => {
  await desk.servers.admin.query("update online_booking.job set due_at = now() where kind = 'expire-proposal' and key like $1", [
    `${id}:%`,
  ]);
  await work();
};
const freed = (id: string, number = 1) => desk.released.filter(({ key }) => key === proposalKey(id, number)).length;

/** A request to which two times are proposed, and the link that was sent. */
async function proposed(times: object[] = twoTimes) {
  const id = await desk.submit();
  await work();
  letters.length = 0;
  desk.held.length = 0;
  await propose(id, times);
  await work();
  return { id, link: token() };
}

test("two times are held for a day and written of once; the client takes one, and the request is accepted there in the place of its hold", async () => {
  const id = await desk.submit();
  await work();
  desk.held.length = 0;
  const { bookingRequest } = await propose(id, twoTimes, { note: "Ana is ill" }, "p1");
  await propose(id, twoTimes, { note: "Ana is ill" }, "p1");
  expect(bookingRequest).toMatchObject({
    status: BookingRequestStatus.SUBMITTED,
    startTime: 600,
    timeHeld: true,
    proposal: {
      ...{ state: OPEN, note: "Ana is ill", number: 1 },
      times: [
        { date: nextDay, startTime: 840, endTime: 930, staffId: "5", staffName: "Ana Ruiz" },
        { date: day, startTime: 1000, endTime: 1090 },
      ],
    },
  });
  expect(desk.held).toMatchObject([
    { startTime: 840, duration: 90, staffIds: ["5"], holdMinutes: 1445, heldRequest: { bookingRequestId: id, firstName: "Jo" } },
    { startTime: 1000, visitor: { requested: true, bounds: [{ key: proposalKey(id, 1) }] } },
  ]);
  expect(await desk.told(BookingTimesProposedSchema, id)).toMatchObject({
    proposal: { bookingRequestId: id, firstName: "Jo", date: day, startTime: 600, proposal: { times: [{ startTime: 840 }, {}] } },
  });
  await work();
  await work();
  expect(letters).toMatchObject([{ useCase: "proposed times", phoneNumber: "+12065557777" }]);
  expect(letters[0]?.text).toMatch(
    /^Hi Jo, Paws can’t take Rex and Moss on .*, 10:00 AM, but can at these times:\n\n- .*, 2:00 PM with Ana\n- .*, 4:40 PM with Ana\n\nAna is ill\n\nThey are kept for you until .*\. Choose one here: http\S+\/t\/\S+$/,
  );
  const link = token();
  const { business, proposed: seen } = await page().getProposedTimes({ token: link });
  expect(business?.businessName).toBe("Paws");
  expect(seen).toMatchObject({
    ...{ askedDate: day, askedStartTime: 600, askedEndTime: 690, bookedNoMore: false, askedPrice: { units: 60n } },
    proposal: { state: OPEN, note: "Ana is ill", times: [{ startTime: 840, staffName: "Ana" }, { startTime: 1000 }] },
  });
  expect(seen?.services).toContainEqual(expect.objectContaining({ petName: "Moss", serviceName: "Service 1" }));
  expect((await read(id)).status, "looking changes nothing").toBe(BookingRequestStatus.SUBMITTED);
  const tokens = "select proposal_tokens[2] as held from online_booking.booking_request where id = $1";
  const [{ held }] = (await desk.servers.admin.query(tokens, [id])).rows;
  const answers = await Promise.all([answer(link, 1), answer(link, 1), answer(link, 1)]);
  for (const { proposed: after } of answers)
    expect(after?.proposal).toMatchObject({ state: ACCEPTED, times: [{ chosen: false }, { chosen: true }] });
  expect(new Set(desk.asked.map(({ startTime, holdToken }) => `${startTime} ${holdToken}`)).size).toBe(1);
  expect(held).toMatch(/./);
  expect(desk.asked[0]).toMatchObject({ holdToken: held, startTime: 1000, bookingRequestId: id, status: AppointmentStatus.CONFIRMED });
  const { rows } = await desk.servers.admin.query("select proposal_tokens from online_booking.booking_request where id = $1", [id]);
  expect(rows[0].proposal_tokens).toEqual([]);
  expect(await read(id)).toMatchObject({
    ...{ status: BookingRequestStatus.ACCEPTED, startTime: 1000, askedDate: day, appointmentId: "99", chosenByClient: true },
    proposal: { state: ACCEPTED },
  });
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({
    ...{ startTime: 1000, customerId: "7", automatic: false },
    ...{ askedDate: "", askedStartTime: 0 },
  });
  expect(await desk.told(BookingProposalEndedSchema, id)).toMatchObject({ proposal: { proposal: { state: ACCEPTED } } });
  await work();
  expect(freed(id), "the other time").toBeGreaterThan(0);
  expect(
    desk.released.some(({ key }) => key === `request:${id}`),
    "the time that was asked for",
  ).toBe(true);
  expect(await actions(id)).toEqual(["submit Client", expect.stringMatching(/^propose /), "accept Client"]);
  desk.appointments.set("99", { ...desk.appointments.get("99")!, status: AppointmentStatus.CANCELLED });
  expect(await shown(link)).toMatchObject({ bookedNoMore: true, proposal: { state: ACCEPTED } });
  expect((await refusalOf(answer(link, 0))).code, "the other one now").toBe(ErrorCode.STATE_CONFLICT);
});

test("none of the times suits: staff read why, the times are free, and the request waits on for other ones, three times in all", async () => {
  const { id, link } = await proposed();
  expect((await refusalOf(propose(id, [at(1020)]))).message).toMatch(/proposed already/);
  await Promise.all([answer(link, undefined, " Only after five "), answer(link, undefined, "Only after five")]);
  expect(await read(id)).toMatchObject({
    status: BookingRequestStatus.SUBMITTED,
    proposal: { state: DECLINED, answer: "Only after five" },
  });
  await work();
  expect(freed(id)).toBeGreaterThan(0);
  expect(await desk.told(BookingProposalEndedSchema, id)).toMatchObject({
    proposal: { lastName: "Park", proposal: { state: DECLINED, answer: "Only after five" } },
  });
  expect((await refusalOf(answer(link, 0))).message).toMatch(/no longer held/);
  expect(await actions(id)).toContain("proposal_declined Client");
  await propose(id, [at(1020)]);
  await work();
  const second = token();
  expect((await shown(link)).proposal, "of the link before nothing is left").toMatchObject({ state: WITHDRAWN, times: [] });
  expect((await refusalOf(answer(link, 0))).code).toBe(ErrorCode.STATE_CONFLICT);
  await withdraw(id);
  await withdraw(id);
  await work();
  expect(letters.at(-1)?.text).toMatch(/no longer available, sorry\. We still have your request/);
  expect(await shown(second)).toMatchObject({ proposal: { state: WITHDRAWN, times: [], note: "" } });
  expect((await read(id)).proposal?.state).toBe(WITHDRAWN);
  expect(freed(id, 2)).toBeGreaterThan(0);
  await propose(id, [at(1020)]);
  await work();
  await answer(token());
  expect((await refusalOf(propose(id, [at(1020)]))).message).toMatch(/three times already/);
});

test("one time that is not free refuses them all, says which it is, and leaves nothing held", async () => {
  const id = await desk.submit();
  desk.holdSays(({ startTime }) => (startTime === 1000 ? fail("SLOT_FULL") : undefined));
  const refusal = await refusalOf(propose(id));
  expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.SLOT_FULL, "times.1"]);
  expect(refusal.message).toMatch(/ at 4:40 PM is not free any more/);
  expect(freed(id)).toBe(1);
  expect((await read(id)).proposal).toBeUndefined();
  await work();
  expect(letters.filter(({ useCase }) => useCase === "proposed times")).toEqual([]);
  desk.holdSays(() => undefined);
  await propose(id);
  expect((await read(id)).proposal).toMatchObject({ state: OPEN, number: 1 });
});

test.each([
  ["the time that was asked for", [at(600, day)], "times.0"],
  ["two that overlap", [at(840), at(870)], "times.1"],
  ["one that ends on the next day", [at(1400)], "times.0"],
  ["one that is about to begin", [at(0, Temporal.Now.plainDateISO("America/Los_Angeles").toString())], "times.0"],
])("%s is not proposed", async (_, times, field) => {
  const id = await desk.submit();
  const refusal = await refusalOf(propose(id, times));
  expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, field]);
  expect((await read(id)).proposal).toBeUndefined();
});

test("it is held until the first of its times begins where that is sooner than a day, and the price of another day is said where it differs", async () => {
  const id = await desk.submit();
  const now = Temporal.Now.zonedDateTimeISO("America/Los_Angeles");
  // What would end after midnight is begun later.
  const soon = [3, 6]
    .map((hours) => now.add({ hours }).round({ smallestUnit: "hour", roundingMode: "floor" }))
    .find(({ hour }) => hour <= 22)!;
  const startTime = soon.hour * 60;
  await propose(id, [at(startTime, soon.toPlainDate().toString()), at(840)]);
  const { proposal } = await read(id);
  expect(Number(proposal?.answerUntil?.seconds)).toBeLessThanOrEqual(soon.epochMilliseconds / 1000);
  const other = await desk.submit();
  await desk.servers.admin.query("update online_booking.booking_request set total = 5000 where id = $1", [other]);
  await propose(other, [at(840), at(840, day)]);
  expect(
    (await read(other)).proposal?.times.map(({ price }) => price?.units),
    "for another day the rules of that day say",
  ).toEqual([60n, undefined]);
  const same = await desk.submit();
  await propose(same, [at(840)]);
  expect((await read(same)).proposal?.times[0]?.price).toBeUndefined();
});

test.each<[string, (id: string) => Promise<unknown>, number]>([
  ["accept", (id) => requests().acceptBookingRequest({ id }), CLOSED],
  [
    "accept at a proposed time",
    (id) => requests().acceptBookingRequest({ id, startDate: toWireDate(nextDay), startTime: 840, staffId: "5" }),
    ACCEPTED,
  ],
  ["decline", (id) => requests().declineBookingRequest({ id }), CLOSED],
  ["cancel", (id) => requests().cancelBookingRequest({ id }), CLOSED],
  ["move to the waitlist", (id) => requests().moveBookingRequestToWaitlist({ id }), CLOSED],
])("staff who %s meanwhile close the proposal and free its times; the client reads so", async (_, decide, state) => {
  const { id, link } = await proposed();
  await decide(id);
  await work();
  expect((await read(id)).proposal?.state).toBe(state);
  expect((await shown(link)).proposal?.state).toBe(state);
  expect(freed(id)).toBeGreaterThan(0);
  expect((await refusalOf(answer(link, 1))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(withdraw(id))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(propose(id))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("a deadline that is over frees the times, and whoever answers after it is told so; whoever answers just then has it, and the deadline waits", async () => {
  const { id, link } = await proposed();
  await pass(id);
  expect((await shown(link)).proposal?.state).toBe(EXPIRED);
  expect((await refusalOf(answer(link, 0))).message).toMatch(/no longer held/);
  expect((await refusalOf(answer(link))).message).toMatch(/no longer held/);
  await dueNow(id);
  await work();
  expect(freed(id)).toBeGreaterThan(0);
  expect(await read(id)).toMatchObject({ status: BookingRequestStatus.SUBMITTED, proposal: { state: EXPIRED } });
  expect(await actions(id)).toContain("proposal_expired Leashline");
  const other = await proposed();
  let booking: () => void = () => undefined;
  const reachedCalendar = new Promise<void>((resolve) => {
    booking = resolve;
  });
  let goOn: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  desk.calendarSays(async () => {
    booking();
    await wait;
  });
  const taking = answer(other.link, 0);
  await reachedCalendar;
  await pass(other.id);
  await dueNow(other.id);
  expect((await read(other.id)).status).toBe(BookingRequestStatus.SUBMITTED);
  goOn();
  await taking;
  await dueNow(other.id);
  expect(await read(other.id)).toMatchObject({ status: BookingRequestStatus.ACCEPTED, proposal: { state: ACCEPTED } });
});

test("a deadline and a choice at once: either it is booked, or nobody has it and the client is told", async () => {
  for (let round = 0; round < 4; round++) {
    const { id, link } = await proposed();
    desk.asked.length = 0;
    const [choice] = await Promise.allSettled([answer(link, 0), pass(id).then(() => dueNow(id))]);
    await dueNow(id);
    const { status, proposal } = await read(id);
    const booked = choice?.status === "fulfilled";
    expect([status, proposal?.state, desk.asked.length > 0]).toEqual(
      booked ? [BookingRequestStatus.ACCEPTED, ACCEPTED, true] : [BookingRequestStatus.SUBMITTED, EXPIRED, false],
    );
  }
});

test("a deadline that passes while the choice waits for the request is over for it", async () => {
  const { id, link } = await proposed();
  desk.asked.length = 0;
  const ahead = await desk.servers.admin.connect();
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"booking_request"%for update%'`;
  try {
    await ahead.query("begin");
    await ahead.query("select from online_booking.booking_request where id = $1 for update", [id]);
    const choice = refusalOf(answer(link, 0));
    await expect.poll(async () => (await desk.servers.admin.query(waits)).rowCount).toBeGreaterThan(0);
    await ahead.query(past, [id]);
    await ahead.query("commit");
    expect((await choice).message).toMatch(/no longer held/);
  } finally {
    ahead.release();
  }
  expect([(await read(id)).status, desk.asked]).toEqual([BookingRequestStatus.SUBMITTED, []]);
});

test("client and staff at once: one wins, the other is told, and one appointment is booked", async () => {
  for (const round of [1, 2, 3]) {
    const { id, link } = await proposed();
    desk.asked.length = 0;
    const staff = requests().acceptBookingRequest({ id, startTime: 615 });
    const tries = await Promise.allSettled(
      round === 1 ? [answer(link, 0), answer(link, 1), staff] : [staff, answer(link, 0), answer(link, 1)],
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(new Set(desk.asked.map(({ startTime }) => startTime)).size).toBe(1);
    const after = await read(id);
    expect(after).toMatchObject({ status: BookingRequestStatus.ACCEPTED, startTime: desk.asked[0]?.startTime });
    expect(after.proposal?.state).toBe(after.startTime === 615 ? CLOSED : ACCEPTED);
  }
});

test("a time that somebody else has by now is said and the others can still be had; with the last one gone staff see so", async () => {
  const { id, link } = await proposed();
  desk.calendarSays(({ startTime }) => (startTime === 840 ? fail("SLOT_FULL") : undefined));
  expect((await refusalOf(answer(link, 0))).code).toBe(ErrorCode.SLOT_FULL);
  expect((await shown(link)).proposal).toMatchObject({ state: OPEN, times: [{ gone: true }, { gone: false }] });
  expect((await refusalOf(answer(link, 0))).message).toMatch(/Somebody else has this time/);
  desk.calendarSays(() => fail("SLOT_FULL"));
  expect((await refusalOf(answer(link, 1))).code).toBe(ErrorCode.SLOT_FULL);
  expect((await read(id)).proposal).toMatchObject({ state: TAKEN, times: [{ gone: true }, { gone: true }] });
  await work();
  expect(freed(id)).toBeGreaterThan(0);
  desk.calendarSays(() => fail("VACCINE_REQUIRED", { message: "Rex has no Rabies on record." }));
  await propose(id, [at(1020)]);
  await work();
  const third = token();
  expect((await refusalOf(answer(third, 0))).message).toBe("Rex has no Rabies on record.");
  expect((await shown(third)).proposal, "it may still come").toMatchObject({ state: OPEN, times: [{ gone: false }] });
  desk.calendarSays(() => undefined);
  expect((await answer(third, 0)).proposed?.proposal?.state).toBe(ACCEPTED);
});

test("what cannot be held at once is finished by itself; of a request that was decided meanwhile nothing is held", async () => {
  const id = await desk.submit();
  await work();
  let away = true;
  desk.holdSays(() => (away ? new Error("the calendar is away") : undefined));
  await refusalOf(propose(id, twoTimes, {}, "k1"));
  expect((await read(id)).proposal, "of half an act nothing is seen").toBeUndefined();
  away = false;
  await desk.servers.admin.query("update online_booking.job set due_at = now() where kind = 'process-propose-times'");
  await work();
  expect((await read(id)).proposal).toMatchObject({ state: OPEN, number: 1 });
  const other = await desk.submit();
  desk.holdSays(async () => {
    await requests().declineBookingRequest({ id: other });
  });
  expect((await refusalOf(propose(other, [at(840)]))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect(freed(other)).toBeGreaterThan(0);
  expect((await read(other)).proposal).toBeUndefined();
});

test("whoever could not be written to is not told of a withdrawal; one that is taken back before it was told of is not told at all", async () => {
  reached = { texted: false, emailed: false };
  const { id } = await proposed();
  await withdraw(id);
  await work();
  expect(letters.map(({ dedupeKey }) => dedupeKey.split(":").at(-1))).toEqual(["proposed"]);
  const other = await desk.submit();
  letters.length = 0;
  await propose(other);
  await withdraw(other);
  await work();
  expect(letters).toEqual([]);
});

test("a spoilt link is refused, and a request that cannot be seen is as if there were none", async () => {
  const { id, link } = await proposed();
  for (const spoilt of ["x", `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`])
    expect((await refusalOf(page().getProposedTimes({ token: spoilt }))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  const missing = await refusalOf(withdraw("999999"));
  expect(await refusalOf(proposals({ businessId: "2", businessIds: ["2"] }).withdrawBookingProposal({ id }))).toEqual(missing);
  const elsewhere = proposals({ businessId: "2", businessIds: ["2"] }).proposeBookingTimes({ id, times: twoTimes });
  expect((await refusalOf(elsewhere)).code).toBe(ErrorCode.NOT_FOUND);
  const without = proposals({ permissions: [Permission.VIEW_BOOKING_REQUESTS], idempotencyKey: randomUUID() });
  expect((await refusalOf(without.withdrawBookingProposal({ id }))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("answers by one link are bounded", async () => {
  const { link } = await proposed();
  desk.calendarSays(() => fail("VACCINE_REQUIRED"));
  const codes: number[] = [];
  for (let n = 0; n < 22; n++) codes.push((await refusalOf(answer(link, 0))).code);
  expect(codes.at(-1)).toBe(ErrorCode.TOO_MANY_REQUESTS);
});

test("a time on another day on which it costs something else is told, and shown, at what it costs then", async () => {
  const id = await desk.submit();
  desk.calendarReckons(() => toMoney(3_500, "USD"));
  await propose(id, [at(840)]);
  await work();
  await answer(token(), 0);
  desk.calendarReckons(() => undefined);
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({ date: nextDay, price: { units: 105n } });
  const { estimatedTotalPrice, bill, summary, pets } = await read(id);
  expect([estimatedTotalPrice?.units, bill?.price?.units]).toEqual([105n, 105n]);
  expect(summary).toContain("Service 1 for Moss");
  expect(pets.map(({ services }) => services.map(({ price }) => price?.units))).toEqual([[35n, 35n], [35n]]);
});

import { ErrorCode, nobody, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestAcceptedSchema, BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import {
  AcceptedClientType,
  OnlineBookingSettingService,
  SubmissionCheck,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());
afterEach(() => desk.findsClients(() => []));

// Dana is a client with this number; each test that needs her says so.
const dana = { customerId: "31", firstName: "Dana", phoneNumber: "2065550142", email: "dana@host.test" };
let people = 0;
const fresh = () => `+1206556${String(1000 + people++)}`;
const visitor = (ip = `198.51.100.${people++}`) => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip });
type Page = ReturnType<typeof visitor>;
const at = () => ({ bookOnlineName: desk.page });

async function confirmed(page: Page, reach: { phoneNumber?: string; email?: string }): Promise<string> {
  const { codeToken } = await page.sendBookingCode({ ...at(), ...reach });
  const code = desk.codes.get(reach.phoneNumber ?? reach.email ?? "") ?? "";
  return (await page.confirmBookingCode({ ...at(), codeToken, code })).visitorToken;
}

const ask = (page: Page, customer: { phoneNumber: string; email?: string }, visitorToken = "", startTime = 600) =>
  page.submitBooking({
    ...at(),
    customer: { firstName: "Jo", lastName: "Park", ...customer },
    pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
    date: toWireDate(day),
    startTime,
    visitorToken,
  });
const idOf = async (call: ReturnType<typeof ask>) => (await call).statusToken.split(".")[0] ?? "";
const setting = (change: object) => desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting(change);
const isNotConfirmed = async (call: Promise<unknown>) => expect((await refusalOf(call)).code).toBe(ErrorCode.CONTACT_NOT_CONFIRMED);

test("a request needs a confirmed number or e-mail: the one it gives, confirmed here, and not another", async () => {
  const [page, phoneNumber] = [visitor(), fresh()];
  await isNotConfirmed(ask(page, { phoneNumber }));
  const token = await confirmed(page, { phoneNumber });
  await isNotConfirmed(ask(page, { phoneNumber: fresh() }, token));
  for (const spoilt of [`x${token}`, token.slice(0, -2), `${token.split(".")[0]}.`, "a.b"])
    await isNotConfirmed(ask(page, { phoneNumber }, spoilt));
  expect((await ask(page, { phoneNumber }, token)).booking?.status).toBe("submitted");
  const email = "jo@by-mail.test";
  expect(
    (await ask(page, { phoneNumber: fresh(), email: " JO@by-mail.test".trim() }, await confirmed(page, { email }))).booking?.status,
  ).toBe("submitted");
});

test("the business says which of the two; what it does not take is neither sent nor believed", async () => {
  const [page, phoneNumber] = [visitor(), fresh()];
  const token = await confirmed(page, { phoneNumber });
  await setting({ submissionCheck: SubmissionCheck.EMAIL });
  expect((await refusalOf(page.sendBookingCode({ ...at(), phoneNumber }))).options.fields?.[0]?.field).toBe("phoneNumber");
  await isNotConfirmed(ask(page, { phoneNumber }, token));
  expect((await page.getStorefront(at())).storefront?.submissionCheck).toBe(SubmissionCheck.EMAIL);
  await setting({ submissionCheck: SubmissionCheck.PHONE_OR_EMAIL });
  expect((await refusalOf(page.sendBookingCode(at()))).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("codes by text go to numbers that exist in the shop's own country; others are told to confirm by e-mail, or to call", async () => {
  const refused = async (phoneNumber: string) => {
    const { code, options } = await refusalOf(visitor().sendBookingCode({ ...at(), phoneNumber }));
    expect([code, options.field ?? options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "phoneNumber"]);
    return options.reason ?? options.fields?.[0]?.reason;
  };
  // Satellites, another country, and numbers that no plan has.
  for (const phoneNumber of ["+881612345678", "+4915112345678", "+10005550142", "+999123456789"])
    expect(await refused(phoneNumber)).toMatch(/^We cannot text .* confirm your email instead\.$/);
  await setting({ submissionCheck: SubmissionCheck.PHONE });
  expect(await refused("+4915112345678")).toMatch(/call to book\.$/);
  await setting({ submissionCheck: SubmissionCheck.PHONE_OR_EMAIL });
  expect(await refused("12")).toMatch(/^This number cannot be called\. Check it/);
});

test("a page that is switched off names the shop and its phone; one that does not exist names nothing", async () => {
  await setting({ isEnable: false });
  expect((await refusalOf(visitor().getStorefront(at()))).options.facts).toMatchObject({ businessName: "Paws", phoneNumber: "" });
  expect((await refusalOf(visitor().getStorefront({ bookOnlineName: "nobody-here" }))).options.facts?.businessName).toBeUndefined();
  await setting({ isEnable: true });
});

test("a code is good for five tries by whoever asked for it, and once; guesses without its token are no tries", async () => {
  const [page, phoneNumber] = [visitor(), fresh()];
  const { codeToken } = await page.sendBookingCode({ ...at(), phoneNumber });
  const code = desk.codes.get(phoneNumber) ?? "";
  const wrong = code === "000000" ? "000001" : "000000";
  const confirm = (given: string, token = codeToken) => page.confirmBookingCode({ ...at(), codeToken: token, code: given });
  for (const token of ["x", `${codeToken}x`]) expect((await refusalOf(confirm(code, token))).code).toBe(ErrorCode.CODE_INVALID);
  for (let n = 0; n < 4; n++) expect((await refusalOf(confirm(wrong))).code).toBe(ErrorCode.CODE_INVALID);
  expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).visitorToken).not.toBe("");
  expect((await refusalOf(confirm(code))).code).toBe(ErrorCode.CODE_INVALID);
  const again = visitor();
  const other = fresh();
  const next = await again.sendBookingCode({ ...at(), phoneNumber: other });
  const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => confirm("999999", next.codeToken)));
  expect(guesses.filter(({ status }) => status === "fulfilled")).toHaveLength(0);
  for (const given of [desk.codes.get(other) ?? "", "999999"])
    expect((await refusalOf(confirm(given, next.codeToken))).message).toBe("Too many tries. Please ask for a new code.");
});

test("codes to one number come ever more slowly, from wherever they are asked for; a network's have a bound of their own", async () => {
  const phoneNumber = fresh();
  await visitor().sendBookingCode({ ...at(), phoneNumber });
  const refusal = await refusalOf(visitor().sendBookingCode({ ...at(), phoneNumber }));
  const next = async () => {
    await desk.servers.admin.query("update online_booking.pace set next_at = now() where what = 'code to'");
    return (await visitor().sendBookingCode({ ...at(), phoneNumber })).againIn;
  };
  expect([await next(), await next()]).toEqual([120, 480]);
  expect([refusal.code, Number(refusal.options.facts?.retryAfterSeconds) > 20]).toEqual([ErrorCode.TOO_MANY_REQUESTS, true]);
  const one = visitor();
  const sent = await Promise.allSettled(Array.from({ length: 35 }, () => one.sendBookingCode({ ...at(), phoneNumber: fresh() })));
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(31);
  const late = await refusalOf(one.sendBookingCode({ ...at(), phoneNumber: fresh() }));
  expect(Number(late.options.facts?.retryAfterSeconds), "the rest of a café waits seconds").toBeLessThanOrEqual(10);
});

test("a network that asks for codes all day long waits up to an hour for the next, whatever its hour holds", async () => {
  const one = visitor();
  const send = () => one.sendBookingCode({ ...at(), phoneNumber: fresh() });
  await desk.servers.admin.query("delete from online_booking.pace");
  await send();
  await desk.servers.admin.query("update online_booking.pace set turns = 89 where what = 'code network day'");
  await send();
  await send();
  const wait = async () => Number((await refusalOf(send())).options.facts?.retryAfterSeconds);
  const first = await wait();
  await desk.servers.admin.query("update online_booking.pace set turns = 99, next_at = now() where what = 'code network day'");
  await send();
  const later = await wait();
  expect([first > 10 && first <= 60, later > 600 && later <= 3600]).toEqual([true, true]);
});

test("nobody hears of a client whose number they only typed: not by the rule for clients, a block, or the answer to asking for a code", async () => {
  desk.findsClients(() => [{ ...dana, isBlockOnlineBooking: true }]);
  for (const acceptedClientType of [AcceptedClientType.NEW, AcceptedClientType.EXISTING, AcceptedClientType.ALL]) {
    await setting({ acceptedClientType });
    await isNotConfirmed(ask(visitor(), dana));
    await isNotConfirmed(ask(visitor(), { phoneNumber: fresh() }));
  }
  const answers = [];
  for (const phoneNumber of ["+12065550142", fresh()])
    answers.push(Object.keys(await visitor().sendBookingCode({ ...at(), phoneNumber })).sort());
  expect(answers[0]).toEqual(answers[1]);
});

test("who has confirmed is told the rule that is theirs", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber.endsWith("0142") ? [dana] : []));
  const client = { phoneNumber: "+12065550142" };
  await desk.servers.admin.query("delete from online_booking.pace");
  const [hers, theirs] = [await confirmed(visitor(), client), fresh()];
  const stranger = await confirmed(visitor(), { phoneNumber: theirs });
  await setting({ acceptedClientType: AcceptedClientType.NEW });
  expect((await refusalOf(ask(visitor(), client, hers))).message).toBe("Please call to book your next visit.");
  await setting({ acceptedClientType: AcceptedClientType.EXISTING });
  expect((await refusalOf(ask(visitor(), { phoneNumber: theirs }, stranger))).message).toMatch(/from its clients only/);
  await setting({ acceptedClientType: AcceptedClientType.ALL });
});

test("a care type has its own rule for who may book it, a kind word for whom it does not take, and the others follow the business's", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber.endsWith("0142") ? [dana] : []));
  const client = { phoneNumber: "+12065550142" };
  await desk.servers.admin.query("delete from online_booking.pace");
  const [hers, theirs] = [await confirmed(visitor(), client), fresh()];
  const stranger = await confirmed(visitor(), { phoneNumber: theirs });
  const rule = (careType: string, acceptedClientType: AcceptedClientType) => ({ careType, acceptedClientType });
  const refused = async (rules: ReturnType<typeof rule>[]) =>
    (await refusalOf(setting({ acceptedByCare: { rules } }))).options.fields?.[0]?.field;
  expect(await refused([rule("GROOMING", 1), rule("GROOMING", 2)])).toBe("acceptedByCare.rules.1.careType");
  expect(await refused([rule("SWIMMING", 1)])).toBe("acceptedByCare.rules.0.careType");
  const rules = [rule("DAYCARE", AcceptedClientType.EXISTING), rule("GROOMING", AcceptedClientType.NEW)];
  const { setting: kept } = await setting({ acceptedClientType: AcceptedClientType.EXISTING, acceptedByCare: { rules } });
  expect(kept?.acceptedByCare?.rules, "in the order of the care types").toEqual(
    rules.toReversed().map((one) => expect.objectContaining(one)),
  );
  expect((await visitor().getStorefront(at())).storefront?.acceptedByCare).toHaveLength(2);
  expect((await refusalOf(ask(visitor(), client, hers))).message).toBe(
    "Online, grooming can be booked for a first visit only. Please call to book your next one.",
  );
  await idOf(ask(visitor(), { phoneNumber: theirs }, stranger));
  await setting({ acceptedByCare: { rules: [rule("GROOMING", AcceptedClientType.EXISTING)] }, acceptedClientType: AcceptedClientType.ALL });
  const other = fresh();
  const newcomer = await confirmed(visitor(), { phoneNumber: other });
  const call = ask(visitor(), { phoneNumber: other }, newcomer);
  expect((await refusalOf(call)).message).toBe(
    "This business takes online bookings for grooming from its clients only. Please call to book your first visit.",
  );
  await setting({ acceptedByCare: { rules: [rule("DAYCARE", AcceptedClientType.EXISTING)] } });
  await idOf(ask(visitor(), { phoneNumber: other }, newcomer));
  await setting({ acceptedByCare: { rules: [] } });
});

test("who is on file only because they asked before is new here: they may ask as a newcomer, and what they hold counts with newcomers'", async () => {
  desk.findsClients(() => [{ ...dana, source: "online booking" }]);
  await desk.servers.admin.query("delete from online_booking.pace");
  const page = visitor();
  const token = await confirmed(page, { phoneNumber: "+12065550142" });
  await setting({ acceptedClientType: AcceptedClientType.EXISTING });
  expect((await refusalOf(ask(page, dana, token))).message).toMatch(/from its clients only/);
  await setting({ acceptedClientType: AcceptedClientType.NEW });
  await desk.servers.runDue("online-booking");
  desk.held.length = 0;
  await page.holdTime({ ...at(), pets: [{ serviceIds: ["1"] }], date: toWireDate(day), startTime: 660, visitorToken: token });
  const id = await idOf(ask(page, dana, token));
  await desk.servers.runDue("online-booking");
  await setting({ acceptedClientType: AcceptedClientType.ALL });
  expect([desk.held.length, desk.held.map(({ visitor: by }) => by?.strangerShare)]).toEqual([3, [50, 50, 50]]);
  expect(desk.held.at(-1)?.visitor?.bounds.map(({ key }) => key)).toEqual(["newcomers:1", `request:${id}`]);
});

test("a client whom the business blocks from booking online is refused once they have confirmed, and nothing is held or stored for them", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber.endsWith("0142") ? [{ ...dana, isBlockOnlineBooking: true }] : []));
  await desk.servers.admin.query("delete from online_booking.pace");
  const page = visitor();
  const token = await confirmed(page, { phoneNumber: "+12065550142" });
  desk.held.length = 0;
  const stored = async () => (await desk.servers.admin.query("select count(*) from online_booking.booking_request")).rows[0].count;
  const before = await stored();
  const refusal = await refusalOf(ask(page, dana, token));
  expect([refusal.code, refusal.options.message]).toEqual([ErrorCode.NOT_AVAILABLE_ONLINE, undefined]);
  expect([desk.held, await stored()]).toEqual([[], before]);
});

test("a known number that was only typed makes nobody that client: the request is a newcomer's, and its messages go to what was confirmed", async () => {
  desk.findsClients(({ phoneNumber, email }) => (phoneNumber.endsWith("0142") || email === dana.email ? [dana] : []));
  const page = visitor();
  const email = "mallory@evil.test";
  const id = await idOf(ask(page, { phoneNumber: dana.phoneNumber, email }, await confirmed(page, { email })));
  expect(await desk.told(BookingRequestSubmittedSchema, id)).toMatchObject({ customerId: "0", reachPhoneNumber: "", reachEmail: email });
  desk.upserted.length = 0;
  await desk.servers.client(BookingRequestService).acceptBookingRequest({ id });
  expect(desk.upserted[0]).toMatchObject({ customerId: "0", client: { email }, unconfirmed: { phoneNumber: "+12065550142" } });
  expect(desk.upserted[0]?.client?.phoneNumber).toBeUndefined();
  expect(await desk.told(BookingRequestAcceptedSchema, id)).toMatchObject({ reachPhoneNumber: "", reachEmail: email, firstName: "Jo" });
});

test("a client who has confirmed is no stranger: their request is theirs, and what they hold is not counted with strangers'", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber.endsWith("0142") ? [dana] : []));
  await desk.servers.admin.query("delete from online_booking.pace");
  const page = visitor();
  const token = await confirmed(page, { phoneNumber: "+12065550142" });
  desk.held.length = 0;
  await page.holdTime({ ...at(), pets: [{ serviceIds: ["1"] }], date: toWireDate(day), startTime: 660, visitorToken: token });
  expect(desk.held[0]?.visitor?.strangerShare).toBe(0);
  const id = await idOf(ask(page, { phoneNumber: dana.phoneNumber }, token));
  expect(await desk.told(BookingRequestSubmittedSchema, id)).toMatchObject({
    customerId: dana.customerId,
    reachPhoneNumber: "+12065550142",
  });
});

test("three requests of one person wait at most, also when ten come at once", async () => {
  const [page, phoneNumber] = [visitor(), fresh()];
  const token = await confirmed(page, { phoneNumber });
  const tries = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => ask(page, { phoneNumber }, token, 600 + n * 15)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("what is kept for a newcomer's request counts with those of all newcomers; staff see what was confirmed and what was only typed", async () => {
  const [page, phoneNumber] = [visitor(), fresh()];
  const id = await idOf(ask(page, { phoneNumber, email: "only@typed.test" }, await confirmed(page, { phoneNumber })));
  desk.held.length = 0;
  await desk.servers.runDue("online-booking");
  const kept = desk.held.find(({ visitor: bounds }) => bounds?.bounds.some(({ key }) => key === `request:${id}`));
  expect(kept?.visitor?.bounds.map(({ key, most }) => [key.split(":")[0], most])).toContainEqual(["newcomers", 30]);
  const { bookingRequest } = await desk.servers.client(BookingRequestService).getBookingRequest({ id });
  expect(bookingRequest).toMatchObject({ phoneConfirmed: true, emailConfirmed: false });
});

test("of several clients who share a confirmed number, the one of that name is meant", async () => {
  const both = { ...dana, customerId: "32", lastName: "First" };
  desk.findsClients(() => [both, { ...both, customerId: "33", firstName: "Jo", lastName: "Park" }]);
  const [page, phoneNumber] = [visitor(), fresh()];
  const id = await idOf(ask(page, { phoneNumber }, await confirmed(page, { phoneNumber })));
  expect(await desk.told(BookingRequestSubmittedSchema, id)).toMatchObject({ customerId: "33" });
});

test("a business that cannot send texts says so where a code is asked for, and confirms by e-mail", async () => {
  desk.textsFail(true);
  const refusal = await refusalOf(visitor().sendBookingCode({ ...at(), phoneNumber: fresh() }));
  expect([refusal.code, refusal.message]).toEqual([ErrorCode.STATE_CONFLICT, expect.stringMatching(/cannot send texts/)]);
  desk.textsFail(false);
  expect(await confirmed(visitor(), { email: "no@texts.test" })).not.toBe("");
});

test("what a business accepts by itself stores nothing that nobody confirmed", async () => {
  await setting({ autoAccept: true });
  const [page, phoneNumber] = [visitor(), fresh()];
  desk.upserted.length = 0;
  await ask(page, { phoneNumber, email: "typo@nobody.test" }, await confirmed(page, { phoneNumber }));
  await desk.servers.runDue("online-booking");
  expect([desk.upserted[0]?.client?.phoneNumber, desk.upserted[0]?.unconfirmed]).toEqual([phoneNumber, undefined]);
  await setting({ autoAccept: false });
});

test("no number, address or code is stored with what is counted or confirmed", async () => {
  for (const table of ["pace", "contact_code"]) {
    const { rows } = await desk.servers.admin.query(`select * from online_booking.${table}`);
    expect(JSON.stringify(rows)).not.toMatch(/\+1206|198\.51|@by-mail|"\d{6}"/);
  }
});

test("a request that is refused for what it says takes none of a network's turns to ask; however many are sent are bounded all the same", async () => {
  const [page, phoneNumber] = [visitor(), fresh()];
  const token = await confirmed(page, { phoneNumber });
  const { admin } = desk.servers;
  await admin.query("delete from online_booking.pace where what in ('ask', 'send')");
  const turns = async () =>
    (await admin.query("select what, turns from online_booking.pace where what in ('ask', 'send') order by what")).rows;
  const wrong = () =>
    page.submitBooking({
      ...at(),
      customer: { firstName: "Jo", lastName: "Park", phoneNumber },
      pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
      ...{ date: toWireDate(day), startTime: 600, visitorToken: token, moreDates: [toWireDate(day)] },
    });
  for (let times = 0; times < 12; times++) expect((await refusalOf(wrong())).code).toBe(400);
  expect(await turns()).toEqual([{ what: "send", turns: 12 }]);
  expect((await ask(page, { phoneNumber }, token)).booking?.status).toBe("submitted");
  expect(await turns()).toEqual([
    { what: "ask", turns: 1 },
    { what: "send", turns: 13 },
  ]);
  await admin.query("update online_booking.pace set turns = 61, next_at = now() + interval '5 seconds' where what = 'send'");
  expect((await refusalOf(wrong())).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
});

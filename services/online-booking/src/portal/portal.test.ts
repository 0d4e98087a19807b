import { ErrorCode, nobody, toTimestamp, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientMessageService, type WriteAsClientRequest } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { MessageAuthor } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { AppointmentLinkService, ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk, type Visit } from "../../test/desk.ts";
import { sealed } from "../visitors/contact.ts";

let desk: Desk;
const written: WriteAsClientRequest[] = [];
const setting = (change: { clientPortal?: boolean; isEnable?: boolean }) =>
  desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting(change);
beforeAll(async () => {
  desk = await openDesk([
    partOf(AddressService, {
      listAddresses: async () => ({ addresses: [{ customerAddressId: "8", address1: "2 Oak St", zipcode: "98101", isPrimary: true }] }),
    }),
    partOf(ServiceAreaService, {
      queryServiceAreas: async ({ locations }: { locations: object[] }) => ({
        hasAreas: false,
        locations: locations.map(() => ({ covered: false })),
      }),
    }),
    partOf(ClientMessageService, {
      writeAsClient: async (asked: WriteAsClientRequest) => {
        written.push(asked);
        return { message: { id: "1", messageText: asked.text, type: MessageAuthor.CUSTOMER } };
      },
      listClientMessages: async ({ customerId }: { customerId: string }) => ({
        messages: [{ id: customerId, messageText: `To ${customerId}`, type: MessageAuthor.BUSINESS }],
        nextPageToken: "more",
      }),
    }),
  ]);
  await setting({ clientPortal: true });
});
afterAll(() => desk?.servers.stop());
afterEach(() => desk.findsClients(() => []));

const dana = { customerId: "31", firstName: "Dana", lastName: "Reed" };
const lee = { customerId: "32", firstName: "Lee", lastName: "Reed" };
const number = "+12065550142";
const DAY = 86_400_000;
let people = 0;
const stranger = (ip = `198.51.100.${people++}`) => desk.servers.client(PortalService, { ...nobody, kind: "anonymous", ip });
const at = () => ({ bookOnlineName: desk.page });

/** Signed in with a code that went to the number; answers what stands for them from then on. */
async function signIn(phoneNumber = number) {
  await desk.servers.admin.query("delete from online_booking.pace");
  const { codeToken } = await stranger().sendPortalCode({ ...at(), phoneNumber });
  const { visitorToken } = await stranger().confirmPortalCode({ ...at(), codeToken, code: desk.codes.get(phoneNumber) ?? "" });
  return { ...at(), visitorToken };
}

let made = 700;
function visit(change: Partial<Visit> = {}): string {
  const id = String(made++);
  const date = change.appointmentDate ?? toWireDate(day);
  desk.appointments.set(id, {
    id,
    businessId: "1",
    customerId: "31",
    appointmentDate: date,
    endDate: date,
    startTime: 540,
    endTime: 600,
    startAt: toTimestamp(new Date(Date.now() + 3 * DAY)),
    status: AppointmentStatus.UNCONFIRMED,
    version: 1,
    petServiceList: [{ petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Bath", staffId: "5", staffName: "Ana Ruiz" }],
    ...change,
  });
  return id;
}
const lastMonth = toWireDate(Temporal.PlainDate.from(day).subtract({ days: 33 }).toString());
const isClosed = async (call: Promise<unknown>) => expect((await refusalOf(call)).code).toBe(ErrorCode.CONTACT_NOT_CONFIRMED);

test("a client who shows the code sees what lies ahead, each visit with the page on which it is changed, and what was", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber === number ? [dana] : []));
  const [ahead, staying] = [visit(), visit({ appointmentDate: lastMonth, endDate: toWireDate(day), status: AppointmentStatus.CHECKED_IN })];
  visit({ appointmentDate: lastMonth, status: AppointmentStatus.FINISHED });
  visit({ status: AppointmentStatus.CANCELLED });
  visit({ customerId: "32" });
  visit({ businessId: "2" });
  const session = await signIn();
  const shown = await stranger().getPortal({ session });
  expect(shown).toMatchObject({ signedInAs: number, personId: "31", people: [{ firstName: "Dana" }], business: { portalName: desk.page } });
  expect(shown.upcoming.map(({ status }) => status)).toEqual([AppointmentStatus.CHECKED_IN, AppointmentStatus.UNCONFIRMED]);
  const { visits, nextPageToken } = await stranger().listPortalVisits({ session });
  expect([visits.map(({ status }) => status).sort(), nextPageToken]).toEqual([
    [AppointmentStatus.FINISHED, AppointmentStatus.CANCELLED].sort(),
    "",
  ]);
  const links = desk.servers.client(AppointmentLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.200" });
  const { token } = shown.upcoming.find(({ status }) => status === AppointmentStatus.UNCONFIRMED) ?? { token: "" };
  await links.cancelLinkedAppointment({ token, reason: "" });
  expect([ahead, staying].map((id) => desk.appointments.get(id)?.status)).toEqual([
    AppointmentStatus.CANCELLED,
    AppointmentStatus.CHECKED_IN,
  ]);
});

test("whose place it is follows from the code alone: another client's id is refused as one that is nobody's", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber === number ? [dana] : [lee]));
  visit({ customerId: "32" });
  const session = await signIn();
  const answers = [];
  for (const personId of ["32", "99999"])
    for (const call of [stranger().getPortal, stranger().listPortalVisits, stranger().listPortalMessages])
      answers.push((await refusalOf(call({ session: { ...session, personId } }))).code);
  expect(answers).toEqual(Array(6).fill(ErrorCode.CUSTOMER_NOT_FOUND));
});

test("two who share a number are both there, and each sees what is theirs", async () => {
  desk.findsClients(() => [dana, lee]);
  const session = await signIn();
  const mine = await stranger().getPortal({ session });
  const theirs = await stranger().getPortal({ session: { ...session, personId: "32" } });
  expect([mine.people.length, mine.personId, theirs.personId]).toEqual([2, "31", "32"]);
  expect(theirs.upcoming.map(({ services }) => services.length)).toEqual([1, 1]);
});

test("nobody hears whether a number is a client's until they have shown the code; then there is a place without visits", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber === number ? [dana] : []));
  await desk.servers.admin.query("delete from online_booking.pace");
  const keys = [];
  for (const phoneNumber of [number, "+12065550177"])
    keys.push(Object.keys(await stranger().sendPortalCode({ ...at(), phoneNumber })).sort());
  expect(keys[0]).toEqual(keys[1]);
  const session = await signIn("+12065550178");
  expect(await stranger().getPortal({ session })).toMatchObject({ people: [], personId: "0", upcoming: [] });
  expect((await refusalOf(stranger().listPortalVisits({ session }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("codes that are tried are bounded: five for one code, and a next code comes ever later", async () => {
  await desk.servers.admin.query("delete from online_booking.pace");
  const { codeToken } = await stranger().sendPortalCode({ ...at(), phoneNumber: number });
  const right = desk.codes.get(number) ?? "";
  const wrong = right === "000000" ? "000001" : "000000";
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => stranger().confirmPortalCode({ ...at(), codeToken, code: wrong })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toEqual([]);
  const late = await refusalOf(stranger().confirmPortalCode({ ...at(), codeToken, code: right }));
  expect([late.code, late.message]).toEqual([ErrorCode.CODE_INVALID, "Too many tries. Please ask for a new code."]);
  const again = await refusalOf(stranger().sendPortalCode({ ...at(), phoneNumber: number }));
  expect([again.code, Number(again.options.facts?.retryAfterSeconds) > 20]).toEqual([ErrorCode.TOO_MANY_REQUESTS, true]);
});

/** The same bytes, written in other ways. */
function spelledOtherwise(token: string): string[] {
  const proof = Buffer.from(token.split(".")[1] ?? "", "base64url");
  const last = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((sign) => token.slice(0, -1) + sign)
    .filter((one) => one !== token && Buffer.from(one.split(".")[1] ?? "", "base64url").equals(proof));
  expect(last).toHaveLength(3);
  return [`${token}.x`, `${token}.`, `${token}=`, ...last];
}

test("who signs out is out with that token, and it alone; a month after the code one signs in anew", async () => {
  desk.findsClients(() => [dana]);
  const [phone, laptop] = [await signIn(), await signIn("+12065550143")];
  await stranger().signOutOfPortal({ session: phone });
  await stranger().signOutOfPortal({ session: phone });
  await isClosed(stranger().getPortal({ session: phone }));
  for (const visitorToken of spelledOtherwise(phone.visitorToken))
    await isClosed(stranger().getPortal({ session: { ...phone, visitorToken } }));
  expect((await stranger().getPortal({ session: laptop })).personId).toBe("31");
  const { runtime } = { runtime: desk.servers.runtime("online-booking") };
  const daysLeft = (days: number, companyId = "1") => ({
    ...at(),
    visitorToken: sealed({ runtime, companyId } as never, "visitor", { kind: "phone", value: number, until: Date.now() + days * DAY }),
  });
  expect((await stranger().getPortal({ session: daysLeft(151) })).personId).toBe("31");
  await isClosed(stranger().getPortal({ session: daysLeft(149) }));
  await isClosed(stranger().getPortal({ session: daysLeft(179, "2") }));
  for (const visitorToken of ["x", "a.b", `${laptop.visitorToken}A`])
    await isClosed(stranger().listPortalVisits({ session: { ...at(), visitorToken } }));
});

test("a token that was signed out stands for nobody on the booking page either: no address is shown with it, and nothing is asked for", async () => {
  desk.findsClients(() => [dana]);
  const [gone, kept] = [await signIn(), await signIn()];
  const page = (n: number) => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: `198.51.100.${200 + n}` });
  const shown = async ({ visitorToken }: typeof gone) => (await page(1).listVisitAddresses({ ...at(), visitorToken })).addresses.length;
  expect([await shown(gone), await shown(kept)]).toEqual([1, 1]);
  await stranger().signOutOfPortal({ session: gone });
  expect([await shown(gone), await shown(kept)]).toEqual([0, 1]);
  const ask = ({ visitorToken }: typeof gone) =>
    page(2).submitBooking({
      ...at(),
      visitorToken,
      customer: { firstName: "Dana", lastName: "Reed", phoneNumber: number },
      pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
      date: toWireDate(day),
      startTime: 600,
    });
  await isClosed(ask(gone));
  expect((await ask(kept)).booking?.status).toBe("submitted");
});

test("the business switches the place on; it is there while no bookings are taken online, and the code says what it is for", async () => {
  await setting({ isEnable: false });
  expect((await stranger().getPortalDoor(at())).business).toMatchObject({
    businessName: "Paws",
    bookOnlineName: "",
    portalName: desk.page,
  });
  const session = await signIn();
  await setting({ clientPortal: false, isEnable: true });
  const calls = [
    () => stranger().getPortalDoor(at()),
    () => stranger().getPortal({ session }),
    () => stranger().sendPortalCode({ ...at(), phoneNumber: number }),
  ];
  for (const call of calls) expect((await refusalOf(call())).options.facts).toMatchObject({ businessName: "Paws" });
  expect((await refusalOf(stranger().getPortalDoor({ bookOnlineName: "nobody-here" }))).options.facts?.businessName).toBeUndefined();
  await setting({ clientPortal: true });
});

test("what a client may not change alone any more is asked of the staff, in the conversation with them; what they may is not", async () => {
  desk.findsClients(() => [dana]);
  const soon = visit({ startAt: toTimestamp(new Date(Date.now() + 3_600_000)), startTime: 870 });
  visit();
  const session = await signIn();
  const { upcoming } = await stranger().getPortal({ session });
  const late = upcoming.find(({ startTime }) => startTime === 870);
  const early = upcoming.find(({ mayCancel, mayMove }) => mayCancel && mayMove);
  expect([late?.mayCancel, late?.mayAsk, early?.mayAsk]).toEqual([false, [ChangeWish.MOVE, ChangeWish.CANCEL], []]);
  const links = desk.servers.client(AppointmentLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.201" });
  await links.askForChange({ token: late?.token ?? "", wish: ChangeWish.CANCEL, text: " Rex is ill. " });
  expect(written.at(-1)).toMatchObject({ businessId: "1", customerId: "31", appointmentId: soon });
  expect(written.at(-1)?.text).toMatch(/^I would like to cancel the appointment on .+ at 2:30 PM \(Rex\)\.\n\nRex is ill\.$/);
  const after = (await stranger().getPortal({ session })).upcoming;
  expect(after.filter(({ askTime }) => askTime).map(({ startTime }) => startTime)).toEqual([870]);
  expect((await links.getLinkedAppointment({ token: late?.token ?? "" })).appointment?.askTime).toBeDefined();
  const turns = after.map(({ date, startTime }) => `${date} ${String(startTime).padStart(4, "0")}`);
  expect(turns, "in the order of time").toEqual(turns.toSorted());
  const count = written.length;
  for (const token of [early?.token ?? "", "spoilt"])
    expect((await refusalOf(links.askForChange({ token, wish: ChangeWish.CANCEL }))).code).not.toBe(0);
  expect(written).toHaveLength(count);
});

test("a client writes to the business and reads what it wrote, as themselves alone; many messages wait ever longer", async () => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber === number ? [{ ...dana, customerId: "41" }] : []));
  const session = await signIn();
  const { messages, nextPageToken } = await stranger().listPortalMessages({ session });
  expect([messages, nextPageToken]).toMatchObject([[{ own: false, text: "To 41" }], "more"]);
  expect((await stranger().writeToBusiness({ session, text: "Hello" })).message).toMatchObject({ own: true, text: "Hello" });
  expect(written.at(-1)).toMatchObject({ customerId: "41", businessId: "1", appointmentId: "0" });
  const codes = [];
  for (let n = 0; n < 25; n++)
    codes.push(
      await stranger()
        .writeToBusiness({ session, text: "Again" })
        .then(
          () => 0,
          async (error) => (await refusalOf(Promise.reject(error))).code,
        ),
    );
  expect(codes).toContain(ErrorCode.TOO_MANY_REQUESTS);
  expect((await refusalOf(stranger().writeToBusiness({ session: { ...session, personId: "31" }, text: "As another" }))).code).toBe(
    ErrorCode.CUSTOMER_NOT_FOUND,
  );
});

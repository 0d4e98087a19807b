import { ErrorCode, nobody, toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, lists, openDesk, type Visit } from "../../test/desk.ts";

// Dana is client 31 with Rex, Fig and Moss, who is dead; Lee is 32. Services 1 and 3 are grooming and on offer, 9 is not.

let desk: Desk;
const codes = new Map<string, string>();
const letters: string[] = [];
const pets = [
  { petId: "310", petName: "Rex", petType: "Dog", breed: "Pug", weight: 18, lifeStatus: PetLifeStatus.ALIVE },
  { petId: "311", petName: "Moss", petType: "Dog", breed: "", weight: 0, lifeStatus: PetLifeStatus.PASS_AWAY },
  { petId: "312", petName: "Fig", petType: "Dog", breed: "", weight: 9, lifeStatus: PetLifeStatus.ALIVE },
];
const session = (id: string, weeks: number) => ({
  ...{ id, startTime: 900, endTime: 960, staffName: "Ana Ruiz", version: 1, over: weeks < 0 },
  date: toWireDate(Temporal.PlainDate.from(day).add({ weeks }).toString()),
});
const place = (id: string, className: string, weeks: number[], more: object = {}) => ({
  enrolment: { id, classId: "6", petName: "Rex", state: EnrolmentState.ENROLLED },
  className,
  sessions: weeks.map((week, n) => session(`${id}${n}`, week)),
  ...more,
});
const classes = [
  place("71", "Puppy school", [-1, 1, 2]),
  place("72", "Old school", [-9, -8]),
  place("73", "Soon school", [0]),
  place("74", "Gone school", [3], { cancelled: true }),
];
const line60 = { groupClass: { id: "60", sessions: [session("9", 4)] }, waiting: [{ enrolment: { id: "1" } }, { enrolment: { id: "2" } }] };
beforeAll(async () => {
  desk = await openDesk([
    partOf(PetService, { listPets: async ({ customerId }: { customerId: string }) => ({ pets: customerId === "31" ? pets : [] }) }),
    partOf(VisitPartyService, {
      getVisitParty: async ({ petIds }: { petIds: string[] }) => ({
        client: { firstName: "Dana", lastName: "Reed" },
        pets: petIds.map((petId) => ({ petId, petName: "Rex", breed: "Pug", petType: "Dog" })),
      }),
      batchGetVisitProfiles: async () => ({ clients: [] }),
    }),
    partOf(ClassHoldService, {
      getClientClasses: async ({ customerId }: { customerId: string }) => ({ classes: customerId === "31" ? [...classes] : [] }),
      getClassLines: async ({ classIds }: { classIds: string[] }) => ({ lines: classIds.includes("60") ? [line60] : [] }),
    }),
    partOf(ClientMessageService, { writeAsClient: async ({ text }: { text: string }) => ({ message: { id: String(wrote.push(text)) } }) }),
    partOf(MailService, {
      sendText: async ({ to, text }: { to: string; text: string }) => ({ messageId: codes.set(to, text.slice(0, 6)) && "1" }),
      sendToPerson: async ({ text }: { text: string }) => ({ texted: letters.push(text) > 0, emailed: false }),
    }),
  ]);
  await desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ clientPortal: true, soonestAvailable: 2 });
  desk.findsClients(({ phoneNumber }) => [phoneNumber === dana ? { customerId: "31", firstName: "Dana" } : { customerId: "32" }]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  for (const table of ["pace", "waitlist_offer", "waitlist_entry", "job"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
  desk.appointments.clear();
});

const [dana, lee] = ["+12065550142", "+12065550143"];
const wrote: string[] = [];
let people = 0;
const visitor = () => ({ ...nobody, kind: "anonymous" as const, ip: `198.51.100.${people++}` });
const portal = () => desk.servers.client(PortalService, visitor());
async function signIn(phoneNumber = dana) {
  const bookOnlineName = desk.page;
  const { codeToken } = await portal().sendPortalCode({ bookOnlineName, phoneNumber });
  const { visitorToken } = await portal().confirmPortalCode({ bookOnlineName, codeToken, code: codes.get(phoneNumber) ?? "" });
  return { bookOnlineName, visitorToken };
}
const line = (petId: string, serviceId: string, more: object = {}) => ({
  ...{ petDetailId: serviceId, petId, petName: petId === "310" ? "Rex" : "Moss", serviceId, serviceName: `Service ${serviceId}` },
  ...{ careType: "GROOMING", staffId: "5", staffName: "Ana Ruiz", ...more },
});
let made = 900;
function visit(petServiceList: Visit["petServiceList"], change: Partial<Visit> = {}): void {
  const id = String(made++);
  const date = toWireDate(Temporal.PlainDate.from(day).subtract({ days: 30 }).toString());
  const about = { id, businessId: "1", customerId: "31", appointmentDate: date, endDate: date, startTime: 540, endTime: 600, version: 1 };
  desk.appointments.set(id, { ...about, startAt: toTimestamp(new Date()), status: AppointmentStatus.FINISHED, petServiceList, ...change });
}

test("the same as last time: what is on offer as it was, with whom, and the next free times, one of which is kept and sent at once", async () => {
  visit([line("310", "3"), line("310", "60", { addOn: true })]);
  visit([line("310", "1")], { status: AppointmentStatus.CANCELLED });
  visit([line("310", "9")]);
  visit([line("311", "1")]);
  visit([line("310", "1")], { businessId: "2" });
  const session = await signIn();
  const { last } = await portal().getLastBooked({ session });
  expect(last).toMatchObject({ summary: "Service 3 for Rex", staffId: "5", staffName: "Ana", careType: "GROOMING" });
  expect(last?.pets).toMatchObject([{ petName: "Rex", petType: "Dog", breed: "Pug", weight: 18, serviceIds: ["3"] }]);
  const [time] = last?.times ?? [];
  expect(last?.times.length).toBeGreaterThan(0);
  const page = desk.servers.client(StorefrontService, visitor());
  const when = { date: toWireDate(time?.date ?? ""), startTime: time?.startTime ?? 0, staffId: "5" };
  const wish = { bookOnlineName: desk.page, ...when, visitorToken: session.visitorToken };
  const { holdToken } = await page.holdTime({ ...wish, pets: [{ serviceIds: ["3"] }] });
  const customer = { firstName: "Dana", lastName: "Reed", phoneNumber: dana };
  const { statusToken } = await page.submitBooking({
    ...wish,
    holdToken,
    customer,
    pets: [{ petName: "Rex", petType: "Dog", breed: "Pug", serviceIds: ["3"] }],
  });
  expect(statusToken).not.toBe("");
});

test("add-ons come along again as far as they are offered and go with what they were on", async () => {
  visit([line("310", "3"), line("310", "31", { addOn: true, serviceName: "Nails" }), line("310", "60", { addOn: true })]);
  const session = await signIn();
  const { last } = await portal().getLastBooked({ session });
  expect(last).toMatchObject({ summary: "Service 3 and Nails for Rex", pets: [{ serviceIds: ["3", "31"] }] });
  expect(lists.free.at(-1)).toMatchObject({ duration: 40, comingPets: [{ serviceIds: ["3"] }] });
  desk.appointments.clear();
  visit([line("310", "1"), line("310", "31", { addOn: true, serviceName: "Nails" })]);
  expect((await portal().getLastBooked({ session })).last).toMatchObject({ summary: "Service 1 for Rex", pets: [{ serviceIds: ["1"] }] });
});

test("of a stay, an add-on that was chosen comes along again, and one that its boarding adds by itself is not chosen for it", async () => {
  const stay = (id: string, name: string, more: object = {}) => ({
    ...{ id, name, careType: "BOARDING", bookOnlineAvailable: true, byStay: true, duration: 60, price: toMoney(4_500, "USD"), taxId: "0" },
    ...more,
  });
  const addOn = { addOn: true, byStay: false, applicableServiceIds: ["40"] };
  const additionalServiceRule = { enable: true, minStayLength: 2, applyRules: [{ serviceId: "41", stayDay: StayDay.EVERY }] };
  lists.besides = [stay("40", "Boarding", { options: { additionalServiceRule } }), stay("41", "Walk", addOn), stay("42", "Photo", addOn)];
  const onDay = (id: string, serviceName: string) =>
    line("310", id, { addOn: true, careType: "BOARDING", serviceName, stayDay: StayDay.EVERY });
  visit([line("310", "40", { careType: "BOARDING", serviceName: "Boarding" }), onDay("41", "Walk"), onDay("42", "Photo")]);
  const { last } = await portal().getLastBooked({ session: await signIn() });
  expect(last).toMatchObject({ summary: "Boarding and Photo for Rex", pets: [{ serviceIds: ["40", "42"] }] });
  lists.besides = [];
});

test("last time is the last visit that is over, of all its pets: what is booked or under way is none yet", async () => {
  const late = toWireDate(Temporal.PlainDate.from(day).add({ days: 7 }).toString());
  visit([line("310", "3"), line("312", "1", { petName: "Fig" })]);
  for (const status of [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED, AppointmentStatus.CHECKED_IN])
    visit([line("310", "1")], { status, appointmentDate: late, endDate: late });
  const { last } = await portal().getLastBooked({ session: await signIn() });
  expect(last?.summary).toBe("Service 3 for Rex, Service 1 for Fig");
  expect(last?.pets).toMatchObject([
    { petName: "Rex", serviceIds: ["3"] },
    { petName: "Fig", serviceIds: ["1"] },
  ]);
});

test("who had nothing that the page still offers is shown nothing, nor is anybody where the page is closed", async () => {
  const session = await signIn();
  expect((await portal().getLastBooked({ session })).last).toBeUndefined();
  visit([line("310", "9")]);
  expect((await portal().getLastBooked({ session })).last).toBeUndefined();
  visit([line("310", "3")]);
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ isEnable: false });
  expect((await portal().getLastBooked({ session })).last).toBeUndefined();
  await settings.updateOnlineBookingSetting({ isEnable: true });
});

test("who waits sees for what, answers the offer from there, and leaves the list; of another's place nobody hears", async () => {
  const { entry } = await desk.servers.client(AppointmentWaitlistService).createWaitEntry({
    customerId: "31",
    petServices: [{ petId: "310", serviceList: [{ serviceId: "1" }] }],
    datePreference: { dates: [toWireDate(day)] },
  });
  const waitId = entry?.id ?? "0";
  const session = await signIn();
  expect((await portal().getPortalWaits({ session })).waits).toMatchObject([
    { waitId, summary: "Service 1 for Rex", dates: [day], offerUrl: "" },
  ]);
  const offers = desk.servers.client(WaitlistOfferService);
  await offers.createWaitlistOffer({ waitListId: waitId, date: toWireDate(day), startTime: 600, staffId: "5" });
  expect((await portal().getPortalWaits({ session })).waits[0]?.offerUrl).toMatch(/^http\S+\/o\/\S+/);
  const other = await signIn(lee);
  expect((await portal().getPortalWaits({ session: other })).waits).toEqual([]);
  const answers = await Promise.all([waitId, "987654"].map((id) => portal().leavePortalWait({ session: other, waitId: id })));
  expect(answers[0]).toEqual(answers[1]);
  expect((await portal().getPortalWaits({ session })).waits).toHaveLength(1);
  await portal().leavePortalWait({ session, waitId });
  await portal().leavePortalWait({ session, waitId });
  expect((await portal().getPortalWaits({ session })).waits).toEqual([]);
  await desk.servers.runDue("online-booking");
  expect(desk.released.at(-1)?.token, "the offered time is given back").not.toBe("");
  const { rows } = await desk.servers.admin.query("select state from online_booking.waitlist_offer");
  expect(rows).toEqual([{ state: "withdrawn" }]);
});

test("classes of their pets stand there, those that go on by their next session, with a file for the calendar; leaving one is asked of the staff", async () => {
  const mine = await signIn();
  const found = (await portal().getPortalClasses({ session: mine })).classes;
  expect(found.map(({ className, sessions, cancelled }) => [className, sessions.length, cancelled])).toEqual([
    ["Soon school", 1, false],
    ["Puppy school", 3, false],
    ["Gone school", 1, true],
    ["Old school", 2, false],
  ]);
  const puppy = found[1]!;
  expect(puppy).toMatchObject({ classPlaceId: "71", petName: "Rex", sessions: [{ over: true }, { staffName: "Ana", startTime: 900 }, {}] });
  expect(puppy.calendarFile.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(puppy.calendarFile).toContain("SUMMARY:Puppy school for Rex at Paws");
  expect(found.slice(2).map(({ calendarFile }) => calendarFile)).toEqual(["", ""]);
  await portal().askToLeaveClass({ session: mine, classPlaceId: "71", text: " We move. " });
  expect(wrote).toEqual([
    expect.stringMatching(/^I would like to take Rex out of Puppy school, from the session on .+ on\.\n\nWe move\.$/),
  ]);
  const theirs = await signIn(lee);
  expect((await portal().getPortalClasses({ session: theirs })).classes).toEqual([]);
  expect((await refusalOf(portal().askToLeaveClass({ session: theirs, classPlaceId: "71" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(portal().askToLeaveClass({ session: mine, classPlaceId: "75" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(portal().askToLeaveClass({ session: mine, classPlaceId: "72" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect(wrote).toHaveLength(1);
});

test("who waits for a place in a class reads which in the line they are, and when its sessions are", async () => {
  const { entry } = await desk.servers.client(AppointmentWaitlistService).createWaitEntry({
    customerId: "31",
    petServices: [{ petId: "310", serviceList: [{ serviceId: "1" }] }],
  });
  await desk.servers.admin.query("update online_booking.waitlist_entry set class_id = 60, enrolment_id = 2 where id = $1", [entry?.id]);
  const { waits } = await portal().getPortalWaits({ session: await signIn() });
  expect(waits).toMatchObject([{ linePlace: 2, dates: [Temporal.PlainDate.from(day).add({ weeks: 4 }).toString()] }]);
});

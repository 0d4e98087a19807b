import { randomUUID } from "node:crypto";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { ErrorCode, fail, nobody, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import {
  WaitlistOfferAcceptedSchema,
  WaitlistOfferDeclinedSchema,
  WaitlistOfferEndedSchema,
  WaitlistOfferMadeSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { OfferLinkService } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { WaitlistOfferState, WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

// Client 7 has Rex. The calendar of this desk keeps each time for one alone, as the real one does.

let desk: Desk;
const letters: SendToPersonRequest[] = [];
const kept = new Set<string>();
/** Whether the rabies that every visit requires is on record. */
let recorded = true;
beforeAll(async () => {
  desk = await openDesk([
    partOf(VisitPartyService, {
      getVisitParty: async () => ({
        client: { firstName: "Jo", lastName: "Park" },
        pets: [{ petId: "70", petName: "Rex", breed: "Poodle", petType: "Dog", requiredVaccines: [{ vaccineName: "Rabies", recorded }] }],
      }),
      batchGetVisitProfiles: async () => ({ clients: [] }),
    }),
    partOf(VaccineProofLinkService, { getVaccineUploadLink: async () => ({ url: "https://shop.test/vaccines/7" }) }),
    partOf(MailService, {
      sendToPerson: async (letter: SendToPersonRequest) => {
        if (!letters.some(({ dedupeKey }) => dedupeKey === letter.dedupeKey)) letters.push(letter);
        return { texted: true, emailed: true };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  for (const table of ["waitlist_offer", "waitlist_entry", "job", "pace"])
    await desk.servers.admin.query(`delete from online_booking.${table}`);
  letters.length = 0;
  recorded = true;
  kept.clear();
  desk.calendarSays(() => undefined);
  desk.holdSays(({ startTime, staffIds }) => {
    const time = `${staffIds[0]} ${startTime}`;
    if (kept.has(time)) return fail("SLOT_FULL");
    kept.add(time);
    return undefined;
  });
});

const waitlist = () => desk.servers.client(AppointmentWaitlistService);
const offers = () => desk.servers.client(WaitlistOfferService);
const page = () => desk.servers.client(OfferLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" });
const add = async () =>
  (await waitlist().createWaitEntry({ customerId: "7", petServices: [{ petId: "70", serviceList: [{ serviceId: "1" }] }] })).entry!;
const entry = async (id: string) => (await waitlist().getWaitEntry({ id })).entry!;
const time = { date: toWireDate(day), startTime: 600, staffId: "5" };
const offer = (waitListId: string, over: object = {}) => offers().createWaitlistOffer({ waitListId, ...time, minutes: 30, ...over });
const work = () => desk.servers.runDue("online-booking");
const link = (text = letters[0]?.text ?? "") => /\/o\/(\S+)/.exec(text)?.[1] ?? "";
const over = () =>
  desk.servers.admin.query("update online_booking.waitlist_offer set answer_until = now() - interval '1 second' where state = 'open'");

test("a time is kept and written of once; yes books it in the place of its hold, said once or twice at once", async () => {
  const { id } = await add();
  const { entry: offered } = await offer(id);
  expect(offered?.offer).toMatchObject({ state: WaitlistOfferState.OPEN, startTime: 600, endTime: 630, staffId: "5" });
  expect(desk.held.at(-1)).toMatchObject({
    staffIds: ["5"],
    startTime: 600,
    duration: 30,
    holdMinutes: 35,
    offeredUntil: offered?.offer?.answerUntil,
    heldOffer: { waitListId: id, pets: [{ petName: "Rex", serviceNames: ["Service 1"] }] },
  });
  await work();
  expect(letters).toMatchObject([{ customerId: "7", useCase: "waitlist offer" }]);
  expect(timestampMs(letters[0]!.uselessAfter!), "no quiet hours hold it back").toBeLessThanOrEqual(Date.now());
  expect(await desk.told(WaitlistOfferMadeSchema, `waitlist:${id}`)).toMatchObject({
    offer: {
      ...{ waitlistOfferId: offered?.offer?.id, waitListId: id, customerId: "7", firstName: "Jo", date: day, startTime: 600, endTime: 630 },
      ...{ staffId: "5", summary: "Service 1 for Rex", automatic: false, answerUntil: offered?.offer?.answerUntil },
    },
  });
  expect(letters[0]?.text).toContain(", 10:00 AM. It is kept for you until");
  const token = link();
  const shown = await page().getOfferedTime({ token });
  expect(shown).toMatchObject({ business: { businessName: "Paws" }, offer: { date: day, startTime: 600, state: WaitlistOfferState.OPEN } });
  expect(shown.offer?.services).toMatchObject([{ petName: "Rex", serviceName: "Service 1", staffName: "Ana" }]);
  const { places } = await waitlist().listWaitlistPlaces({ startDate: time.date, endDate: time.date });
  expect(
    places.map(({ waitListId, startTime, staffId, isCustom }) => [waitListId, startTime, staffId, isCustom]),
    "the calendar shows the time that staff chose for them and is kept",
  ).toEqual([[id, 600, "5", true]]);
  const elsewhere = { startDate: time.date, endDate: time.date, staffIds: ["6"] };
  expect((await waitlist().listWaitlistPlaces(elsewhere)).places, "and suggests no other").toEqual([]);
  const { id: other } = await add();
  const kept = await waitlist().listWaitlistPlaces({ startDate: time.date, endDate: time.date, offeredOnly: true });
  expect(
    [kept.places.map(({ waitListId }) => waitListId), kept.entries.map((one) => one.id)],
    "alone, where nobody else is asked for",
  ).toEqual([[id], [id]]);
  const next = toWireDate(Temporal.PlainDate.from(day).add({ days: 1 }).toString());
  expect((await waitlist().listWaitlistPlaces({ startDate: next, endDate: next, offeredOnly: true })).entries).toEqual([]);
  expect((await entry(other)).offer).toBeUndefined();
  const before = desk.asked.length;
  const answers = await Promise.all([1, 2, 3].map(() => page().answerOfferedTime({ token, accept: true })));
  for (const { offer: one } of answers) expect(one?.state).toBe(WaitlistOfferState.ACCEPTED);
  const asked = desk.asked.slice(before);
  expect(new Set(asked.map(({ holdToken, status }) => `${holdToken !== ""} ${status}`))).toEqual(
    new Set([`true ${AppointmentStatus.CONFIRMED}`]),
  );
  expect(await entry(id)).toMatchObject({
    state: WaitlistState.BOOKED,
    appointmentId: "99",
    offer: { state: WaitlistOfferState.ACCEPTED },
  });
  expect(await desk.told(WaitlistOfferAcceptedSchema, `waitlist:${id}`)).toMatchObject({ offer: { waitListId: id }, appointmentId: "99" });
  expect((await refusalOf(page().answerOfferedTime({ token, accept: false }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await page().getOfferedTime({ token })).offer?.bookedNoMore).toBe(false);
  desk.appointments.delete("99");
  expect((await page().getOfferedTime({ token })).offer?.bookedNoMore, "deleted").toBe(true);
});

test("a shop that tells an arrival window offers it in place of the start", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ arrivalWindowBefore: 30, arrivalWindowAfter: 60 });
  await offer((await add()).id);
  await work();
  await settings.updateOnlineBookingSetting({ arrivalWindowBefore: 0, arrivalWindowAfter: 0 });
  expect(letters[0]?.text).toContain(", 9:30 AM to 11:00 AM. It is kept for you until");
});

test("a time is offered to one alone, and nobody has two offers; who is told no keeps their place", async () => {
  const [first, second] = [await add(), await add()];
  const both = await Promise.allSettled([first, second].map(({ id }) => offer(id)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [winner, other] = both[0]?.status === "fulfilled" ? [first, second] : [second, first];
  expect((await refusalOf(offer(winner.id, { startTime: 720 }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const twice = await Promise.allSettled([offer(other.id, { startTime: 720 }), offer(other.id, { startTime: 780 })]);
  expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const { rows } = await desk.servers.admin.query("select count(*)::int as n from online_booking.waitlist_offer where state = 'open'");
  expect(rows[0].n).toBe(2);
  expect((await entry(other.id)).state).toBe(WaitlistState.WAITING);
});

test("staff hear what a pet lacks before they offer; who is offered it anyway reads why it cannot be booked, also later, and is booked once it is there", async () => {
  const { id } = await add();
  recorded = false;
  const need = "Rex has no Rabies on record, which this visit requires.";
  expect(await refusalOf(offer(id))).toMatchObject({ code: ErrorCode.VACCINE_REQUIRED, message: need });
  expect(kept.size, "nothing is kept for them").toBe(0);
  await offer(id, { althoughLacking: true });
  await work();
  const token = link();
  const needed = { state: WaitlistOfferState.OPEN, needs: [need], proofUrl: "https://shop.test/vaccines/7" };
  expect((await page().getOfferedTime({ token })).offer).toMatchObject(needed);
  desk.calendarSays(() => fail("VACCINE_REQUIRED", { field: "petServices", message: need }));
  expect(await refusalOf(page().answerOfferedTime({ token, accept: true }))).toMatchObject({ message: need });
  expect((await page().getOfferedTime({ token })).offer, "as long as staff keep it").toMatchObject(needed);
  recorded = true;
  desk.calendarSays(() => undefined);
  const { offer: booked } = await page().answerOfferedTime({ token, accept: true });
  expect(booked).toMatchObject({ state: WaitlistOfferState.ACCEPTED, needs: [], proofUrl: "" });
});

test("no lets it pass, silence ends it: the time is given back, they are told and keep their place; a yes that comes too late books nothing", async () => {
  const { id } = await add();
  await offer(id);
  await work();
  const token = link();
  expect((await page().answerOfferedTime({ token, accept: false })).offer?.state).toBe(WaitlistOfferState.PASSED);
  expect(await desk.told(WaitlistOfferDeclinedSchema, `waitlist:${id}`)).toMatchObject({ offer: { waitListId: id, startTime: 600 } });
  await work();
  expect(desk.released.at(-1)?.token).not.toBe("");
  kept.clear();
  await offer(id, { startTime: 720 });
  await work();
  const late = link(letters.at(-1)?.text);
  await over();
  expect((await page().getOfferedTime({ token: late })).offer?.state).toBe(WaitlistOfferState.EXPIRED);
  const before = desk.asked.length;
  expect((await refusalOf(page().answerOfferedTime({ token: late, accept: true }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await desk.servers.admin.query("update online_booking.job set due_at = now() - interval '1 second' where kind = 'end-offer'");
  await work();
  await work();
  expect(letters.at(-1)?.text).toContain("You keep your place on the waitlist.");
  expect(await desk.told(WaitlistOfferEndedSchema, `waitlist:${id}`)).toMatchObject({
    ...{ offer: { waitListId: id, startTime: 720 }, state: WaitlistOfferState.EXPIRED },
  });
  expect(desk.asked).toHaveLength(before);
  expect(await entry(id)).toMatchObject({ state: WaitlistState.WAITING, offer: { state: WaitlistOfferState.EXPIRED } });
});

test("taken back, booked by staff or taken off the list: the link says so, and a refusal of the calendar leaves them waiting", async () => {
  const { id } = await add();
  await offer(id);
  await work();
  const first = link();
  const { entry: back } = await offers().withdrawWaitlistOffer({ waitListId: id });
  expect(back?.offer?.state).toBe(WaitlistOfferState.WITHDRAWN);
  await offers().withdrawWaitlistOffer({ waitListId: id });
  await work();
  expect(letters).toHaveLength(2);
  expect((await refusalOf(page().answerOfferedTime({ token: first, accept: true }))).code).toBe(ErrorCode.STATE_CONFLICT);
  kept.clear();
  await offer(id);
  await work();
  desk.calendarSays(() => fail("SLOT_FULL"));
  const token = link(letters.at(-1)?.text);
  expect((await refusalOf(page().answerOfferedTime({ token, accept: true }))).code).toBe(ErrorCode.SLOT_FULL);
  expect(await entry(id)).toMatchObject({ state: WaitlistState.WAITING, offer: { state: WaitlistOfferState.LOST } });
  desk.calendarSays(() => undefined);
  kept.clear();
  await offer(id, { startTime: 720 });
  await waitlist().rescheduleFromWaitlist({ id, ...time });
  expect(await entry(id)).toMatchObject({ state: WaitlistState.BOOKED, offer: { state: WaitlistOfferState.WITHDRAWN } });
});

test("what cannot be offered is refused with its field, and a spoilt link says nothing", async () => {
  const { id } = await add();
  const yesterday = toWireDate(Temporal.PlainDate.from(day).subtract({ days: 9 }).toString());
  expect((await refusalOf(offer(id, { date: yesterday }))).options.fields?.[0]?.field).toBe("startTime");
  expect((await refusalOf(offer(id, { staffId: "0" }))).options.fields?.[0]?.field).toBe("staffId");
  expect((await refusalOf(page().getOfferedTime({ token: randomUUID() }))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  await offer(id);
  await work();
  await waitlist().deleteWaitEntry({ id });
  expect((await refusalOf(page().getOfferedTime({ token: link() }))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

import { ErrorCode, fail, instantAt, nobody, toTimestamp, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentCancelledSchema, AppointmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientMessageService, type WriteAsClientRequest } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { MailService, type SendToPersonRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import {
  AppointmentLinkService,
  ChangeRequestState,
  ChangeWish,
} from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { ChangeRequestService } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import { ChangeRequestAnsweredSchema, ChangeRequestAskedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk, type Visit } from "../../test/desk.ts";
import { tokenFor } from "../portal/client-link.ts";
import { answerWords, isSettledBy } from "./change-request.ts";

const { MOVE, CANCEL } = ChangeWish;
const { WAITING, ACCEPTED, DECLINED, SETTLED } = ChangeRequestState;
const letters: SendToPersonRequest[] = [];
const written: WriteAsClientRequest[] = [];
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(ClientMessageService, {
      writeAsClient: async (asked: WriteAsClientRequest) => {
        written.push(asked);
        return { message: { id: "1", messageText: asked.text } };
      },
    }),
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
  for (const table of ["change_request", "job", "pace"]) await desk.servers.admin.query(`delete from online_booking.${table}`);
  letters.length = 0;
});

let made = 900;
/** An appointment that begins in an hour, too late for its client to change it alone. */
function visit(change: Partial<Visit> = {}): string {
  const id = String(made++);
  desk.appointments.set(id, {
    id,
    businessId: "1",
    customerId: "31",
    customerFirstName: "Dana",
    customerLastName: "Reed",
    appointmentDate: toWireDate(day),
    endDate: toWireDate(day),
    startTime: 870,
    endTime: 930,
    startAt: toTimestamp(new Date(Date.now() + 3_600_000)),
    status: AppointmentStatus.UNCONFIRMED,
    version: 1,
    petServiceList: [{ petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Bath", staffId: "5", startTime: 870 }],
    ...change,
  });
  return id;
}
const links = () => desk.servers.client(AppointmentLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
const staff = (caller: object = {}) => desk.servers.client(ChangeRequestService, caller);
const tokenOf = (id: string) => {
  const shop = { ctx: { companyId: "1", runtime: desk.servers.runtime("online-booking") } };
  const link = { companyId: "1", businessId: "1", customerId: "31", appointmentId: id, until: 0 };
  return tokenFor({ shop, link } as never, desk.appointments.get(id) as never);
};
const ask = (id: string, wish: ChangeWish, text = "") => links().askForChange({ token: tokenOf(id), wish, text });
const page = async (id: string) => (await links().getLinkedAppointment({ token: tokenOf(id) })).appointment;
const waiting = async () => (await staff().listChangeRequests({})).changeRequests;
const work = () => desk.servers.runDue("online-booking");
const stateOf = (id: string) => desk.appointments.get(id)?.status;
const snapshot = (id: string, status: number) => ({ appointment: { appointmentId: id, businessId: "1", status } });

test("what a client asks for waits for staff with the appointment as it stands; asked again it is that instead", async () => {
  const id = visit();
  await ask(id, CANCEL, " Rex is ill. ");
  await ask(id, MOVE, "Next week?");
  expect(await waiting()).toMatchObject([
    {
      ...{ appointmentId: id, customerId: "31", customerName: "Dana Reed", summary: "Bath for Rex", startTime: 870, staffId: "5" },
      ...{ wish: MOVE, text: "Next week?", state: WAITING, paid: false },
    },
  ]);
  expect(written.slice(-2).map(({ appointmentId }) => appointmentId)).toEqual([id, id]);
  expect(await page(id)).toMatchObject({ askState: WAITING, askAnswer: "" });
  expect(await desk.lastTold(ChangeRequestAskedSchema, `change-request:${id}`)).toMatchObject({
    change: { appointmentId: id, customerId: "31", customerName: "Dana Reed", wish: MOVE, text: "Next week?", startTime: 870 },
  });
  const second = visit();
  await ask(second, CANCEL);
  const asked = async () => (await waiting()).find(({ appointmentId }) => appointmentId === second)?.createTime;
  const before = await asked();
  await ask(second, CANCEL, "Really.");
  expect(await asked(), "a late fee goes by when they first asked").toEqual(before);
  const first = await staff().listChangeRequests({ pageSize: 1 });
  expect(first.changeRequests.map(({ appointmentId }) => appointmentId)).toEqual([id]);
  const { changeRequests } = await staff().listChangeRequests({ pageSize: 1, pageToken: first.nextPageToken });
  expect(changeRequests.map(({ appointmentId }) => appointmentId)).toEqual([second]);
});

test("yes cancels the appointment once, and the words of staff reach the client; yes to a move needs a time, and moves all of it", async () => {
  const [gone, moved] = [visit(), visit()];
  await ask(gone, CANCEL, "Rex is ill");
  await ask(moved, MOVE);
  const accept = () => staff().acceptChangeRequest({ appointmentId: gone, message: "Get well, Rex!" });
  expect((await accept()).changeRequest).toMatchObject({ state: ACCEPTED, answer: "Get well, Rex!" });
  expect((await accept()).changeRequest?.state, "once more").toBe(ACCEPTED);
  expect(desk.appointments.get(gone)).toMatchObject({
    ...{ status: AppointmentStatus.CANCELLED, cancelReason: "The client asked for it: Rex is ill", version: 2 },
  });
  const noTime = await refusalOf(staff().acceptChangeRequest({ appointmentId: moved }));
  expect([noTime.code, noTime.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "startDate"]);
  const { changeRequest } = await staff().acceptChangeRequest({ appointmentId: moved, startDate: toWireDate(day), startTime: 600 });
  expect(changeRequest).toMatchObject({ state: ACCEPTED, startTime: 600 });
  await work();
  expect(letters.map(({ customerId, text }) => [customerId, text])).toEqual([["31", expect.stringContaining("Get well, Rex!")]]);
  expect(await waiting()).toEqual([]);
  expect((await page(gone))?.askState).toBe(ACCEPTED);
});

test("the answer to a move names the time that the client asked about and the one it was moved to", async () => {
  const id = visit();
  await ask(id, MOVE);
  await staff().acceptChangeRequest({ appointmentId: id, startDate: toWireDate(day), startTime: 600, message: "See you then!" });
  await work();
  expect(letters[0]?.uselessAfter).toEqual(toTimestamp(instantAt(day, 600, "America/Los_Angeles")));
  expect(letters[0]?.text).toMatch(
    /^Hi Dana,\n\nAbout your wish to move the appointment on .+ at 2:30 PM \(Rex\): it is now on .+ at 10:00 AM\.\n\nSee you then!\n/,
  );
});

test("a shop that tells an arrival window answers with it, as its client asks with it", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ arrivalWindowBefore: 30, arrivalWindowAfter: 60 });
  const id = visit();
  desk.appointments.get(id)!.petServiceList[0]!.careType = "GROOMING";
  await ask(id, MOVE);
  expect(written.at(-1)?.text).toMatch(/^I would like to move the appointment on .+ between 2:00 PM and 3:30 PM \(Rex\)\./);
  await staff().acceptChangeRequest({ appointmentId: id, startDate: toWireDate(day), startTime: 600, message: "See you." });
  await work();
  await settings.updateOnlineBookingSetting({ arrivalWindowBefore: 0, arrivalWindowAfter: 0 });
  expect(letters[0]?.text).toMatch(/ on .+ between 2:00 PM and 3:30 PM \(Rex\): it is now on .+ between 9:30 AM and 11:00 AM\./);
});

test("moved to a later time, its answer is of no use after the time that the client still goes by", async () => {
  const id = visit();
  await ask(id, MOVE);
  await staff().acceptChangeRequest({ appointmentId: id, startDate: toWireDate(day), startTime: 960, message: "Later!" });
  await work();
  expect(letters[0]?.uselessAfter).toEqual(toTimestamp(instantAt(day, 870, "America/Los_Angeles")));
});

test("no leaves the appointment as it is, and is told to the client, on its page too; then there is no yes any more", async () => {
  const id = visit();
  await ask(id, CANCEL);
  const decline = () => staff().declineChangeRequest({ appointmentId: id, message: " We are fully booked. " });
  expect((await decline()).changeRequest).toMatchObject({ state: DECLINED, answer: "We are fully booked." });
  await decline();
  expect(await desk.told(ChangeRequestAnsweredSchema, `change-request:${id}`)).toMatchObject({
    ...{ state: DECLINED, answer: "We are fully booked.", change: { appointmentId: id, customerName: "Dana Reed", wish: CANCEL } },
  });
  await work();
  const uselessAfter = toTimestamp(instantAt(day, 870, "America/Los_Angeles"));
  expect(letters).toMatchObject([{ customerId: "31", useCase: "change answered", uselessAfter }]);
  expect(letters[0]?.text).toMatch(
    /^Hi Dana,\n\nWe cannot cancel the appointment on .+ at 2:30 PM \(Rex\) as you asked\. It stands as it is\.\n\nWe are/,
  );
  expect(await page(id)).toMatchObject({ askState: DECLINED, askAnswer: "We are fully booked." });
  expect(stateOf(id)).toBe(AppointmentStatus.UNCONFIRMED);
  expect((await refusalOf(staff().acceptChangeRequest({ appointmentId: id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await ask(id, CANCEL, "Please");
  expect(
    (await waiting()).map(({ text }) => text),
    "asked anew",
  ).toEqual(["Please"]);
});

test("what the calendar refuses waits on, and is answered later; of ten at once one answers", async () => {
  const id = visit();
  await ask(id, MOVE);
  const taken = desk.appointments.get(id)!;
  desk.appointments.delete(id);
  expect((await refusalOf(staff().acceptChangeRequest({ appointmentId: id, startDate: toWireDate(day), startTime: 600 }))).code).toBe(
    ErrorCode.APPOINTMENT_NOT_FOUND,
  );
  desk.appointments.set(id, { ...taken, petServiceList: [] });
  desk.rescheduleSays(() => fail("SLOT_FULL"));
  const wish = { appointmentId: id, startDate: toWireDate(day), startTime: 600 };
  expect((await refusalOf(staff().acceptChangeRequest(wish))).code).toBe(ErrorCode.SLOT_FULL);
  desk.rescheduleSays(() => undefined);
  expect((await waiting()).map(({ state }) => state)).toEqual([WAITING]);
  const yes = Array.from({ length: 5 }, () => staff().acceptChangeRequest(wish));
  const no = Array.from({ length: 5 }, () => staff().declineChangeRequest({ appointmentId: id }));
  const ended = await Promise.allSettled([...yes, ...no]);
  const states = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value.changeRequest?.state] : []));
  expect(new Set(states).size, "all who got through say the same").toBe(1);
  expect(desk.appointments.get(id)?.startTime).toBe(states[0] === ACCEPTED ? 600 : 870);
});

test("an appointment that is moved or canceled otherwise leaves nothing to answer; one of another client or company is not there", async () => {
  const [moved, gone, kept] = [visit(), visit(), visit()];
  for (const [id, wish] of [
    [moved, MOVE],
    [gone, MOVE],
    [kept, CANCEL],
  ] as const)
    await ask(id, wish);
  await desk.tell(AppointmentChangedSchema, { ...snapshot(moved, AppointmentStatus.UNCONFIRMED), rescheduled: true });
  await desk.tell(AppointmentChangedSchema, { ...snapshot(kept, AppointmentStatus.UNCONFIRMED), rescheduled: true });
  await desk.tell(AppointmentCancelledSchema, snapshot(gone, AppointmentStatus.CANCELLED));
  expect((await waiting()).map(({ appointmentId }) => appointmentId)).toEqual([kept]);
  expect((await page(moved))?.askState).toBe(SETTLED);
  expect(await desk.told(ChangeRequestAnsweredSchema, `change-request:${moved}`)).toMatchObject({ state: SETTLED, change: { wish: MOVE } });
  expect((await refusalOf(staff().declineChangeRequest({ appointmentId: moved }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refusalOf(staff().declineChangeRequest({ appointmentId: visit() }))).code).toBe(ErrorCode.NOT_FOUND);
  const other = { companyId: "2", businessId: "9", businessIds: ["9"] };
  expect((await staff(other).listChangeRequests({})).changeRequests).toEqual([]);
  const looker = staff({ permissions: [Permission.VIEW_BOOKING_REQUESTS], employeeCategory: 0 });
  expect((await refusalOf(looker.declineChangeRequest({ appointmentId: kept }))).code).toBe(ErrorCode.NO_PERMISSION);
  // Whoever answers requests but may not cancel an appointment does not cancel one this way.
  expect((await refusalOf(only(EDIT_TICKET).acceptChangeRequest({ appointmentId: kept }))).code).toBe(ErrorCode.NO_PERMISSION);
  expect([stateOf(kept), (await page(kept))?.askState]).toEqual([AppointmentStatus.UNCONFIRMED, WAITING]);
});

const { MANAGE_BOOKING_REQUESTS, VIEW_CALENDAR, VIEW_CLIENTS_ALL_LOCATIONS, EDIT_TICKET, CREATE_AND_EDIT_TICKET } = Permission;
const only = (...permissions: Permission[]) =>
  staff({
    permissions: [MANAGE_BOOKING_REQUESTS, VIEW_CALENDAR, VIEW_CLIENTS_ALL_LOCATIONS, ...permissions],
    employeeCategory: 0,
    staffId: "5",
  });

test("overbook-and-offhours-permission: a move overrides what the caller holds the permission for, and nothing else", async () => {
  const override = { overbook: true, outsideWorkingHours: true, withoutEvaluation: true, withoutVaccine: true, reason: "Regular" };
  const none = { overbook: false, outsideWorkingHours: false, withoutEvaluation: false, withoutVaccine: false };
  const { OVERBOOK, BOOK_OUTSIDE_WORKING_HOURS } = Permission;
  for (const [held, granted] of [
    [[], {}],
    [[OVERBOOK], { overbook: true }],
    [[BOOK_OUTSIDE_WORKING_HOURS], { outsideWorkingHours: true }],
  ] as const) {
    const appointmentId = visit();
    await ask(appointmentId, MOVE);
    await only(EDIT_TICKET, ...held).acceptChangeRequest({ appointmentId, startDate: toWireDate(day), startTime: 600, override });
    expect(desk.moves.at(-1)).toMatchObject({ appointmentId, override: { ...none, ...granted, heldTime: true, reason: "Regular" } });
  }
});

test("another's appointment is moved only with the permission to edit it; one's own, one's booking and nobody's with that to book", async () => {
  const moved = async (who: ReturnType<typeof only>, change: Partial<Visit>) => {
    const appointmentId = visit(change);
    await ask(appointmentId, MOVE);
    const asked = who.acceptChangeRequest({ appointmentId, startDate: toWireDate(day), startTime: 600 });
    const code = await asked.then(() => 200).catch(async () => (await refusalOf(asked)).code);
    return [code, desk.appointments.get(appointmentId)?.startTime, (await page(appointmentId))?.askState];
  };
  const refused = [ErrorCode.NO_PERMISSION, 870, WAITING];
  expect(await moved(only(CREATE_AND_EDIT_TICKET), { staffId: "6", createdByStaffId: "6" })).toEqual(refused);
  expect(await moved(only(), { staffId: "5" })).toEqual(refused);
  for (const whose of [{ staffId: "5" }, { staffId: "6", createdByStaffId: "5" }, { staffId: "-10" }])
    expect(await moved(only(CREATE_AND_EDIT_TICKET), whose)).toEqual([200, 600, ACCEPTED]);
  expect(await moved(only(EDIT_TICKET), { staffId: "6" })).toEqual([200, 600, ACCEPTED]);
});

test("what was paid goes back with a yes only from whoever may refund; else nothing has happened", async () => {
  const appointmentId = visit();
  await ask(appointmentId, CANCEL);
  const clerk = only(Permission.CANCEL_OR_DELETE_TICKET);
  const no = await refusalOf(clerk.acceptChangeRequest({ appointmentId, autoRefundOrder: true }));
  expect([no.code, no.options.fields?.[0]?.field]).toEqual([ErrorCode.NO_PERMISSION, "autoRefundOrder"]);
  expect([stateOf(appointmentId), (await page(appointmentId))?.askState]).toEqual([AppointmentStatus.UNCONFIRMED, WAITING]);
  const cashier = only(Permission.CANCEL_OR_DELETE_TICKET, Permission.REFUND);
  await cashier.acceptChangeRequest({ appointmentId, autoRefundOrder: true });
  expect(desk.canceled.at(-1)).toMatchObject({ id: appointmentId, autoRefundOrder: true });
});

test.each([
  [MOVE, AppointmentStatus.UNCONFIRMED, true, true],
  [CANCEL, AppointmentStatus.CONFIRMED, true, false],
  [MOVE, AppointmentStatus.CONFIRMED, false, false],
  [CANCEL, AppointmentStatus.CHECKED_IN, false, true],
  [MOVE, AppointmentStatus.CANCELLED, false, true],
])("a wish %i is settled by an appointment in status %i, moved %s: %s", (wish, status, rescheduled, settled) =>
  expect(isSettledBy(wish, { status, rescheduled })).toBe(settled),
);

test("a yes says what it is about and the words of staff, a no that the appointment stands", () => {
  const about = { firstName: "Dana", businessName: "Paws", when: "Friday at 2:30 PM", pets: "Rex", message: "See you." };
  expect(answerWords({ ...about, wish: MOVE, accepted: true }).text).toBe(
    "Hi Dana,\n\nAbout your wish to move the appointment (Rex): it is now on Friday at 2:30 PM.\n\nSee you.\n\nPaws",
  );
  expect(answerWords({ ...about, asked: "Thursday at noon", wish: MOVE, accepted: true }).text).toBe(
    "Hi Dana,\n\nAbout your wish to move the appointment on Thursday at noon (Rex): it is now on Friday at 2:30 PM.\n\nSee you.\n\nPaws",
  );
  expect(answerWords({ ...about, asked: "Thursday at noon", wish: CANCEL, accepted: true }).text).toBe(
    "Hi Dana,\n\nAbout your wish to cancel the appointment on Friday at 2:30 PM (Rex):\n\nSee you.\n\nPaws",
  );
  expect(answerWords({ ...about, wish: MOVE, accepted: false, message: "" }).text).toBe(
    "Hi Dana,\n\nWe cannot move the appointment on Friday at 2:30 PM (Rex) as you asked. It stands as it is.\n\nPaws",
  );
});

import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorCode, fail, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { type HoldSlotRequest, SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import {
  AutomationService,
  ProfileUpdateCondition,
  VaccineStatusCondition,
} from "@leashline/proto/leashline/online_booking/v1/automation_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestAcceptedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

const { ACCEPTED, SUBMITTED } = BookingRequestStatus;
const jo = { customerId: "7", firstName: "Jo", lastName: "Park", phoneNumber: "2065557777", email: "jo@example.test" };
let source = "";
const rabies = { id: "3", name: "Rabies", requiredForScheduling: true, requiredCareTypes: ["GROOMING"] };

let desk: Desk;
let free = new Set(["5", "6"]);
let records: object[] = [];
beforeAll(async () => {
  const upsert = async () => ({ client: { customerId: "7" }, pets: [{ petId: "70" }] });
  desk = await openDesk([
    partOf(ClientService, {
      findClientsByContact: async ({ phoneNumber }: { phoneNumber: string }) => ({
        clients: phoneNumber === "+12065557777" ? [{ ...jo, source }] : [],
      }),
      batchGetClients: async () => ({ clients: [{ ...jo, source }] }),
      upsertClientWithPets: upsert,
    }),
    partOf(PetService, {
      listPets: async () => ({ pets: [{ petId: "70", petName: "Rex", petType: "Dog", breed: "Poodle", weight: 20 }] }),
    }),
    partOf(VaccineService, {
      listVaccines: async () => ({ vaccines: [rabies, { id: "4", name: "Flu", requiredForScheduling: false }] }),
      listPetVaccines: async () => ({ petVaccines: records }) as never,
    }),
    partOf(SlotService, {
      holdSlot: async ({ staffIds }: HoldSlotRequest) => {
        const staffId = staffIds.find((id) => free.has(id));
        if (!staffId) throw fail("SLOT_FULL");
        return { token: `held-${staffId}`, staffId, expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 } };
      },
      releaseHold: async () => ({}),
    }),
  ]);
  const lee = { staffId: "6", firstName: "Lee", lastName: "Park", businessIds: ["1"], bookOnlineAvailable: true, sort: 2 };
  await desk.tell(StaffChangedSchema, lee);
});
afterAll(() => desk?.servers.stop());
afterEach(() => {
  desk.calendarSays(() => undefined);
  free = new Set(["5", "6"]);
  records = [];
  source = "";
});

const automation = () => desk.servers.client(AutomationService);
const open = {
  careType: "GROOMING",
  isEnable: true,
  acceptClientType: AcceptedClientType.ALL,
  profileUpdateCondition: ProfileUpdateCondition.ANY,
  vaccineStatusCondition: VaccineStatusCondition.ANY,
};
const save = (rules: object[], more: object = {}) =>
  automation().updateAutomationSetting({ autoAccept: true, rules, updateMask: { paths: ["auto_accept", "rules"] }, ...more });

type Change = { customer?: object; pet?: object; serviceIds?: string[]; staffId?: string; date?: string };
/** Asks with the shop's own hand and lets the work that is due be done; as if it had been asked for another day, where one is named. */
async function asked(change: Change = {}) {
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({
    bookOnlineName: desk.page,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "jo@example.test", ...change.customer },
    pets: [{ petName: "Rex", petType: "Dog", breed: "Poodle", weight: 20, serviceIds: change.serviceIds ?? ["1"], ...change.pet }],
    date: toWireDate(day),
    startTime: 600,
    staffId: change.staffId ?? "0",
  });
  const id = statusToken.split(".")[0] ?? "";
  if (change.date) await desk.servers.admin.query("update online_booking.booking_request set date = $2 where id = $1", [id, change.date]);
  await desk.servers.runDue("online-booking");
  const { bookingRequest } = await desk.servers.client(BookingRequestService).getBookingRequest({ id });
  return { id, status: bookingRequest?.status, automation: bookingRequest?.automation, staffId: bookingRequest?.staffId };
}
const stranger = { customer: { firstName: "New", lastName: "Face", phoneNumber: "+12065550001", email: "" } };
const logged = async (id: string) => {
  const text =
    "select action, actor_name, note from online_booking.change_log where entity = 'booking_request' and entity_id = $1 order by id desc limit 1";
  return (await desk.servers.admin.query(text, [id])).rows[0];
};

test("staff-and-pet-parent-actions: what a pet parent asks for online is accepted without anybody where its care type's rule says so, and the log says why", async () => {
  await save([{ ...open, acceptClientType: AcceptedClientType.EXISTING }]);
  const known = await asked();
  const because = "Accepted automatically: grooming is accepted, a client you know.";
  expect(known).toMatchObject({ status: ACCEPTED, automation: because });
  expect((await desk.told(BookingRequestAcceptedSchema, known.id)).automatic).toBe(true);
  expect(await logged(known.id)).toEqual({ action: "accept", actor_name: "Automation", note: because });
  const fresh = await asked(stranger);
  const why = "Not accepted automatically: a new client.";
  expect(fresh).toMatchObject({ status: SUBMITTED, automation: why });
  expect(await logged(fresh.id)).toEqual({ action: "wait", actor_name: "Automation", note: why });
});

test("what was asked for and is over by then is not accepted by itself", async () => {
  await save([open]);
  const date = Temporal.Now.plainDateISO().subtract({ days: 2 }).toString();
  expect(await asked({ date })).toMatchObject({ status: SUBMITTED, automation: "Not accepted automatically: The time has passed." });
});

test("who is on file only because they asked for something before is no client the shop knows", async () => {
  source = "online booking";
  await save([{ ...open, acceptClientType: AcceptedClientType.EXISTING }]);
  expect(await asked()).toMatchObject({ status: SUBMITTED, automation: "Not accepted automatically: a new client." });
  await save([{ ...open, acceptClientType: AcceptedClientType.NEW }]);
  expect(await asked()).toMatchObject({ status: ACCEPTED });
});

test("a care type that is off waits, one without a rule has no conditions, and both together wait", async () => {
  await save([{ ...open, isEnable: false }]);
  expect(await asked()).toMatchObject({ status: SUBMITTED, automation: "Not accepted automatically: grooming waits for you." });
  expect(await asked({ serviceIds: ["2"] })).toMatchObject({ status: ACCEPTED });
  expect(await asked({ serviceIds: ["1", "2"] })).toMatchObject({ status: SUBMITTED });
});

test("with the profile condition what a known client changes waits, and what is new of a new one does not", async () => {
  await save([{ ...open, profileUpdateCondition: ProfileUpdateCondition.UNCHANGED }]);
  expect(await asked()).toMatchObject({ status: ACCEPTED });
  const said = async (change: object) => (await asked(change)).automation;
  expect(await said({ customer: { email: "other@example.test" } })).toBe("Not accepted automatically: the email is different.");
  expect(await said({ pet: { weight: 31 } })).toBe("Not accepted automatically: what they say of Rex is different.");
  expect(await said({ pet: { petName: "Moss" } })).toBe("Not accepted automatically: Moss is a new pet.");
  expect(await asked(stranger)).toMatchObject({ status: ACCEPTED });
});

test("with the vaccine condition a pet without what is required, or not until its day, waits", async () => {
  await save([{ ...open, vaccineStatusCondition: VaccineStatusCondition.UP_TO_DATE }]);
  const no = { status: SUBMITTED, automation: "Not accepted automatically: Rex has no valid Rabies." };
  expect(await asked()).toMatchObject(no);
  expect(await asked(stranger)).toMatchObject(no);
  const before = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
  records = [{ petId: "70", vaccineId: "3", vaccineName: "Rabies", tag: "expire soon", expirationDate: toWireDate(before) }];
  expect(await asked()).toMatchObject(no);
  records = [{ petId: "70", vaccineId: "3", vaccineName: "Rabies", tag: "expire soon", expirationDate: toWireDate(day) }];
  expect(await asked()).toMatchObject({ status: ACCEPTED });
});

test("a time that is taken by then goes to somebody else who is free, unless the client chose the person or the shop does not want it", async () => {
  const waits = { status: SUBMITTED, automation: "Not accepted automatically: the time is no longer free." };
  // The storefront holds Ana's time; when it is to be booked, only Lee is free.
  const askedWhenAnaLeaves = async (change: object = {}) => {
    free = new Set(["5", "6"]);
    desk.calendarSays(({ staffId }) => {
      free = new Set(["6"]);
      return staffId === "5" ? fail("SLOT_FULL") : undefined;
    });
    return await asked(change);
  };
  await save([]);
  expect(await askedWhenAnaLeaves()).toMatchObject(waits);
  await save([], { autoAssign: true, updateMask: { paths: ["auto_assign"] } });
  const given = await askedWhenAnaLeaves();
  expect(given).toMatchObject({ status: ACCEPTED, staffId: "6" });
  expect(given.automation).toBe("Accepted automatically: grooming is accepted, with Lee Park, who is free.");
  expect(await askedWhenAnaLeaves({ staffId: "5" })).toMatchObject(waits);
});

const toldOf = async (id: string): Promise<string[]> => {
  const text = "select type from online_booking.outbox where aggregate = $1 order by id";
  return (await desk.servers.admin.query(text, [id])).rows.map(({ type }) => String(type).split(".").at(-1) ?? "");
};

test("one message for each thing that happened: of what is accepted at once only that is told, of what waits that it waits, once", async () => {
  await save([{ ...open, acceptClientType: AcceptedClientType.EXISTING }]);
  expect(await toldOf((await asked()).id)).toEqual(["BookingRequestAccepted"]);
  expect(await toldOf((await asked(stranger)).id)).toEqual(["BookingRequestSubmitted"]);
  await save([], { autoAssign: true, updateMask: { paths: ["auto_assign", "rules"] } });
  desk.calendarSays(({ staffId }) => {
    free = new Set(["6"]);
    return staffId === "5" ? fail("SLOT_FULL") : undefined;
  });
  expect(await toldOf((await asked()).id), "after a try that came to nothing").toEqual(["BookingRequestAccepted"]);
});

test("while it cannot be decided, it is told that it waits after two minutes; then only what becomes of it", async () => {
  await save([]);
  desk.calendarSays(() => new ConnectError("away", Code.Unavailable));
  const { id } = await asked();
  expect(await toldOf(id)).toEqual([]);
  await desk.servers.admin.query(
    "update online_booking.job set due_at = now() - interval '1 second' where kind = 'tell-request' and key = $1",
    [id],
  );
  await desk.servers.runDue("online-booking");
  expect(await toldOf(id)).toEqual(["BookingRequestSubmitted"]);
  desk.calendarSays(() => undefined);
  await desk.servers.client(BookingRequestService).acceptBookingRequest({ id });
  expect(await toldOf(id)).toEqual(["BookingRequestSubmitted", "BookingRequestAccepted"]);
});

test("staff who decide before the automation does: whoever asked hears first that they asked", async () => {
  await save([]);
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({
    bookOnlineName: desk.page,
    customer: stranger.customer,
    pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
    date: toWireDate(day),
    startTime: 600,
  });
  const id = statusToken.split(".")[0] ?? "";
  await desk.servers.client(BookingRequestService).declineBookingRequest({ id });
  await desk.servers.runDue("online-booking");
  expect(await toldOf(id)).toEqual(["BookingRequestSubmitted", "BookingRequestDeclined"]);
});

test("off, nothing is accepted and nothing is said; only what is named changes; a care type has one rule", async () => {
  await save([open], { autoAccept: false });
  expect(await asked()).toMatchObject({ status: SUBMITTED, automation: "" });
  const { setting } = await automation().updateAutomationSetting({ autoAssign: false, updateMask: { paths: ["auto_assign"] } });
  expect(setting).toMatchObject({ autoAccept: false, autoAssign: false, rules: [open] });
  expect((await refusalOf(save([open, open]))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(save([{ ...open, careType: "SURFING" }]))).code).toBe(ErrorCode.PARAMS_INVALID);
  const stale = await refusalOf(automation().updateAutomationSetting({ autoAccept: true, version: 1 }));
  expect(stale.code).toBe(ErrorCode.VERSION_CONFLICT);
});

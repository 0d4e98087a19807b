import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ErrorCode, isQuiet, localOf, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  ClassNews,
  ClassNewsToldSchema,
  WalkReportedSchema,
  WalkReportTakenBackSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { QuietHoursService } from "@leashline/proto/leashline/message/v1/quiet_hours_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { BookingRequestAcceptedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, phoneOf, snapshot, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "../auto-messages/auto-message.ts";
import { standard, waitOf } from "./quiet-hours.ts";

let servers: MessageHarness;
let appointments: ReturnType<typeof appointmentsOf>;
const api = (caller = {}) => servers.client(QuietHoursService, caller);
const zone = "America/Los_Angeles";

const minuteNow = (): number => localOf(new Date(), zone).minute;
/** It is in the middle of the quiet hours, or not any more. */
const night = () =>
  api().updateQuietHours({ isEnabled: true, quietFrom: (minuteNow() + 1380) % 1440, quietTo: (minuteNow() + 120) % 1440 });

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  appointments = appointmentsOf(servers);
  await night();
});
afterAll(() => servers.stop());

type Row = { id: string; use_case: string; method: number; status: number; waits: boolean; message_text: string };
const rowsTo = async (customerId: string): Promise<Row[]> =>
  (
    await servers.admin.query(
      `select id::text, use_case, method, status, wait_until is not null as waits, message_text from message.message
        where customer_id = $1 and author = 1 order by message.id`,
      [customerId],
    )
  ).rows;
const stand = async (customerId: string) => (await rowsTo(customerId)).map(({ use_case, method, waits }) => [use_case, method, waits]);
/** In whatever order: one that has to ask for something first goes by a job. */
const untilStand = (customerId: string, ...should: [string, MessageMethod, boolean][]) =>
  waitFor(async () => expect((await stand(customerId)).sort()).toEqual(should.sort()));
/** The quiet hours end. */
const morning = async (customerId: string): Promise<void> => {
  const { admin } = servers;
  const waiting = async () => (await rowsTo(customerId)).filter(({ waits }) => waits);
  const ids = (await waiting()).map(({ id }) => id);
  await admin.query("update message.message set wait_until = now() - interval '1 second' where id = any($1::bigint[])", [ids]);
  // Whoever found that it is night may only just be writing down when to look again.
  await waitFor(async () => {
    await admin.query("update message.job set due_at = now() where kind = 'deliver-message' and key = any($1) and state = 'due'", [ids]);
    expect(await waiting()).toEqual([]);
  });
};
const texts = (customerId: string) => servers.sandbox.texts(phoneOf(customerId), 0);
const dueNow = (key: string) =>
  waitFor(async () =>
    expect((await servers.admin.query("update message.job set due_at = now() where key = $1 and state = 'due'", [key])).rowCount).toBe(1),
  );
const { SMS, EMAIL } = MessageMethod;

test.each([
  ["20:59", null, null],
  ["21:00", null, "08:00"],
  ["23:30", null, "08:00"],
  ["03:00", null, "08:00"],
  ["08:00", null, null],
  ["23:30", "07:00", null],
  ["23:30", "09:00", "08:00"],
])("a text of %s that is of no use after %s waits until %s", (at, uselessAfter, until) => {
  const on = (time: string) => {
    const day = time < "12:00" ? "2026-11-21" : "2026-11-20";
    return new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds);
  };
  const given = uselessAfter === null ? null : on(uselessAfter);
  expect(waitOf(standard, zone, on(at), given)).toEqual(until === null ? null : on(until));
});

test("the usual hours hold until a business says otherwise; what is no such hours, or leaves hardly any, is refused", async () => {
  await servers.admin.query("delete from message.quiet_hours");
  const usual = { businessId: "1", isEnabled: true, quietFrom: 1260, quietTo: 480, version: 0 };
  expect((await api().getQuietHours({})).quietHours).toMatchObject(usual);
  const { quietHours } = await api().updateQuietHours({ quietFrom: 1320 });
  expect(quietHours).toMatchObject({ ...usual, quietFrom: 1320, version: 1 });
  for (const wrong of [{ quietTo: 1320 }, { quietFrom: 900, quietTo: 480 }])
    expect((await refusalOf(api().updateQuietHours(wrong))).options.fields).toMatchObject([{ field: "quietTo" }]);
  expect((await refusalOf(api().updateQuietHours({ isEnabled: false, version: 7 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect((await api().updateQuietHours({ isEnabled: false, version: 1 })).quietHours?.isEnabled).toBe(false);
  await night();
});

test("a text that goes out by itself waits in its thread and goes out when they end, with its words as they are then; the e-mail does not wait", async () => {
  await servers.keepClient("501");
  await appointments.book("5001", "501");
  await untilStand("501", ["booked", SMS, true], ["booked", EMAIL, false]);
  expect(await servers.sandbox.mails("ann501@example.test")).toHaveLength(1);
  expect(await texts("501")).toEqual([]);
  const { threads } = await servers.client(ThreadService).listThreads({ businessId: "1" });
  const thread = threads.find(({ customerId }) => customerId === "501");
  const { messages } = await servers.client(MessageService).listMessages({ threadId: thread?.id ?? "0" });
  const waiting = messages.find(({ method }) => method === SMS);
  expect(waiting?.status).toBe(MessageStatus.QUEUED);
  const until = localOf(new Date(Number(waiting?.waitUntil?.seconds) * 1_000), zone).minute;
  expect(until).toBe((await api().getQuietHours({})).quietHours?.quietTo);
  await servers.keepClient("501", { firstName: "Annie" });
  const name = async () => (await servers.admin.query("select first_name from message.recipient where customer_id = 501")).rows;
  await waitFor(async () => expect(await name()).toEqual([{ first_name: "Annie" }]));
  await morning("501");
  await waitFor(async () => expect((await texts("501")).map(({ body }) => body)).toEqual([expect.stringContaining("Hi Annie")]));
  expect(await stand("501")).toContainEqual(["booked", SMS, false]);
});

test("what is overtaken while it waits is not sent: canceled, taken back, answered STOP", async () => {
  for (const id of ["502", "503", "505"]) await servers.keepClient(id, { sendAutoEmail: false });
  for (const [id, customerId] of [
    ["5002", "502"],
    ["5003", "503"],
    ["5005", "505"],
  ] as const) {
    await appointments.book(id, customerId);
    await untilStand(customerId, ["booked", SMS, true]);
  }
  await appointments.cancel("5002", "502");
  await appointments.cancel("5003", "503", { version: 2 });
  const off = async () => (await servers.admin.query("select status from message.visit where appointment_id = 5003")).rows;
  await waitFor(async () => expect(await off()).toEqual([{ status: AppointmentStatus.CANCELLED }]));
  await untilStand("503", ["booked", SMS, true]);
  await appointments.status("5003", "503", AppointmentStatus.UNCONFIRMED, 3, AppointmentStatus.CANCELLED);
  await dueNow(`5003:${UseCase.RESTORED}`);
  await servers.sandbox.reply(
    phoneOf("505"),
    "STOP",
    (await servers.admin.query("select number from message.text_number")).rows[0]?.number,
  );
  await waitFor(async () =>
    expect((await servers.admin.query("select 1 from message.text_stop where customer_id = 505")).rowCount).toBe(1),
  );
  await waitFor(async () =>
    expect((await servers.admin.query("select status from message.visit where appointment_id = 5002")).rows).toEqual([{ status: 4 }]),
  );
  for (const id of ["502", "503", "505"]) await morning(id);
  expect([await texts("502"), (await texts("505")).filter(({ body }) => body.includes("booked"))]).toEqual([[], []]);
  await waitFor(async () => expect((await texts("503")).map(({ body }) => body)).toEqual([expect.stringContaining("is booked for")]));
});

test("moved twice in a night: one text in the morning, from where its client knew it; one that is left untold is gone at once", async () => {
  await api().updateQuietHours({ isEnabled: false });
  await servers.keepClient("506", { sendAutoEmail: false });
  await appointments.book("5006", "506");
  await untilStand("506", ["booked", SMS, false]);
  await night();
  const moved = `5006:${UseCase.RESCHEDULED}`;
  for (const [version, inHours] of [
    [2, 60],
    [3, 84],
  ] as const) {
    await appointments.change("5006", "506", { version, inHours });
    await dueNow(moved);
    await waitFor(async () => expect(await stand("506")).toHaveLength(version));
  }
  await morning("506");
  const sent = await waitFor(async () => {
    const found = (await texts("506")).filter(({ body }) => body.includes("has moved from"));
    expect(found).toHaveLength(1);
    return found[0]?.body ?? "";
  });
  const { rows } = await servers.admin.query("select previous_date from message.visit where appointment_id = 5006");
  expect(rows[0]?.previous_date).toBe(snapshot("5006", "506").date);
  expect(sent).toContain("Rex's appointment has moved from ");
  await appointments.change("5006", "506", { version: 4, inHours: 96 });
  await dueNow(moved);
  await waitFor(async () => expect((await stand("506")).at(-1)).toEqual(["rescheduled", SMS, true]));
  const autos = servers.client(AutoMessageService);
  expect((await autos.leaveMoveUntold({ moves: [{ appointmentId: "5006", version: 4 }] })).toldAppointmentIds).toEqual([]);
  expect((await stand("506")).filter(([, , waits]) => waits)).toEqual([]);
});

test("moved twice in a night, and the first of it left untold: the second is told in the morning", async () => {
  await api().updateQuietHours({ isEnabled: false });
  await servers.keepClient("525", { sendAutoEmail: false });
  await appointments.book("5025", "525");
  await untilStand("525", ["booked", SMS, false]);
  await night();
  for (const [version, inHours] of [
    [2, 60],
    [3, 84],
  ] as const) {
    await appointments.change("5025", "525", { version, inHours });
    await dueNow(`5025:${UseCase.RESCHEDULED}`);
    await waitFor(async () => expect(await stand("525")).toHaveLength(version));
  }
  const autos = servers.client(AutoMessageService);
  expect((await autos.leaveMoveUntold({ moves: [{ appointmentId: "5025", version: 2 }] })).toldAppointmentIds).toEqual([]);
  expect(await stand("525")).toEqual([
    ["booked", SMS, false],
    ["rescheduled", SMS, true],
  ]);
  await morning("525");
  await waitFor(async () => expect((await texts("525")).filter(({ body }) => body.includes("has moved from"))).toHaveLength(1));
});

test("booked and canceled in a night: nothing is said of it; changing nothing of the quiet hours is no new version of them", async () => {
  await servers.keepClient("526", { sendAutoEmail: false });
  await appointments.book("5026", "526");
  await untilStand("526", ["booked", SMS, true]);
  await appointments.cancel("5026", "526", { version: 2 });
  const status = "select status from message.visit where appointment_id = 5026";
  await waitFor(async () => expect((await servers.admin.query(status)).rows).toEqual([{ status: AppointmentStatus.CANCELLED }]));
  const job = await servers.admin.query("select 1 from message.job where key = $1", [`5026:${UseCase.CANCELLED}`]);
  expect(job.rowCount).toBe(0);
  await morning("526");
  expect([await stand("526"), await texts("526")]).toEqual([[], []]);
  const before = (await api().getQuietHours({})).quietHours;
  expect((await api().updateQuietHours({})).quietHours).toEqual(before);
  expect((await api().getQuietHours({})).quietHours).toEqual(before);
});

test.each([
  ["wants e-mails only", "527", { sendAutoEmail: true, sendAutoMessage: false }],
  ["has no number any more", "528", { sendAutoEmail: true, phoneNumber: "" }],
] as const)("who %s by the end of the night has one e-mail in place of the text that waited", async (_, id, change) => {
  await servers.keepClient(id, { sendAutoEmail: false });
  await appointments.book(`5${id}`, id);
  await untilStand(id, ["booked", SMS, true]);
  await servers.keepClient(id, change);
  const known = "select 1 from message.recipient where customer_id = $1 and send_auto_email";
  await waitFor(async () => expect((await servers.admin.query(known, [id])).rowCount).toBe(1));
  await morning(id);
  await waitFor(async () => expect(await stand(id)).toEqual([["booked", EMAIL, false]]));
  expect(await texts(id)).toEqual([]);
});

test("moved and canceled in a night: its client hears in the morning that it is canceled when they know it to be", async () => {
  await api().updateQuietHours({ isEnabled: false });
  await servers.keepClient("524", { sendAutoEmail: false });
  await appointments.book("5024", "524");
  await untilStand("524", ["booked", SMS, false]);
  const { date } = snapshot("5024", "524");
  await night();
  await appointments.change("5024", "524", { version: 2, inHours: 90 });
  await dueNow(`5024:${UseCase.RESCHEDULED}`);
  await untilStand("524", ["booked", SMS, false], ["rescheduled", SMS, true]);
  await servers.admin.query("update message.visit set moved_at = now() - interval '1 hour' where appointment_id = 5024");
  await servers.admin.query(
    "update message.message set sent_time = now() - interval '2 hours' where customer_id = 524 and wait_until is null",
  );
  await appointments.cancel("5024", "524", { inHours: 90 });
  await dueNow(`5024:${UseCase.CANCELLED}`);
  await waitFor(async () => expect((await stand("524")).at(-1)).toEqual(["cancelled", SMS, true]));
  await morning("524");
  const day = Temporal.PlainDate.from(date).toLocaleString("en-US", { month: "long", day: "numeric" });
  const said = await waitFor(async () => {
    const found = (await texts("524")).map(({ body }) => body).filter((body) => !body.includes("is booked for"));
    expect(found).toHaveLength(1);
    return found[0];
  });
  expect(said).toContain(`${day} at `);
  expect(said).toContain("is canceled");
});

test("what cannot wait goes out: ready for pick-up, an appointment that begins before they end, what a person writes", async () => {
  for (const id of ["507", "508", "509"]) await servers.keepClient(id, { sendAutoEmail: false });
  await appointments.book("5008", "508", { inHours: 1 });
  await untilStand("508", ["booked", SMS, false]);
  await appointments.book("5007", "507");
  await appointments.status("5007", "507", AppointmentStatus.READY_FOR_PICKUP);
  await dueNow(`5007:${UseCase.READY_FOR_PICKUP}`);
  await waitFor(async () => expect(await stand("507")).toContainEqual(["ready for pick-up", SMS, false]));
  await servers.client(MessageService).sendMessage({ businessId: "1", customerId: "509", messageText: "See you" });
  await untilStand("509", ["", SMS, false]);
});

test.each([
  ["by a rule right then goes out", true, "515"],
  ["by staff later waits", false, "516"],
])("what becomes of a booking request, decided %s", async (_, automatic, customerId) => {
  await servers.keepClient(customerId, { sendAutoEmail: false });
  const { date } = snapshot("1", customerId);
  const asked = { bookingRequestId: customerId, businessId: "1", customerId, appointmentId: "1", date, startTime: 600, automatic };
  await servers.emit("online-booking", BookingRequestAcceptedSchema, asked, customerId);
  await untilStand(customerId, ["request accepted", SMS, !automatic]);
});

test("a request accepted at night whose visit is moved, and not told of: the answer of the morning says when it is by then; a canceled one has none", async () => {
  for (const [customerId, appointmentId] of [
    ["521", "5121"],
    ["522", "5122"],
  ] as const) {
    await servers.keepClient(customerId, { sendAutoEmail: false });
    await appointments.change(appointmentId, customerId, { version: 1, inHours: 50 });
    const { date } = snapshot(appointmentId, customerId, { inHours: 50 });
    const asked = { bookingRequestId: customerId, businessId: "1", customerId, appointmentId, date, startTime: 600 };
    await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...asked, reachPhoneNumber: phoneOf("523") }, customerId);
    await untilStand(customerId, ["request accepted", SMS, true]);
  }
  await appointments.change("5121", "521", { version: 2, inHours: 90 });
  await appointments.cancel("5122", "522", { version: 2, inHours: 50 });
  const seen = async () =>
    (await servers.admin.query("select appointment_id from message.visit where appointment_id in (5121, 5122) and version = 2")).rowCount;
  await waitFor(async () => expect(await seen()).toBe(2));
  for (const id of ["521", "522"]) await morning(id);
  const { rows } = await servers.admin.query("select date::text from message.visit where appointment_id = 5121");
  const day = Temporal.PlainDate.from(rows[0]?.date).toLocaleString("en-US", { month: "long", day: "numeric" });
  await waitFor(async () => expect((await texts("523")).map(({ body }) => body)).toEqual([expect.stringContaining(day)]));
  expect((await stand("522")).filter(([useCase]) => useCase === "request accepted")).toEqual([]);
});

test("what is said of a request whose time is over already waits for the morning like anything else", async () => {
  await servers.keepClient("571", { sendAutoEmail: false });
  const { date } = snapshot("5171", "571", { inHours: -72 });
  const asked = { bookingRequestId: "571", businessId: "1", customerId: "571", date, startTime: 600 };
  await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...asked, reachPhoneNumber: phoneOf("572") }, "571");
  await untilStand("571", ["request accepted", SMS, true]);
});

test("who was to come before they end hears of another time at once; what waits goes to the number of then", async () => {
  await servers.keepClient("517", { sendAutoEmail: false });
  await appointments.book("5017", "517", { inHours: 1 });
  await untilStand("517", ["booked", SMS, false]);
  const autos = servers.client(AutoMessageService);
  const { date, startTime } = snapshot("5017", "517", { inHours: 60 });
  const secondsAhead = async (more: object) => {
    const { dueTime } = await autos.getMoveMessage({ appointmentId: "5017", startDate: toWireDate(date), startTime, version: 2, ...more });
    return Number(dueTime?.seconds) - Date.now() / 1_000;
  };
  expect(await secondsAhead({})).toBeLessThan(40);
  await appointments.change("5017", "517", { version: 2, inHours: 60 });
  await dueNow(`5017:${UseCase.RESCHEDULED}`);
  await waitFor(async () => expect((await stand("517")).at(-1)).toEqual(["rescheduled", SMS, false]));
  expect(await secondsAhead({})).toBeLessThan(40);
  await servers.admin.query("update message.visit set moved_at = now() - interval '1 minute' where appointment_id = 5017");
  expect(await secondsAhead({ startTime: (startTime + 60) % 1440, version: 3 })).toBeGreaterThan(3_000);
  await servers.keepClient("518", { sendAutoEmail: false });
  await appointments.book("5018", "518");
  await untilStand("518", ["booked", SMS, true]);
  await servers.keepClient("518", { sendAutoEmail: false, phoneNumber: phoneOf("519") });
  const phone = async () => (await servers.admin.query("select phone_e164 from message.recipient where customer_id = 518")).rows;
  await waitFor(async () => expect(await phone()).toEqual([{ phone_e164: phoneOf("519") }]));
  await morning("518");
  await waitFor(async () => expect(await texts("519")).toHaveLength(1));
  expect(await texts("518")).toEqual([]);
});

test("a reminder whose time is in them waits, unless the client confirms by then", async () => {
  const ids = ["510", "511"] as const;
  await servers.client(AutoMessageService).updateAutoMessage({
    ...{ useCase: UseCase.FIRST_REMINDER, isEnabled: true, clientReceive: [SMS], daysBefore: 1, minutesAt: 600 },
    updateMask: { paths: ["is_enabled", "client_receive", "days_before", "minutes_at"] },
  });
  for (const id of ids) {
    await servers.keepClient(id, { sendAutoEmail: false });
    await appointments.book(`5${id}`, id, { inHours: 96 });
    await appointments.ring(`5${id}`);
    await untilStand(id, ["booked", SMS, true], ["reminder first", SMS, true]);
  }
  await appointments.status("5511", "511", AppointmentStatus.CONFIRMED);
  await waitFor(async () =>
    expect((await servers.admin.query("select status from message.visit where appointment_id = 5511")).rows).toEqual([
      { status: AppointmentStatus.CONFIRMED },
    ]),
  );
  for (const id of ids) await morning(id);
  expect((await stand("510")).map(([useCase]) => useCase).sort()).toEqual(["booked", "reminder first"]);
  expect((await stand("511")).map(([useCase]) => useCase)).toEqual(["booked"]);
});

test("news of a class and a walk report wait too, and go with what takes them back", async () => {
  await servers.keepClient("512", { sendAutoEmail: false });
  const { date } = snapshot("1", "512");
  const news = { classId: "7", className: "Puppy class", businessId: "1", customerId: "512", petNames: ["Rex"], date, startTime: 600 };
  await servers.emit("calendar", ClassNewsToldSchema, { ...news, news: ClassNews.PLACE, cause: "place-7" }, "7");
  await untilStand("512", ["place in a class", SMS, true]);
  await servers.emit("calendar", ClassNewsToldSchema, { ...news, news: ClassNews.LEFT, cause: "left-7", takesBack: "place-7" }, "7");
  await untilStand("512");
  await servers.keepClient("513", { sendAutoEmail: false });
  await servers
    .client(AutoMessageService)
    .updateAutoMessage({ useCase: UseCase.WALK_REPORT, isEnabled: true, clientReceive: [SMS], minutesAt: 0 });
  await appointments.book("5013", "513");
  await servers.emit("calendar", WalkReportedSchema, { appointmentId: "5013", businessId: "1", time: 1 }, "5013");
  await dueNow("walk-report-5013-1");
  await untilStand("513", ["booked", SMS, true], ["walk report", SMS, true]);
  await servers.emit("calendar", WalkReportTakenBackSchema, { appointmentId: "5013", businessId: "1", time: 1 }, "5013");
  await untilStand("513", ["booked", SMS, true]);
});

test("other services hear until when a text is held back, and the e-mail goes; what would come too late, and codes, are not held", async () => {
  const mails = servers.client(MailService, { kind: "service", via: "online-booking" });
  await servers.keepClient("514");
  const letter = { customerId: "514", subject: "A spot", text: "A spot is free", useCase: "waitlist offer", dedupeKey: "o1" };
  const { texted, emailed, textWaitsUntil } = await mails.sendToPerson(letter);
  expect([texted, emailed]).toEqual([false, true]);
  const quiet = (await api().getQuietHours({})).quietHours ?? { quietFrom: 0, quietTo: 0 };
  const until = new Date(Number(textWaitsUntil?.seconds) * 1_000);
  expect([isQuiet(quiet, localOf(until, zone).minute), localOf(until, zone).minute]).toEqual([false, quiet.quietTo]);
  const soon = timestampFromDate(new Date(Date.now() + 3_600_000));
  expect(await mails.sendToPerson({ ...letter, dedupeKey: "o2", uselessAfter: soon })).toMatchObject({ texted: true });
  await mails.sendText({ to: "+12065557799", text: "Your code is 123", useCase: "booking code", dedupeKey: "c1" });
  expect(await servers.sandbox.texts("+12065557799")).toHaveLength(1);
});

test("several canceled at night, and the one that the text is of put back: another's is told of in the morning", async () => {
  await servers.keepClient("520", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  const ids = ["5021", "5022"];
  const tell = async (key: string) => {
    await dueNow(key);
    await waitFor(async () =>
      expect((await servers.admin.query("select 1 from message.job where key = $1 and state in ('due', 'running')", [key])).rows).toEqual(
        [],
      ),
    );
  };
  for (const id of ids) await appointments.book(id, "520");
  await appointments.cancelTogether(ids, "520", 2);
  for (const id of ids) await tell(`${id}:${UseCase.CANCELLED}`);
  await untilStand("520", ["cancelled", SMS, true]);
  await appointments.status("5021", "520", AppointmentStatus.UNCONFIRMED, 3, AppointmentStatus.CANCELLED);
  await waitFor(async () =>
    expect((await servers.admin.query("select version from message.visit where appointment_id = 5021")).rows).toEqual([{ version: 3 }]),
  );
  await morning("520");
  expect(await stand("520")).toEqual([]);
  await api().updateQuietHours({ isEnabled: false });
  await tell(`5022:${UseCase.CANCELLED}:again`);
  const told = await servers.admin.query("select appointment_id from message.message where customer_id = 520 and use_case = 'cancelled'");
  expect(told.rows).toEqual([{ appointment_id: "5022" }]);
});

import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { asTenant, ErrorCode, toMoney, unsealNumbers, writeDay, writeTime } from "@leashline/kit";
import { deliverAll } from "@leashline/kit/events/consumer.ts";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentBookedSchema, AppointmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { AutoReplyService } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import { arrivalSpan } from "@leashline/proto/rules/arrival-window.ts";
import { CARD_LINK, CLIENT_LINK, PAY_LINK, payLinkOfNumbers } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, snapshot, startMessageHarness, waitFor } from "../../test/harness.ts";
import { service } from "../main.ts";
import { linksFor } from "../wording/links.ts";
import { UseCase } from "./auto-message.ts";

let servers: MessageHarness;
const american = { clock: 12, dateFormat: "MM/DD/YYYY", numberFormat: "1,234.56" };
let appointments: ReturnType<typeof appointmentsOf>;
const settings = (caller = {}) => servers.client(AutoMessageService, caller);

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  appointments = appointmentsOf(servers);
  servers.calendar.listAppointmentRecords = async () => ({ records: [] });
});
afterAll(() => servers.stop());

/** Whether the provider took it; that it arrived may be known a moment later. */
const isOut = (status: number): boolean => [MessageStatus.SENT, MessageStatus.DELIVERED].includes(status);

/** How many seconds a message waits yet. */
const waitOf = async (key: string): Promise<number | undefined> =>
  (await servers.admin.query("select extract(epoch from due_at - now())::int as wait from message.job where key = $1", [key])).rows[0]
    ?.wait;
/** It waits a minute from when it was set off. */
const waitsAMinute = async (key: string): Promise<void> => {
  await waitFor(async () => expect(await waitOf(key)).toBeGreaterThan(45));
  expect(await waitOf(key)).toBeLessThanOrEqual(60);
};

/** The time that a message waits is over. */
const dueNow = (key: string) =>
  waitFor(async () =>
    expect((await servers.admin.query("update message.job set due_at = now() where key = $1 and state = 'due'", [key])).rowCount).toBe(1),
  );

test("booked: a text and a mail, once, however often the event comes", async () => {
  await servers.keepClient("301");
  await appointments.book("3001", "301");
  const [text] = await appointments.textsTo("301");
  expect(text).toMatch(
    /^Paws & Co: Hi Ann, your appointment for Rex \(Full groom\) is booked for \w+, \w+ \d+ at \d+:\d\d (AM|PM)\. See or change it: http:\/\/[^/]+\/a\/[\w-]{30,}$/,
  );
  const [mail] = await servers.sandbox.mails("ann301@example.test");
  expect(mail?.subject).toMatch(/^You are booked for/);
  await appointments.book("3001", "301");
  await waitFor(async () =>
    expect(
      (await servers.admin.query("select count(*) from message.inbox where consumer like 'leashline.calendar.v1.AppointmentBooked%'"))
        .rows[0].count,
    ).toBe("2"),
  );
  expect(await appointments.sent("301")).toEqual([
    { use_case: "booked", method: MessageMethod.SMS },
    { use_case: "booked", method: MessageMethod.EMAIL },
  ]);
});

test("a process that was killed before it wrote down what became of them leaves both to one job, which asks before it sends a text again", async () => {
  const ids = async () =>
    (await servers.admin.query("select id::text from message.message where appointment_id = 3001 order by id")).rows.map((row) => row.id);
  const open =
    "update message.message set status = 2, provider_id = '', lease_until = now() - interval '1 second' where appointment_id = 3001";
  const statuses = async () =>
    (await servers.admin.query("select distinct status from message.message where appointment_id = 3001")).rows.map((row) => row.status);
  const looksAfter = "kind = 'deliver-message' and payload->'ids' = to_jsonb($1::text[])";
  await waitFor(async () =>
    expect((await servers.admin.query(`select state from message.job where ${looksAfter}`, [await ids()])).rows).toEqual([
      { state: "cancelled" },
    ]),
  );
  await servers.admin.query(open);
  await servers.admin.query(`update message.job set due_at = now(), state = 'due' where ${looksAfter}`, [await ids()]);
  await waitFor(async () => expect((await statuses()).every(isOut)).toBe(true));
  expect(await appointments.textsTo("301")).toHaveLength(1);
});

test("a confirmation of which nobody knows whether it is out goes out no more once its appointment is canceled", async () => {
  await servers.keepClient("331", { sendAutoEmail: false });
  await appointments.book("3061", "331");
  expect(await appointments.textsTo("331")).toHaveLength(1);
  const rows = async () => (await servers.admin.query("select id::text, status from message.message where appointment_id = 3061")).rows;
  await waitFor(async () => expect((await rows()).map(({ status }) => isOut(status))).toEqual([true]));
  await appointments.cancel("3061", "331", { version: 2 });
  const off = "select 1 from message.visit where appointment_id = 3061 and status = 4";
  await waitFor(async () => expect((await servers.admin.query(off)).rowCount).toBe(1));
  const words = "message_text = 'Words that the provider does not know'";
  await servers.admin.query(
    `update message.message set status = 2, provider_id = '', ${words}, lease_until = now() - interval '1 second' where appointment_id = 3061`,
  );
  const job =
    "update message.job set due_at = now(), state = 'due' where kind = 'deliver-message' and payload->'ids' = to_jsonb($1::text[])";
  await servers.admin.query(job, [(await rows()).map(({ id }) => id)]);
  await waitFor(async () => expect(await rows()).toEqual([]));
  expect(await appointments.textsTo("331", 0)).toHaveLength(1);
});

test("a client's own wishes narrow it; a visit in the past, or one from a booking request, sets off nothing", async () => {
  await servers.keepClient("302", { sendAutoEmail: false });
  await servers.keepClient("303");
  await appointments.book("3003", "303", { inHours: -5 });
  await appointments.book("3004", "303", { bookingRequestId: "77" });
  await appointments.book("3002", "302");
  await appointments.textsTo("302");
  expect(await appointments.sent("302")).toEqual([{ use_case: "booked", method: MessageMethod.SMS }]);
  expect(await appointments.sent("303")).toEqual([]);
});

test.each([
  ["each message says what its own event said", "3016", "308", false],
  ["where its client is not to hear of the move, the confirmation says when it is", "3018", "310", true],
])("booked and moved before either was heard of: %s", async (_, id, customerId, untold) => {
  await servers.keepClient(customerId, { sendAutoEmail: false });
  const [booked, moved] = [snapshot(id, customerId), snapshot(id, customerId, { version: 2, inHours: 72 })];
  const [bookedAt, movedAt] = [2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000)) as [Date, Date];
  const message = <D extends DescMessage>(schema: D, writtenAt: Date, event: MessageInitShape<D>) => ({
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event)),
    meta: { id: `together-${id}-${schema.typeName}`, companyId: "1", key: id, writtenAt, actor: { businessId: "1" } },
  });
  await deliverAll(servers.runtime("message"), service.consumers ?? [], [
    message(AppointmentBookedSchema, bookedAt, { appointment: booked }),
    message(AppointmentChangedSchema, movedAt, { appointment: moved, rescheduled: true, untold }),
  ]);
  const { date, startTime } = untold ? moved : booked;
  expect((await appointments.textsTo(customerId)).at(-1)).toContain(`${writeDay(date, american)} at ${writeTime(startTime, american)}`);
  const { rows } = await servers.admin.query(
    "select version, previous_date, previous_start, planned_at from message.visit where appointment_id = $1",
    [id],
  );
  expect(rows).toEqual([{ version: 2, previous_date: booked.date, previous_start: booked.startTime, planned_at: movedAt }]);
});

test("cancelled and ready for pick-up are told, and a message switched off is not", async () => {
  await servers.keepClient("304", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book("3005", "304");
  await appointments.status("3005", "304", 5);
  await dueNow(`3005:${UseCase.READY_FOR_PICKUP}`);
  await waitFor(async () => expect(await appointments.sent("304")).toEqual([{ use_case: "ready for pick-up", method: MessageMethod.SMS }]));
  await appointments.cancel("3005", "304");
  await dueNow(`3005:${UseCase.CANCELLED}`);
  await waitFor(async () =>
    expect((await appointments.sent("304")).map((row) => row.use_case)).toEqual(["ready for pick-up", "cancelled"]),
  );
});

test.each([
  ["undecided", {}, "You paid $20.00. We will contact you about a refund."],
  [
    "kept in part",
    { keptAmount: toMoney(1_500, "USD"), refundedAmount: toMoney(500, "USD") },
    "You paid $20.00. $5.00 of it went back to you. $15.00 of it stays with us by our deposit policy.",
  ],
])("who is told that a paid appointment is canceled reads what becomes of the money: %s", async (what, more, said) => {
  const [id, customerId] = what === "undecided" ? ["3091", "391"] : ["3092", "392"];
  await servers.keepClient(customerId, { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book(id, customerId);
  servers.calendar.batchGetAppointments = async () => ({ appointments: [{ id, paidAmount: toMoney(2_000, "USD"), ...more }] });
  await appointments.cancel(id, customerId);
  await dueNow(`${id}:${UseCase.CANCELLED}`);
  await waitFor(async () => expect((await appointments.textsTo(customerId)).at(-1)).toContain(said));
  delete servers.calendar.batchGetAppointments;
});

test("a cancellation is told whether the client or the business canceled; who did not come is not told", async () => {
  await servers.keepClient("321", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  for (const [id, noShow] of [
    ["3021", NoShow.NO_SHOW],
    ["3022", NoShow.NO_SHOW_CANCEL],
    ["3023", NoShow.NOT_SET],
  ] as const) {
    await appointments.book(id, "321");
    await appointments.cancel(id, "321", {}, noShow);
    if (noShow !== NoShow.NO_SHOW) await dueNow(`${id}:${UseCase.CANCELLED}`);
  }
  await waitFor(async () => expect((await appointments.sent("321")).map((row) => row.use_case)).toEqual(["cancelled", "cancelled"]));
});

test.each([
  ["taken back", "3015", "307", AppointmentStatus.CHECKED_IN],
  ["picked up and finished", "3071", "341", AppointmentStatus.FINISHED],
  ["canceled", "3072", "342", AppointmentStatus.CANCELLED],
])("ready: waits a minute, and one that is %s meanwhile is not told", async (_, id, customerId, status) => {
  await servers.keepClient(customerId, { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book(id, customerId);
  const key = `${id}:${UseCase.READY_FOR_PICKUP}`;
  await appointments.status(id, customerId, AppointmentStatus.READY_FOR_PICKUP);
  await waitsAMinute(key);
  if (status === AppointmentStatus.CANCELLED) await appointments.cancel(id, customerId, {}, NoShow.NO_SHOW);
  else await appointments.status(id, customerId, status, 3);
  await waitFor(async () =>
    expect((await servers.admin.query("select status from message.visit where appointment_id = $1", [id])).rows).toEqual([{ status }]),
  );
  await dueNow(key);
  await waitFor(async () =>
    expect((await servers.admin.query("select state from message.job where key = $1", [key])).rows).toEqual([{ state: "done" }]),
  );
  expect(await appointments.sent(customerId)).toEqual([]);
});

test("ready, and paid in full from afar within the minute: that finishes it, and the client still hears that the pet can be fetched", async () => {
  await servers.keepClient("343", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book("3073", "343");
  await appointments.status("3073", "343", AppointmentStatus.READY_FOR_PICKUP);
  await appointments.status("3073", "343", AppointmentStatus.FINISHED, 3, AppointmentStatus.READY_FOR_PICKUP, true);
  await waitFor(async () =>
    expect((await servers.admin.query("select status from message.visit where appointment_id = 3073")).rows).toEqual([{ status: 3 }]),
  );
  await dueNow(`3073:${UseCase.READY_FOR_PICKUP}`);
  await waitFor(async () => expect(await appointments.sent("343")).toEqual([{ use_case: "ready for pick-up", method: MessageMethod.SMS }]));
});

const jobState = async (key: string) => (await servers.admin.query("select state from message.job where key = $1", [key])).rows[0]?.state;
const isDone = (key: string) => waitFor(async () => expect(await jobState(key)).toBe("done"));

test("canceled: waits a minute, and one that is undone meanwhile is told neither off nor on again", async () => {
  await servers.keepClient("327", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book("3051", "327");
  await appointments.cancel("3051", "327", { version: 2 });
  const [off, onAgain] = [`3051:${UseCase.CANCELLED}`, `3051:${UseCase.RESTORED}`];
  await waitsAMinute(off);
  expect([await jobState(off), await appointments.sent("327")]).toEqual(["due", []]);
  await appointments.status("3051", "327", AppointmentStatus.UNCONFIRMED, 3, AppointmentStatus.CANCELLED);
  await waitFor(async () => expect(await jobState(onAgain)).toBe("due"));
  for (const key of [off, onAgain]) {
    await dueNow(key);
    await isDone(key);
  }
  expect(await appointments.sent("327")).toEqual([]);
});

test("several canceled together: the client hears of the first, once, and of another where that one was undone meanwhile", async () => {
  await servers.keepClient("329", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  const keyOf = (id: string) => `${id}:${UseCase.CANCELLED}`;
  const ids = ["3053", "3054", "3055"];
  const told = async () =>
    (
      await servers.admin.query("select appointment_id from message.message where customer_id = 329 and use_case = 'cancelled' order by id")
    ).rows.map((row) => row.appointment_id);
  const allDue = async () => {
    for (const key of ids.map(keyOf)) {
      await dueNow(key);
      await isDone(key);
    }
  };
  for (const id of ids) await appointments.book(id, "329");
  await appointments.cancelTogether(ids, "329", 2);
  await appointments.status("3053", "329", AppointmentStatus.UNCONFIRMED, 3, AppointmentStatus.CANCELLED);
  await waitFor(async () =>
    expect((await servers.admin.query("select version from message.visit where appointment_id = 3053")).rows).toEqual([{ version: 3 }]),
  );
  await allDue();
  expect(await told()).toEqual(["3054"]);
  const more = ["3056", "3057"];
  for (const id of more) await appointments.book(id, "329");
  await appointments.cancelTogether(more, "329", 2);
  ids.splice(0, 3, ...more);
  await allDue();
  expect(await told()).toEqual(["3054", "3056"]);
});

test("canceled, told and then undone: the client is told that it is on again, once, unless the business has that message off", async () => {
  await servers.keepClient("328", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  const [off, onAgain] = [`3052:${UseCase.CANCELLED}`, `3052:${UseCase.RESTORED}`];
  const told = async () => (await appointments.sent("328")).map((row) => row.use_case);
  const cancel = async (version: number) => {
    await appointments.cancel("3052", "328", { version });
    await dueNow(off);
    await isDone(off);
  };
  const undo = async (version: number) => {
    await appointments.status("3052", "328", AppointmentStatus.UNCONFIRMED, version, AppointmentStatus.CANCELLED);
    await dueNow(onAgain);
    await isDone(onAgain);
  };
  await appointments.book("3052", "328");
  await cancel(2);
  await undo(3);
  expect(await told()).toEqual(["cancelled", "on again"]);
  const { date } = snapshot("3052", "328");
  expect((await appointments.textsTo("328")).at(-1)).toContain(`Rex's appointment on ${writeDay(date, american)}`);
  expect((await appointments.textsTo("328")).at(-1)).toContain("is on again: please disregard that it was canceled.");
  await settings().updateAutoMessage({ useCase: UseCase.RESTORED, isEnabled: false, clientReceive: [MessageMethod.SMS], minutesAt: 0 });
  await cancel(4);
  await undo(5);
  expect(await told()).toEqual(["cancelled", "on again", "cancelled"]);
});

test("canceled, told, undone and canceled again before the client heard of that: they are not told a second time; moved in between, they are", async () => {
  await servers.keepClient("330", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  const told = async () => (await appointments.sent("330")).map((row) => row.use_case);
  const [off, onAgain, moved] = [UseCase.CANCELLED, UseCase.RESTORED, UseCase.RESCHEDULED].map((useCase) => `3058:${useCase}`) as [
    string,
    string,
    string,
  ];
  const over = async (key: string) => {
    await dueNow(key);
    await isDone(key);
  };
  const undo = async (version: number) => {
    await appointments.status("3058", "330", AppointmentStatus.UNCONFIRMED, version, AppointmentStatus.CANCELLED);
    await waitFor(async () => expect(await jobState(onAgain)).toBe("due"));
  };
  await settings().updateAutoMessage({ useCase: UseCase.RESTORED, isEnabled: true, clientReceive: [MessageMethod.SMS], minutesAt: 0 });
  await appointments.book("3058", "330");
  await appointments.cancel("3058", "330", { version: 2 });
  await over(off);
  await undo(3);
  await appointments.cancel("3058", "330", { version: 4 });
  await over(off);
  await over(onAgain);
  expect(await told()).toEqual(["cancelled"]);
  await undo(5);
  await appointments.change("3058", "330", { version: 6, inHours: 72 });
  await over(moved);
  await appointments.cancel("3058", "330", { version: 7, inHours: 72 });
  await over(off);
  expect(await told()).toEqual(["cancelled", "rescheduled", "cancelled"]);
});

test("an event that a newer one overtook, as when whoever held it was killed, is told still where it is still so", async () => {
  await servers.keepClient("309", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book("3017", "309");
  await appointments.change("3017", "309", { version: 3, status: AppointmentStatus.READY_FOR_PICKUP });
  await waitFor(async () =>
    expect((await servers.admin.query("select version from message.visit where appointment_id = 3017")).rows).toEqual([{ version: 3 }]),
  );
  await appointments.status("3017", "309", AppointmentStatus.READY_FOR_PICKUP, 2);
  await appointments.cancel("3017", "309", { version: 2 });
  await dueNow(`3017:${UseCase.READY_FOR_PICKUP}`);
  await waitFor(async () => expect(await appointments.sent("309")).toEqual([{ use_case: "ready for pick-up", method: MessageMethod.SMS }]));
  const { rows } = await servers.admin.query("select version, status from message.visit where appointment_id = 3017");
  expect(rows).toEqual([{ version: 3, status: AppointmentStatus.READY_FOR_PICKUP }]);
});

test("moved: told once, from where the client knew it to where it ends up", async () => {
  await servers.keepClient("305", { sendAutoEmail: false });
  const when = () => {
    const { date, startTime } = snapshot("3006", "305");
    return `${writeDay(date, american)} at ${writeTime(startTime, american)}`;
  };
  // The minute may turn while it is booked.
  const earliest = when();
  await appointments.book("3006", "305");
  const latest = when();
  for (const [version, inHours] of [
    [2, 60],
    [3, 72],
  ] as const)
    await appointments.change("3006", "305", { version, inHours });
  const key = `3006:${UseCase.RESCHEDULED}`;
  await waitFor(async () =>
    expect((await servers.admin.query("select payload->>'cause' as cause from message.job where key = $1", [key])).rows).toEqual([
      { cause: "3006v3" },
    ]),
  );
  await dueNow(key);
  await waitFor(async () => expect((await appointments.sent("305")).map((row) => row.use_case)).toEqual(["rescheduled"]));
  const text = (await appointments.textsTo("305")).at(-1);
  expect([earliest, latest].map((before) => text?.includes(`Rex's appointment has moved from ${before} to `))).toContain(true);
});

test("moved and then canceled: the client is told that it is off, and nothing of the time it would have been at", async () => {
  await servers.keepClient("349", { sendAutoEmail: false });
  await appointments.tellNoBookings();
  await appointments.book("3059", "349");
  await appointments.change("3059", "349", { version: 2, inHours: 72 });
  const [off, moved] = [`3059:${UseCase.CANCELLED}`, `3059:${UseCase.RESCHEDULED}`];
  await waitFor(async () => expect(await jobState(moved)).toBe("due"));
  await appointments.cancel("3059", "349", { version: 3, inHours: 72 });
  for (const key of [off, moved]) {
    await dueNow(key);
    await isDone(key);
  }
  expect((await appointments.sent("349")).map((row) => row.use_case)).toEqual(["cancelled"]);
});

test("moved about and back again: nobody is told of anything", async () => {
  await servers.keepClient("306", { sendAutoEmail: false });
  await appointments.book("3007", "306");
  await appointments.change("3007", "306", { version: 2, inHours: 72 });
  const { date, startTime, startAt, endTime, endAt } = snapshot("3007", "306");
  await appointments.change("3007", "306", { version: 3 }, { date, startTime, startAt, endTime, endAt });
  const key = `3007:${UseCase.RESCHEDULED}`;
  const job = async () =>
    (await servers.admin.query("select state, payload->>'cause' as cause from message.job where key = $1", [key])).rows;
  await waitFor(async () => expect(await job()).toEqual([{ state: "due", cause: "3007v3" }]));
  await dueNow(key);
  await waitFor(async () => expect(await job()).toEqual([{ state: "done", cause: "3007v3" }]));
  expect(await appointments.sent("306")).toEqual([]);
});

test("a tag in a name makes a mail no HTML: its lines, its link and its words stay, and in HTML it is text", async () => {
  const named = "Rex <img src=x onerror=1>";
  await servers.keepClient("332", { firstName: named, sendAutoMessage: false });
  await servers.client(AutoMessageService).updateAutoMessage({
    ...{ useCase: UseCase.BOOKED, isEnabled: true, clientReceive: [MessageMethod.EMAIL], minutesAt: 0, templates: [] },
  });
  await appointments.book("3066", "332");
  const [plain] = await servers.sandbox.mails("ann332@example.test");
  expect(plain?.text).toContain(`Hi ${named},\n\nyour appointment`);
  expect(plain?.html).toMatch(/Hi Rex &#60;img src=x onerror=1&#62;,<\/p><p[^>]*>your appointment .*<a href="http/);
  expect(plain?.html).not.toContain("<img");
  const words = { customerId: "332", method: MessageMethod.EMAIL, messageText: "Hi {customerName},\n\nsee you" };
  await servers.client(MessageService).sendMessage({ ...words, subject: "Plain" });
  await servers.client(MessageService).sendMessage({ ...words, subject: "Tags", messageText: "<p>Hi {customerName}</p>" });
  const mails = await servers.sandbox.mails("ann332@example.test");
  expect(mails.find(({ subject }) => subject === "Plain")?.text.trim()).toBe(`Hi ${named},\n\nsee you`);
  const tags = mails.find(({ subject }) => subject === "Tags");
  expect(tags?.html).not.toContain("<img");
  expect(tags?.text.trim()).toBe(`Hi ${named}`);
  await appointments.tellNoBookings();
});

test("the confirmation of a visit goes out now, through the ways that work", async () => {
  await servers.keepClient("321", { email: "", sendAutoMessage: false });
  await servers.keepClient("322", { email: "", phoneNumber: "" });
  await appointments.book("3030", "321");
  await appointments.book("3031", "322");
  await waitFor(async () =>
    expect((await servers.admin.query("select count(*) from message.visit where appointment_id in (3030, 3031)")).rows[0].count).toBe("2"),
  );
  const { messages } = await settings().sendForAppointment({ appointmentId: "3030", useCase: UseCase.FIRST_REMINDER });
  expect(messages).toMatchObject([{ method: MessageMethod.SMS, errorCode: 0, useCase: "reminder first" }]);
  expect((await refusalOf(settings().sendForAppointment({ appointmentId: "3031", useCase: UseCase.BOOKED }))).code).toBe(80_101);
  expect((await refusalOf(settings().sendForAppointment({ appointmentId: "99999", useCase: UseCase.BOOKED }))).code).toBe(30_005);
  const { results } = await settings().batchSendForAppointments({
    appointmentIds: ["3030", "3031"],
    useCase: UseCase.BOOKED,
    methods: [MessageMethod.SMS],
  });
  expect(results.map(({ errorCode, messages: all }) => [errorCode, all.length])).toEqual([
    [0, 1],
    [80_101, 0],
  ]);
});

test("a shop that tells an arrival window writes it in place of the start, for what begins at a time of its own", async () => {
  await servers.keepClient("345", { sendAutoEmail: false });
  await servers.keepBusiness("2");
  const desk = settings({ businessId: "2", businessIds: ["2"] });
  servers.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { arrivalWindowBefore: 30, arrivalWindowAfter: 60 } });
  const template = { emailSubject: "{appointmentTime}", smsBody: "On {appointmentDate} at {appointmentTime}, was {previousTime}" };
  const { template: said } = await desk.previewAutoMessage({ template });
  expect(said?.emailSubject).toBe("9:30 AM to 11:00 AM");
  expect(said?.smsBody).toContain(
    "On Friday, November 20 between 9:30 AM and 11:00 AM, was Thursday, November 19 between 8:30 AM and 10:00 AM",
  );
  const { startTime } = snapshot("3451", "345");
  const reminded = async (appointmentId: string) => {
    await waitFor(async () =>
      expect((await servers.admin.query("select 1 from message.visit where appointment_id = $1", [appointmentId])).rowCount).toBe(1),
    );
    return (await desk.sendForAppointment({ appointmentId, useCase: UseCase.FIRST_REMINDER })).messages[0]?.messageText;
  };
  await appointments.book("3451", "345", { businessId: "2" });
  await appointments.book("3452", "345", { careType: "BOARDING", businessId: "2" });
  const { from, to } = arrivalSpan(startTime, { before: 30, after: 60 });
  expect(await reminded("3451")).toContain(`between ${writeTime(from, american)} and ${writeTime(to, american)}`);
  expect(await reminded("3452"), "a stay").toContain(`at ${writeTime(startTime, american)}`);
  delete servers.onlineBooking.getOnlineBookingSetting;
});

test("of many messages one asks whether the shop tells a window, again where nobody answers it; the others go out with their event", async () => {
  for (const customerId of ["346", "347"]) await servers.keepClient(customerId, { sendAutoEmail: false });
  await servers.keepBusiness("3");
  let answers = false;
  let asked = 0;
  servers.onlineBooking.getOnlineBookingSetting = async () => {
    asked++;
    if (!answers) throw new ConnectError("away", Code.Unavailable);
    return { setting: { arrivalWindowBefore: 30, arrivalWindowAfter: 60 } };
  };
  await appointments.book("3461", "346", { businessId: "3" });
  const jobs = async (id: string) =>
    (
      await servers.admin.query("select state, attempts, last_error from message.job where kind = 'send-auto-message' and key like $1", [
        `${id}:%`,
      ])
    ).rows;
  await waitFor(async () => expect(await jobs("3461")).toMatchObject([{ state: "due", attempts: 1 }]));
  expect([asked > 0, await appointments.textsTo("346", 0)]).toEqual([true, []]);
  [answers, asked] = [true, 0];
  await servers.admin.query("update message.job set due_at = now() where kind = 'send-auto-message' and key like '3461:%'");
  const window = /booked for .+ between \d+:\d\d [AP]M and \d+:\d\d [AP]M\./;
  expect(await appointments.textsTo("346")).toEqual([expect.stringMatching(window)]);
  await appointments.book("3471", "347", { businessId: "3" });
  expect(await appointments.textsTo("347")).toEqual([expect.stringMatching(window)]);
  expect([asked, await jobs("3471")]).toEqual([1, []]);
  delete servers.onlineBooking.getOnlineBookingSetting;
});

test("share-link-placeholders: the booking page's address, while it takes bookings", async () => {
  const template = { smsBody: "Book: {onlineBookingLink}" };
  const said = async () => (await settings().previewAutoMessage({ template })).template?.smsBody;
  servers.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { isEnable: true, bookOnlineName: "paws" } });
  const own = `See or change it: ${process.env.LEASHLINE_PUBLIC_URL}/a/example`;
  expect(await said()).toBe(`Book: ${process.env.LEASHLINE_PUBLIC_URL}/ol/paws ${own}`);
  servers.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { isEnable: false, bookOnlineName: "paws" } });
  expect(await said()).toBe(`Book:  ${own}`);
});

test("share-link-placeholders: the address of the clients' own place, where the business has one, whether or not it takes bookings online", async () => {
  const template = { smsBody: "Yours: {petParentPortalLink}" };
  const said = async () => (await settings().previewAutoMessage({ template })).template?.smsBody;
  const own = `See or change it: ${process.env.LEASHLINE_PUBLIC_URL}/a/example`;
  servers.onlineBooking.getOnlineBookingSetting = async () => ({
    setting: { isEnable: false, clientPortal: true, bookOnlineName: "paws" },
  });
  expect(await said()).toBe(`Yours: ${process.env.LEASHLINE_PUBLIC_URL}/ol/paws/me ${own}`);
  servers.onlineBooking.getOnlineBookingSetting = async () => ({
    setting: { isEnable: true, clientPortal: false, bookOnlineName: "paws" },
  });
  expect(await said()).toBe(`Yours:  ${own}`);
});

test("share-link-placeholders: what leads somewhere is offered and filled in; what leads nowhere yet is neither offered nor sent", async () => {
  const { placeholders } = await servers.client(TemplateService).listPlaceholders({});
  expect(placeholders.map(({ name }) => name).filter((name) => name.endsWith("Link}"))).toEqual([
    "{onlineBookingLink}",
    "{petParentPortalLink}",
    "{upcomingLink}",
    "{appointmentLink}",
    "{cardOnFileLink}",
    "{agreementLink}",
    "{intakeFormLink}",
  ]);
  const toCome = "{petParentAppDownloadLink}{membershipLink}";
  const { template } = await settings().previewAutoMessage({ template: { smsBody: `Hi {customerName}: {upcomingLink} ${toCome}.` } });
  expect(template?.smsBody).toMatch(/^Hi Jamie: http:\/\/\S+\/a\/example \.$/);
});

test("share-link-placeholders: the agreement that waits for this client, and the first form that is published; nothing where there is none", async () => {
  await servers.keepClient("325");
  await servers.keepClient("326");
  const asked: unknown[] = [];
  Object.assign(servers.agreements, {
    listUnsignedAgreements: async ({ customerId }: { customerId: string }) => {
      asked.push(customerId);
      return { records: customerId === "326" ? [{ id: "91" }] : [] };
    },
    getUnsignedAgreementLink: async ({ id }: { id: string }) => ({ url: `https://shop.test/agreement/sign/${id}` }),
    listIntakeForms: async () => ({ forms: [{ uuid: "draft" }, { uuid: "open", versionNumber: 2 }] }),
  });
  const send = async (messageText: string, customerId: string) =>
    (await servers.client(MessageService).sendMessage({ businessId: "1", customerId, messageText })).message?.messageText;
  expect(await send("Sign {agreementLink} and answer {intakeFormLink}", "326")).toBe(
    `Sign https://shop.test/agreement/sign/91 and answer ${process.env.LEASHLINE_PUBLIC_URL}/intake-form?formId=open`,
  );
  expect(await send("Sign: {agreementLink}.", "325")).toBe("Sign: .");
  expect(asked).toEqual(["326", "325"]);
});

test("share-link-placeholders: a link to an agreement or a form may say which by its id, with its title; whoever signed it gets none, who was let off only by hand", async () => {
  await servers.keepClient("327");
  await servers.keepClient("328");
  const created: object[] = [];
  let looks = 0;
  Object.assign(servers.agreements, {
    listUnsignedAgreements: async ({ customerId }: { customerId: string }) => ({
      records: customerId === "327" ? [{ id: "91", agreementId: "5" }] : [],
    }),
    getUnsignedAgreementLink: async ({ id }: { id: string }) => ({ url: `https://shop.test/agreement/sign/${id}` }),
    getAgreementStatus: async () => ({ statuses: [{ agreementId: "7", recordId: "70" }] }),
    createUnsignedAgreement: async (asked: { customerId: string; agreementId: string; unlessWaived: boolean }) => {
      if (asked.unlessWaived && asked.agreementId === "9") return {};
      created.push([asked.customerId, asked.agreementId]);
      return { record: { id: `${asked.customerId}${asked.agreementId}` } };
    },
    listIntakeForms: async () => {
      looks++;
      const forms = [
        { id: "1", uuid: "first", versionNumber: 1 },
        { id: "2", uuid: "second", versionNumber: 2 },
        { id: "3", uuid: "draft" },
      ];
      return { forms };
    },
  });
  const send = async (messageText: string, customerId: string) =>
    (await servers.client(MessageService).sendMessage({ businessId: "1", customerId, messageText })).message?.messageText;
  const form = (uuid: string) => `${process.env.LEASHLINE_PUBLIC_URL}/intake-form?formId=${uuid}`;
  expect(await send("A {agreementLink:5:Boarding} B {intakeFormLink:2:New puppy} C{intakeFormLink:3}", "327")).toBe(
    `A https://shop.test/agreement/sign/91 B ${form("second")} C`,
  );
  expect(looks, "once for each form").toBe(2);
  expect(await send("D {agreementLink:6:Photos, too} E{agreementLink:7:Signed}", "328")).toBe("D https://shop.test/agreement/sign/3286 E");
  expect(created).toEqual([["328", "6"]]);
  // A text that goes out by itself leaves alone who was let off; a person who writes asks for it.
  const letOff = "F {agreementLink:9:Let off}";
  const ctx = asTenant({ runtime: servers.runtime("message") }, { companyId: "1", businessId: "1" });
  expect((await linksFor(ctx, { businessId: "1", customerId: "328" }, letOff)).named.size).toBe(0);
  expect(await send(letOff, "328")).toBe("F https://shop.test/agreement/sign/3289");
  const asked = [
    ["328", "6"],
    ["328", "9"],
  ];
  expect(created).toEqual(asked);
  // Nobody is asked to sign with a message that is refused.
  for (const length of [1_570, 1_601])
    expect((await refusalOf(send(`{agreementLink:8}${"x".repeat(length)}`, "328"))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect(created).toEqual(asked);
});

test("share-link-placeholders: the link for a card opens the page on which this client leaves one, and nothing else", async () => {
  await servers.keepClient("325");
  const words = { businessId: "1", customerId: "325", messageText: "Leave a card: {cardOnFileLink}" };
  const { message } = await servers.client(MessageService).sendMessage(words);
  const [, token = ""] = /^Leave a card: http\S+\/payment\/cof\/client\/([\w-]+)$/.exec(message?.messageText ?? "") ?? [];
  const { signingKey } = servers.runtime("message").config;
  const link = payLinkOfNumbers(unsealNumbers(signingKey, CARD_LINK.purpose, token) ?? [], Date.now());
  expect(link).toMatchObject({ companyId: "1", businessId: "1", customerId: "325", orderId: "0" });
  expect([CLIENT_LINK, PAY_LINK.purpose].map((purpose) => unsealNumbers(signingKey, purpose, token))).toEqual([null, null]);
});

test("words with a placeholder that there is not are refused, with the field they stand in; what leads nowhere yet is kept", async () => {
  const update = (templates: object[]) =>
    settings().updateAutoMessage({ useCase: UseCase.FOLLOW_UP, templates, updateMask: { paths: ["templates"] } });
  const refusal = await refusalOf(
    update([{ smsBody: "Hi {customerName}" }, { serviceItemTypes: ["BOARDING"], emailSubject: "For {badVar}" }]),
  );
  expect(refusal.options.fields).toEqual([{ field: "templates.1.emailSubject", reason: "there is no placeholder {badVar}" }]);
  await update([{ smsBody: "Hi {customerName}, {membershipLink}" }]);
  const reply = servers.client(AutoReplyService).updateAutoReply({ businessId: "1", autoReplyBody: "Closed, {badVar}", status: 1 });
  expect((await refusalOf(reply)).options.fields).toMatchObject([{ field: "autoReplyBody" }]);
  const saved = servers.client(TemplateService).createTemplate({ businessId: "1", title: "Hi", body: "Hi {badVar}" });
  expect((await refusalOf(saved)).options.fields).toMatchObject([{ field: "body" }]);
});

test("an auto reply that was stored with a placeholder that there is not can be switched off, and is refused with other such words", async () => {
  await servers.admin.query(
    "insert into message.auto_reply (company_id, business_id, auto_reply_body, status) values (1, 1, 'Closed, {badVar}', 1)",
  );
  const update = (change: object) => servers.client(AutoReplyService).updateAutoReply({ businessId: "1", ...change });
  expect((await refusalOf(update({ autoReplyBody: "Gone, {badVar}" }))).options.fields).toMatchObject([{ field: "autoReplyBody" }]);
  expect((await update({ status: 2 })).autoReply).toMatchObject({ status: 2, autoReplyBody: "Closed, {badVar}" });
  expect((await update({ status: 2, autoReplyBody: "Closed, {badVar}" })).autoReply?.status).toBe(2);
});

test("a template can be tried out", async () => {
  const template = {
    smsBody: "Hi {customerName}, {petName} on {appointmentDate}",
    emailBody: "<p>Hi {customerName}</p><script>1</script>",
  };
  const { template: filled } = await settings().previewAutoMessage({ template });
  const own = `See or change it: ${process.env.LEASHLINE_PUBLIC_URL}/a/example`;
  const smsBody = `Hi Jamie, Biscuit on Friday, November 20 ${own}`;
  expect(filled).toMatchObject({ smsBody, emailBody: `<p>Hi Jamie</p><p>${own}</p>` });
});

test("the words one is writing come to one's own phone and inbox, filled in as clients get them, ten a day", async () => {
  await servers.keepBusiness("1");
  const template = { smsBody: "Hi {customerName}, see {petName}", emailSubject: "{petName}", emailBody: "Hi {customerName}" };
  const send = (to: { case: "phoneNumber" | "email"; value: string }, words = template) =>
    settings().sendTestAutoMessage({ template: words, to });
  expect((await refusalOf(send({ case: "phoneNumber", value: "call me" }))).options.fields).toMatchObject([{ field: "phoneNumber" }]);
  expect((await refusalOf(send({ case: "email", value: "nobody" }))).message).toContain("Invalid email");
  const bare = { smsBody: "", emailSubject: "", emailBody: "" };
  expect((await refusalOf(send({ case: "email", value: "own@shop.test" }, bare))).options.fields).toMatchObject([{ field: "template" }]);
  await send({ case: "phoneNumber", value: "(206) 555-0178" });
  await send({ case: "email", value: "own@shop.test" });
  await waitFor(async () => {
    expect((await servers.sandbox.texts("+12065550178")).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^Hi Jamie, see Biscuit /),
    ]);
    expect(await servers.sandbox.mails("own@shop.test")).toMatchObject([{ subject: "Biscuit", text: expect.stringContaining("Hi Jamie") }]);
  });
  for (let nth = 2; nth < 10; nth += 1) await send({ case: "email", value: "own@shop.test" });
  expect((await refusalOf(send({ case: "email", value: "own@shop.test" }))).code).toBe(900_003);
});

test("what has to be asked for first goes out by a job: the booking page's address, a client who is not kept here yet", async () => {
  servers.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { isEnable: true, bookOnlineName: "paws" } });
  servers.customer.batchGetClients = async () => ({
    clients: [{ customerId: "324", firstName: "Ben", lastName: "Ray", phoneNumber: "2065560324", sendAutoMessage: true }],
  });
  await servers.keepClient("323");
  const templates = [{ smsBody: "Hi {customerName}, book again: {onlineBookingLink}" }];
  await settings().updateAutoMessage({
    useCase: UseCase.BOOKED,
    isEnabled: true,
    clientReceive: [MessageMethod.SMS],
    templates,
    updateMask: { paths: ["is_enabled", "client_receive", "templates"] },
  });
  await appointments.book("3033", "323");
  await appointments.book("3034", "324");
  const link = `${process.env.LEASHLINE_PUBLIC_URL}/ol/paws`;
  expect(await appointments.textsTo("323")).toEqual([expect.stringContaining(`Hi Ann, book again: ${link} See or change it: `)]);
  expect(await appointments.textsTo("324")).toEqual([expect.stringContaining(`Hi Ben, book again: ${link} See or change it: `)]);
});

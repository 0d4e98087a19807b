import { refusalOf } from "@leashline/kit/test";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { AutoReplyService } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MessageHouse, phoneOf, snapshot, startMessageHouse, waitFor } from "../../test/house.ts";
import { UseCase } from "./auto-message.ts";

let house: MessageHouse;
let asked: { rpc: string; id: string; by: unknown }[] = [];
const settings = () => house.client(AutoMessageService);
const book = (id: string, customerId: string, change = {}) =>
  house.emit("calendar", AppointmentBookedSchema, { appointment: snapshot(id, customerId, change) }, id);
const status = (id: string, customerId: string, value: number, change = {}) =>
  house.emit(
    "calendar",
    AppointmentStatusChangedSchema,
    { appointment: snapshot(id, customerId, { status: value, version: 2, ...change }), previousStatus: 1 },
    id,
  );
const jobOf = async (id: string, useCase = UseCase.FIRST_REMINDER) =>
  (
    await house.admin.query("select state, due_at, payload from message.job where kind = 'send-reminder' and key = $1", [
      `${id}:${useCase}`,
    ])
  ).rows[0];
/** A changed setting plans all reminders anew by and by, and would put back a time that a test has brought forward. */
const allPlanned = () =>
  waitFor(async () =>
    expect((await house.admin.query("select 1 from message.job where kind = 'replan-reminders' and state <> 'done'")).rows).toEqual([]),
  );
/** Time passes: what was due at its time of day is due now. */
const ring = async (id: string, useCase = UseCase.FIRST_REMINDER) => {
  await allPlanned();
  await waitFor(async () => expect(await jobOf(id, useCase)).toMatchObject({ state: "due" }));
  await house.admin.query("update message.job set due_at = now() where kind = 'send-reminder' and key = $1", [`${id}:${useCase}`]);
  await waitFor(async () => expect(await jobOf(id, useCase)).toMatchObject({ state: "done" }));
};
const sent = async (customerId: string) =>
  (await house.admin.query("select use_case, method from message.message where customer_id = $1 and author = 1 order by id", [customerId]))
    .rows;
const textsTo = async (customerId: string, wait = 15_000) =>
  (await house.sandbox.texts(phoneOf(customerId), wait)).map((text) => text.body).reverse();

beforeAll(async () => {
  house = await startMessageHouse();
  await house.keepShop("1");
  house.calendar.updateStatus = async (request: { id: string; status: number }) => {
    asked.push({ rpc: "updateStatus", id: request.id, by: request.status });
    return {};
  };
  house.calendar.cancelAppointment = async (request: { id: string; cancelReason: string }) => {
    asked.push({ rpc: "cancelAppointment", id: request.id, by: request.cancelReason });
    return {};
  };
});
beforeEach(() => {
  asked = [];
});
afterAll(() => house.stop());

describe("what a visit sets off", () => {
  test("booked: a text and a mail, once, however often the event comes", async () => {
    await house.keepClient("301");
    await book("3001", "301");
    const [text] = await textsTo("301");
    expect(text).toMatch(/^Paws & Co: Hi Ann, Rex is booked for Full groom on \w+, \w+ \d+ at \d+:\d\d (AM|PM)\. See you then!$/);
    const [mail] = await house.sandbox.mails("ann301@example.test");
    expect(mail?.subject).toMatch(/^You are booked for/);
    await book("3001", "301");
    await waitFor(async () =>
      expect(
        (await house.admin.query("select count(*) from message.inbox where consumer like 'leashline.calendar.v1.AppointmentBooked%'"))
          .rows[0].count,
      ).toBe("2"),
    );
    expect(await sent("301")).toEqual([
      { use_case: "booked", method: MessageMethod.SMS },
      { use_case: "booked", method: MessageMethod.EMAIL },
    ]);
  });

  test("a client's own wishes narrow it; a visit in the past, or one from a booking request, sets off nothing", async () => {
    await house.keepClient("302", { sendAutoEmail: false });
    await house.keepClient("303");
    await book("3003", "303", { inHours: -5 });
    await book("3004", "303", { bookingRequestId: "77" });
    await book("3002", "302");
    await textsTo("302");
    expect(await sent("302")).toEqual([{ use_case: "booked", method: MessageMethod.SMS }]);
    expect(await sent("303")).toEqual([]);
  });

  test("cancelled and ready for pick-up are told, and a message switched off is not", async () => {
    await house.keepClient("304", { sendAutoEmail: false });
    await settings().updateAutoMessage({ useCase: UseCase.BOOKED, isEnabled: false, clientReceive: [MessageMethod.SMS], minutesAt: 0 });
    await book("3005", "304");
    await status("3005", "304", 5);
    await waitFor(async () => expect(await sent("304")).toEqual([{ use_case: "ready for pick-up", method: MessageMethod.SMS }]));
    await house.emit("calendar", AppointmentCancelledSchema, { appointment: snapshot("3005", "304", { status: 4, version: 3 }) }, "3005");
    await waitFor(async () => expect((await sent("304")).map((row) => row.use_case)).toEqual(["ready for pick-up", "cancelled"]));
  });

  test("moved: told once, where it ends up", async () => {
    await house.keepClient("305", { sendAutoEmail: false });
    await book("3006", "305");
    for (const [version, inHours] of [
      [2, 60],
      [3, 72],
    ] as const) {
      await house.emit(
        "calendar",
        AppointmentChangedSchema,
        { appointment: snapshot("3006", "305", { version, inHours }), rescheduled: true },
        "3006",
      );
    }
    const key = `3006:${UseCase.RESCHEDULED}`;
    await waitFor(async () =>
      expect((await house.admin.query("select payload->>'cause' as cause from message.job where key = $1", [key])).rows).toEqual([
        { cause: "3006v3" },
      ]),
    );
    await house.admin.query("update message.job set due_at = now() where key = $1", [key]);
    await waitFor(async () => expect((await sent("305")).map((row) => row.use_case)).toEqual(["rescheduled"]));
  });
});

describe("reminders", () => {
  test("one is stored for its time, moves with the visit, goes when it is cancelled", async () => {
    await house.keepClient("306");
    await book("3010", "306", { inHours: 80 });
    const first = await waitFor(async () => {
      const job = await jobOf("3010");
      expect(job).toMatchObject({ state: "due" });
      return job;
    });
    expect(first.due_at.toLocaleTimeString("en-US", { timeZone: "America/Los_Angeles" })).toBe("10:00:00 AM");
    await house.emit(
      "calendar",
      AppointmentChangedSchema,
      { appointment: snapshot("3010", "306", { version: 2, inHours: 104 }), rescheduled: true },
      "3010",
    );
    await waitFor(async () => expect((await jobOf("3010")).due_at.getTime()).toBe(first.due_at.getTime() + 86_400_000));
    await house.emit(
      "calendar",
      AppointmentCancelledSchema,
      { appointment: snapshot("3010", "306", { version: 3, status: 4, inHours: 104 }) },
      "3010",
    );
    await waitFor(async () => expect(await jobOf("3010")).toMatchObject({ state: "cancelled" }));
  });

  test("a visit whose services change is reminded of with the new ones, at the same time, and nobody is told that it moved", async () => {
    await house.keepClient("323");
    await book("3032", "323", { inHours: 90 });
    const before = await waitFor(async () => {
      const job = await jobOf("3032");
      expect(job).toMatchObject({ state: "due" });
      return job;
    });
    const now = snapshot("3032", "323", { version: 2, inHours: 90 });
    const [groom] = now.lines;
    const lines = [
      { ...groom, serviceName: "Bath" },
      { ...groom, lineId: "2", serviceName: "Nail trim", startTime: 660 },
    ];
    const { startAt } = (await house.admin.query(`select start_at as "startAt" from message.visit where appointment_id = 3032`)).rows[0];
    const start = { seconds: BigInt(startAt.getTime() / 1000), nanos: 0 };
    const appointment = { ...now, startAt: start, lines };
    await house.emit("calendar", AppointmentChangedSchema, { appointment, rescheduled: true }, "3032");
    await waitFor(async () => {
      const { content } = await settings().getReminderContent({ targetId: "3032" });
      expect(content?.smsBody).toMatch(/Rex has Bath.*Nail trim on/);
    });
    expect((await jobOf("3032")).due_at).toEqual(before.due_at);
    const told = await house.admin.query("select count(*)::int from message.job where key like $1", [`3032:${UseCase.RESCHEDULED}%`]);
    expect(told.rows[0].count).toBe(0);
  });

  test("a changed setting moves those already stored; what a reminder will say can be read", async () => {
    await house.keepClient("307");
    await book("3011", "307", { inHours: 100 });
    await waitFor(async () => expect(await jobOf("3011")).toMatchObject({ state: "due" }));
    const before = (await jobOf("3011")).due_at.getTime();
    const { autoMessages } = await settings().listAutoMessages({});
    const reminder = autoMessages.find((one) => one.useCase === UseCase.FIRST_REMINDER);
    expect(reminder).toMatchObject({ isEnabled: true, daysBefore: 1, minutesAt: 600 });
    const receive = { clientReceive: reminder?.clientReceive ?? [], isEnabled: true, useCase: UseCase.FIRST_REMINDER };
    await settings().updateAutoMessage({ ...receive, daysBefore: 2, minutesAt: 600 });
    await waitFor(async () => expect((await jobOf("3011")).due_at.getTime()).toBe(before - 86_400_000));
    const { content } = await settings().getReminderContent({ targetId: "3011" });
    expect(content?.smsBody).toContain("Reply Y to confirm or N to cancel.");
    expect(Number(content?.dueTime?.seconds)).toBe((before - 86_400_000) / 1000);
    await settings().updateAutoMessage({ ...receive, daysBefore: 1, minutesAt: 600 });
    const refused = await refusalOf(settings().updateAutoMessage({ ...receive, daysBefore: 10, minutesAt: 600 }));
    expect(refused.options.fields?.[0]?.field, "reminder-days-before-choices: 10 is none").toBe("daysBefore");
    const hours = await refusalOf(settings().updateAutoMessage({ ...receive, useCase: UseCase.FOLLOW_UP, hoursAfter: 21 }));
    expect(hours.options.fields?.[0]?.field, "reminder-hours-after-choices: 21 is none").toBe("hoursAfter");
  });

  test("reminder-first-unconfirmed-only: at its time it goes to an unconfirmed visit, and not to a confirmed one", async () => {
    for (const id of ["308", "309"]) await house.keepClient(id, { sendAutoEmail: false });
    await book("3012", "308");
    await book("3013", "309");
    await waitFor(async () => expect(await jobOf("3013")).toMatchObject({ state: "due" }));
    await status("3013", "309", 2);
    await waitFor(async () => expect(await jobOf("3013")).toMatchObject({ state: "cancelled" }));
    await ring("3012");
    expect((await textsTo("308"))[0]).toContain("Reply Y to confirm or N to cancel.");
    expect(await sent("309")).toEqual([]);
  });

  test("reminder-second-not-confirmed: nothing for who confirmed after the first", async () => {
    await settings().updateAutoMessage({
      useCase: UseCase.SECOND_REMINDER,
      isEnabled: true,
      clientReceive: [MessageMethod.SMS],
      daysBefore: 0,
      minutesAt: 1,
    });
    for (const id of ["310", "311"]) await house.keepClient(id, { sendAutoEmail: false });
    await book("3014", "310");
    await book("3015", "311");
    await ring("3014", UseCase.SECOND_REMINDER);
    await waitFor(async () => expect((await sent("310")).map((row) => row.use_case)).toEqual(["reminder second"]));
    await waitFor(async () => expect(await jobOf("3015", UseCase.SECOND_REMINDER)).toMatchObject({ state: "due" }));
    await status("3015", "311", 2);
    await waitFor(async () => expect(await jobOf("3015", UseCase.SECOND_REMINDER)).toMatchObject({ state: "cancelled" }));
  });

  test("one that is too late is dropped, and none goes out twice", async () => {
    for (const id of ["312", "313"]) await house.keepClient(id, { sendAutoEmail: false });
    await book("3016", "312");
    await book("3017", "313");
    await waitFor(async () => expect(await jobOf("3016")).toMatchObject({ state: "due" }));
    await house.admin.query(`update message.job set payload = payload || '{"expiresAt": "2020-01-01T00:00:00Z"}' where key = $1`, [
      `3016:${UseCase.FIRST_REMINDER}`,
    ]);
    await ring("3016");
    expect(await sent("312")).toEqual([]);
    await ring("3017");
    await house.admin.query("update message.job set state = 'due' where kind = 'send-reminder' and key = $1", [
      `3017:${UseCase.FIRST_REMINDER}`,
    ]);
    await ring("3017");
    expect(await sent("313")).toHaveLength(1);
  });
});

describe("answers", () => {
  test("Y confirms through the calendar and is thanked for; the text is in the thread", async () => {
    await house.keepClient("314", { sendAutoEmail: false });
    await book("3018", "314");
    await ring("3018");
    await textsTo("314");
    await house.sandbox.reply(phoneOf("314"), "Y");
    await waitFor(async () => expect(asked).toEqual([{ rpc: "updateStatus", id: "3018", by: 2 }]));
    await waitFor(async () => expect((await textsTo("314")).at(-1)).toMatch(/^Paws & Co: Thank you, Rex is confirmed for/));
    const { messages } = await house.client(MessageService).listMessages({ customerId: "314" });
    expect(messages.map((message) => message.messageText)).toContain("Y");
    const { messages: about } = await settings().listSentAutoMessages({ appointmentIds: ["3018"] });
    expect(about.map((one) => one.useCase)).toEqual([UseCase.FIRST_REMINDER]);
  });

  test("N cancels, other words do nothing, and an answer to nothing does nothing", async () => {
    for (const id of ["315", "316", "317"]) await house.keepClient(id, { sendAutoEmail: false });
    await book("3019", "315");
    await book("3020", "316");
    await ring("3019");
    await ring("3020");
    await Promise.all([textsTo("315"), textsTo("316")]);
    await house.sandbox.reply(phoneOf("316"), "No idea yet");
    await house.sandbox.reply(phoneOf("317"), "N");
    await house.sandbox.reply(phoneOf("315"), "N");
    await waitFor(async () => expect(asked).toEqual([{ rpc: "cancelAppointment", id: "3019", by: "Cancelled by the client's text" }]));
    await waitFor(async () =>
      expect(
        (await house.admin.query("select count(*) from message.message where author = 2 and customer_id in (316, 317)")).rows[0].count,
      ).toBe("2"),
    );
    expect(asked).toHaveLength(1);
  });

  test("the calendar may be away for a while", async () => {
    await house.keepClient("318", { sendAutoEmail: false });
    await book("3021", "318");
    await ring("3021");
    await textsTo("318");
    const real = house.calendar.updateStatus;
    let tries = 0;
    house.calendar.updateStatus = async (request: never) => {
      tries += 1;
      if (tries === 1) throw new Error("not now");
      return await real?.(request);
    };
    await house.sandbox.reply(phoneOf("318"), "yes");
    await waitFor(async () => expect(asked).toHaveLength(1));
    expect(tries).toBe(2);
    house.calendar.updateStatus = real as never;
  });

  test("auto reply: once per client in 24 hours, kept to its ranges", async () => {
    for (const id of ["319", "320"]) await house.keepClient(id);
    const replies = house.client(AutoReplyService);
    expect((await replies.getAutoReply({})).autoReply).toMatchObject({ status: 0, autoReplyBody: "" });
    await replies.updateAutoReply({ status: 1, autoReplyBody: "Hi {customerName}, we are closed.", startTime: 0, endTime: 1440 });
    await house.sandbox.reply(phoneOf("319"), "Anyone there?");
    await waitFor(async () => expect(await textsTo("319")).toEqual(["Hi Ann, we are closed."]));
    await house.sandbox.reply(phoneOf("319"), "Hello?");
    await waitFor(async () =>
      expect((await house.admin.query("select count(*) from message.message where author = 2 and customer_id = 319")).rows[0].count).toBe(
        "2",
      ),
    );
    expect(await textsTo("319")).toHaveLength(1);
    await replies.updateAutoReply({ status: 2, autoReplyBody: "Hi" });
    await house.sandbox.reply(phoneOf("320"), "Hello?");
    await waitFor(async () =>
      expect((await house.admin.query("select count(*) from message.message where author = 2 and customer_id = 320")).rows[0].count).toBe(
        "1",
      ),
    );
    expect(await sent("320")).toEqual([]);
  });
});

describe("by hand", () => {
  test("the confirmation of a visit goes out now, through the ways that work", async () => {
    await house.keepClient("321", { email: "", sendAutoMessage: false });
    await house.keepClient("322", { email: "", phoneNumber: "" });
    await book("3030", "321");
    await book("3031", "322");
    await waitFor(async () =>
      expect((await house.admin.query("select count(*) from message.visit where appointment_id in (3030, 3031)")).rows[0].count).toBe("2"),
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

  test("share-link-placeholders: the booking page's address, while it takes bookings", async () => {
    const template = { smsBody: "Book: {onlineBookingLink}" };
    const said = async () => (await settings().previewAutoMessage({ template })).template?.smsBody;
    house.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { isEnable: true, bookOnlineName: "paws" } });
    expect(await said()).toBe(`Book: ${process.env.LEASHLINE_PUBLIC_URL}/ol/paws`);
    house.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { isEnable: false, bookOnlineName: "paws" } });
    expect(await said()).toBe("Book: ");
  });

  test("a template can be tried out", async () => {
    const template = {
      smsBody: "Hi {customerName}, {petName} on {appointmentDate}",
      emailBody: "<p>Hi {customerName}</p><script>1</script>",
    };
    const { template: filled } = await settings().previewAutoMessage({ template });
    expect(filled).toMatchObject({ smsBody: "Hi Jamie, Biscuit on Friday, November 20", emailBody: "<p>Hi Jamie</p>" });
  });
});

import { type Ctx, fail, unsealNumbers } from "@leashline/kit";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { AutoReplyService } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadFilter } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { CLIENT_LINK } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "../auto-messages/auto-message.ts";

let servers: MessageHarness;
let appointments: ReturnType<typeof appointmentsOf>;
/** For the client to cancel alone, or for anybody. */
let late: "too late" | "begun" | undefined;
/** The appointment of a client's link. */
const opens = (token: string) => unsealNumbers(servers.runtime("message").config.signingKey, CLIENT_LINK, token)?.[3]?.toString() ?? "";
let asked: { rpc: string; id: string; by: unknown }[] = [];

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  appointments = appointmentsOf(servers);
  await appointments.tellNoBookings();
  servers.calendar.updateStatus = async (request: { id: string; status: number }) => {
    asked.push({ rpc: "updateStatus", id: request.id, by: request.status });
    return {};
  };
  servers.onlineBooking.cancelLinkedAppointment = async ({ token, reason }: { token: string; reason: string }) => {
    asked.push({ rpc: "cancelLinkedAppointment", id: opens(token), by: reason });
    if (late) throw fail("STATE_CONFLICT");
    return {};
  };
  servers.onlineBooking.askForChange = async ({ token, wish }: { token: string; wish: number }) => {
    asked.push({ rpc: "askForChange", id: opens(token), by: wish });
    if (late === "begun") throw fail("STATE_CONFLICT");
    return {};
  };
});
beforeEach(() => {
  asked = [];
  late = undefined;
});
afterAll(() => servers.stop());

test("Y confirms through the calendar and is thanked for; the text is in the thread", async () => {
  await servers.keepClient("314", { sendAutoEmail: false });
  await appointments.book("3018", "314");
  await appointments.ring("3018");
  await appointments.textsTo("314");
  await servers.sandbox.reply(phoneOf("314"), "Y");
  await waitFor(async () => expect(asked).toEqual([{ rpc: "updateStatus", id: "3018", by: 2 }]));
  await waitFor(async () =>
    expect((await appointments.textsTo("314")).at(-1)).toMatch(/^Paws & Co: Thank you, the appointment for Rex is confirmed for/),
  );
  const { messages } = await servers.client(MessageService).listMessages({ customerId: "314" });
  expect(messages.map((message) => message.messageText)).toContain("Y");
  const { messages: about } = await servers.client(AutoMessageService).listSentAutoMessages({ appointmentIds: ["3018"] });
  expect(about.map((one) => one.useCase)).toEqual([UseCase.FIRST_REMINDER]);
  expect(about[0]?.message).toMatchObject({ address: phoneOf("314"), messageText: expect.stringContaining("Reply Y") });
  const seenBy = async (staffId: string, ...permissions: Permission[]) =>
    (
      await servers
        .client(AutoMessageService, { permissions: [...permissions, Permission.VIEW_CLIENTS_ALL_LOCATIONS], staffId, employeeCategory: 0 })
        .listSentAutoMessages({ appointmentIds: ["3018"] })
    ).messages[0]?.message;
  const without = { address: "", messageText: "", subject: "", customerId: "314" };
  expect(await seenBy("5", Permission.VIEW_CALENDAR)).toMatchObject(without);
  expect(await seenBy("6", Permission.VIEW_MESSAGE_CENTER), "no visit of one's own").toMatchObject(without);
  expect(await seenBy("5", Permission.VIEW_MESSAGE_CENTER)).toMatchObject({ address: phoneOf("314") });
});

test("N cancels, other words do nothing, and an answer to nothing does nothing", async () => {
  for (const id of ["315", "316", "317"]) await servers.keepClient(id, { sendAutoEmail: false });
  await appointments.book("3019", "315");
  await appointments.book("3020", "316");
  await appointments.ring("3019");
  await appointments.ring("3020");
  await Promise.all([appointments.textsTo("315"), appointments.textsTo("316")]);
  await servers.sandbox.reply(phoneOf("316"), "No idea yet");
  await servers.sandbox.reply(phoneOf("317"), "N");
  await servers.sandbox.reply(phoneOf("315"), "N");
  await waitFor(async () => expect(asked).toEqual([{ rpc: "cancelLinkedAppointment", id: "3019", by: "by text" }]));
  await waitFor(async () =>
    expect(
      (await servers.admin.query("select count(*) from message.message where author = 2 and customer_id in (316, 317)")).rows[0].count,
    ).toBe("2"),
  );
  expect(asked).toHaveLength(1);
});

test("N asks the staff where the client may no longer cancel alone, and says so; of a visit that has begun it does nothing", async () => {
  for (const [client, visit] of [
    ["341", "3041"],
    ["342", "3042"],
  ] as const) {
    await servers.keepClient(client, { sendAutoEmail: false });
    await appointments.book(visit, client);
    await appointments.ring(visit);
    await appointments.textsTo(client);
  }
  late = "too late";
  await servers.sandbox.reply(phoneOf("341"), "N");
  const tried = (id: string) => [
    { rpc: "cancelLinkedAppointment", id, by: "by text" },
    { rpc: "askForChange", id, by: ChangeWish.CANCEL },
  ];
  await waitFor(async () => expect(asked).toEqual(tried("3041")));
  await waitFor(async () =>
    expect((await appointments.textsTo("341")).at(-1)).toMatch(/^Paws & Co: We got your request to cancel the appointment for Rex on/),
  );
  late = "begun";
  asked = [];
  await servers.sandbox.reply(phoneOf("342"), "N");
  await waitFor(async () => expect(asked).toEqual(tried("3042")));
  await waitFor(async () =>
    expect(
      (await servers.admin.query("select state from message.job where kind = 'apply-answer' and payload->>'appointmentId' = '3042'")).rows,
    ).toEqual([{ state: "done" }]),
  );
  expect((await appointments.sent("342")).map((row) => row.use_case)).not.toContain("answer");
});

test("screen-message-inbox: a thread needs a reply until a person answers; Y, STOP and what goes out by itself change nothing of that", async () => {
  for (const id of ["325", "326"]) await servers.keepClient(id, { sendAutoEmail: false });
  const waiting = async () =>
    (await servers.client(ThreadService).listThreads({ filter: ThreadFilter.NEEDS_REPLY, pageSize: 200 })).threads.map(
      (one) => one.customerId,
    );
  await appointments.book("3025", "325");
  await appointments.ring("3025");
  await appointments.textsTo("325");
  await servers.sandbox.reply(phoneOf("325"), "Y");
  await servers.sandbox.reply(phoneOf("326"), "Can Rex come earlier?");
  await waitFor(async () => expect(await waiting()).toContain("326"));
  await waitFor(async () => expect((await appointments.textsTo("325")).at(-1)).toMatch(/Thank you/));
  expect(await waiting()).not.toContain("325");
  await appointments.book("3026", "326");
  await appointments.ring("3026");
  await waitFor(async () => expect((await appointments.sent("326")).map((row) => row.use_case)).toContain("reminder first"));
  await servers
    .client(AutoMessageService)
    .sendForAppointment({ appointmentId: "3026", useCase: UseCase.BOOKED, methods: [MessageMethod.SMS] });
  expect(await waiting(), "nor does what a button sends").toContain("326");
  const { threads } = await servers.client(ThreadService).listThreads({ filter: ThreadFilter.NEEDS_REPLY, pageSize: 200 });
  expect(
    threads.find((one) => one.customerId === "326"),
    "what waits for an answer stays in sight",
  ).toMatchObject({
    lastMessageText: "Can Rex come earlier?",
    lastMessageFromCustomer: true,
  });
  await servers.client(MessageService).sendMessage({ customerId: "326", messageText: "Yes, at nine" });
  expect(await waiting()).not.toContain("326");
});

test("the calendar may be away for a while", async () => {
  await servers.keepClient("318", { sendAutoEmail: false });
  await appointments.book("3021", "318");
  await appointments.ring("3021");
  await appointments.textsTo("318");
  const real = servers.calendar.updateStatus;
  let tries = 0;
  servers.calendar.updateStatus = async (request: never, ctx: Ctx) => {
    tries += 1;
    if (tries === 1) throw new Error("not now");
    return await real?.(request, ctx);
  };
  await servers.sandbox.reply(phoneOf("318"), "yes");
  await waitFor(async () => expect(asked).toHaveLength(1));
  expect(tries).toBe(2);
  servers.calendar.updateStatus = real as never;
});

test("auto reply: once per client in 24 hours, kept to its ranges", async () => {
  for (const id of ["319", "320"]) await servers.keepClient(id);
  const replies = servers.client(AutoReplyService);
  expect((await replies.getAutoReply({})).autoReply).toMatchObject({ status: 0, autoReplyBody: "" });
  await replies.updateAutoReply({ status: 1, autoReplyBody: "Hi {customerName}, we are closed.", startTime: 0, endTime: 1440 });
  await servers.sandbox.reply(phoneOf("319"), "Anyone there?");
  await waitFor(async () => expect(await appointments.textsTo("319")).toEqual(["Hi Ann, we are closed."]));
  await servers.sandbox.reply(phoneOf("319"), "Hello?");
  await waitFor(async () =>
    expect((await servers.admin.query("select count(*) from message.message where author = 2 and customer_id = 319")).rows[0].count).toBe(
      "2",
    ),
  );
  expect(await appointments.textsTo("319")).toHaveLength(1);
  await replies.updateAutoReply({ status: 2, autoReplyBody: "Hi" });
  await servers.sandbox.reply(phoneOf("320"), "Hello?");
  await waitFor(async () =>
    expect((await servers.admin.query("select count(*) from message.message where author = 2 and customer_id = 320")).rows[0].count).toBe(
      "1",
    ),
  );
  expect(await appointments.sent("320")).toEqual([]);
});

test("auto-reply-time-range-filter: a setting keeps only ranges with both numbers, and only days that have one", async () => {
  const replies = servers.client(AutoReplyService, { businessId: "1" });
  const timeRange = [
    { day: 1, ranges: [{ start: 540, end: 600 }, { end: 600 }, { start: 700 }, {}] },
    { day: 2, ranges: [{ start: 5 }] },
  ];
  const { autoReply } = await replies.updateAutoReply({ timeRange, updateMask: { paths: ["time_range"] } });
  const kept = [{ day: 1, ranges: [{ start: 540, end: 600 }] }];
  expect(autoReply?.timeRange).toMatchObject(kept);
  expect((await replies.getAutoReply({})).autoReply?.timeRange).toMatchObject(kept);
  expect(autoReply?.timeRange.flatMap(({ ranges }) => ranges)).toHaveLength(1);
  await replies.updateAutoReply({ timeRange: [], updateMask: { paths: ["time_range"] } });
});

test("a blocked client's text is kept and sets off nothing: no answer for the calendar, no reply by itself; STOP still counts", async () => {
  for (const id of ["327", "328"]) await servers.keepClient(id, { sendAutoEmail: false });
  await servers.client(ThreadService).createThread({ customerId: "328" });
  await appointments.book("3027", "327");
  await appointments.ring("3027");
  await appointments.textsTo("327");
  for (const id of ["327", "328"]) await servers.keepClient(id, { sendAutoEmail: false, isBlockMessage: true });
  const blocked = "select count(*)::int from message.thread where customer_id in (327, 328) and block_time is not null";
  await waitFor(async () => expect((await servers.admin.query(blocked)).rows[0].count).toBe(2));
  const replies = servers.client(AutoReplyService);
  await replies.updateAutoReply({ status: 1, autoReplyBody: "We are closed.", startTime: 0, endTime: 1440 });
  await servers.sandbox.reply(phoneOf("327"), "Y");
  await servers.sandbox.reply(phoneOf("328"), "Anyone there?");
  await servers.sandbox.reply(phoneOf("328"), "STOP");
  const kept = "select count(*)::int from message.message where author = 2 and customer_id in (327, 328)";
  await waitFor(async () => expect((await servers.admin.query(kept)).rows[0].count).toBe(3));
  const work = "select kind from message.job where kind in ('apply-answer', 'auto-reply') and payload ->> $1 = any($2)";
  expect((await servers.admin.query(work, ["customerId", ["327", "328"]])).rows).toEqual([]);
  expect((await servers.admin.query(work, ["appointmentId", ["3027"]])).rows).toEqual([]);
  expect(asked).toEqual([]);
  const { rows } = await servers.admin.query("select by_staff from message.text_stop where customer_id = 328");
  expect(rows).toEqual([{ by_staff: false }]);
});

test("who is blocked while their Y is on its way to the calendar is not thanked", async () => {
  await servers.keepClient("329", { sendAutoEmail: false });
  await appointments.book("3029", "329");
  await appointments.ring("3029");
  await appointments.textsTo("329");
  const confirm = servers.calendar.updateStatus;
  servers.calendar.updateStatus = async () => {
    await servers.admin.query("update message.recipient set is_block_message = true where customer_id = 329");
    return {};
  };
  try {
    await servers.sandbox.reply(phoneOf("329"), "Y");
    const work = "select state from message.job where kind = 'apply-answer' and payload ->> 'appointmentId' = '3029'";
    await waitFor(async () => expect((await servers.admin.query(work)).rows).toEqual([{ state: "done" }]));
    const thanks = "select 1 from message.message where customer_id = 329 and message_text like '%Thank you%'";
    expect((await servers.admin.query(thanks)).rows).toEqual([]);
  } finally {
    Object.assign(servers.calendar, { updateStatus: confirm });
  }
});

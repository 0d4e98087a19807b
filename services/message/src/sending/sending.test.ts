import { Code } from "@connectrpc/connect";
import { refusalOf } from "@leashline/kit/test";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
const messages = (caller = {}, options = {}) => servers.client(MessageService, caller, options);
/** The report that it arrived may be quicker than the answer. */
const OUT = [MessageStatus.SENT, MessageStatus.DELIVERED];
const statusOf = async (id: string) =>
  Number((await servers.admin.query("select status from message.message where id = $1", [id])).rows[0].status);

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

describe("sending by hand", () => {
  test("the words are trimmed, a thread is made first, and the text arrives", async () => {
    await servers.keepClient("101");
    const { message, thread } = await messages().sendMessage({ customerId: "101", messageText: "  Hi {customerName}  " });
    expect(message).toMatchObject({ messageText: "Hi Ann", status: expect.toBeOneOf(OUT), staffId: "1", numSegments: 1 });
    expect(thread).toMatchObject({ customerId: "101", lastMessageText: "Hi Ann", lastErrorCode: 0 });
    expect((await servers.sandbox.texts(phoneOf("101"))).map((text) => text.body)).toEqual(["Hi Ann"]);
    await waitFor(async () => expect(await statusOf(message?.id ?? "")).toBe(MessageStatus.DELIVERED));
    const { rows } = await servers.admin.query("select state from message.job where kind = 'deliver-message' and key = $1", [message?.id]);
    expect(rows).toHaveLength(1);
  });

  test("a mail arrives from the shop, with HTML made safe and a text form", async () => {
    await servers.keepClient("102");
    const messageText = "<p>Hi {customerName}</p><script>alert(1)</script>";
    const { message } = await messages().sendMessage({ customerId: "102", method: MessageMethod.EMAIL, messageText, subject: "News" });
    expect(message).toMatchObject({ status: MessageStatus.SENT, subject: "News", messageText: "Hi Ann" });
    const [mail] = await servers.sandbox.mails("ann102@example.test");
    expect(mail).toMatchObject({ subject: "News", from: "Paws & Co <mail@leashline.test>", replyTo: "shop@example.test" });
    expect(mail?.html).toContain("<p>Hi Ann</p>");
    expect(mail?.html).not.toContain("script");
  });

  test("message-client-no-phone and message-client-no-email: 80101 and 80102", async () => {
    await servers.keepClient("103", { phoneNumber: "", email: "" });
    expect((await refusalOf(messages().sendMessage({ customerId: "103", messageText: "Hi" }))).code).toBe(80_101);
    expect((await refusalOf(messages().sendMessage({ customerId: "103", messageText: "Hi", method: MessageMethod.EMAIL }))).code).toBe(
      80_102,
    );
    expect((await refusalOf(messages().sendMessage({ customerId: "999999", messageText: "Hi" }))).code).toBe(30_003);
    expect((await refusalOf(messages().sendMessage({ customerId: "103", messageText: "   " }))).options.fields?.[0]?.field).toBe(
      "messageText",
    );
  });

  test("the same call with its key sends once, at the same time too", async () => {
    await servers.keepClient("104");
    const client = messages({}, { idempotencyKey: "once" });
    const all = await Promise.all(Array.from({ length: 5 }, () => client.sendMessage({ customerId: "104", messageText: "Once" })));
    expect(new Set(all.map(({ message }) => message?.id)).size).toBe(1);
    expect(await servers.sandbox.texts(phoneOf("104"))).toHaveLength(1);
  });
});

describe("when the provider fails", () => {
  test("message-errors-on-thread: what it refuses is on the message and on the thread, and can be sent again", async () => {
    await servers.keepClient("105");
    await servers.sandbox.fail("twilio", "decline", 1);
    const { message, thread } = await messages().sendMessage({ customerId: "105", messageText: "Hi" });
    expect(message).toMatchObject({ status: MessageStatus.FAILED, errorCode: 30_450 });
    expect(thread).toMatchObject({ lastErrorCode: 30_450, lastErrorMsg: "Message delivery blocked by the sandbox's switch" });
    const again = await messages().resendMessage({ id: message?.id ?? "" });
    expect(again.message).toMatchObject({ status: expect.toBeOneOf(OUT), errorCode: 0 });
    const read = await servers.client(ThreadService).getThread({ id: thread?.id ?? "" });
    expect(read.thread).toMatchObject({ lastErrorCode: 0, lastErrorMsg: "" });
  });

  test("message-errors-on-thread: a mail that is refused leaves 80105", async () => {
    await servers.keepClient("106", { email: "bounce@example.test" });
    const { message, thread } = await messages().sendMessage({ customerId: "106", method: MessageMethod.EMAIL, messageText: "Hi" });
    expect(message).toMatchObject({ status: MessageStatus.FAILED, errorCode: 80_105 });
    expect(thread?.lastErrorMsg).toContain("Send email failed.");
  });

  test("a lost answer is resolved by asking: one text, found again", async () => {
    await servers.keepClient("107");
    await servers.sandbox.fail("twilio", "lost", 1);
    const { message } = await messages().sendMessage({ customerId: "107", messageText: "Only once" });
    expect([MessageStatus.QUEUED, MessageStatus.DELIVERED]).toContain(message?.status);
    await servers.admin.query("update message.job set due_at = now() where key = $1", [message?.id]);
    await waitFor(async () => expect(await statusOf(message?.id ?? "")).toBe(MessageStatus.DELIVERED));
    expect(await servers.sandbox.texts(phoneOf("107"))).toHaveLength(1);
  });

  test("a process that died in the middle leaves a message that is asked about, not sent again", async () => {
    await servers.keepClient("114");
    const { message } = await messages().sendMessage({ customerId: "114", messageText: "Sent, but not written down" });
    const id = message?.id ?? "";
    await waitFor(async () => expect(await statusOf(id)).toBe(MessageStatus.DELIVERED));
    const dead = "update message.message set status = 2, provider_id = '', lease_until = now() - interval '1 second' where id = $1";
    await servers.admin.query(dead, [id]);
    await servers.admin.query("update message.job set due_at = now(), state = 'due' where key = $1 and kind = 'deliver-message'", [id]);
    await waitFor(async () => expect(await statusOf(id)).toBe(MessageStatus.SENT));
    expect(await servers.sandbox.texts(phoneOf("114"))).toHaveLength(1);
  });

  test("a message that somebody else still seems to be sending is not taken for sent", async () => {
    await servers.keepClient("115");
    const { message } = await messages().sendMessage({ customerId: "115", messageText: "Its sender was killed just now" });
    const id = message?.id ?? "";
    await waitFor(async () => expect(await statusOf(id)).toBe(MessageStatus.DELIVERED));
    const dying = "update message.message set status = 2, provider_id = '', lease_until = now() + interval '3 seconds' where id = $1";
    await servers.admin.query(dying, [id]);
    await servers.admin.query("update message.job set due_at = now(), state = 'due' where key = $1 and kind = 'deliver-message'", [id]);
    await waitFor(async () => expect(await statusOf(id)).toBe(MessageStatus.SENT));
    expect(await servers.sandbox.texts(phoneOf("115"))).toHaveLength(1);
  });

  test("a fault of the provider is tried again by itself", async () => {
    await servers.keepClient("108");
    await servers.sandbox.fail("mail", "error", 1);
    const { message } = await messages().sendMessage({ customerId: "108", method: MessageMethod.EMAIL, messageText: "Hi" });
    expect(message?.status).toBe(MessageStatus.QUEUED);
    await servers.admin.query("update message.job set due_at = now() where key = $1", [message?.id]);
    await waitFor(async () => expect(await statusOf(message?.id ?? "")).toBe(MessageStatus.SENT));
    expect(await servers.sandbox.mails("ann108@example.test")).toHaveLength(1);
  });

  test("a text that never arrived is reported as failed", async () => {
    await servers.keepClient("109");
    await servers.sandbox.fail("twilio", "undelivered", 1);
    const { message } = await messages().sendMessage({ customerId: "109", messageText: "Hi" });
    await waitFor(async () => expect(await statusOf(message?.id ?? "")).toBe(MessageStatus.FAILED));
    const { rows } = await servers.admin.query("select last_error_code from message.thread where customer_id = 109");
    expect(rows[0].last_error_code).toBe(30_003);
  });
});

describe("who may", () => {
  const with_ = (...permissions: Permission[]) => ({ permissions, staffId: "5", employeeCategory: 0 });
  test.each([
    [
      "message-send-permission: without viewMessageCenter, not even with viewFullMessage",
      [Permission.VIEW_FULL_MESSAGE],
      "You don't have permission to send message.",
    ],
    [
      "message-send-permission: a client out of reach",
      [Permission.VIEW_MESSAGE_CENTER],
      "You don't have permission to send message to this client.",
    ],
    ["message-send-permission: viewFullMessage reaches everybody", [Permission.VIEW_MESSAGE_CENTER, Permission.VIEW_FULL_MESSAGE], ""],
  ])("%s", async (_, permissions, reason) => {
    await servers.keepClient("110");
    const caller = with_(...permissions);
    expect(await servers.client(ThreadService, caller).checkPermission({ customerId: "110" })).toMatchObject({
      allowed: reason === "",
      reason,
    });
    const call = messages(caller).sendMessage({ customerId: "110", messageText: "Hi" });
    if (reason) await expect(call).rejects.toMatchObject({ rawMessage: reason, code: Code.PermissionDenied });
    else await call;
  });

  test("message-send-permission: viewMessageCenter reaches a client with a visit of one's own within 7 days, viewOwnMessages any of one's own", async () => {
    await servers.keepClient("111");
    const appointment = (id: string, days: number) =>
      servers.admin.query(
        "insert into message.visit (company_id, appointment_id, business_id, customer_id, date, start_time, end_time, start_at, end_at, status, staff_ids) values (1, $1, 1, 111, '2026-01-01', 0, 60, now() + make_interval(days => $2), now() + make_interval(days => $2), 1, '{5}')",
        [id, days],
      );
    await appointment("9001", 8);
    const check = async (...permissions: Permission[]) =>
      (await servers.client(ThreadService, with_(...permissions)).checkPermission({ customerId: "111" })).allowed;
    expect(await check(Permission.VIEW_MESSAGE_CENTER)).toBe(false);
    expect(await check(Permission.VIEW_MESSAGE_CENTER, Permission.VIEW_OWN_MESSAGES)).toBe(true);
    await appointment("9002", -6);
    expect(await check(Permission.VIEW_MESSAGE_CENTER)).toBe(true);
  });

  test("message-delete-other-staff: one's own can be deleted, another's answers 80106", async () => {
    await servers.keepClient("112");
    const { message } = await messages({ staffId: "1" }).sendMessage({ customerId: "112", messageText: "Mine" });
    const id = message?.id ?? "";
    const refused = await refusalOf(messages({ staffId: "2" }).deleteMessage({ id }));
    expect(refused).toMatchObject({ code: 80_106, message: "cannot delete other staff's message" });
    await messages({ staffId: "1" }).deleteMessage({ id });
    expect((await messages().listMessages({ customerId: "112" })).messages).toEqual([]);
    expect((await refusalOf(messages({ staffId: "1" }).deleteMessage({ id }))).code).toBe(404);
  });

  test("another company sees nothing of it", async () => {
    await servers.keepClient("113");
    const { message, thread } = await messages().sendMessage({ customerId: "113", messageText: "Hi" });
    const stranger = { companyId: "2", businessId: "20", businessIds: ["20"] };
    expect((await refusalOf(messages(stranger).deleteMessage({ id: message?.id ?? "" }))).code).toBe(404);
    expect((await refusalOf(messages(stranger).listMessages({ threadId: thread?.id ?? "" }))).code).toBe(404);
    expect((await refusalOf(servers.client(ThreadService, stranger).getThread({ id: thread?.id ?? "" }))).code).toBe(404);
  });
});

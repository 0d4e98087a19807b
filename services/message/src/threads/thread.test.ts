import { refusalOf } from "@leashline/kit/test";
import { ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { MessageTargetType, OpenStatus, ThreadAction, ThreadFilter } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
const threads = () => servers.client(ThreadService);
const act = async (id: string, action: ThreadAction) => (await threads().updateThread({ id, action })).thread;
const pictureOf = async (customerId: string) =>
  (await servers.admin.query("select avatar_path from message.recipient where company_id = 1 and customer_id = $1", [customerId])).rows[0]
    ?.avatar_path;
const make = async (customerId: string) => {
  await servers.keepClient(customerId);
  return (await threads().createThread({ customerId })).thread?.id ?? "";
};

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

describe("actions", () => {
  test("thread-open-close and thread-action-codes: open and close set the open status", async () => {
    const id = await make("201");
    expect((await act(id, ThreadAction.CLOSE))?.openStatus).toBe(OpenStatus.CLOSED);
    expect((await act(id, ThreadAction.OPEN))?.openStatus).toBe(OpenStatus.OPEN);
    expect(ThreadAction).toMatchObject({ OPEN: 1, CLOSE: 2, STAR: 3, UNREAD: 4, BLOCK: 5, DELETE: 6, UNSTAR: 7, READ: 8, UNBLOCK: 9 });
  });
  test("thread-star-unstar: star sets the star time, unstar clears it", async () => {
    const id = await make("202");
    expect((await act(id, ThreadAction.STAR))?.starsTime).toBeDefined();
    expect((await act(id, ThreadAction.UNSTAR))?.starsTime).toBeUndefined();
  });
  test("thread-read-unread: unread sets the count to 1, read to 0, whatever it was", async () => {
    const id = await make("203");
    expect((await act(id, ThreadAction.UNREAD))?.unreadCount).toBe(1);
    await servers.admin.query("update message.thread set unread_count = 5 where id = $1", [id]);
    expect((await act(id, ThreadAction.UNREAD))?.unreadCount).toBe(1);
    await servers.admin.query("update message.thread set unread_count = 5 where id = $1", [id]);
    expect((await act(id, ThreadAction.READ))?.unreadCount).toBe(0);
  });
  test("thread-block-unblock: through the client's profile, and a profile changed elsewhere is followed", async () => {
    const id = await make("204");
    const asked: unknown[] = [];
    servers.customer.updateClient = async (request: { customerId: string; client?: { isBlockMessage?: boolean } }) => {
      asked.push([request.customerId, request.client?.isBlockMessage]);
      return {};
    };
    expect((await act(id, ThreadAction.BLOCK))?.blockTime).toBeDefined();
    expect((await act(id, ThreadAction.UNBLOCK))?.blockTime).toBeUndefined();
    expect(asked).toEqual([
      ["204", true],
      ["204", false],
    ]);
    const clerk = servers.client(ThreadService, { permissions: [Permission.VIEW_MESSAGE_CENTER, Permission.VIEW_FULL_MESSAGE] });
    for (const action of [ThreadAction.BLOCK, ThreadAction.UNBLOCK])
      expect((await refusalOf(clerk.updateThread({ id, action }))).code, "without the permission to edit clients").toBe(20019);
    expect(asked).toHaveLength(2);
    await servers.keepClient("204", { isBlockMessage: true });
    await waitFor(async () => expect((await threads().getThread({ id })).thread?.blockTime).toBeDefined());
    const refused = servers.client(MessageService).sendMessage({ customerId: "204", messageText: "Hi" });
    await expect(refused).rejects.toThrow("This client is blocked.");
  });
  test("a thread shows its client's picture as it is now, in the list and by itself", async () => {
    const id = await make("210");
    expect((await threads().getThread({ id })).thread?.avatarPath).toBe("");
    await servers.keepClient("210", { avatarPath: "/files/public/1/ann.png" });
    await waitFor(async () => expect((await threads().getThread({ id })).thread?.avatarPath).toBe("/files/public/1/ann.png"));
    expect((await threads().listThreads({ customerId: "210" })).threads).toMatchObject([{ id, avatarPath: "/files/public/1/ann.png" }]);
  });
  test("inboxes hear at once that a client they show changed: once for all the clients of a transaction, and not of those who never wrote", async () => {
    const ids = [await make("211"), await make("212")];
    const push = vi.spyOn(servers.runtime("message"), "push");
    const heard = () =>
      push.mock.calls.flatMap(([, businessId, notice]) => {
        const { topic, ids } = notice as { topic: string; ids?: string[] };
        return topic === "message.threads" ? [{ businessId, ids: [...(ids ?? [])].sort() }] : [];
      });
    await servers.keepClient("213", { created: true });
    await servers.keepClient("213", { avatarPath: "/files/public/1/nobody.png" });
    await waitFor(async () => expect(await pictureOf("213")).toBe("/files/public/1/nobody.png"));
    await servers.keepClient("211", { avatarPath: "/files/public/1/ann.png" });
    await waitFor(async () => expect(heard()).toEqual([{ businessId: "1", ids: [ids[0]] }]));
    const clients = ["211", "212", "213"].map((customerId) => ({
      customerId,
      firstName: "Ingrid",
      lastName: "Moe",
      preferredBusinessId: "1",
    }));
    await servers.emit("customer", ClientsImportedSchema, { clients } as never, "import-1");
    await waitFor(async () => expect(heard().slice(1)).toEqual([{ businessId: "1", ids: [...ids].sort() }]));
    push.mockRestore();
  });
  test("without the permission to see contact data a thread shows none, and is not found by it", async () => {
    const id = await make("209");
    await servers.keepClient("209", { phoneNumber: "2065559091" });
    const as = (...more: Permission[]) =>
      servers.client(ThreadService, { permissions: [Permission.VIEW_MESSAGE_CENTER, Permission.VIEW_FULL_MESSAGE, ...more] });
    const seen = as(Permission.VIEW_CLIENT_CONTACT);
    await waitFor(async () => expect((await seen.getThread({ id })).thread?.phoneNumber).toBe("2065559091"));
    expect((await seen.listThreads({ keyword: "2065559091" })).threads.map((one) => one.id)).toEqual([id]);
    expect((await as().getThread({ id })).thread).toMatchObject({ id, phoneNumber: "", email: "" });
    expect((await as().listThreads({ keyword: "2065559091" })).threads).toEqual([]);
    expect((await as().listThreads({ customerId: "209" })).threads).toMatchObject([{ id, phoneNumber: "", email: "" }]);
  });
  test("thread-delete: delete sets the delete time; writing again brings it back", async () => {
    const id = await make("205");
    expect((await act(id, ThreadAction.DELETE))?.deleteTime).toBeDefined();
    expect((await threads().listThreads({ customerId: "205" })).threads).toEqual([]);
    expect((await threads().createThread({ customerId: "205" })).thread).toMatchObject({ id });
    expect((await threads().listThreads({ customerId: "205" })).threads).toHaveLength(1);
  });
});

describe("the inbox", () => {
  test("screen-message-inbox, thread-filter-complete: 20 to a page, newest first, by filter, type and words", async () => {
    const company = { companyId: "7", businessId: "70", businessIds: ["70"] };
    const values = Array.from({ length: 25 }, (_, n) => `(7, ${7000 + n}, 'Client${n}', 'Smith', '+1206557${7000 + n}')`).join(",");
    await servers.admin.query(`insert into message.recipient (company_id, customer_id, first_name, last_name, phone) values ${values}`);
    const rows = Array.from(
      { length: 25 },
      (_, n) =>
        `(7, 70, ${7000 + n}, now() - interval '${n} minutes', ${n < 3 ? 2 : 0}, ${n === 4 ? 2 : 1}, ${n === 5 ? "now()" : "null"}, ${n === 6 ? 3 : n === 7 ? 2 : 1})`,
    ).join(",");
    await servers.admin.query(
      `insert into message.thread (company_id, business_id, customer_id, sorted_at, unread_count, open_status, stars_time, last_target_type) values ${rows}`,
    );
    const list = (request = {}) => servers.client(ThreadService, company).listThreads(request);
    const first = await list();
    expect(first).toMatchObject({ total: 25 });
    expect(first.threads.map((thread) => thread.customerFirstName)).toEqual(Array.from({ length: 20 }, (_, n) => `Client${n}`));
    const second = await list({ pageToken: first.nextPageToken });
    expect(second.threads.map((thread) => thread.customerFirstName)).toEqual(["Client20", "Client21", "Client22", "Client23", "Client24"]);
    expect(second.nextPageToken).toBe("");
    expect((await list({ pageNum: 2 })).threads).toHaveLength(5);
    const said = Array.from(
      { length: 25 },
      (_, n) => `(7, 70, (select id from message.thread where customer_id = 7000), 7000, 1, 1, 1, 5, 'm${n}')`,
    );
    await servers.admin.query(
      `insert into message.message (company_id, business_id, thread_id, customer_id, author, method, message_type, status, message_text) values ${said.join(",")}`,
    );
    const { messages } = await servers.client(MessageService, company).listMessages({ customerId: "7000" });
    expect(
      messages.map(({ messageText }) => messageText),
      "a conversation's page",
    ).toEqual(Array.from({ length: 20 }, (_, n) => `m${24 - n}`));
    const names = async (request = {}) => (await list(request)).threads.map((thread) => thread.customerFirstName);
    expect(await names({ filter: ThreadFilter.UNREAD })).toEqual(["Client0", "Client1", "Client2"]);
    expect(await names({ filter: ThreadFilter.CLOSE })).toEqual(["Client4"]);
    expect(await names({ filter: ThreadFilter.STAR })).toEqual(["Client5"]);
    expect((await list({ filter: ThreadFilter.OPEN })).total).toBe(24);
    expect(await names({ targetTypes: [MessageTargetType.APPOINTMENT] })).toEqual(["Client6"]);
    const totals = [[1, 2, 3], [1, 2], [3, 1], [2, 3, 2], []].map(async (targetTypes) => (await list({ targetTypes })).total);
    expect(await Promise.all(totals)).toEqual([25, 24, 24, 2, 25]);
    expect(await names({ keyword: "client13" })).toEqual(["Client13"]);
    expect(await names({ keyword: "client4" }), "closed, and found").toEqual(["Client4"]);
    // Signs that mean something to the database are only signs to whoever types them.
    for (const keyword of ["%", "_", "client1_", "\\"]) expect(await names({ keyword }), keyword).toEqual([]);
    expect(await servers.client(ThreadService, company).countUnread({})).toMatchObject({ count: 6, threadCount: 3 });
    expect(await servers.client(ThreadService, company).readAllThreads({})).toMatchObject({ count: 3 });
    expect(await servers.client(ThreadService, company).countUnread({})).toMatchObject({ count: 0, threadCount: 0 });
  });

  test("lists never scan: their plans on many threads use the index", async () => {
    await servers.admin.query(
      "insert into message.recipient (company_id, customer_id, first_name) select 8, 1000000 + n, 'C' || n from generate_series(1, 20000) n",
    );
    await servers.admin.query(
      "insert into message.thread (company_id, business_id, customer_id, sorted_at) select 8, 80, 1000000 + n, now() - make_interval(secs => n) from generate_series(1, 20000) n",
    );
    await servers.admin.query("analyze message.thread");
    await servers.admin.query("analyze message.recipient");
    const plan = await servers.admin.query(
      `explain select * from message.thread join message.recipient using (company_id, customer_id)
       where thread.company_id = 8 and thread.business_id = 80 and thread.delete_time is null order by sorted_at desc, id desc limit 21`,
    );
    const text = plan.rows.map((row: { "QUERY PLAN": string }) => row["QUERY PLAN"]).join("\n");
    expect(text).toContain("thread_inbox");
    expect(text).not.toContain("Seq Scan");
  });

  test("messages of a thread come newest first, 20 to a page", async () => {
    const id = await make("206");
    await servers.admin.query(
      "insert into message.message (company_id, business_id, thread_id, customer_id, author, method, status, message_text) select 1, 1, $1, 206, 1, 1, 3, 'm' || n from generate_series(1, 25) n",
      [id],
    );
    const messages = servers.client(MessageService);
    const first = await messages.listMessages({ threadId: id });
    expect(first.total).toBe(25);
    expect(first.messages.map((message) => message.messageText)).toEqual(Array.from({ length: 20 }, (_, n) => `m${25 - n}`));
    const second = await messages.listMessages({ customerId: "206", pageToken: first.nextPageToken });
    expect(second.messages.map((message) => message.messageText)).toEqual(["m5", "m4", "m3", "m2", "m1"]);
  });
});

describe("what clients write", () => {
  test("a text lands in the thread once, unread, and opens it again", async () => {
    const id = await make("207");
    await servers.client(MessageService).sendMessage({ customerId: "207", messageText: "How is Rex?" });
    await act(id, ThreadAction.CLOSE);
    await servers.sandbox.reply(phoneOf("207"), "Fine, thanks");
    const thread = await waitFor(async () => {
      const found = (await threads().getThread({ id })).thread;
      expect(found?.unreadCount).toBe(1);
      return found;
    });
    expect(thread).toMatchObject({ lastMessageText: "Fine, thanks", lastMessageFromCustomer: true, openStatus: OpenStatus.OPEN });
    const { webhooks } = await servers.sandbox.api<{ webhooks: { id: number; url: string; state: string }[] }>("/webhooks");
    const hook = webhooks.find((one) => one.url === "/webhooks/twilio/sms");
    await waitFor(async () =>
      expect(
        (await servers.sandbox.api<{ webhooks: { id: number; state: string }[] }>("/webhooks")).webhooks.find((one) => one.id === hook?.id)
          ?.state,
      ).toBe("delivered"),
    );
    await servers.sandbox.api(`/webhooks/${hook?.id}/resend`, "POST");
    await waitFor(async () =>
      expect(
        (await servers.sandbox.api<{ webhooks: { id: number; state: string; attempts: number }[] }>("/webhooks")).webhooks.find(
          (one) => one.id === hook?.id,
        ),
      ).toMatchObject({ state: "delivered", attempts: 1 }),
    );
    expect((await threads().getThread({ id })).thread?.unreadCount).toBe(1);
    const events = await servers.admin.query(
      "select count(*) from message.outbox where type = 'leashline.message.v1.MessageReceived' and aggregate = $1",
      [id],
    );
    expect(events.rows[0].count).toBe("1");
  });

  test("STOP stops texts, START allows them again", async () => {
    await make("208");
    const send = () => servers.client(MessageService).sendMessage({ customerId: "208", messageText: "Hi" });
    await servers.sandbox.reply(phoneOf("208"), "STOP");
    await waitFor(async () => expect(send()).rejects.toThrow("This client answered STOP"));
    await servers.sandbox.reply(phoneOf("208"), "START");
    await waitFor(async () => expect((await send()).message?.errorCode).toBe(0));
  });

  test("a stranger's text is kept and belongs to nobody; a forged one is refused", async () => {
    await servers.sandbox.reply("+12065559999", "Hello?");
    await waitFor(async () => {
      const { rows } = await servers.admin.query("select outcome from message.received where params->>'From' = '+12065559999'");
      expect(rows[0]?.outcome).toBe("to or from nobody we know");
    });
    const before = await servers.admin.query("select count(*) from message.received");
    const forged = await fetch(`${process.env.LEASHLINE_PUBLIC_URL}/webhooks/twilio/sms`, {
      method: "POST",
      headers: { "x-twilio-signature": "abc" },
      body: "MessageSid=SM1&From=%2B12065560207&Body=Hi",
    });
    expect(forged.status).toBe(503);
    expect((await servers.admin.query("select count(*) from message.received")).rows[0].count).toBe(before.rows[0].count);
  });
});

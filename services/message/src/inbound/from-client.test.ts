import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { MessageAuthor, MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness } from "../../test/harness.ts";

let servers: MessageHarness;
const own = (idempotencyKey?: string, companyId = "1") =>
  servers.client(
    ClientMessageService,
    { kind: "service", via: "online-booking", companyId, businessId: "1" },
    idempotencyKey ? { idempotencyKey } : {},
  );
const whose = (customerId: string) => ({ businessId: "1", customerId });

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  for (const id of ["601", "602", "603", "604"]) await servers.keepClient(id);
});
afterAll(() => servers.stop());

test("marks that turn a text around are kept nowhere: not in what a client writes, nor in what is sent", async () => {
  const { message } = await own().writeAsClient({ ...whose("604"), text: "Pay \u202e002$\u202c\nnow", appointmentId: "0" });
  expect(message?.messageText).toBe("Pay 002$\nnow");
  const turned = { messageText: "\u2067Nine\u2069 is free.", method: MessageMethod.EMAIL };
  expect((await servers.client(MessageService).sendMessage({ ...whose("604"), ...turned })).message?.messageText).toBe("Nine is free.");
});

test("what a client writes on their own page waits unread for staff, once; the answer is there for the client", async () => {
  for (let n = 0; n < 2; n++) await own("write-1").writeAsClient({ ...whose("601"), text: " Can Rex come earlier? ", appointmentId: "77" });
  const { threads } = await servers.client(ThreadService).listThreads({});
  const thread = threads.find(({ customerId }) => customerId === "601");
  expect(thread).toMatchObject({ unreadCount: 1, lastMessageText: "Can Rex come earlier?" });
  const { messages: seen } = await servers.client(MessageService).listMessages({ threadId: thread?.id ?? "0" });
  expect(seen).toMatchObject([
    { type: MessageAuthor.CUSTOMER, method: MessageMethod.APP, status: MessageStatus.RECEIVED, isRead: false, appointmentId: "77" },
  ]);
  const about = async (appointmentId: string) =>
    (await servers.client(AutoMessageService).listSentAutoMessages({ appointmentIds: [appointmentId] })).written;
  expect([(await about("77")).map(({ messageText }) => messageText), await about("78")], "on the visit it is about").toEqual([
    ["Can Rex come earlier?"],
    [],
  ]);
  await servers.client(MessageService).sendMessage({ ...whose("601"), messageText: "Nine is free.", method: MessageMethod.EMAIL });
  const { messages } = await own().listClientMessages(whose("601"));
  expect(messages.map(({ type }) => type)).toEqual([MessageAuthor.BUSINESS, MessageAuthor.CUSTOMER]);
  expect(messages[0]?.messageText).toContain("Nine is free.");
});

test("a client reads their own conversation at that business alone, a page at a time, and nothing that never reached them", async () => {
  for (const n of [1, 2, 3]) await own().writeAsClient({ ...whose("602"), text: `Number ${n}` });
  await own().writeAsClient({ ...whose("603"), text: "Somebody else's" });
  await servers.admin.query("update message.message set status = 5 where message_text = 'Number 2'");
  const first = await own().listClientMessages({ ...whose("602"), pageSize: 1 });
  const rest = await own().listClientMessages({ ...whose("602"), pageToken: first.nextPageToken });
  expect([...first.messages, ...rest.messages].map(({ messageText }) => messageText)).toEqual(["Number 3", "Number 1"]);
  expect((await own().listClientMessages({ businessId: "2", customerId: "602" })).messages).toEqual([]);
  expect((await own(undefined, "2").listClientMessages(whose("602"))).messages).toEqual([]);
});

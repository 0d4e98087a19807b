import { type Caller, type Ctx, clientReach, ErrorCode, fail, unsealNumbers } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import type { SelectClientsRequest } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { BulkMessageService } from "@leashline/proto/leashline/message/v1/bulk_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { TextConsentService } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { UNSUBSCRIBE_LINK, unsubscribeOfNumbers } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";
import { framed, planFor, type Wishes, wayTo, wordsOf } from "./bulk-message.ts";

const { SMS, EMAIL } = MessageMethod;
let servers: MessageHarness;
const unsubscribed = new Set<string>();
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  servers.customer.selectClients = async ({ selection }: SelectClientsRequest) => ({
    clients: (selection?.chosenList ?? []).map((customerId) => ({ customerId, isUnsubscribed: unsubscribed.has(customerId) })),
  });
});
afterAll(() => servers?.stop());

const api = (caller: Partial<Caller> = {}, options: object = {}) => servers.client(BulkMessageService, caller, options);
const agrees = async (customerId: string) =>
  await servers.client(TextConsentService).recordTextConsent({ customerId, agreed: true, words: "At the counter" });
const chosen = (...chosenList: string[]) => ({ chosenList });
const finished = async (bulkMessageId: string) =>
  await waitFor(async () => {
    const { bulkMessage } = await api().getBulkMessage({ id: bulkMessageId });
    if (!bulkMessage?.finished) throw new Error("it goes on");
    return bulkMessage;
  });
const stored = async (id: string) =>
  (
    await servers.admin.query("select customer_id from message.message where use_case = 'bulk message' and cause = $1 order by 1", [id])
  ).rows.map((row) => row.customer_id as string);
/** Once a batch has been tried, its next try is its last. */
const lastTryOf = async (id: string) =>
  await waitFor(async () => {
    const { rowCount } = await servers.admin.query(
      `update message.job set attempts = 19, due_at = clock_timestamp() - interval '1 second'
       where kind = 'send-bulk-message' and key = $1 and state = 'due' and attempts > 0`,
      [`${id}:0`],
    );
    if (rowCount === 0) throw new Error("not tried yet");
  });

const ann: Wishes = {
  customerId: "1",
  phoneE164: "+12065560001",
  email: "ann@example.test",
  isBlockMessage: false,
  isUnsubscribed: false,
  sendAutoEmail: true,
  sendAutoMessage: true,
  textsStopped: false,
  agreed: true,
};

describe("who may be written to", () => {
  test.each([
    ["a text with consent", {}, SMS, false, ann.phoneE164],
    ["a text without consent", { agreed: false }, SMS, false, "notAgreed"],
    ["a text without consent here, which the sender has elsewhere", { agreed: false }, SMS, true, ann.phoneE164],
    ["a text after STOP, whatever the sender has elsewhere", { textsStopped: true }, SMS, true, "refused"],
    ["a text to who switched them off", { sendAutoMessage: false }, SMS, true, "refused"],
    ["a text without a number", { phoneE164: "" }, SMS, true, "withoutAddress"],
    ["a text to who is blocked", { isBlockMessage: true }, SMS, true, "blocked"],
    ["an e-mail needs no agreement to texts, and STOP is about texts", { agreed: false, textsStopped: true }, EMAIL, false, ann.email],
    ["an e-mail to who switched them off", { sendAutoEmail: false }, EMAIL, false, "refused"],
    ["an e-mail without an address", { email: "" }, EMAIL, false, "withoutAddress"],
    ["an e-mail to who unsubscribed", { isUnsubscribed: true }, EMAIL, false, "unsubscribed"],
    ["a text to who unsubscribed", { isUnsubscribed: true }, SMS, true, "unsubscribed"],
    ["an e-mail to who is blocked", { isBlockMessage: true }, EMAIL, false, "blocked"],
  ])("%s", (_, change, method, includeNotAgreed, expected) => {
    const found = wayTo({ ...ann, ...change }, { method, includeNotAgreed });
    expect("address" in found ? found.address : found.reason).toBe(expected);
  });

  test("each address once, each of the chosen in exactly one number, the unknown and the unreached in none", () => {
    const ids = ["1", "2", "3", "4", "5"];
    const list = ids.map((customerId) => ({ customerId, isUnsubscribed: customerId === "3" }));
    const known = new Map(ids.slice(0, 4).map((customerId) => [customerId, { ...ann, customerId, email: "Ann@Example.test" }]));
    known.set("1", ann);
    const { left, ...plan } = planFor(list, known, new Set(["1", "2", "3", "5"]), { method: EMAIL, includeNotAgreed: false });
    expect(plan).toEqual({ chosen: 5, ids: ["1"] });
    expect(left).toMatchObject({ outOfReach: 1, unsubscribed: 1, withoutAddress: 1, sameAddress: 1 });
    expect(Object.values(left).reduce((sum, one) => sum + one, plan.ids.length)).toBe(5);
  });

  test.each([
    ["  ", "write something first"],
    ["See you {appointmentDate}", "{appointmentDate} is different"],
    ["Hi {badVar}", "there is no placeholder {badVar}"],
    ["x".repeat(1_566), "at most 1565 characters"],
  ])("words that cannot go out so: %s", (words, reason) => {
    expect(() => wordsOf(words, SMS, "Paws & Fur")).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ reason: expect.stringContaining(reason) }) }),
    );
  });
});

test.each([
  ["a text", "Closed on Monday.", SMS, "Paws & Fur", "Paws & Fur: Closed on Monday. Reply STOP to opt out."],
  ["a text that says it itself", "Paws & Fur is closed. STOP ends it.", SMS, "Paws & Fur", "Paws & Fur is closed. STOP ends it."],
  ["a text of a business without a name", "Closed.", SMS, "", "Closed. Reply STOP to opt out."],
])("%s says once who sends it, and how to get no more", (_, words, method, name, expected) =>
  expect(framed(words, method, name, "")).toBe(expected),
);

test.each([
  ["plain words", "We moved.", "\n\nYou get this because you are a client of Paws. To stop these emails: https://x.test/u"],
  ["HTML", "<p>We moved.</p>", '<p>You get this because you are a client of Paws. <a href="https://x.test/u">Unsubscribe</a></p>'],
])("an e-mail in %s ends with the way to get no more", (_, words, end) =>
  expect(framed(words, EMAIL, "Paws", "https://x.test/u", words.startsWith("<")).replaceAll("&#39;", "'")).toBe(`${words}${end}`),
);

test("what was counted before goes out once to each, however often it is asked for and begun", async () => {
  const ids = ["101", "102", "103", "104", "105"];
  for (const id of ids) await servers.keepClient(id, id === "104" ? { isBlockMessage: true } : { firstName: `Ann ${id}` });
  for (const id of ["101", "102", "105"]) await agrees(id);
  unsubscribed.add("105");
  await servers.sandbox.reply(phoneOf("101"), "Is my dog ok? He limps", "+12065550100");
  const waiting = async () =>
    (await servers.admin.query("select customer_id from message.thread where needs_reply and customer_id = 101")).rowCount;
  await waitFor(async () => expect(await waiting()).toBe(1));
  const selection = chosen(...ids);
  const { counts } = await api().countBulkMessage({ selection, method: SMS });
  expect(counts).toMatchObject({ chosen: 5, reached: 2, blocked: 1, unsubscribed: 1, notAgreed: 1, refused: 0, sameAddress: 0 });
  const text = { selection, method: SMS, messageText: "Hi {customerName}, we are closed on Monday.", expected: 2 };
  const call = () => api({}, { idempotencyKey: "bulk-1" }).sendBulkMessage(text);
  const [first, second] = [await call(), await call()];
  expect(second.bulkMessage?.bulkMessageId).toBe(first.bulkMessage?.bulkMessageId);
  const id = first.bulkMessage!.bulkMessageId;
  expect(await finished(id)).toMatchObject({ recipients: 2, sent: 2, failed: 0, skipped: 0 });
  expect(await waiting(), "news is no answer").toBe(1);
  // A worker that died before it noted how far it had come begins again.
  await servers.admin.query("update message.bulk_message set done = 0 where id = $1", [id]);
  await servers.admin.query(
    "update message.job set due_at = clock_timestamp(), state = 'due', finished_at = null where kind = 'send-bulk-message' and key = $1",
    [`${id}:0`],
  );
  await finished(id);
  expect(await stored(id)).toEqual(["101", "102"]);
  for (const customerId of ["101", "102"])
    expect((await servers.sandbox.texts(phoneOf(customerId))).map(({ body }) => body)).toEqual([
      `Paws & Co: Hi Ann ${customerId}, we are closed on Monday. Reply STOP to opt out.`,
    ]);
});

test("more batches than one: everybody gets it, and who said STOP meanwhile gets none", async () => {
  const ids = Array.from({ length: 90 }, (_, nth) => String(300 + nth));
  for (const id of ids) await servers.keepClient(id);
  const selection = chosen(...ids);
  const { counts } = await api().countBulkMessage({ selection, method: EMAIL });
  expect(counts?.reached).toBe(90);
  // Said after it was asked for and before the last batch has its turn.
  await servers.admin.query(
    `create function public.changed_mind() returns trigger language plpgsql as $$ begin
      update message.recipient set send_auto_email = false where customer_id = 389; return new; end $$;
    create trigger changed_mind after insert on message.bulk_message for each row execute function public.changed_mind()`,
  );
  const { bulkMessage } = await api().sendBulkMessage({
    selection,
    method: EMAIL,
    subject: "News",
    messageText: "We moved.",
    expected: 90,
  });
  expect(await finished(bulkMessage!.bulkMessageId)).toMatchObject({ recipients: 90, sent: 89, skipped: 1 });
  expect(await stored(bulkMessage!.bulkMessageId)).toEqual(ids.slice(0, -1));
  const [mail] = await servers.sandbox.mails("ann300@example.test");
  expect(mail).toMatchObject({ subject: "News", replyTo: "shop@example.test", copies: 1 });
  expect(mail?.text).not.toContain("Paws & Co: We moved.");
  expect(mail?.text.trimEnd()).toMatch(/Paws & Co · 1 Main St · \(206\) 555-0100$/);
  const link = /To stop these emails: \S+\/unsubscribe\/(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(unsubscribeOfNumbers(unsealNumbers(servers.runtime("message").config.signingKey, UNSUBSCRIBE_LINK.purpose, link) ?? [])).toEqual({
    ...{ companyId: "1", businessId: "1", customerId: "300" },
  });
  const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value ?? "";
  expect(header("list-unsubscribe")).toMatch(new RegExp(`^<http.*/api/customer/unsubscribe/${link}>$`));
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  await servers.admin.query("drop trigger changed_mind on message.bulk_message");
});

test("while it cannot be known what somebody has to sign they are not skipped: the batch waits until it is", async () => {
  for (const id of ["701", "702"]) await servers.keepClient(id);
  let tries = 0;
  servers.agreements.listUnsignedAgreements = async ({ customerId }: { customerId: string }) => {
    tries += 1;
    if (tries === 2) throw fail("SYSTEM_BUSY", { facts: { cause: "unavailable" } });
    return { records: customerId === "702" ? [{ id: "70200" }] : [] };
  };
  servers.agreements.getUnsignedAgreementLink = async ({ id }: { id: string }) => ({ url: `https://shop.test/agreement/sign/${id}` });
  const text = { selection: chosen("701", "702"), method: EMAIL, subject: "Please sign", messageText: "Sign {agreementLink}", expected: 2 };
  const { bulkMessage } = await api().sendBulkMessage(text);
  expect(await finished(bulkMessage!.bulkMessageId)).toMatchObject({ recipients: 2, sent: 1, skipped: 1 });
  expect(await stored(bulkMessage!.bulkMessageId)).toEqual(["702"]);
  expect((await servers.sandbox.mails("ann702@example.test"))[0]?.text).toContain("https://shop.test/agreement/sign/70200");
  expect(tries).toBe(4);
});

test("on the last try only those of whom it still cannot be known are skipped, and the others get theirs", async () => {
  for (const id of ["711", "712", "713"]) await servers.keepClient(id);
  servers.agreements.listUnsignedAgreements = async ({ customerId }: { customerId: string }) => {
    if (customerId === "712") throw fail("SYSTEM_BUSY", { facts: { cause: "unavailable" } });
    return { records: [{ id: `${customerId}00` }] };
  };
  servers.agreements.getUnsignedAgreementLink = async ({ id }: { id: string }) => ({ url: `https://shop.test/agreement/sign/${id}` });
  const selection = chosen("711", "712", "713");
  const text = { selection, method: EMAIL, subject: "Please sign", messageText: "Sign {agreementLink}", expected: 3 };
  const { bulkMessage } = await api().sendBulkMessage(text);
  const id = bulkMessage!.bulkMessageId;
  await lastTryOf(id);
  expect(await stored(id)).toEqual([]);
  expect(await finished(id)).toMatchObject({ recipients: 3, sent: 2, skipped: 1 });
  expect(await stored(id)).toEqual(["711", "713"]);
});

test("on the last try a link that is not to be had is left out, and everybody gets the message; so does whoever has to sign, with where they do", async () => {
  for (const id of ["721", "722"]) await servers.keepClient(id);
  servers.onlineBooking.getOnlineBookingSetting = async () => {
    throw fail("SYSTEM_BUSY", { facts: { cause: "unavailable" } });
  };
  servers.agreements.listUnsignedAgreements = async ({ customerId }: { customerId: string }) => ({
    records: customerId === "722" ? [{ id: "72200" }] : [],
  });
  servers.agreements.getUnsignedAgreementLink = async ({ id }: { id: string }) => ({ url: `https://shop.test/agreement/sign/${id}` });
  const text = { selection: chosen("721", "722"), method: EMAIL, expected: 2 };
  const send = async (subject: string, messageText: string) =>
    (await api().sendBulkMessage({ ...text, subject, messageText })).bulkMessage!.bulkMessageId;
  const [news, sign] = [
    await send("News", "Book: {onlineBookingLink}."),
    await send("Sign", "Sign {agreementLink}, book: {onlineBookingLink}."),
  ];
  for (const id of [news, sign]) await lastTryOf(id);
  expect([await finished(news), await finished(sign)]).toMatchObject([
    { sent: 2, skipped: 0 },
    { sent: 1, skipped: 1 },
  ]);
  expect([await stored(news), await stored(sign)]).toEqual([["721", "722"], ["722"]]);
  const mails = (await servers.sandbox.mails("ann722@example.test")).map((mail) => mail.text);
  expect(mails.some((one) => one.includes("Sign https://shop.test/agreement/sign/72200, book: ."))).toBe(true);
});

test("nothing goes out when the number is another one by now, to nobody, without the permission, or for another company", async () => {
  await servers.keepClient("201");
  const text = { selection: chosen("201"), method: EMAIL, messageText: "Hello", expected: 2 };
  const before = (await api().listBulkMessages({})).bulkMessages.length;
  const refusal = await refusalOf(api().sendBulkMessage(text));
  expect([refusal.code, refusal.options.facts?.reached]).toEqual([ErrorCode.STATE_CONFLICT, "1"]);
  expect(
    (await refusalOf(api({ employeeCategory: 0, permissions: [Permission.VIEW_CLIENT_LIST] }).sendBulkMessage({ ...text, expected: 1 })))
      .code,
  ).toBe(ErrorCode.NO_PERMISSION);
  const narrow = api({ employeeCategory: 0, staffId: "77", permissions: [Permission.VIEW_MESSAGE_CENTER] });
  expect((await narrow.countBulkMessage({ selection: text.selection, method: EMAIL })).counts).toMatchObject({ reached: 0, outOfReach: 1 });
  expect((await refusalOf(api().sendBulkMessage({ ...text, expected: 1, messageText: "At {appointmentTime}" }))).code).toBe(
    ErrorCode.PARAMS_INVALID,
  );
  const after = (await api().listBulkMessages({})).bulkMessages;
  expect(after).toHaveLength(before);
  const other = api({ companyId: "2" });
  expect((await refusalOf(other.getBulkMessage({ id: after[0]?.bulkMessageId ?? "1" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await other.listBulkMessages({})).bulkMessages).toEqual([]);
});

test("every client of a list is every one whom the caller reaches: customer is asked for the caller as such; who reaches none counts none and sends none", async () => {
  await servers.keepClient("601");
  const asked: Caller[] = [];
  const before = servers.customer.selectClients;
  servers.customer.selectClients = async (_: SelectClientsRequest, { caller }: Ctx) => {
    asked.push(caller);
    return { clients: clientReach(caller).kind === "all" ? [{ customerId: "601", isUnsubscribed: false }] : [] };
  };
  try {
    const all = { selection: { isAll: true }, method: EMAIL };
    expect((await api().countBulkMessage(all)).counts).toMatchObject({ chosen: 1, reached: 1 });
    const permissions = [Permission.VIEW_MESSAGE_CENTER, Permission.VIEW_FULL_MESSAGE];
    const key = api({ kind: "apiKey", accountId: "0", staffId: "0", employeeCategory: 0, permissions });
    const { counts } = await key.countBulkMessage(all);
    const { $typeName: _, ...numbers } = counts!;
    expect(Object.values(numbers).every((number) => number === 0)).toBe(true);
    const refusal = await refusalOf(key.sendBulkMessage({ ...all, messageText: "Hello", expected: 1 }));
    expect([refusal.code, refusal.options.facts?.reached]).toEqual([ErrorCode.STATE_CONFLICT, "0"]);
    expect(asked.at(-1)).toMatchObject({ kind: "apiKey", staffId: "0", permissions });
  } finally {
    servers.customer.selectClients = before!;
  }
});

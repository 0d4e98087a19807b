import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { refusalOf } from "@leashline/kit/test";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { TextNumberService } from "@leashline/proto/leashline/message/v1/text_number_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "../auto-messages/auto-message.ts";
import { freeToTake, NO_NUMBER } from "./number.ts";

const [first, second, third] = ["+12065550100", "+12065550101", "+12065550155"] as const;
let servers: MessageHarness;
const of = (companyId: string) => ({ companyId, businessId: "1", businessIds: ["1"] });
const write = async (companyId: string, customerId: string, messageText: string) =>
  await servers.client(MessageService, of(companyId)).sendMessage({ customerId, messageText });
const said = async (companyId: string, customerId: string) =>
  (await servers.client(MessageService, of(companyId)).listMessages({ customerId })).messages.map((message) => message.messageText);
const operator = (companyId: string) => servers.client(TextNumberService, { ...of(companyId), kind: "service", via: "operator" });
const numberOf = async (companyId: string) => (await servers.client(TextNumberService, of(companyId)).getTextNumber({})).number;
/** The command that whoever runs an installation has. */
const textNumber = async (...words: string[]) =>
  (
    await promisify(execFile)(process.execPath, ["deploy/text-number.ts", ...words], {
      cwd: new URL("../../../../", import.meta.url).pathname,
      env: { ...process.env, LEASHLINE_MESSAGE_URL: servers.url, LEASHLINE_SIGNING_KEY: servers.config.signingKey },
    })
  ).stdout;
const outcomeOf = async (body: string) =>
  await waitFor(async () => {
    const { rows } = await servers.admin.query("select outcome from message.received where params->>'Body' = $1", [body]);
    expect(rows[0]?.outcome).toBeTruthy();
    return rows[0].outcome as string;
  });

beforeAll(async () => {
  servers = await startMessageHarness({ numbers: `${first}, ${second}` });
});
afterAll(() => servers.stop());

test("while there is one company only, a text to the installation's number is its own before it ever wrote", async () => {
  await servers.keepBusiness("1");
  await servers.keepClient("700");
  await servers.sandbox.reply(phoneOf("700"), "Do you have time on Friday?", first);
  await waitFor(async () => expect(await said("1", "700")).toEqual(["Do you have time on Friday?"]));
  expect(await numberOf("1")).toBe(first);
});

test("an owner sends a test text to a phone as people write it, and the company knows that it did; no number and the sixth are refused", async () => {
  const numbers = servers.client(TextNumberService, of("1"));
  const mails = servers.client(MailService, of("1"));
  expect((await numbers.getTextNumber({})).testTextSent).toBe(false);
  expect((await refusalOf(mails.sendTestText({ phoneNumber: "call me" }))).code).toBe(400);
  for (let nth = 0; nth < 5; nth += 1) await mails.sendTestText({ phoneNumber: "(206) 555-0177" });
  expect((await numbers.getTextNumber({})).testTextSent).toBe(true);
  await waitFor(async () => {
    const [text] = await servers.sandbox.texts("+12065550177");
    expect(text).toMatchObject({ from: first, body: expect.stringContaining("It works") });
  });
  expect((await refusalOf(mails.sendTestText({ phoneNumber: "(206) 555-0177" }))).code).toBe(900_003);
});

describe("two companies write to one phone", () => {
  beforeAll(async () => {
    await servers.keepBusiness("1", {}, "2");
    for (const company of ["1", "2"]) await servers.keepClient("701", {}, company);
  });

  test("a text that is refused takes no number", async () => {
    servers.onlineBooking.getOnlineBookingSetting = async () => ({ setting: { isEnable: true, bookOnlineName: "b".repeat(60) } });
    const refusal = await refusalOf(write("2", "701", `${"x".repeat(1_570)} {onlineBookingLink}`));
    expect(refusal.options.fields?.[0]?.field).toBe("messageText");
    expect(await numberOf("2")).toBe("");
  });

  test("each from a number of its own, and what is answered goes to the number it was sent to, whoever wrote last", async () => {
    await write("1", "701", "From the first shop");
    await write("2", "701", "From the second shop");
    const sent = await waitFor(async () => {
      const texts = await servers.sandbox.texts(phoneOf("701"));
      expect(texts).toHaveLength(2);
      return texts;
    });
    expect(Object.fromEntries(sent.map(({ body, from }) => [body, from]))).toEqual({
      "From the first shop": first,
      "From the second shop": second,
    });
    await servers.sandbox.reply(phoneOf("701"), "The gate code is 4711", first);
    await servers.sandbox.reply(phoneOf("701"), "See you then", second);
    await waitFor(async () => expect(await said("1", "701")).toContain("The gate code is 4711"));
    await waitFor(async () => expect(await said("2", "701")).toContain("See you then"));
    expect(await said("1", "701")).not.toContain("See you then");
    expect(await said("2", "701")).not.toContain("The gate code is 4711");
  });

  test("STOP to one of them stops that one, START lets it write again", async () => {
    await servers.keepClient("702", { phoneNumber: phoneOf("701") }, "2");
    await servers.sandbox.reply(phoneOf("701"), "STOP", second);
    await waitFor(async () => expect((await refusalOf(write("2", "701", "Still there?"))).message).toMatch(/answered STOP/));
    expect((await refusalOf(write("2", "702", "And the partner?"))).message, "the same phone").toMatch(/answered STOP/);
    await write("1", "701", "The first shop may still write");
    await servers.sandbox.reply(phoneOf("701"), "START", second);
    await waitFor(async () => void (await write("2", "701", "Welcome back")));
  });

  test("Y confirms the visit of the company whose number it was sent to, and no other", async () => {
    const asked: { companyId: string; id: string }[] = [];
    servers.calendar.updateStatus = async (request: { id: string }) => {
      asked.push({ companyId: "?", id: request.id });
      return {};
    };
    const appointments = appointmentsOf(servers);
    await appointments.tellNoBookings();
    await appointments.book("8001", "701");
    await appointments.ring("8001");
    await waitFor(async () =>
      expect((await servers.sandbox.texts(phoneOf("701"))).some(({ body }) => body.includes("Reply Y"))).toBe(true),
    );
    await servers.sandbox.reply(phoneOf("701"), "Y", second);
    await waitFor(async () => expect((await said("2", "701")).filter((text) => text === "Y")).toHaveLength(1));
    await servers.sandbox.reply(phoneOf("701"), "y", first);
    await waitFor(async () => expect(asked.map(({ id }) => id)).toEqual(["8001"]));
    expect(await said("1", "701")).not.toContain("Y");
  });

  test("a text to a number that is nobody's, or from a phone that the company does not know, is nobody's", async () => {
    await servers.sandbox.reply(phoneOf("701"), "to a number of nobody", "+12065550199");
    expect(await outcomeOf("to a number of nobody")).toBe("to or from nobody we know");
    await servers.sandbox.reply(phoneOf("700"), "the other company's client", second);
    expect(await outcomeOf("the other company's client")).toBe("to or from nobody we know");
    expect(await said("1", "700")).toHaveLength(1);
  });
});

describe("a third company, where no number is left", () => {
  beforeAll(async () => {
    await servers.keepBusiness("1", {}, "3");
    await servers.keepClient("703", {}, "3");
  });

  test("is told so where it would write or turns texts on; what goes by itself says why it did not", async () => {
    expect(await refusalOf(write("3", "703", "Hi"))).toMatchObject({ code: 900_008, message: NO_NUMBER });
    const auto = servers.client(AutoMessageService, of("3"));
    const mails = { useCase: UseCase.FOLLOW_UP, isEnabled: true, minutesAt: 0, hoursAfter: 2 };
    const { autoMessage } = await auto.updateAutoMessage({ ...mails, clientReceive: [MessageMethod.EMAIL] });
    const texts = { ...mails, clientReceive: [MessageMethod.EMAIL, MessageMethod.SMS], version: autoMessage?.version ?? 0 };
    expect((await refusalOf(auto.updateAutoMessage(texts))).message).toBe(NO_NUMBER);
    expect(await servers.sandbox.texts(phoneOf("703"), 0)).toEqual([]);
    expect((await servers.client(ThreadService, of("3")).listThreads({})).threads).toEqual([]);
  });

  test("writes once it is given one; a number of another company is never given, nor by staff", async () => {
    expect((await refusalOf(operator("3").assignTextNumber({ number: first }))).options.fields?.[0]?.field).toBe("number");
    await expect(textNumber("3", second)).rejects.toMatchObject({ stderr: expect.stringContaining("another company") });
    expect((await refusalOf(servers.client(TextNumberService, of("3")).assignTextNumber({ number: third }))).code).toBe(20_019);
    expect(await textNumber("3", "+1 (206) 555-0155")).toBe(`company 3: ${third}\n`);
    expect(await textNumber("1")).toBe(`company 1: ${first}\n`);
    await write("3", "703", "At last");
    expect(await servers.sandbox.texts(phoneOf("703"))).toMatchObject([{ body: "At last", from: third }]);
  });

  test("a company that gets another number writes from that, and still hears what comes to the old one", async () => {
    await operator("3").assignTextNumber({ number: "+12065550177" });
    await write("3", "703", "From the new one");
    await waitFor(async () => expect((await servers.sandbox.texts(phoneOf("703"))).map(({ from }) => from)).toContain("+12065550177"));
    await servers.sandbox.reply(phoneOf("703"), "To the old one", third);
    await waitFor(async () => expect(await said("3", "703")).toContain("To the old one"));
  });
});

test.each([
  { why: "nobody wrote before", writers: [], free: [first, second] },
  { why: "the company itself did", writers: ["3"], free: [first, second] },
  { why: "another did", writers: ["4"], free: [second] },
  { why: "it and another did", writers: ["3", "4"], free: [second] },
])("the number that was everybody's, when $why", ({ writers, free }) => {
  expect(freeToTake([first, second], "3", writers)).toEqual(free);
});

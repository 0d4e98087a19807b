import { fromBinary } from "@bufbuild/protobuf";
import { fail, sealNumbers } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AgreementSendService } from "@leashline/proto/leashline/message/v1/agreement_send_service_pb.js";
import { MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { AGREEMENT_LINK, numbersOfAgreementLink } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
const api = () => servers.client(AgreementSendService);
const url = "http://127.0.0.1/agreement/sign/token";

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  // A record's number is its client's, here.
  servers.agreements.batchGetAgreementSigners = async ({ recordIds }: { recordIds: string[] }) => ({
    signers: recordIds.map((recordId) => ({ recordId, customerId: recordId })),
  });
  servers.agreements.prepareAgreementLink = async ({ recordId }: { recordId: string }) => {
    if (recordId === "99") throw fail("STATE_CONFLICT", { field: "recordId", message: "This is signed already." });
    const emailBody = `Please sign ${recordId === "38" ? "“<img src=x> of <b>Rex</b>”" : "here"}:\n${url}`;
    const html = { emailIsHtml: true, emailBody: `<p>Hi <b>Ann &#38; Rex</b></p><script>1</script><p><a href="${url}">Sign</a></p>` };
    const words = { emailTitle: "Please sign", emailBody, smsBody: `Please sign: ${url}`, ...(recordId === "39" && html) };
    return { customerId: recordId, businessId: "1", appointmentId: "0", ...words };
  };
});
afterAll(() => servers.stop());

const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field ?? options.field];
};

/** How many messages there are about a record. */
const told = async (recordId: string): Promise<number> => {
  const { rows } = await servers.admin.query("select count(*)::int as n from message.message where cause like $1", [`${recordId}:%`]);
  return rows[0].n;
};

test("services-message-target-31: an unsigned agreement goes out by the way the legacy call names", async () => {
  await servers.keepClient("31");
  await api().sendServicesMessage({ targetType: 31, method: MessageMethod.SMS, extParams: { unsignId: "31" } });
  const texts = await servers.sandbox.texts(phoneOf("31"));
  expect(texts.map(({ body }) => body)).toEqual([`Please sign: ${url}`]);
  const wrong = { targetType: 30, method: MessageMethod.SMS, extParams: { unsignId: "31" } };
  expect(await refused(api().sendServicesMessage(wrong))).toEqual([400, "targetType"]);
});

test("by text and e-mail at once; the mail's link can be pressed", async () => {
  await servers.keepClient("32");
  const { messages } = await api().sendServicesMessage({ extParams: { unsignId: "32" }, sendText: true, sendEmail: true });
  expect(messages.map(({ method }) => method).sort()).toEqual([MessageMethod.SMS, MessageMethod.EMAIL]);
  const [mail] = await servers.sandbox.mails("ann32@example.test");
  expect(mail?.subject).toBe("Please sign");
  expect(mail?.html).toContain(`<a href="${url}"`);
  expect(await told("32")).toBe(2);
});

test("a title with a tag in it is shown as it is, and the link can be pressed all the same", async () => {
  await servers.keepClient("38");
  await api().sendServicesMessage({ extParams: { unsignId: "38" }, sendEmail: true });
  const [mail] = await servers.sandbox.mails("ann38@example.test");
  expect(mail?.text.trim()).toBe(`Please sign “<img src=x> of <b>Rex</b>”:\n${url}`);
  expect(mail?.html).toContain(`“&#60;img src=x&#62; of &#60;b&#62;Rex&#60;/b&#62;”:<br><a href="${url}"`);
});

test("a mail that the business wrote as HTML goes out as that, without anything that runs", async () => {
  await servers.keepClient("39");
  await api().sendServicesMessage({ extParams: { unsignId: "39" }, sendEmail: true });
  const [mail] = await servers.sandbox.mails("ann39@example.test");
  expect(mail?.html).toMatch(new RegExp(`<p>Hi <b>Ann &amp; Rex</b></p><p><a href="${url}"[^>]*>Sign</a></p>`));
  expect(mail?.text).toContain("Hi Ann & Rex");
});

test("it says which record a message was about, once it is out", async () => {
  await servers.keepClient("33");
  await api().sendServicesMessage({ extParams: { unsignId: "33" }, sendText: true });
  const { rows } = await servers.admin.query(
    "select payload from message.outbox where type = 'leashline.message.v1.MessageSent' order by id desc limit 1",
  );
  expect(fromBinary(MessageSentSchema, rows[0].payload)).toMatchObject({
    agreementRecordId: "33",
    agreementRecordIds: ["33"],
    sentTo: `…${phoneOf("33").slice(-4)}`,
    useCase: "agreement link",
  });
});

test("so does any other message that has its link among its words, and nothing for a link of another company or none of ours", async () => {
  await servers.keepClient("36");
  const { signingKey } = servers.config;
  const linkOf = (companyId: string, recordId: string) => {
    const numbers = numbersOfAgreementLink({ companyId, businessId: "1", customerId: "36", recordId, until: Date.now() + 60_000 });
    return `http://127.0.0.1${AGREEMENT_LINK.path}${sealNumbers(signingKey, AGREEMENT_LINK.purpose, numbers)}`;
  };
  const words = `Before Friday: ${linkOf("1", "361")}, and ${linkOf("1", "362")}. ${linkOf("2", "363")} ${url}`;
  await servers.client(MessageService).sendMessage({ businessId: "1", customerId: "36", method: MessageMethod.SMS, messageText: words });
  const { rows } = await servers.admin.query(
    "select payload from message.outbox where type = 'leashline.message.v1.MessageSent' order by id desc limit 1",
  );
  expect(fromBinary(MessageSentSchema, rows[0].payload)).toMatchObject({ agreementRecordIds: ["361", "362"], useCase: "" });
});

test("no phone, no e-mail, no way, signed already: each has its answer, and nothing goes out", async () => {
  await servers.keepClient("34", { phoneNumber: "", email: "" });
  const ask = (more: object, unsignId = "34") => refused(api().sendServicesMessage({ extParams: { unsignId }, ...more }));
  expect(await ask({ sendText: true })).toEqual([80101, "customerId"]);
  expect(await ask({ sendEmail: true })).toEqual([80102, "customerId"]);
  expect(await ask({})).toEqual([400, "method"]);
  expect(await ask({ sendText: true }, "99")).toEqual([900008, "recordId"]);
  expect(await told("34")).toBe(0);
});

const due = async (recordId: string, number: number, more: object = {}) =>
  await servers.emit(
    "customer",
    AgreementReminderDueSchema,
    { recordId, customerId: recordId, businessId: "1", number, byText: true, byEmail: true, ...more },
    recordId,
  );

test("a reminder goes the ways the link went, as far as the client wants automatic messages; none for what is signed", async () => {
  await servers.keepClient("35", { sendAutoEmail: false });
  await servers.keepClient("99");
  await due("99", 1);
  await due("35", 1);
  const texts = await servers.sandbox.texts(phoneOf("35"));
  expect(texts.map(({ body }) => body)).toEqual([`Reminder: Please sign: ${url}`]);
  await waitFor(async () => expect(await told("35")).toBe(1));
  expect(await told("99")).toBe(0);
});

test("a link that goes out by itself says nothing of a reminder, and goes the ways the client wants", async () => {
  await servers.keepClient("37", { sendAutoEmail: false });
  await due("37", 0);
  const texts = await servers.sandbox.texts(phoneOf("37"));
  expect(texts.map(({ body }) => body)).toEqual([`Please sign: ${url}`]);
});

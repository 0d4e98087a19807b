import { createHash } from "node:crypto";
import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";
import { sanitizeText, textFor } from "./agreement-text.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(() => servers?.stop());

const api = (companyId = "1", more: object = {}) => servers.client(AgreementService, { companyId, ...more });
const words = { agreementHeader: "Boarding contract", agreementContent: "<p>{customerFullName} trusts us with {petName}.</p>" };
const made = async (companyId = "1", more: object = {}) => (await api(companyId).createAgreement({ ...words, ...more })).agreement!;
const refused = async (call: Promise<unknown>) => {
  const refusal = await refusalOf(call);
  return [refusal.code, refusal.options.fields?.[0]?.field ?? refusal.options.field];
};

test.each([
  ["<script>alert(1)</script><p>Yes</p>", "<p>Yes</p>"],
  ['<p onclick="x()" style="position:fixed">Yes</p>', "<p>Yes</p>"],
  ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ['<a href="https://a.test/?a=1&amp;b=2" target="_top">a</a>', '<a href="https://a.test/?a=1&amp;b=2">a</a>'],
  ['<img src="https://spy.test/x.png"><iframe src="//x"></iframe><h2>Care</h2>', "<h2>Care</h2>"],
])("a text keeps what a text consists of: %s", (given, kept) => expect(sanitizeText(given)).toBe(kept));

test("what is filled in is text, not markup; without an appointment its day and time are named, so that no line has a hole", () => {
  const business = { name: "Paws & Co", phone: "555", address: "1 Pine St" };
  const facts = { client: { firstName: "<b>Ada</b>", lastName: "L" }, petNames: ["Rex", "Mia"], business };
  const text = {
    header: "For {customerName}",
    content: "<p>{customerFullName}: {petName} at {businessName}, on {appointmentDate} at {appointmentTime}{other}</p>",
    inputs: [],
  };
  expect(textFor(text, facts)).toEqual({
    header: "For <b>Ada</b>",
    content:
      "<p>&#60;b&#62;Ada&#60;/b&#62; L: Rex and Mia at Paws &#38; Co, on the day of the appointment at the time of the appointment{other}</p>",
    inputs: [],
  });
});

test("of a client without pets a text speaks of their pets, so that no line has a hole", () => {
  const facts = { client: { firstName: "Ada", lastName: "L" }, petNames: [""], business: { name: "Paws", phone: "", address: "" } };
  const text = { header: "Care", content: "<p>{customerName} leaves {petName} in the care of {businessName}.</p>", inputs: [] };
  expect(textFor(text, facts).content).toBe("<p>Ada leaves their pets in the care of Paws.</p>");
});

test("a new agreement is its first version, cleaned, with a hash that anybody can compute", async () => {
  const inputs = [{ label: " Vet's phone ", required: true }];
  const one = await made("1", { agreementContent: `${words.agreementContent}<script>x</script>`, inputs, careTypes: ["GROOMING"] });
  expect(one).toMatchObject({ ...words, agreementRequiredType: 1, versionNumber: 1, version: 1, careTypes: ["GROOMING"], servicesType: 3 });
  const document = `Boarding contract\n\n${words.agreementContent}\n* Vet's phone`;
  expect(one.contentHash).toBe(createHash("sha256").update(document).digest("hex"));
  expect((await api().getAgreement({ id: one.id })).agreement).toEqual(one);
});

test("another text is another version and the old one stays as it was; other changes are none", async () => {
  const first = await made();
  const renamed = (await api().updateAgreement({ id: first.id, emailTitle: "Please sign", agreementRequiredType: 2, version: 1 }))
    .agreement!;
  expect(renamed).toMatchObject({ versionNumber: 1, version: 2, emailTitle: "Please sign", agreementRequiredType: 2 });
  const second = (await api().updateAgreement({ id: first.id, agreementContent: "<p>New</p>" })).agreement!;
  expect(second).toMatchObject({ versionNumber: 2, validFromVersion: 1 });
  expect((await api().updateAgreement({ id: first.id, agreementContent: "<p>New</p>" })).agreement?.versionNumber).toBe(2);
  const flushed = (await api().updateAgreement({ id: first.id, isNeedFlush: true })).agreement!;
  expect(flushed).toMatchObject({ versionNumber: 3, validFromVersion: 3, contentHash: second.contentHash });
  const { versions, total } = await api().listAgreementVersions({ id: first.id });
  expect([total, versions.map((one) => [one.number, one.agreementContent, one.contentHash, one.flushed])]).toEqual([
    3,
    [
      [3, "<p>New</p>", second.contentHash, true],
      [2, "<p>New</p>", second.contentHash, false],
      [1, words.agreementContent, first.contentHash, false],
    ],
  ]);
  expect((await refused(api().updateAgreement({ id: first.id, emailTitle: "Late", version: 1 })))[0]).toBe(ErrorCode.VERSION_CONFLICT);
});

test("a locked text is not changed until it is unlocked", async () => {
  const { id } = await made("1", { blockModify: true });
  expect(await refused(api().updateAgreement({ id, agreementContent: "<p>Other</p>" }))).toEqual([
    ErrorCode.STATE_CONFLICT,
    "agreementContent",
  ]);
  expect((await api().updateAgreement({ id, smsBody: "Sign here: {agreementLink}" })).agreement?.smsBody).toContain("{agreementLink}");
  const open = await api().updateAgreement({ id, agreementContent: "<p>Other</p>", blockModify: false });
  expect(open.agreement).toMatchObject({ versionNumber: 2, blockModify: false });
});

test.each([
  ["agreementContent", { agreementContent: "<p> &nbsp; </p><script>x</script>" }],
  ["agreementContent", { agreementContent: "<p>{petNmae}</p>" }],
  ["agreementContent", { agreementContent: "<p>{agreementLink}</p>" }],
  ["agreementHeader", { agreementHeader: "   " }],
  ["smsBody", { smsBody: "{nothing}" }],
  ["expireDate", { expireDate: { year: 2026, month: 1, day: 15 } }],
  ["inputs", { inputs: [{ label: "Vet" }, { label: "vet " }] }],
  ["inputs", { inputs: [{ label: " " }] }],
])("%s is refused where it makes no sense", async (field, wrong) => {
  expect(await refused(api().createAgreement({ ...words, ...wrong }))).toEqual([ErrorCode.PARAMS_INVALID, field]);
});

test("they come in the order they are put into, those of another location are not shown", async () => {
  const [a, b, c] = [await made("3"), await made("3", { businessIds: ["1"] }), await made("3")];
  const list = async (more: object = {}) => (await api("3", more).listAgreements({})).agreements.map(({ id }) => id);
  expect(await list()).toEqual([a.id, b.id, c.id]);
  await api("3").sortAgreements({ ids: [c.id, a.id, b.id] });
  expect(await list()).toEqual([c.id, a.id, b.id]);
  expect(await list({ businessId: "2", businessIds: ["2"] })).toEqual([c.id, a.id]);
  const first = await api("3").listAgreements({ pageSize: 2 });
  expect((await api("3").listAgreements({ pageSize: 2, pageToken: first.nextPageToken })).agreements.map(({ id }) => id)).toEqual([b.id]);
  expect(first.placeholders.map(({ name }) => name)).toContain("{appointmentDate}");
  const elsewhere = { permissions: [300, 301], employeeCategory: 0, businessId: "2", businessIds: ["2"] };
  expect((await refused(api("3", elsewhere).getAgreement({ id: b.id })))[0]).toBe(ErrorCode.NOT_FOUND);
  expect((await refused(api("3").sortAgreements({ ids: [a.id, "987654"] })))[0]).toBe(ErrorCode.NOT_FOUND);
});

test("the words around the link are read and saved by themselves", async () => {
  const { id } = await made();
  const saved = { emailTitle: "Sign", emailBody: "Hi {customerName}", smsBody: "{agreementLink}" };
  expect(await api().saveAgreementTemplate({ agreementId: id, ...saved })).toMatchObject({ agreementId: id, ...saved });
  expect(await api().getAgreementTemplate({ agreementId: id })).toMatchObject(saved);
});

test("deleted twice it is gone once and its versions stay; another company's is not found", async () => {
  const { id } = await made();
  for (const call of [
    () => api("2").getAgreement({ id }),
    () => api("2").updateAgreement({ id, emailTitle: "x" }),
    () => api("2").listAgreementVersions({ id }),
  ])
    expect((await refused(call()))[0]).toBe(ErrorCode.NOT_FOUND);
  await api("2").deleteAgreements({ ids: [id] });
  expect((await api().getAgreement({ id })).agreement?.id).toBe(id);
  for (const _ of [1, 2]) await api().deleteAgreements({ ids: [id] });
  expect((await refused(api().getAgreement({ id })))[0]).toBe(ErrorCode.NOT_FOUND);
});

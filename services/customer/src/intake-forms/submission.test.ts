import { fromBinary } from "@bufbuild/protobuf";
import { defineService, ErrorCode } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import type { BatchGetBusinessesRequest } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { WeightUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { IntakeFormSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { IntakePageService } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { IntakeSubmissionState as State } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import {
  IntakeSubmissionFilter as Filter,
  IntakeSubmissionService,
} from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { service } from "../main.ts";

const account = defineService({
  name: "account",
  migrations: new URL("../../test/none/", import.meta.url),
  rpcs: [
    partOf(BusinessService, {
      batchGetBusinesses: async ({ ids }: BatchGetBusinessesRequest) => ({
        businesses: ids.map((id) => ({
          id,
          businessName: "Paws & Co",
          unitOfWeightType: id === "29" ? WeightUnitType.KILOGRAM : WeightUnitType.POUND,
        })),
      }),
    }),
  ],
});

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service, account], { background: false });
});
afterAll(() => servers?.stop());

const forms = (companyId: string) => servers.client(IntakeFormService, { companyId });
const submissions = (companyId: string, more: object = {}) => servers.client(IntakeSubmissionService, { companyId, ...more });
const clients = (companyId: string) => servers.client(ClientService, { companyId });
const visitor = (ip: string) =>
  servers.client(IntakePageService, { kind: "anonymous", companyId: "0", businessId: "0", businessIds: [], ip });

async function published(companyId: string, more: object = {}) {
  const { form } = await forms(companyId).createIntakeForm({ title: "Welcome", ...more });
  return (await forms(companyId).publishIntakeForm({ id: form!.id })).form!;
}

/** The keys of the starter's questions by the field they fill. */
async function opened(formId: string, ip = "203.0.113.7", ticket = "") {
  const { page } = await visitor(ip).getIntakePage({ formId, ticket });
  const questions = page!.sections.flatMap((section) => section.questions);
  const key = (target: string) => questions.find((one) => one.target === target)?.key ?? "";
  const answers = (given: Record<string, string>) =>
    Object.entries(given).map(([target, value]) => ({ questionKey: key(target), values: [value] }));
  return { page: page!, key, answers };
}

const ada = {
  "client.firstName": "Ada",
  "client.lastName": "Lovelace",
  "client.phoneNumber": "(206) 555-0142",
  "client.email": "ada@new.test",
};
const rex = {
  "pet.petName": "Rex",
  "pet.petType": "Dog",
  "pet.breed": "Beagle",
  "pet.weight": "12.5",
  "pet.gender": "Male",
  "pet.fixed": "Yes",
};
const mia = { "pet.petName": "Mia", "pet.petType": "Cat" };

async function sent(companyId: string, more: { owner?: object; ip?: string; form?: object } = {}) {
  const { uuid } = await published(companyId, more.form);
  const { page, answers } = await opened(uuid, more.ip);
  const owner = answers({ ...ada, ...more.owner });
  await visitor(more.ip ?? "203.0.113.7").submitIntakeForm({
    formId: uuid,
    ticket: page.ticket,
    owner,
    pets: [{ answers: answers(rex) }, { answers: answers(mia) }],
  });
  return (await submissions(companyId).listIntakeSubmissions({})).submissions[0]!;
}

test("intake-submission-filter: All, Added, Read and Unread; opening marks read, a profile is made of it once", async () => {
  const one = await sent("21");
  expect(one).toMatchObject({ name: "Ada Lovelace", petNames: ["Rex", "Mia"], state: State.UNREAD, formTitle: "Welcome", customerId: "0" });
  const told = "select payload from customer.outbox where company_id = 21 and type = $1";
  const { rows } = await servers.admin.query(told, [IntakeFormSubmittedSchema.typeName]);
  expect(rows.map(({ payload }) => fromBinary(IntakeFormSubmittedSchema, payload).ownerName)).toEqual(["Ada Lovelace"]);
  const api = submissions("21");
  const shown = async () => {
    const counted = [Filter.ALL, Filter.ADDED, Filter.READ, Filter.UNREAD].map((filter) => api.listIntakeSubmissions({ filter }));
    return (await Promise.all(counted)).map(({ total }) => total);
  };
  expect(await shown()).toEqual([1, 0, 0, 1]);
  await api.markIntakeSubmissionRead({ id: one.id });
  expect(await shown()).toEqual([1, 0, 1, 0]);
  await api.markIntakeSubmissionRead({ id: one.id, unread: true });
  expect(await shown()).toEqual([1, 0, 0, 1]);
  await api.markIntakeSubmissionRead({ id: one.id });
  const { customerId, petIds } = await api.createIntakeProfile({ id: one.id });
  expect(await shown()).toEqual([1, 1, 0, 0]);
  const detail = await clients("21").getClientDetail({ customerId });
  expect(detail.client).toMatchObject({ firstName: "Ada", phoneNumber: "2065550142", email: "ada@new.test", source: "intake form" });
  expect(detail.pets.map(({ petName, breed, weight, gender, fixed }) => [petName, breed, weight, gender, fixed])).toEqual([
    ["Mia", "", 0, 0, false],
    ["Rex", "Beagle", 12.5, 1, true],
  ]);
  expect(petIds).toHaveLength(2);
  const again = await refusalOf(api.createIntakeProfile({ id: one.id }));
  expect([again.code, again.options.facts?.customerId]).toEqual([ErrorCode.STATE_CONFLICT, customerId]);
  await api.markIntakeSubmissionRead({ id: one.id, unread: true });
  expect(await shown()).toEqual([1, 1, 0, 0]);
  expect((await api.listIntakeSubmissions({ customerId })).submissions.map(({ id }) => id)).toEqual([one.id]);
  await api.deleteIntakeSubmission({ id: one.id });
  expect(await shown()).toEqual([0, 0, 0, 0]);
});

test("two people who add one submission at the same time make one profile of it; the other is told whose it is", async () => {
  const one = await sent("39");
  const tries = await Promise.allSettled([1, 2, 3].map(() => submissions("39").createIntakeProfile({ id: one.id })));
  const made = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value.customerId] : []));
  expect(made).toHaveLength(1);
  for (const refused of tries.filter((one) => one.status === "rejected")) {
    const refusal = await refusalOf(Promise.reject(refused.reason));
    expect([refusal.code, refusal.options.facts?.customerId]).toEqual([ErrorCode.STATE_CONFLICT, made[0]]);
  }
  const { rows } = await servers.admin.query("select id::text from customer.client where company_id = 39");
  expect(rows).toEqual([{ id: made[0] }]);
});

test("a pet that is yet to be born is not sent in, and nothing is kept", async () => {
  const { uuid } = await published("37");
  const { page, answers } = await opened(uuid, "203.0.113.37");
  const send = (birthday: string) =>
    visitor("203.0.113.37").submitIntakeForm({
      formId: uuid,
      ticket: page.ticket,
      owner: answers(ada),
      pets: [{ answers: answers({ ...rex, "pet.birthday": birthday }) }],
    });
  const refusal = await refusalOf(send(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)));
  expect(refusal.options.fields?.[0]).toMatchObject({
    field: expect.stringMatching(/^pets\.0\./),
    reason: "This date is in the future. Please check it.",
  });
  expect((await submissions("37").listIntakeSubmissions({})).total).toBe(0);
  await send("2020-05-01");
  expect((await submissions("37").listIntakeSubmissions({})).total).toBe(1);
});

test("creating a profile may merge with an existing client: what was chosen changes, the rest stays", async () => {
  const { client, pets } = await clients("22").createClientWithPets({
    client: { firstName: "Ada", lastName: "Lovelace", phoneNumber: "+12065550142", email: "old@ada.test" },
    pets: [{ petName: "rex", breed: "Mutt", color: "Brown" }],
  });
  const one = await sent("22");
  const { duplicates } = await submissions("22").listIntakeDuplicates({ id: one.id });
  expect(duplicates).toMatchObject([{ client: { customerId: client!.customerId }, samePhone: true, sameEmail: false, sameNames: true }]);
  const taken = await refusalOf(submissions("22").createIntakeProfile({ id: one.id }));
  expect(taken.code).toBe(ErrorCode.PHONE_NUMBER_IN_USE);
  const answer = await submissions("22").createIntakeProfile({
    id: one.id,
    customerId: client!.customerId,
    fields: ["client.email"],
    pets: [{ petId: pets[0]!.petId, fields: ["pet.breed"] }],
  });
  expect(answer.customerId).toBe(client!.customerId);
  const after = await clients("22").getClientDetail({ customerId: client!.customerId });
  expect(after.client).toMatchObject({ email: "ada@new.test", phoneNumber: "+12065550142" });
  expect(after.pets).toMatchObject([
    { petName: "Mia", petType: "Cat" },
    { petName: "rex", breed: "Beagle", color: "Brown", weight: 0 },
  ]);
});

test("a merge into a pet of somebody else changes nothing at all", async () => {
  const { client } = await clients("23").createClient({ client: { firstName: "Bo", lastName: "Peep" } });
  const { pets } = await clients("23").createClientWithPets({
    client: { firstName: "Other", lastName: "One" },
    pets: [{ petName: "Zed" }],
  });
  const one = await sent("23");
  const wrong = submissions("23").createIntakeProfile({
    id: one.id,
    customerId: client!.customerId,
    fields: ["client.email"],
    pets: [{ petId: pets[0]!.petId, fields: ["pet.breed"] }],
  });
  expect((await refusalOf(wrong)).code).toBe(ErrorCode.PET_NOT_FOUND);
  const after = await clients("23").getClientDetail({ customerId: client!.customerId });
  expect([after.client?.email, after.pets]).toEqual(["", []]);
});

test("who began on a version finishes on it, also when the form is changed or archived meanwhile", async () => {
  const { id, uuid } = await published("24");
  const { page, answers } = await opened(uuid);
  await forms("24").addIntakeQuestion({ id, question: { label: "Shoe size?", required: true } });
  await forms("24").setIntakeAgreements({ id, agreementIds: [] });
  await forms("24").publishIntakeForm({ id });
  await forms("24").archiveIntakeForm({ id, archived: true });
  expect((await refusalOf(opened(uuid))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await opened(uuid, "203.0.113.7", page.ticket)).page.sections).toEqual(page.sections);
  const filled = { formId: uuid, ticket: page.ticket, owner: answers(ada), pets: [{ answers: answers(mia) }] };
  await visitor("203.0.113.7").submitIntakeForm(filled);
  expect((await submissions("24").listIntakeSubmissions({})).submissions).toMatchObject([{ versionNumber: 1 }]);
});

test("a form that somebody filled in is archived and not deleted, until what was sent is deleted itself", async () => {
  const unused = await published("36", { title: "Unused" });
  const one = await sent("36");
  const marks = async () => (await forms("36").listIntakeForms({})).forms.map(({ title, filledIn }) => [title, filledIn]);
  expect(await marks()).toEqual([
    ["Unused", false],
    ["Welcome", true],
  ]);
  const id = (await forms("36").listIntakeForms({})).forms[1]!.id;
  expect((await forms("36").getIntakeForm({ id })).form?.filledIn).toBe(true);
  const no = await refusalOf(forms("36").deleteIntakeForm({ id }));
  expect([no.code, no.options.fields?.[0]?.field ?? no.options.field]).toEqual([ErrorCode.STATE_CONFLICT, "id"]);
  expect((await forms("36").archiveIntakeForm({ id, archived: true })).form).toMatchObject({ archived: true, filledIn: true });
  await forms("36").deleteIntakeForm({ id: unused.id });
  expect(await marks()).toEqual([]);
  await submissions("36").deleteIntakeSubmission({ id: one.id });
  await forms("36").deleteIntakeForm({ id });
  expect((await refusalOf(forms("36").getIntakeForm({ id }))).code).toBe(ErrorCode.NOT_FOUND);
});

test.each(["sent", "deleted"] as const)(
  "a form that is sent and deleted at the same moment, %s first: it was filled in and stands, or it is gone and takes nothing",
  async (first) => {
    const company = first === "sent" ? "47" : "48";
    const { id, uuid } = await published(company);
    const { page, answers } = await opened(uuid);
    const filled = { formId: uuid, ticket: page.ticket, owner: answers(ada), pets: [{ answers: answers(rex) }] };
    const acts = {
      sent: () => visitor("203.0.113.7").submitIntakeForm(filled),
      deleted: () => forms(company).deleteIntakeForm({ id }),
    };
    const held = await servers.admin.connect();
    await held.query("begin");
    await held.query("select id from customer.intake_form where id = $1 for update", [id]);
    const waits =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%intake_form%'";
    const waiting = async (count: number) => await expect.poll(async () => (await servers.admin.query(waits)).rowCount).toBe(count);
    const begun = [acts[first]()];
    await waiting(1);
    begun.push(acts[first === "sent" ? "deleted" : "sent"]());
    await waiting(2);
    await held.query("commit");
    held.release();
    expect((await Promise.allSettled(begun)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await submissions(company).listIntakeSubmissions({})).submissions.length).toBe(first === "sent" ? 1 : 0);
  },
);

test("what is missing or wrong is named by its question, and nothing is kept", async () => {
  const { uuid } = await published("25");
  const { page, answers, key } = await opened(uuid);
  const owner = answers({ ...ada, "client.phoneNumber": "12", "client.email": "nowhere" });
  const wrong = await refusalOf(
    visitor("203.0.113.7").submitIntakeForm({ formId: uuid, ticket: page.ticket, owner, pets: [{ answers: [] }] }),
  );
  expect(wrong.options.fields?.map(({ field }) => field)).toEqual([
    `owner.${key("client.phoneNumber")}`,
    `owner.${key("client.email")}`,
    `pets.0.${key("pet.petName")}`,
    `pets.0.${key("pet.petType")}`,
  ]);
  expect((await submissions("25").listIntakeSubmissions({})).total).toBe(0);
});

test("the page says what the business weighs in, so that a weight is not taken for the other unit", async () => {
  expect((await opened((await published("24")).uuid)).page.weightUnit).toBe("lb");
  const { form } = await servers
    .client(IntakeFormService, { companyId: "24", businessId: "29", businessIds: ["29"] })
    .createIntakeForm({ title: "Kilos" });
  const { uuid } = (
    await servers.client(IntakeFormService, { companyId: "24", businessId: "29", businessIds: ["29"] }).publishIntakeForm({ id: form!.id })
  ).form!;
  expect((await opened(uuid)).page.weightUnit).toBe("kg");
});

test("strangers are bounded: a page that was opened is sent once, one device sends twenty a day, robots and forged tickets leave nothing", async () => {
  const { uuid } = await published("26");
  const from = visitor("198.51.100.9");
  const fill = async (more: object = {}) => {
    const { page, answers } = await opened(uuid, "198.51.100.9");
    return { formId: uuid, ticket: page.ticket, owner: answers(ada), pets: [{ answers: answers(mia) }], ...more };
  };
  await from.submitIntakeForm(await fill({ website: "https://spam.test" }));
  expect((await refusalOf(from.submitIntakeForm(await fill({ ticket: "forged" })))).code).toBe(ErrorCode.NOT_FOUND);
  const first = await fill();
  await Promise.all([from.submitIntakeForm(first), from.submitIntakeForm(first), from.submitIntakeForm(first)]);
  const total = async () => (await submissions("26").listIntakeSubmissions({})).total;
  expect(await total()).toBe(1);
  for (let more = 0; more < 19; more++) await from.submitIntakeForm(await fill());
  const tooMany = await refusalOf(from.submitIntakeForm(await fill()));
  expect([tooMany.code, (tooMany.options.retryAfterSeconds ?? 0) > 80_000]).toEqual([ErrorCode.TOO_MANY_REQUESTS, true]);
  expect(await total()).toBe(20);
  const { page } = await opened(uuid, "198.51.100.10");
  const sameElsewhere = async () => ({ ...(await fill()), device: page.device });
  for (let more = 0; more < 20; more++) await visitor(`198.51.100.${more}`).submitIntakeForm(await sameElsewhere());
  expect((await refusalOf(visitor("198.51.100.99").submitIntakeForm(await sameElsewhere()))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
});

test("a full lobby sends from one address, a device each; a program that shows another device each time is slowed down", async () => {
  const { uuid } = await published("38");
  const ip = "198.51.100.38";
  const devices = new Set<string>();
  const send = async () => {
    const { page, answers } = await opened(uuid, ip);
    devices.add(page.device);
    const { ticket, device } = page;
    await visitor(ip).submitIntakeForm({ formId: uuid, ticket, device, owner: answers(ada), pets: [{ answers: answers(mia) }] });
  };
  for (let client = 0; client < 30; client++) await send();
  expect(devices.size).toBe(30);
  const refused = await refusalOf(send());
  expect([refused.code, (refused.options.retryAfterSeconds ?? 0) <= 3_600]).toEqual([ErrorCode.TOO_MANY_REQUESTS, true]);
  const again = await visitor(ip).getIntakePage({ formId: uuid, device: [...devices][0]! });
  expect(again.page?.device).toBe([...devices][0]);
  expect((await visitor(ip).getIntakePage({ formId: uuid, device: "forged" })).page?.device).not.toBe("forged");
});

test("whoever may not see contact data reads the answers without it; another location and company see nothing", async () => {
  const one = await sent("27");
  const viewer = submissions("27", { permissions: [Permission.VIEW_CLIENT_LIST] });
  const { submission } = await viewer.getIntakeSubmission({ id: one.id });
  const text = JSON.stringify(submission?.owner);
  expect([text.includes("Ada"), text.includes("0142"), text.includes("ada@new.test")]).toEqual([true, false, false]);
  const whole = await submissions("27").getIntakeSubmission({ id: one.id });
  expect(JSON.stringify(whole.submission?.owner)).toContain("0142");
  for (const other of [
    submissions("2"),
    submissions("27", { businessId: "9", businessIds: ["9"], permissions: [Permission.VIEW_CLIENT_LIST] }),
  ])
    expect((await refusalOf(other.getIntakeSubmission({ id: one.id }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("agreements of the form are named on its page, and wait to be signed with their links on the way once a profile is made; one for every booking is neither", async () => {
  const texts = servers.client(AgreementService, { companyId: "28" });
  const words = { agreementHeader: "Care for {petName}", agreementContent: "<p>We care.</p>", agreementRequiredType: 3 };
  const { agreement } = await texts.createAgreement(words);
  const { agreement: each } = await texts.createAgreement({ ...words, agreementRequiredType: 2 });
  const one = await sent("28", { form: { agreementIds: [agreement!.id, each!.id] } });
  const [form] = (await forms("28").listIntakeForms({})).forms;
  expect((await opened(form!.uuid)).page.agreementsToSign).toEqual(["Care for"]);
  const { customerId } = await submissions("28").createIntakeProfile({ id: one.id });
  const { records } = await servers.client(AgreementRecordService, { companyId: "28" }).listUnsignedAgreements({ customerId });
  expect(records.map(({ agreementId }) => agreementId)).toEqual([agreement!.id]);
  const { rows } = await servers.admin.query(
    "select 1 from customer.outbox where company_id = 28 and type = 'leashline.customer.v1.AgreementReminderDue'",
  );
  expect(rows).toHaveLength(1);
});

test("submissions are found by a name, a pet and an answer, and are a file with every answer; who may not see contact data finds and gets none of it", async () => {
  const one = await sent("30");
  const found = async (keyword: string, more: object = {}) =>
    (await submissions("30", more).listIntakeSubmissions({ keyword })).submissions.map(({ id }) => id);
  const viewer = { permissions: [Permission.VIEW_CLIENT_LIST, Permission.IMPORT_CLIENTS], employeeCategory: 0 };
  for (const keyword of ["lovel", "MIA", "0142", "12.5"]) expect([keyword, await found(keyword)]).toEqual([keyword, [one.id]]);
  for (const keyword of ["%", "lo_el", "12_5"]) expect([keyword, await found(keyword)]).toEqual([keyword, []]);
  expect([await found("nobody"), await found("%"), await found("q1")]).toEqual([[], [], []]);
  expect([await found("0142", viewer), await found("lovel", viewer)]).toEqual([[], [one.id]]);
  const { csv, fileName } = await submissions("30").exportIntakeSubmissions({});
  expect([fileName.startsWith("intake-forms-"), /Ada Lovelace.*Mia.*Unread/.test(csv), csv.includes("ada@new.test")]).toEqual([
    true,
    true,
    true,
  ]);
  const hidden = await submissions("30", viewer).exportIntakeSubmissions({});
  expect([hidden.csv.includes("Lovelace"), hidden.csv.includes("ada@new.test"), hidden.csv.includes("0142")]).toEqual([true, false, false]);
  expect(
    (await refusalOf(submissions("30", { employeeCategory: 0, permissions: [Permission.VIEW_CLIENT_LIST] }).exportIntakeSubmissions({})))
      .code,
  ).toBe(ErrorCode.NO_PERMISSION);
  expect((await submissions("31").exportIntakeSubmissions({})).csv).not.toContain("Lovelace");
});

test("a file of many submissions asks for the questions of each version once", async () => {
  const { uuid } = await published("32");
  for (const nth of [1, 2, 3]) {
    const { page, answers } = await opened(uuid, `203.0.113.${200 + nth}`);
    await visitor(`203.0.113.${200 + nth}`).submitIntakeForm({
      ...{ formId: uuid, ticket: page.ticket },
      ...{ owner: answers({ ...ada, "client.firstName": `Ada${nth}` }), pets: [{ answers: answers(rex) }] },
    });
  }
  const trips = vi.spyOn(servers.runtime("customer"), "seen");
  const { csv } = await submissions("32").exportIntakeSubmissions({});
  expect([trips.mock.calls.length, new Set(csv.match(/Ada\d/g)).size]).toEqual([2, 3]);
  trips.mockRestore();
});

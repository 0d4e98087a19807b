import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { IntakeSubject, IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(() => servers?.stop());

const api = (companyId = "1", more: object = {}) => servers.client(IntakeFormService, { companyId, ...more });
const made = async (companyId = "1", more: object = {}) => (await api(companyId).createIntakeForm({ title: "Welcome", ...more })).form!;
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field ?? options.field];
};

const isDog = { questionKey: "kind", anyOf: ["Dog"] };
const kind = { key: "kind", type: Type.DROPDOWN, label: "Dog or cat?", options: ["Dog", "Cat"] };
const owner = { subject: IntakeSubject.OWNER };
const pet = { subject: IntakeSubject.PET };

test("a new form asks what every shop asks, with keys that stay, and is not published", async () => {
  const form = await made("11");
  expect(form).toMatchObject({ title: "Welcome", businessId: "1", versionNumber: 0, changed: true, archived: false, version: 1 });
  expect(form.uuid).toMatch(/^[0-9a-f-]{36}$/);
  const keys = form.sections.flatMap(({ questions }) => questions.map(({ key }) => key));
  expect(new Set(keys).size).toBe(14);
  const renamed = (await api("11").updateIntakeForm({ id: form.id, title: "Hello", version: 1 })).form!;
  expect(renamed.sections).toEqual(form.sections);
  expect((await api("11").getIntakeForm({ id: form.id })).form).toEqual(renamed);
  const { forms, total } = await api("11").listIntakeForms({});
  expect(forms).toMatchObject([{ id: form.id, uuid: form.uuid, title: "Hello", questionCount: 14 }]);
  expect(total).toBe(1);
});

test.each([
  ["a choice needs options", { type: Type.RADIO, label: "Which?" }, "sections.0.questions.1.options"],
  ["each option once", { type: Type.CHECKBOX, label: "Which?", options: ["a", "a"] }, "sections.0.questions.1.options"],
  ["a field of the profile that there is", { label: "Shoe size", target: "client.shoe" }, "sections.0.questions.1.target"],
  ["a pet's field is asked for each pet", { label: "Breed", target: "pet.breed" }, "sections.0.questions.1.target"],
  ["a field takes its own type", { type: Type.DATE, label: "Phone", target: "client.phoneNumber" }, "sections.0.questions.1.target"],
  ["not a condition on nothing", { label: "Why?", condition: { questionKey: "none", anyOf: ["Dog"] } }, "sections.0.questions.1.condition"],
  [
    "not an option that there is not",
    { label: "Why?", condition: { questionKey: "kind", anyOf: ["Bird"] } },
    "sections.0.questions.1.condition",
  ],
])("what cannot be filled in is refused: %s", async (_, question, field) => {
  const sections = [{ ...owner, questions: [kind, question] }];
  expect(await refused(api().createIntakeForm({ title: "Odd", sections }))).toEqual([ErrorCode.PARAMS_INVALID, field]);
});

test("a question for the owner waits for no pet's answer, one about a pet may wait for the owner's", async () => {
  const [early, late] = [
    { ...pet, questions: [kind] },
    { ...owner, questions: [{ label: "Why?", condition: isDog }] },
  ];
  const wrong = api().createIntakeForm({ title: "Odd", sections: [early, late] });
  expect(await refused(wrong)).toEqual([ErrorCode.PARAMS_INVALID, "sections.1.questions.0.condition"]);
  const right = await made("1", {
    sections: [
      { ...owner, questions: [kind] },
      { ...pet, questions: [{ label: "Why?", condition: isDog }] },
    ],
  });
  expect(right.sections[1]?.questions[0]).toMatchObject({ key: "q1", type: Type.SHORT_TEXT, condition: isDog });
});

test("publishing needs a name, and a phone number or email; a version stays while the next one is written", async () => {
  const form = await made("1", { sections: [{ ...owner, questions: [kind] }] });
  expect(await refused(api().publishIntakeForm({ id: form.id }))).toEqual([ErrorCode.PARAMS_INVALID, "sections"]);
  const full = await made();
  expect((await api().publishIntakeForm({ id: full.id })).form).toMatchObject({ versionNumber: 1, changed: false, version: 2 });
  expect((await api().publishIntakeForm({ id: full.id })).form).toMatchObject({ versionNumber: 1, version: 2 });
  const again = (await api().addIntakeQuestion({ id: full.id, question: { label: "Favourite toy" } })).form!;
  expect(again).toMatchObject({ versionNumber: 1, changed: true });
  expect(again.sections.at(-1)?.questions.at(-1)).toMatchObject({ label: "Favourite toy", key: "q15" });
  expect(await refused(api().publishIntakeForm({ id: full.id, version: 2 }))).toEqual([ErrorCode.VERSION_CONFLICT, undefined]);
  expect((await api().publishIntakeForm({ id: full.id })).form).toMatchObject({ versionNumber: 2, changed: false });
});

test("agreements of one's own are attached; a copy begins as a draft; archived forms stand apart", async () => {
  const words = { agreementHeader: "Care", agreementContent: "<p>We care.</p>" };
  const { agreement } = await servers.client(AgreementService, { companyId: "12" }).createAgreement(words);
  const form = await made("12");
  const agreementIds = [agreement!.id];
  expect((await api("12").setIntakeAgreements({ id: form.id, agreementIds })).form?.agreementIds).toEqual(agreementIds);
  expect(await refused(api("12").setIntakeAgreements({ id: form.id, agreementIds: ["999"] }))).toEqual([
    ErrorCode.NOT_FOUND,
    "agreementIds",
  ]);
  const copy = (await api("12").copyIntakeForm({ id: form.id })).form!;
  expect(copy).toMatchObject({ title: "Welcome (copy)", agreementIds, versionNumber: 0 });
  expect(copy.uuid).not.toBe(form.uuid);
  await api("12").sortIntakeForms({ ids: [copy.id, form.id] });
  const titles = async (archived: boolean) => (await api("12").listIntakeForms({ archived })).forms.map(({ title }) => title);
  expect(await titles(false)).toEqual(["Welcome (copy)", "Welcome"]);
  await api("12").archiveIntakeForm({ id: copy.id, archived: true });
  expect([await titles(false), await titles(true)]).toEqual([["Welcome"], ["Welcome (copy)"]]);
  await api("12").archiveIntakeForm({ id: copy.id, archived: false });
  await api("12").deleteIntakeForm({ id: form.id });
  expect(await titles(false)).toEqual(["Welcome (copy)"]);
});

test("another company's and another location's form is as one that there is not", async () => {
  const { id } = await made();
  for (const other of [api("2"), api("1", { businessId: "9", businessIds: ["9"], permissions: [] })])
    expect((await refusalOf(other.getIntakeForm({ id }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("saving on a version that somebody else has changed is refused", async () => {
  const { id } = await made();
  await api().updateIntakeForm({ id, welcome: "Hi", version: 1 });
  const late = api().updateIntakeForm({ id, welcome: "Ho", version: 1 });
  expect((await refusalOf(late)).code).toBe(ErrorCode.VERSION_CONFLICT);
});

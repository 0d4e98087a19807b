import { defineService, ErrorCode, fail, runDue, sealNumbers, unsealNumbers } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import type { BatchGetBusinessesRequest } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { IntakeDraftService } from "@leashline/proto/leashline/customer/v1/intake_draft_service_pb.js";
import { IntakeFileService } from "@leashline/proto/leashline/customer/v1/intake_file_service_pb.js";
import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { IntakePageService } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import { IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { MailService, type SendTextRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../../main.ts";
import { sendIntakeCode } from "./draft.jobs.ts";

const none = new URL("../../../test/none/", import.meta.url);
const businesses = async ({ ids }: BatchGetBusinessesRequest) => ({
  businesses: ids.map((id) => ({ id, businessName: "Paws & Co", countryAlpha2Code: "US" })),
});
const account = defineService({ name: "account", migrations: none, rpcs: [partOf(BusinessService, { batchGetBusinesses: businesses })] });
const texts: { to: string; text: string }[] = [];
let textless = false;
const sendText = async ({ to, text }: SendTextRequest) => {
  if (textless) throw fail("STATE_CONFLICT", { message: "No number for texts." });
  texts.push({ to, text });
  return { messageId: "1" };
};
const message = defineService({ name: "message", migrations: none, rpcs: [partOf(MailService, { sendText })] });

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service, account, message], { background: false });
});
afterAll(() => servers?.stop());

const nobodys = { companyId: "0", businessId: "0", businessIds: [] };
const from = (ip: string) => {
  const caller = { kind: "anonymous", ip, ...nobodys } as const;
  return { page: servers.client(IntakePageService, caller), drafts: servers.client(IntakeDraftService, caller) };
};
const files = (ip = "203.0.113.1") => servers.client(IntakeFileService, { kind: "service", via: "gateway", ip, ...nobodys });
const submissions = (companyId: string) => servers.client(IntakeSubmissionService, { companyId });

/** The code that was asked for last is texted. */
const texted = async () => {
  texts.length = 0;
  await runDue(servers.runtime("customer"), [sendIntakeCode]);
  return texts.at(-1)?.text.slice(0, 6) ?? "";
};

/** A published form with a question for a file, and what is typed into it. */
async function begun(companyId: string, ip: string) {
  const forms = servers.client(IntakeFormService, { companyId });
  const { form } = await forms.createIntakeForm({ title: "Welcome" });
  await forms.addIntakeQuestion({ id: form!.id, question: { label: "Rabies certificate", type: Type.FILE } });
  const formId = (await forms.publishIntakeForm({ id: form!.id })).form!.uuid;
  const open = async () => (await from(ip).page.getIntakePage({ formId })).page!;
  const page = await open();
  const questions = page.sections.flatMap((section) => section.questions);
  const answer = (target: string, value: string) => ({ questionKey: questions.find((one) => one.target === target)!.key, values: [value] });
  const owner = [answer("client.firstName", "Ada"), answer("client.lastName", "L"), answer("client.phoneNumber", "(206) 555-0142")];
  const pets = [{ answers: [answer("pet.petName", "Rex"), answer("pet.petType", "Dog")] }];
  const fileKey = questions.find(({ type }) => type === Type.FILE)!.key;
  return { formId, ticket: page.ticket, open, owner, pets, fileKey };
}

const idOf = (n: number) => `f${n}`.padEnd(20, "0");
const pathOf = (companyId: string, n: number) => `/uploads/private/${companyId}/${idOf(n)}/rabies.pdf`;

test("a file is an answer with the ticket that it was begun with and once it arrived; with another, it is none", async () => {
  const { formId, ticket, open, owner, pets, fileKey } = await begun("61", "203.0.113.61");
  const api = files();
  const [fileId, path] = [idOf(1), pathOf("61", 1)];
  const send = (values: string[]) =>
    from("203.0.113.61").page.submitIntakeForm({
      ...{ formId, ticket, owner },
      pets: [{ answers: [...pets[0]!.answers, { questionKey: fileKey, values }] }],
    });
  const refused = async (values: string[]) => (await refusalOf(send(values))).options.fields?.map(({ field }) => field);
  expect((await api.beginIntakeFile({ formId, ticket, fileId })).companyId).toBe("61");
  expect(await refused([path])).toEqual([`pets.0.${fileKey}`]);
  const { ticket: other } = await open();
  for (const wrong of [{ ticket: other }, { fileId: idOf(2) }]) {
    const asked = { formId, ticket, fileId, path, ...wrong };
    expect((await refusalOf(api.findIntakeFile(asked))).code).toBe(ErrorCode.NOT_FOUND);
    expect((await refusalOf(api.takeIntakeFile(asked))).code).toBe(ErrorCode.NOT_FOUND);
  }
  expect((await refusalOf(api.takeIntakeFile({ formId, ticket, fileId, path: pathOf("62", 1) }))).code).toBe(ErrorCode.PARAMS_INVALID);
  await api.takeIntakeFile({ formId, ticket, fileId, path });
  expect(await refused([path, pathOf("61", 2)])).toEqual([`pets.0.${fileKey}`]);
  await send([path]);
  const [one] = (await submissions("61").listIntakeSubmissions({})).submissions;
  const { submission } = await submissions("61").getIntakeSubmission({ id: one!.id });
  expect(submission?.pets[0]?.answers.find(({ questionKey }) => questionKey === fileKey)?.values).toEqual([path]);
  expect((await submissions("61").exportIntakeSubmissions({})).csv).toContain("Rabies certificate: rabies.pdf");
  expect((await submissions("61").listIntakeSubmissions({ keyword: "private" })).total).toBe(0);
});

test("files are bounded: twenty for one form that is filled in, and none with a forged ticket", async () => {
  const { formId, ticket } = await begun("62", "203.0.113.62");
  for (let n = 0; n < 20; n++) await files().beginIntakeFile({ formId, ticket, fileId: idOf(n + 100) });
  expect((await refusalOf(files().beginIntakeFile({ formId, ticket, fileId: idOf(200) }))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect((await refusalOf(files().beginIntakeFile({ formId, ticket: "forged", fileId: idOf(201) }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("what was typed on one device is gone on with on another with a code to the number that was typed; once sent, nothing is left", async () => {
  const { formId, ticket, owner, pets } = await begun("63", "203.0.113.63");
  const [phone, tablet] = [from("203.0.113.63"), from("198.51.100.63")];
  expect((await phone.drafts.keepIntakeDraft({ formId, ticket, owner: owner.slice(0, 2) })).kept).toBe(false);
  await phone.drafts.keepIntakeDraft({ formId, ticket, owner: owner.slice(1) });
  expect((await phone.drafts.keepIntakeDraft({ formId, ticket, owner, pets })).kept).toBe(true);
  const { codeToken } = await tablet.drafts.sendIntakeDraftCode({ formId, phoneNumber: "206-555-0142" });
  const code = await texted();
  expect(texts).toMatchObject([
    { to: "+12065550142", text: expect.stringMatching(/^\d{6} is your code to continue "Welcome" for Paws & Co\./) },
  ]);
  const wrong = code === "000000" ? "111111" : "000000";
  expect((await refusalOf(tablet.drafts.openIntakeDraft({ formId, codeToken, code: wrong }))).code).toBe(ErrorCode.CODE_INVALID);
  const opened = await tablet.drafts.openIntakeDraft({ formId, codeToken, code });
  expect([opened.owner.length, opened.pets[0]?.answers.length]).toEqual([3, 2]);
  expect((await refusalOf(tablet.drafts.openIntakeDraft({ formId, codeToken, code }))).code).toBe(ErrorCode.CODE_INVALID);
  await tablet.page.submitIntakeForm({ formId, ticket: opened.ticket, owner, pets });
  expect((await tablet.drafts.keepIntakeDraft({ formId, ticket: opened.ticket, owner, pets })).kept).toBe(false);
  expect((await servers.admin.query("select 1 from customer.intake_draft where company_id = 63")).rows).toEqual([]);
});

test("a code is tried five times and asked for three times an hour", async () => {
  const { formId, ticket, owner } = await begun("64", "203.0.113.64");
  const { drafts } = from("203.0.113.64");
  const ask = () => drafts.sendIntakeDraftCode({ formId, phoneNumber: "(206) 555-0142" });
  await drafts.keepIntakeDraft({ formId, ticket, owner });
  const { codeToken } = await ask();
  const code = await texted();
  const tries = Array.from({ length: 5 }, () => refusalOf(drafts.openIntakeDraft({ formId, codeToken, code: "12" })));
  expect(new Set((await Promise.all(tries)).map((refusal) => refusal.code))).toEqual(new Set([ErrorCode.CODE_INVALID]));
  expect((await refusalOf(drafts.openIntakeDraft({ formId, codeToken, code }))).code).toBe(ErrorCode.CODE_INVALID);
  for (let n = 0; n < 2; n++) await ask();
  expect((await refusalOf(ask())).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
});

test("a code that was used counts as one that was asked for: the fourth within an hour is refused", async () => {
  const { formId, ticket, owner } = await begun("65", "203.0.113.65");
  const { drafts } = from("203.0.113.65");
  await drafts.keepIntakeDraft({ formId, ticket, owner });
  const ask = () => drafts.sendIntakeDraftCode({ formId, phoneNumber: "(206) 555-0142" });
  for (let n = 0; n < 3; n++) {
    const { codeToken } = await ask();
    await drafts.openIntakeDraft({ formId, codeToken, code: await texted() });
  }
  expect((await refusalOf(ask())).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
});

test("whoever asks for a code is told the same whether a form was begun, none was, or no text can go out; the work that waits names no number", async () => {
  const { formId, ticket, owner } = await begun("66", "203.0.113.66");
  const { drafts } = from("203.0.113.66");
  await drafts.keepIntakeDraft({ formId, ticket, owner });
  const ask = async (phoneNumber: string) => Object.keys(await drafts.sendIntakeDraftCode({ formId, phoneNumber }));
  textless = true;
  texts.length = 0;
  expect([await ask("(206) 555-0142"), await ask("(206) 555-0143"), texts]).toEqual([
    ["$typeName", "codeToken"],
    ["$typeName", "codeToken"],
    [],
  ]);
  const waiting = "select payload, state from customer.job where company_id = 66 and kind = 'send-intake-code'";
  const works = (await servers.admin.query<{ payload: object }>(waiting)).rows;
  expect(works.map(({ payload }) => Object.keys(payload).filter((key) => key !== "$trace"))).toEqual([
    ["codeId", "formId"],
    ["codeId", "formId"],
  ]);
  expect(await texted()).toBe("");
  textless = false;
  for (const number of ["(206) 555-0142", "(206) 555-0143"]) await ask(number);
  expect([(await texted()) !== "", texts.map(({ to }) => to)]).toEqual([true, ["+12065550142"]]);
  expect((await servers.admin.query<{ state: string }>(waiting)).rows.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
});

/** The form that was begun, with a file, and is gone on with elsewhere. */
async function goneOn(companyId: string, age = 0) {
  const one = await begun(companyId, `203.0.113.${companyId}`);
  const { formId, owner, pets, fileKey } = one;
  const { drafts, page } = from(`203.0.113.${companyId}`);
  const [file, path] = [{ formId, ticket: one.ticket, fileId: idOf(Number(companyId)) }, pathOf(companyId, Number(companyId))];
  await files().beginIntakeFile(file);
  await files().takeIntakeFile({ ...file, path });
  await drafts.keepIntakeDraft({ formId, ticket: one.ticket, owner, pets });
  const ticket = age > 0 ? await aged(companyId, one.ticket, age) : one.ticket;
  const { codeToken } = await drafts.sendIntakeDraftCode({ formId, phoneNumber: "(206) 555-0142" });
  const opened = await drafts.openIntakeDraft({ formId, codeToken, code: await texted() });
  const filed = [{ answers: [...pets[0]!.answers, { questionKey: fileKey, values: [path] }] }];
  const send = (given: string, more: object = {}) => page.submitIntakeForm({ formId, ticket: given, owner, pets: filed, ...more });
  return { ...one, ticket, file, path, opened, drafts, page, send };
}

/** As if the form had been begun so many days earlier. */
async function aged(companyId: string, ticket: string, days: number): Promise<string> {
  const { signingKey } = servers.runtime("customer").config;
  const [form, version, since, nonce] = unsealNumbers(signingKey, "intake form", ticket)!;
  const old = sealNumbers(signingKey, "intake form", [form!, version!, since! - BigInt(days * 86_400_000), nonce!]);
  for (const table of ["intake_draft", "intake_file"])
    await servers.admin.query(`update customer.${table} set ticket = $2 where company_id = $1 and ticket = $3`, [companyId, old, ticket]);
  return old;
}

test("whoever opens a draft goes on under a ticket of their own, with its files; the one it was kept with reads, keeps and sends nothing more", async () => {
  const { formId, ticket, owner, pets, file, path, opened, drafts, page, send } = await goneOn("67");
  expect(opened.ticket).not.toBe(ticket);
  expect((await drafts.keepIntakeDraft({ formId, ticket, owner, pets })).kept).toBe(false);
  expect((await refusalOf(files().takeIntakeFile({ ...file, path }))).code).toBe(ErrorCode.NOT_FOUND);
  expect([(await refusalOf(send(ticket))).code, (await submissions("67").listIntakeSubmissions({})).total]).toEqual([
    ErrorCode.STATE_CONFLICT,
    0,
  ]);
  const anew = (await page.getIntakePage({ formId, ticket })).page!.ticket;
  expect([ticket, opened.ticket].includes(anew)).toBe(false);
  expect((await page.getIntakePage({ formId, ticket: opened.ticket })).page!.ticket).toBe(opened.ticket);
  await send(opened.ticket);
  expect((await submissions("67").listIntakeSubmissions({})).total).toBe(1);
});

test("a form that was sent is sent again with thanks only as it was: with other answers the sender is told that it was not taken", async () => {
  const { opened, owner, send } = await goneOn("68");
  await send(opened.ticket);
  await send(opened.ticket);
  const other = [{ ...owner[0]!, values: ["Eve"] }, ...owner.slice(1)];
  const refusal = await refusalOf(send(opened.ticket, { owner: other }));
  expect([refusal.code, refusal.message]).toEqual([ErrorCode.STATE_CONFLICT, expect.stringContaining("was already sent")]);
  expect((await submissions("68").listIntakeSubmissions({})).total).toBe(1);
});

test("a draft that is opened when its ticket is too old to be sent is sent with the new one", async () => {
  const { ticket, opened, send } = await goneOn("69", 40);
  expect((await refusalOf(send(ticket))).code).toBe(ErrorCode.NOT_FOUND);
  await send(opened.ticket);
  expect((await submissions("69").listIntakeSubmissions({})).total).toBe(1);
});

test("of several forms that were begun with one number the person chooses; the code stays good for the choice, and the others stay as they are", async () => {
  const { formId, ticket, open, owner, pets } = await begun("70", "203.0.113.70");
  const { drafts } = from("203.0.113.70");
  await drafts.keepIntakeDraft({ formId, ticket, owner, pets });
  const other = (await open()).ticket;
  await drafts.keepIntakeDraft({ formId, ticket: other, owner: [{ ...owner[0]!, values: ["Eve"] }, owner[2]!] });
  const { codeToken } = await drafts.sendIntakeDraftCode({ formId, phoneNumber: "(206) 555-0142" });
  const code = await texted();
  const asked = { formId, codeToken, code };
  const { choices, ticket: none } = await drafts.openIntakeDraft(asked);
  expect([none, choices.map(({ ownerName, petNames }) => [ownerName, petNames])]).toEqual([
    "",
    [
      ["Eve", []],
      ["Ada L", ["Rex"]],
    ],
  ]);
  expect((await refusalOf(drafts.openIntakeDraft({ ...asked, choice: "another" }))).code).toBe(ErrorCode.NOT_FOUND);
  const opened = await drafts.openIntakeDraft({ ...asked, choice: choices[1]!.choice });
  expect([opened.owner.length, opened.choices, ticket === opened.ticket]).toEqual([3, [], false]);
  expect((await drafts.keepIntakeDraft({ formId, ticket: other, owner: owner.slice(1) })).kept).toBe(true);
  expect((await refusalOf(drafts.openIntakeDraft({ ...asked, choice: choices[0]!.choice }))).code).toBe(ErrorCode.CODE_INVALID);
});

test("whoever types somebody's number again and again does not crowd their form out, and the try that shows the choice is none", async () => {
  const { formId, ticket, open, owner, pets } = await begun("71", "203.0.113.71");
  const theirs = from("203.0.113.71").drafts;
  await theirs.keepIntakeDraft({ formId, ticket, owner, pets });
  const stranger = from("203.0.113.72").drafts;
  for (let nth = 0; nth < 12; nth++) {
    const again = [{ ...owner[0]!, values: [`Eve ${nth}`] }, owner[2]!];
    await stranger.keepIntakeDraft({ formId, ticket: (await open()).ticket, owner: again });
  }
  const { codeToken } = await theirs.sendIntakeDraftCode({ formId, phoneNumber: "(206) 555-0142" });
  const asked = { formId, codeToken, code: await texted() };
  for (let nth = 0; nth < 4; nth++)
    expect((await refusalOf(theirs.openIntakeDraft({ ...asked, code: "none" }))).code).toBe(ErrorCode.CODE_INVALID);
  const { choices } = await theirs.openIntakeDraft(asked);
  expect(choices).toHaveLength(10);
  const own = choices.find(({ ownerName }) => ownerName === "Ada L");
  expect((await theirs.openIntakeDraft({ ...asked, choice: own!.choice })).owner).toHaveLength(3);
});

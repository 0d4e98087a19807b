import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf } from "@leashline/kit/test";
import { AgreementLinkService, type LinkedAgreement } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SIGNATURE, SigningShop } from "../../../test/agreements.ts";
import { service } from "../../main.ts";
import { nextReminder } from "./reminders.ts";

let shop: SigningShop;
beforeAll(async () => {
  shop = await SigningShop.open();
});
afterAll(() => shop?.servers.stop());

// As the gateway lets anybody in: no company, no person, an address.
const anybody = (ip = "203.0.113.7") =>
  shop.servers.client(AgreementLinkService, {
    kind: "anonymous",
    companyId: "0",
    businessId: "0",
    businessIds: [],
    permissions: [],
    staffId: "0",
    ip,
  });
const tokenIn = (url: string): string => url.split("/agreement/sign/")[1] ?? "";

/** A client with one agreement to sign, and the token of its link. */
async function asked(companyId: string, more: object = {}) {
  const agreementId = await shop.agreement(companyId, { agreementRequiredType: 3, ...more });
  const customerId = await shop.client(companyId);
  const { record } = await shop.records(companyId).createUnsignedAgreement({ customerId, agreementId });
  const recordId = record!.id;
  const { url } = await shop.records(companyId).getUnsignedAgreementLink({ id: recordId });
  return { agreementId, customerId, recordId, token: tokenIn(url) };
}

const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field ?? options.field];
};
const signed = { signature: SIGNATURE, signerName: "Ada Lovelace" };
const readOf = ({ versionNumber = 0, contentHash = "" }: Partial<LinkedAgreement> = {}) => ({ versionNumber, contentHash });
/** Opens the link, reads and signs. */
async function signs(token: string, more: object = {}, ip?: string) {
  const { agreement } = await anybody(ip).openLinkedAgreement({ token });
  return await anybody(ip).signLinkedAgreement({ token, ...signed, ...readOf(agreement), ...more });
}
let told = 0;
async function sent(companyId: string, event: MessageInitShape<typeof MessageSentSchema>, writtenAt = new Date()): Promise<void> {
  await deliver(shop.servers.runtime("customer"), service.consumers ?? [], {
    typeName: MessageSentSchema.typeName,
    data: toBinary(MessageSentSchema, create(MessageSentSchema, { useCase: "agreement link", method: "sms", ...event })),
    meta: { id: `sent${told++}`, companyId, key: "k", writtenAt, actor: {} },
  });
}

test("whoever holds the link reads the text filled in, signs it, and finds it signed from then on", async () => {
  const { customerId, recordId, token } = await asked("11");
  const { agreement: before } = await anybody().openLinkedAgreement({ token });
  expect(before).toMatchObject({
    businessName: "Paws & Co",
    dialNumber: "+12065550100",
    signed: false,
    clientName: "Ada Lovelace",
    alsoWaiting: [],
  });
  expect(before!.agreementContent).toBe("<p>Ada Lovelace trusts Paws &#38; Co with Rex and Mia.</p>");
  const { agreement: after } = await anybody().signLinkedAgreement({ token, ...signed, ...readOf(before) });
  expect(after).toMatchObject({ signed: true, signerName: "Ada Lovelace", signature: SIGNATURE });
  expect(await shop.waiting("11", customerId)).toEqual([]);
  const { record } = await shop.records("11").getAgreementRecord({ id: recordId });
  expect(record).toMatchObject({ signed: true, signerName: "Ada Lovelace", staffName: "" });
  expect((await anybody().openLinkedAgreement({ token })).agreement).toMatchObject({
    signed: true,
    agreementContent: before!.agreementContent,
  });
});

test("whether the mail around a link is HTML is said of what the business wrote, and what is filled in is no markup there", async () => {
  const messages = shop.servers.client(AgreementLinkService, { companyId: "31", kind: "service", via: "message" });
  const prepared = async (emailBody: string) => {
    const { recordId } = await asked("31", { emailBody, agreementHeader: "<b>Terms</b>" });
    const { emailIsHtml, emailBody: words } = await messages.prepareAgreementLink({ recordId });
    return [emailIsHtml, words.replaceAll(/http[^"\s]+\/agreement\/sign\/[\w-]+/g, "LINK")];
  };
  const html = `<p>{businessName}: <a href="{agreementLink}">sign</a></p>`;
  expect(await prepared(html)).toEqual([true, `<p>Paws &#38; Co: <a href="LINK">sign</a></p>`]);
  expect(await prepared("<p>{businessName}</p>")).toEqual([true, `<p>Paws &#38; Co</p><p><a href="LINK">LINK</a></p>`]);
  expect(await prepared("{businessName} < 3")).toEqual([false, "Paws & Co < 3\n\nLINK"]);
  const [isHtml, ours] = await prepared("");
  expect([isHtml, ours]).toEqual([false, expect.stringContaining("sign “<b>Terms</b>” here:\nLINK\n")]);
});

test("what the text asks for beside the signature must be there; what else waits is offered with a link of its own", async () => {
  const { customerId, token } = await asked("12", { inputs: [{ label: "Veterinarian", required: true }] });
  const other = await shop.agreement("12", { agreementHeader: "Boarding", agreementRequiredType: 3 });
  await shop.records("12").createUnsignedAgreement({ customerId, agreementId: other });
  expect(await refused(signs(token))).toEqual([400, "inputs"]);
  const { agreement } = await signs(token, { inputs: [{ label: "Veterinarian", value: "Dr. Doe" }] });
  expect(agreement!.alsoWaiting.map(({ agreementHeader }) => agreementHeader)).toEqual(["Boarding"]);
  const next = await signs(agreement!.alsoWaiting[0]!.token);
  expect(next.agreement).toMatchObject({ agreementHeader: "Boarding", signed: true, alsoWaiting: [] });
});

test("a link opens what its client became after a merge, also where both were asked for the same; undoing lets it open its own again", async () => {
  const [winner, loser] = [await asked("25"), await asked("25")];
  const both = (await shop.records("25").createUnsignedAgreement({ customerId: loser.customerId, agreementId: winner.agreementId }))
    .record!;
  const twice = tokenIn((await shop.records("25").getUnsignedAgreementLink({ id: both.id })).url);
  const merging = shop.servers.client(MergeService, { companyId: "25" });
  const { merge } = await merging.mergeClients({ winnerId: winner.customerId, loserId: loser.customerId });
  expect((await anybody().openLinkedAgreement({ token: loser.token })).agreement).toMatchObject({ signed: false });
  await signs(loser.token);
  await signs(twice);
  expect(await shop.waiting("25", winner.customerId)).toEqual([]);
  expect((await anybody().openLinkedAgreement({ token: winner.token })).agreement).toMatchObject({ signed: true });
  await merging.undoMerge({ mergeId: merge!.mergeId });
  expect((await anybody().openLinkedAgreement({ token: twice })).agreement).toMatchObject({ signed: false });
  expect((await anybody().openLinkedAgreement({ token: loser.token })).agreement).toMatchObject({ signed: true });
});

describe("a clear answer", () => {
  test.each([
    ["a dot", { signature: "M 1 1 L 2 2" }, "signature"],
    ["no lines", { signature: "<script>" }, "signature"],
    ["a blank name", { signerName: "  " }, "signerName"],
  ])("to a signature of nothing: %s", async (_, wrong, field) => {
    const { token, customerId } = await asked("13");
    expect(await refused(anybody().signLinkedAgreement({ token, ...signed, ...wrong }))).toEqual([400, field]);
    expect(await shop.waiting("13", customerId)).toHaveLength(1);
  });

  test("to a second signature, and to a link for one that is signed", async () => {
    const { token, recordId } = await asked("14");
    await signs(token);
    expect(await refusalOf(signs(token))).toMatchObject({ code: 900008 });
    expect(await refusalOf(shop.records("14").getUnsignedAgreementLink({ id: recordId }))).toMatchObject({ code: 900008 });
  });

  test("to a link of a record that was taken away, of an agreement that was, and of a client who was", async () => {
    const [one, two, three] = [await asked("15"), await asked("15"), await asked("15")];
    await shop.records("15").deleteUnsignedAgreement({ id: one.recordId });
    await shop.texts("15").deleteAgreements({ ids: [two.agreementId] });
    await shop.servers.admin.query("update customer.client set deleted_at = now() where id = $1", [three.customerId]);
    for (const { token } of [one, two, three]) {
      expect(await refusalOf(anybody().openLinkedAgreement({ token }))).toMatchObject({ code: 900010 });
      const blind = anybody().signLinkedAgreement({ token, ...signed, contentHash: "x" });
      expect(await refusalOf(blind)).toMatchObject({ code: 900010 });
    }
  });

  test("to a link that is spoilt", async () => {
    const { token } = await asked("16");
    for (const wrong of [`${token}x`, token.slice(1), token.slice(0, -1), "x"])
      expect(await refusalOf(anybody().openLinkedAgreement({ token: wrong }))).toMatchObject({ code: 900010 });
  });

  test("to a text that everybody has to sign anew since it was read", async () => {
    const { token, agreementId } = await asked("17");
    const { agreement: read } = await anybody().openLinkedAgreement({ token });
    await shop.texts("17").updateAgreement({ id: agreementId, agreementContent: "<p>New rules.</p>", isNeedFlush: true });
    await shop.rest();
    expect(await refusalOf(anybody().signLinkedAgreement({ token, ...signed, ...readOf(read) }))).toMatchObject({
      code: 900008,
      options: { fields: [{ field: "versionNumber" }], facts: { why: "changed" } },
    });
    expect((await anybody().openLinkedAgreement({ token })).agreement).toMatchObject({
      agreementContent: "<p>New rules.</p>",
      versionNumber: 2,
    });
  });

  test("to a text that reads otherwise than when it was opened, and to a signature that does not say what was read", async () => {
    const { token, customerId, recordId } = await asked("33");
    const { agreement: read } = await anybody().openLinkedAgreement({ token });
    expect(await refused(anybody().signLinkedAgreement({ token, ...signed, versionNumber: 1 }))).toEqual([400, "contentHash"]);
    const renamed = { customerId, client: { firstName: "Renamed" } };
    await shop.servers.client(ClientService, { companyId: "33" }).updateClient(renamed);
    expect(await refusalOf(anybody().signLinkedAgreement({ token, ...signed, ...readOf(read) }))).toMatchObject({
      code: 900008,
      options: { fields: [{ field: "contentHash" }], facts: { why: "changed" } },
    });
    const { agreement } = await signs(token);
    expect(agreement).toMatchObject({ signed: true, agreementContent: expect.stringContaining("Renamed Lovelace") });
    const { record } = await shop.records("33").getAgreementRecord({ id: recordId });
    expect(record?.contentHash).toBe(agreement?.contentHash);
  });

  test("to the thirty-first try of an hour", async () => {
    const { token } = await asked("18");
    const tries = Array.from({ length: 33 }, () =>
      refusalOf(anybody().signLinkedAgreement({ token, signature: "M 1 1 L 2 2", signerName: "A" })),
    );
    const codes = (await Promise.all(tries)).map(({ code }) => code);
    expect([codes.filter((code) => code === 400).length, codes.filter((code) => code === 900003).length]).toEqual([30, 3]);
  });
});

test("what was sent, opened and signed is kept line by line, each chained to the one before it", async () => {
  const { customerId, recordId, token } = await asked("19");
  await shop.servers.admin.query("update customer.client set phone_number = '+12065550142', email = 'ada@clients.test' where id = $1", [
    customerId,
  ]);
  await sent("19", { agreementRecordId: recordId, customerId });
  await sent("19", { agreementRecordId: recordId, customerId, method: "email" });
  await anybody().openLinkedAgreement({ token });
  await anybody().openLinkedAgreement({ token });
  await anybody("203.0.113.99").openLinkedAgreement({ token });
  const { records } = await shop.records("19").listUnsignedAgreements({ customerId });
  expect(records[0]!.sentTime).toBeDefined();
  expect(records[0]!.openedTime).toBeDefined();
  await signs(token, {}, "203.0.113.99");
  const { record } = await shop.records("19").getAgreementRecord({ id: recordId });
  const lines = record!.steps.map(({ number, what, sentTo, deviceAddress }) => [number, what, sentTo, deviceAddress]);
  expect(lines).toEqual([
    [1, "sent", "…0142", ""],
    [2, "sent", "a…@clients.test", ""],
    [3, "opened", "", "203.0.113.7"],
    [4, "opened", "", "203.0.113.99"],
    [5, "signed", "", "203.0.113.99"],
  ]);
  expect(new Set(record!.steps.map(({ hash }) => hash)).size).toBe(5);
});

const due = async (companyId: string) => {
  const { rows } = await shop.servers.admin.query(
    "select payload from customer.outbox where company_id = $1 and type = 'leashline.customer.v1.AgreementReminderDue' order by id",
    [companyId],
  );
  return rows.map(({ payload }) => fromBinary(AgreementReminderDueSchema, payload));
};
const reminders = async (companyId: string): Promise<number> => (await due(companyId)).filter(({ number }) => number > 0).length;
/** Whose links went out by themselves. */
const links = async (companyId: string): Promise<string[]> =>
  (await due(companyId)).filter(({ number }) => number === 0).map(({ recordId }) => recordId);
/** So many days go by. */
const days = async (ahead: number): Promise<void> => {
  const back = "update customer.job set due_at = due_at - make_interval(days => $1) where kind = 'agreement-reminder' and state = 'due'";
  await shop.servers.admin.query(back, [ahead]);
  await shop.rest();
};

test("a client is reminded every three days, after two weeks every week, and no more once it is signed", async () => {
  const { recordId, customerId } = await asked("20");
  await sent("20", { agreementRecordId: recordId, customerId });
  await days(2);
  expect(await reminders("20")).toBe(0);
  for (let times = 1; times <= 5; times++) {
    await days(3);
    expect(await reminders("20")).toBe(times);
  }
  await days(3);
  expect(await reminders("20")).toBe(5);
  for (let times = 6; times <= 9; times++) {
    await days(7);
    expect(await reminders("20")).toBe(times);
  }
  const other = await asked("21");
  await sent("21", { agreementRecordId: other.recordId, customerId: other.customerId });
  await days(3);
  expect(await reminders("21")).toBe(1);
  await signs(other.token);
  await days(4);
  expect(await reminders("21")).toBe(1);
});

test("nobody is reminded of what is no longer needed: the appointment is cancelled, or the client let off", async () => {
  await shop.agreement("22", {});
  const customerId = await shop.client("22");
  await shop.book("22", { appointmentId: "2201", customerId });
  const [record] = await shop.waiting("22", customerId);
  await sent("22", { agreementRecordId: record!.id, customerId });
  await shop.cancel("22", { appointmentId: "2201", customerId });
  const off = await asked("22");
  await sent("22", { agreementRecordId: off.recordId, customerId: off.customerId });
  await shop.records("22").deleteUnsignedAgreement({ id: off.recordId });
  await days(3);
  expect(await reminders("22")).toBe(0);
});

test("a link is for who may edit the client, and of the own company", async () => {
  const { recordId } = await asked("23");
  const viewer = shop.records("23", { permissions: [] });
  expect(await refusalOf(viewer.getUnsignedAgreementLink({ id: recordId }))).toMatchObject({ code: 20019 });
  expect(await refusalOf(shop.records("24").getUnsignedAgreementLink({ id: recordId }))).toMatchObject({ code: 404 });
});

test("without an appointment reminders end after 90 days; with one they go on until it is over", () => {
  const since = new Date("2030-01-01T10:00:00Z");
  const after = (days: number) => new Date(since.getTime() + days * 86_400_000);
  expect(nextReminder(1, since, after(3), false)).toEqual(after(6));
  expect(nextReminder(12, since, after(83), false)).toEqual(after(90));
  expect(nextReminder(13, since, after(90), false)).toBeNull();
  expect(nextReminder(13, since, after(90), true)).toEqual(after(97));
});

test("an appointment sends the link of what it asks for by itself, once; not where that is switched off, nor for a text that is written later", async () => {
  const [first, silent] = [await shop.agreement("25"), await shop.agreement("25", { sendOnBooking: false, agreementRequiredType: 2 })];
  const customerId = await shop.client("25");
  for (const version of [1, 2]) await shop.book("25", { appointmentId: "2501", customerId, version });
  const waiting = await shop.waiting("25", customerId);
  expect(waiting.map(({ agreementId }) => agreementId)).toEqual([first, silent]);
  expect(await links("25")).toEqual([waiting[0]!.id]);
  await shop.agreement("25", { agreementHeader: "Later" });
  expect([(await shop.waiting("25", customerId)).length, (await links("25")).length]).toEqual([3, 1]);
  await shop.texts("25").updateAgreement({ id: silent, sendOnBooking: true });
  await shop.sign("25", waiting[1]!.id);
  // A series of appointments, each with its own signature, is no series of messages.
  for (const appointmentId of ["2502", "2503"]) await shop.book("25", { appointmentId, customerId });
  expect((await shop.waiting("25", customerId)).filter(({ agreementId }) => agreementId === silent)).toHaveLength(2);
  expect((await links("25")).length).toBe(2);
});

/** What is put off until then is done. */
const comes = async (kind: string): Promise<void> => {
  await shop.servers.admin.query("update customer.job set due_at = now() where kind = $1 and state = 'due'", [kind]);
  await shop.rest();
};
/** The morning comes. */
const morning = () => comes("agreement-renewals");
/** The morning after something ran out. */
const morningAfter = () => comes("agreement-ended-reminders");

test("so many days before a signature runs out its client is asked to sign anew, once, and once more when it has; whoever signed anew is left in peace", async () => {
  const agreementId = await shop.agreement("26", { agreementRequiredType: 3, expireMonths: 12, remindDaysBefore: 14 });
  const signer = async (name: string, inDays: number) => {
    const customerId = await shop.client("26", name);
    const { record } = await shop.records("26").createUnsignedAgreement({ customerId, agreementId });
    await shop.sign("26", record!.id);
    const runOut =
      "update customer.agreement_record set expire_at = now() + make_interval(days => $2), signed_at = now() - interval '1 day', created_at = now() - interval '2 days' where id = $1";
    await shop.servers.admin.query(runOut, [record!.id, inDays]);
    return { customerId, id: record!.id };
  };
  const [soon, later] = [await signer("Soon", 10), await signer("Later", 20)];
  await morning();
  const [renewal, ...more] = await shop.waiting("26", soon.customerId);
  expect([more, await shop.waiting("26", later.customerId), await links("26")]).toEqual([[], [], [renewal!.id]]);
  await morning();
  expect((await links("26")).length).toBe(1);
  const runOut = async ({ id }: { id: string }) => {
    await shop.servers.admin.query("update customer.agreement_record set expire_at = now() where id = $1", [id]);
    await shop.servers.admin.query("update customer.job set due_at = now() where kind = 'agreement-expired' and key = $1", [id]);
    await shop.rest();
    const before = await links("26");
    await morningAfter();
    expect((await links("26")).slice(0, -1)).toEqual(before);
  };
  await runOut(soon);
  expect(await links("26")).toEqual([renewal!.id, renewal!.id]);
  await shop.sign("26", renewal!.id);
  await morning();
  expect(await shop.waiting("26", soon.customerId)).toEqual([]);
  await runOut(later);
  expect((await links("26")).at(-1)).toBe((await shop.waiting("26", later.customerId))[0]?.id);
});

test("more clients than one commit asks anew are asked in several, each once, and the next morning is planned", async () => {
  const { agreementId, recordId } = await asked("29", { expireMonths: 12, remindDaysBefore: 14 });
  await shop.sign("29", recordId);
  const { admin } = shop.servers;
  await admin.query("insert into customer.client (company_id, first_name) select 29, 'Many ' || i from generate_series(1, 449) i");
  const columns = "agreement_id, business_id, kind, version_number, signed_at";
  await admin.query(
    `insert into customer.agreement_record (company_id, client_id, ${columns})
      select 29, c.id, ${columns.split(", ").map((column) => `r.${column}`)} from customer.client c join customer.agreement_record r on r.id = $1
      where c.company_id = 29 and c.first_name like 'Many %'`,
    [recordId],
  );
  const endSoon = "expire_at = now() + interval '10 days', signed_at = now() - interval '1 day', created_at = now() - interval '2 days'";
  await admin.query(`update customer.agreement_record set ${endSoon} where company_id = 29`);
  const count = async () =>
    (await admin.query("select count(*)::int as n from customer.agreement_record where agreement_id = $1 and kind = 2", [agreementId]))
      .rows[0].n;
  const counts: number[] = [];
  await morning();
  for (const _ of [1, 2, 3]) {
    counts.push(await count());
    await shop.rest();
  }
  expect(counts).toEqual([200, 400, 450]);
  expect(new Set(await links("29")).size).toBe(450);
  const { rows } = await admin.query(
    "select key from customer.job where company_id = 29 and kind = 'agreement-renewals' and state = 'due' and due_at > now()",
  );
  expect(rows).toEqual([{ key: "daily" }]);
});

test("whose signatures an agreement's last day ended is asked the next morning, not at night; neither who is inactive by then, nor whose signature counts again as the day was taken back; taken back before, it ends nothing", async () => {
  const { year, month, day } = Temporal.Now.plainDateISO("UTC").add({ days: 20 });
  const rules = { agreementRequiredType: 3, expireDate: { year, month, day }, remindDaysBefore: 1 };
  const { agreementId, customerId, recordId } = await asked("28", rules);
  await shop.sign("28", recordId);
  const ending = async () =>
    (await shop.servers.admin.query("select state from customer.job where company_id = 28 and kind = 'agreement-ended'")).rows;
  await shop.texts("28").updateAgreement({ id: agreementId, updateMask: { paths: ["expire_date"] } });
  expect(await ending()).toEqual([{ state: "cancelled" }]);
  await shop.texts("28").updateAgreement({ id: agreementId, expireDate: rules.expireDate });
  expect(await ending()).toEqual([{ state: "due" }]);
  const [back, inactive] = [await asked("28", rules), await asked("28", rules)];
  for (const one of [back, inactive]) await shop.sign("28", one.recordId);
  await shop.servers.admin.query("update customer.agreement set date_ends_at = now() where company_id = 28");
  await shop.servers.admin.query("update customer.agreement_record set signed_at = now() - interval '1 day' where company_id = 28");
  await comes("agreement-ended");
  const [again] = await shop.waiting("28", customerId);
  expect(await links("28")).toEqual([]);
  const { rows } = await shop.servers.admin.query(
    "select distinct extract(hour from due_at at time zone 'America/Los_Angeles')::int as hour, due_at > now() as ahead from customer.job where company_id = 28 and kind = 'agreement-ended-reminders'",
  );
  expect(rows).toEqual([{ hour: 10, ahead: true }]);
  await shop.servers.admin.query("update customer.agreement set date_ends_at = null where id = $1", [back.agreementId]);
  await shop.servers.admin.query("update customer.client set inactive = true where id = $1", [inactive.customerId]);
  await morningAfter();
  expect(await links("28")).toEqual([again!.id]);
});

test("what was sent says where it went, and every record that a message had a link for", async () => {
  const [one, two] = [await asked("27"), await asked("27")];
  await sent("27", { agreementRecordIds: [one.recordId, two.recordId], useCase: "reminder", sentTo: "…9999" });
  for (const { recordId } of [one, two]) {
    const { record } = await shop.records("27").getAgreementRecord({ id: recordId });
    expect(record!.steps.map(({ what, sentTo }) => [what, sentTo])).toEqual([["sent", "…9999"]]);
  }
  await days(3);
  expect(await reminders("27")).toBe(2);
});

import { createHash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AgreementSignedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIGNATURE, SigningShop } from "../../../test/agreements.ts";

let shop: SigningShop;
beforeAll(async () => {
  shop = await SigningShop.open();
});
afterAll(() => shop?.servers.stop());

const signing = { signature: SIGNATURE, signerName: "Ada Lovelace" };
const refused = async (call: Promise<unknown>) => {
  const refusal = await refusalOf(call);
  return [refusal.code, refusal.options.fields?.[0]?.field ?? refusal.options.field];
};
const file = (companyId: string) => `/uploads/private/${companyId}/abc123/paper.pdf`;
const kinds = async (companyId: string, customerId: string, type: number) =>
  (await shop.records(companyId).listSignedAgreements({ customerId, type })).records.map(({ id }) => id);

test("agreement-record-lifecycle: made unsigned by a booking, signed it moves to the signed list, deleted it is in none", async () => {
  await shop.agreement("1");
  const customerId = await shop.client("1");
  const required = async () => (await shop.records().getAgreementStatus({ customerId, groomingId: "11" })).requiredSign;
  const visits = async () => (await shop.records().getRequiredSigns({ appointmentIds: ["11", "12"] })).appointmentIds;
  const waits = async () => (await shop.records().getRequiredSigns({ customerIds: [customerId, "999999"] })).customerIds;
  expect([await shop.waiting("1", customerId), await required()]).toEqual([[], false]);
  for (const _twice of [1, 2]) await shop.book("1", { appointmentId: "11", customerId });
  const [record, ...others] = await shop.waiting("1", customerId);
  expect(others).toEqual([]);
  expect(record).toMatchObject({ kind: 2, signed: false, ticketId: "0", agreementHeader: "Service agreement", customerFirstName: "Ada" });
  expect([await required(), await visits(), await waits()]).toEqual([true, ["11"], [customerId]]);
  const { id } = record!;
  const { record: signed } = await shop.sign("1", id);
  const content = "<p>Ada Lovelace trusts Paws &#38; Co with Rex and Mia.</p>";
  expect(signed).toMatchObject({ kind: 1, signed: true, agreementContent: content, signature: SIGNATURE, signerName: "Ada Lovelace" });
  expect(signed?.contentHash).toBe(createHash("sha256").update(`Service agreement\n\n${content}`).digest("hex"));
  expect([await shop.waiting("1", customerId), await kinds("1", customerId, 1), await required(), await visits(), await waits()]).toEqual([
    [],
    [id],
    false,
    [],
    [],
  ]);
  await shop.book("1", { appointmentId: "12", customerId });
  expect(await shop.waiting("1", customerId)).toEqual([]);
  for (const _twice of [1, 2]) await shop.records().deleteAgreementRecords({ ids: [id] });
  expect(await kinds("1", customerId, 0)).toEqual([]);
  expect(await refused(shop.records().getAgreementRecord({ id }))).toEqual([ErrorCode.NOT_FOUND, "id"]);
  expect((await shop.waiting("1", customerId)).map((one) => one.id)).not.toContain(id);
  expect([await required(), await visits()]).toEqual([true, ["11", "12"]]);
});

test("agreement-list-type-values: type 1 lists what was signed, 2 what was uploaded, 0 both; of one appointment, of another company nothing", async () => {
  const agreementId = await shop.agreement("2", { agreementRequiredType: 2 });
  const customerId = await shop.client("2");
  for (const appointmentId of ["21", "22"]) await shop.book("2", { appointmentId, customerId });
  const [first, second] = [(await shop.waiting("2", customerId, "21"))[0]!, (await shop.waiting("2", customerId, "22"))[0]!];
  expect([first.ticketId, second.ticketId]).toEqual(["21", "22"]);
  await shop.sign("2", first.id);
  const { record } = await shop.records("2").uploadAgreement({ customerId, agreementId, appointmentId: "22", uploadImages: [file("2")] });
  expect(record).toMatchObject({ id: second.id, kind: 3, signed: true, uploadImages: [file("2")] });
  expect(await kinds("2", customerId, 1)).toEqual([first.id]);
  expect(await kinds("2", customerId, 2)).toEqual([second.id]);
  expect(await kinds("2", customerId, 0)).toEqual([second.id, first.id]);
  const of22 = await shop.records("2").listSignedAgreements({ customerId, appointmentId: "22", servicesType: 3 });
  expect([of22.total, of22.records.map(({ id }) => id)]).toEqual([1, [second.id]]);
  const page = await shop.records("2").listSignedAgreements({ customerId, pageSize: 1 });
  const next = await shop.records("2").listSignedAgreements({ customerId, pageSize: 1, pageToken: page.nextPageToken });
  expect([page, next].map(({ records, total }) => [records[0]?.id, total])).toEqual([
    [second.id, 2],
    [first.id, 2],
  ]);
  expect(await refused(shop.records("2").listSignedAgreements({ customerId, type: 3 }))).toEqual([ErrorCode.PARAMS_INVALID, "type"]);
  expect(await refused(shop.records("1").listSignedAgreements({ customerId }))).toEqual([ErrorCode.CUSTOMER_NOT_FOUND, "customerId"]);
  expect(await refused(shop.records("1").signAgreement({ id: second.id, ...signing, contentHash: "x" }))).toEqual([
    ErrorCode.NOT_FOUND,
    "id",
  ]);
});

test("once is once, every booking is each, care types choose, and a cancelled appointment asks nothing", async () => {
  const once = await shop.agreement("3", { agreementHeader: "Once" });
  await shop.agreement("3", { agreementHeader: "Each", agreementRequiredType: 2, careTypes: ["BOARDING"] });
  await shop.agreement("3", { agreementHeader: "Ask", agreementRequiredType: 3 });
  await shop.agreement("3", { agreementHeader: "Elsewhere", businessIds: ["1"] });
  await shop.texts("3").updateAgreement({ id: once, careTypes: ["GROOMING", "BOARDING"] });
  const customerId = await shop.client("3");
  const headers = async (appointmentId = "0") =>
    (await shop.waiting("3", customerId, appointmentId)).map((one) => `${one.agreementHeader} ${one.ticketId}`);
  await shop.book("3", { appointmentId: "31", customerId, careType: "DAYCARE" });
  expect(await headers("31")).toEqual(["Elsewhere 0"]);
  for (const appointmentId of ["32", "33"]) await shop.book("3", { appointmentId, customerId, careType: "BOARDING" });
  expect(await headers()).toEqual(["Once 0", "Each 32", "Each 33", "Elsewhere 0"]);
  expect(await headers("33")).toEqual(["Once 0", "Each 33", "Elsewhere 0"]);
  await shop.cancel("3", { appointmentId: "32", customerId });
  expect(await headers()).toEqual(["Once 0", "Each 33", "Elsewhere 0"]);
  const each = (await shop.waiting("3", customerId, "33"))[1]!;
  await shop.records("3").deleteUnsignedAgreement({ id: each.id });
  await shop.book("3", { appointmentId: "33", customerId, careType: "BOARDING", version: 2 });
  expect(await headers("33")).toEqual(["Once 0", "Elsewhere 0"]);
  const made = await shop.records("3").createRecordsForSignEveryBookingAgreements({ customerId, appointmentId: "33" });
  expect(made.records.map((one) => one.agreementHeader)).toEqual(["Once", "Elsewhere"]);
});

test("somebody asked by hand has to sign, once, whether an appointment needs it or not", async () => {
  const agreementId = await shop.agreement("4", { agreementRequiredType: 3 });
  const customerId = await shop.client("4");
  await shop.book("4", { appointmentId: "41", customerId });
  const ask = async () => (await shop.records("4").createUnsignedAgreement({ customerId, agreementId })).record?.id;
  const id = await ask();
  expect(await ask()).toBe(id);
  const elsewhere = await shop.client("4", "Bo");
  const asked = { customerIds: [customerId, elsewhere] };
  expect((await shop.records("4").getRequiredSigns(asked)).customerIds).toEqual([customerId]);
  expect((await shop.records("3").getRequiredSigns(asked)).customerIds).toEqual([]);
  const { statuses, requiredSign } = await shop.records("4").getAgreementStatus({ customerId, groomingId: "41" });
  expect([requiredSign, statuses.map((one) => [one.agreementId, one.unsignedRecordId])]).toEqual([true, [[agreementId, id]]]);
  await shop.texts("4").deleteAgreements({ ids: [agreementId] });
  expect([
    await shop.waiting("4", customerId),
    (await shop.records("4").getRequiredSigns({ appointmentIds: ["41"] })).appointmentIds,
    (await shop.records("4").getRequiredSigns(asked)).customerIds,
  ]).toEqual([[], [], []]);
  expect(await refused(shop.records("4").signAgreement({ id: id!, ...signing, contentHash: "x" }))).toEqual([
    ErrorCode.NOT_FOUND,
    "agreementId",
  ]);
  const each = await shop.agreement("4", { agreementRequiredType: 2 });
  const nowhere = shop.records("4").createUnsignedAgreement({ customerId, agreementId: each });
  expect(await refused(nowhere)).toEqual([ErrorCode.PARAMS_INVALID, "appointmentId"]);
  const strange = shop.records("4").createUnsignedAgreement({ customerId, agreementId: each, appointmentId: "999" });
  expect(await refused(strange)).toEqual([ErrorCode.APPOINTMENT_NOT_FOUND, "appointmentId"]);
});

test("what was read is what is signed, until everybody signs anew; then who signed before is asked again", async () => {
  const agreementId = await shop.agreement("5", { expireMonths: 12 });
  const [ada, bo] = [await shop.client("5", "Ada"), await shop.client("5", "Bo")];
  for (const [index, customerId] of [ada, bo].entries()) await shop.book("5", { appointmentId: `5${index}`, customerId });
  const [ofAda, ofBo] = [(await shop.waiting("5", ada))[0]!, (await shop.waiting("5", bo))[0]!];
  const read = await shop.read("5", ofAda.id);
  await shop.texts("5").updateAgreement({ id: agreementId, agreementContent: "<p>Second</p>" });
  await shop.rest();
  const { record } = await shop.records("5").signAgreement({ id: ofAda.id, ...signing, ...read });
  expect(record).toMatchObject({ versionNumber: 1, agreementContent: "<p>Ada Lovelace trusts Paws &#38; Co with Rex and Mia.</p>" });
  const signed = Temporal.Instant.fromEpochMilliseconds(Number(record!.signedTime!.seconds) * 1000).toZonedDateTimeISO("UTC");
  expect(Number(record!.expireTime!.seconds)).toBe(Math.floor(signed.add({ months: 12 }).epochMilliseconds / 1000));
  await shop.texts("5").updateAgreement({ id: agreementId, isNeedFlush: true });
  await shop.rest();
  expect(await refused(shop.sign("5", ofBo.id, { versionNumber: 2 }))).toEqual([ErrorCode.STATE_CONFLICT, "versionNumber"]);
  expect((await shop.records("5").getAgreementRecord({ id: ofAda.id })).record).toMatchObject({ ...record!, outdated: true });
  expect((await shop.waiting("5", ada)).length).toBe(1);
  const again = await shop.records("5").listSignersToAskAgain({ agreementId });
  expect([again.total, again.signers.map((one) => [one.customerId, one.versionNumber, one.expired])]).toEqual([1, [[ada, 1, false]]]);
  await shop.sign("5", ofBo.id);
  await shop.servers.admin.query("update customer.agreement_record set expire_at = now() where company_id = 5 and id = $1", [ofBo.id]);
  await shop.servers.admin.query("update customer.job set due_at = now() where kind = 'agreement-expired'");
  await shop.rest();
  expect((await shop.records("5").listSignersToAskAgain({ agreementId })).signers.map((one) => [one.customerId, one.expired])).toEqual([
    [bo, true],
    [ada, false],
  ]);
  expect((await shop.waiting("5", bo)).length).toBe(1);
});

test("nobody signs a text that they did not read: of another name or pet it is refused as changed, and signed as it reads now", async () => {
  const agreementId = await shop.agreement("49", { agreementRequiredType: 3 });
  const customerId = await shop.client("49");
  const { record } = await shop.records("49").createUnsignedAgreement({ customerId, agreementId });
  const read = await shop.read("49", record!.id);
  const sign = (more: object) => shop.records("49").signAgreement({ id: record!.id, ...signing, ...more });
  await shop.servers.client(PetService, { companyId: "49" }).createPet({ customerId, pet: { petName: "Brutus" } });
  expect(await refusalOf(sign(read))).toMatchObject({
    code: ErrorCode.STATE_CONFLICT,
    options: { fields: [{ field: "contentHash" }], facts: { why: "changed" } },
  });
  expect((await shop.waiting("49", customerId)).length).toBe(1);
  const signed = await sign(await shop.read("49", record!.id));
  expect(signed.record?.agreementContent).toContain("Rex, Mia, and Brutus");
});

test("a retried signature is one, a second one is refused, and what is no signature or lacks an answer changes nothing", async () => {
  const agreementId = await shop.agreement("6", { inputs: [{ label: "Vet", required: true }, { label: "Chip" }] });
  const customerId = await shop.client("6");
  await shop.book("6", { appointmentId: "61", customerId });
  const { id } = (await shop.waiting("6", customerId))[0]!;
  const inputs = [{ label: "Vet", value: "Dr. Doe" }];
  const read = await shop.read("6", id);
  const sign = (more: object) => shop.records("6").signAgreement({ id, ...signing, ...read, inputs, ...more });
  for (const [field, more] of [
    ["signature", { signature: "M 10 10 L 12 12" }],
    ["signature", { signature: "<svg onload=alert(1)>" }],
    ["signature", { signature: "M 10 10 L 2000 12" }],
    ["signerName", { signerName: "  " }],
    ["inputs", { inputs: [] }],
    ["inputs", { inputs: [{ label: "Vet", value: " " }] }],
    ["inputs", { inputs: [...inputs, { label: "Other", value: "x" }] }],
    ["versionNumber", { versionNumber: 2 }],
    ["contentHash", { contentHash: "" }],
  ] as const)
    expect(await refused(sign(more))).toEqual([ErrorCode.PARAMS_INVALID, field]);
  for (const path of [
    "/uploads/public/6/abc/a.png",
    "/uploads/private/5/abc/a.png",
    "https://spy.test/a.png",
    "/uploads/private/6/../5/a.png",
  ])
    expect(await refused(shop.records("6").uploadAgreement({ customerId, agreementId, uploadImages: [path] }))).toEqual([
      ErrorCode.PARAMS_INVALID,
      "uploadImages",
    ]);
  expect((await shop.waiting("6", customerId)).length).toBe(1);
  const headers = { headers: { "idempotency-key": "sign-6" } };
  const keyed = () => shop.records("6").signAgreement({ id, ...signing, ...read, inputs }, headers);
  const first = await keyed();
  expect(await keyed()).toEqual(first);
  expect(first.record?.inputs).toMatchObject([
    { label: "Vet", required: true, value: "Dr. Doe" },
    { label: "Chip", required: false, value: "" },
  ]);
  expect((await refused(sign({})))[0]).toBe(ErrorCode.STATE_CONFLICT);
  expect((await refused(shop.records("6").deleteUnsignedAgreement({ id })))[0]).toBe(ErrorCode.STATE_CONFLICT);
});

test("records of a client out of reach are as if they were not there", async () => {
  const agreementId = await shop.agreement("7", { agreementRequiredType: 3 });
  const customerId = await shop.client("7");
  const { record } = await shop.records("7").createUnsignedAgreement({ customerId, agreementId });
  const me = shop.records("7", { permissions: [Permission.EDIT_CLIENT], employeeCategory: 0, staffId: "77" });
  expect(await refused(me.getAgreementRecord({ id: record!.id }))).toEqual(await refused(me.getAgreementRecord({ id: "987654" })));
  expect((await refused(me.getAgreementStatus({ customerId })))[0]).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  await shop.sign("7", record!.id);
  await me.deleteAgreementRecords({ ids: [record!.id] });
  expect((await shop.records("7").getAgreementRecord({ id: record!.id })).record?.kind).toBe(1);
  await shop.texts("7").updateAgreement({ id: agreementId, isNeedFlush: true });
  expect(await me.listSignersToAskAgain({ agreementId })).toMatchObject({ signers: [], total: 0 });
});

test("who signed what is signed only when somebody asks is asked again when everybody signs anew, or when it ran out; once, and not who was let off", async () => {
  const agreementId = await shop.agreement("41", { agreementRequiredType: 3, expireMonths: 1 });
  const sign = async (name: string) => {
    const customerId = await shop.client("41", name);
    const { record } = await shop.records("41").createUnsignedAgreement({ customerId, agreementId });
    await shop.sign("41", record!.id);
    return { customerId, id: record!.id };
  };
  const [ada, bo, never] = [await sign("Ada"), await sign("Bo"), await shop.client("41", "Never")];
  const flush = async () => {
    await shop.texts("41").updateAgreement({ id: agreementId, isNeedFlush: true });
    await shop.rest();
  };
  const waits = async (customerId: string) => (await shop.waiting("41", customerId)).map(({ id }) => id);
  await shop.servers.admin.query("update customer.agreement_record set expire_at = now() where id = $1", [bo.id]);
  await shop.servers.admin.query("update customer.job set due_at = now() where kind = 'agreement-expired' and key = $1", [bo.id]);
  await shop.rest();
  expect([(await waits(ada.customerId)).length, (await waits(bo.customerId)).length]).toEqual([0, 1]);
  for (const _twice of [1, 2]) await flush();
  expect([(await waits(ada.customerId)).length, (await waits(bo.customerId)).length, await waits(never)]).toEqual([1, 1, []]);
  expect((await shop.records("41").getAgreementStatus({ customerId: ada.customerId })).requiredSign).toBe(true);
  await shop.records("41").deleteUnsignedAgreement({ id: (await waits(ada.customerId))[0]! });
  await shop.texts("41").updateAgreement({ id: agreementId, agreementContent: "<p>Next</p>" });
  await shop.rest();
  expect(await waits(ada.customerId)).toEqual([]);
  await flush();
  expect((await waits(ada.customerId)).length).toBe(1);
});

test("whose signature ran out while they were deleted is asked again when they are back", async () => {
  const agreementId = await shop.agreement("46", { agreementRequiredType: 3, expireMonths: 1 });
  const customerId = await shop.client("46");
  const { record } = await shop.records("46").createUnsignedAgreement({ customerId, agreementId });
  await shop.sign("46", record!.id);
  const clients = shop.servers.client(ClientService, { companyId: "46" });
  await clients.deleteClient({ customerId });
  await shop.servers.admin.query("update customer.agreement_record set expire_at = now() where id = $1", [record!.id]);
  await shop.servers.admin.query("update customer.job set due_at = now() where kind = 'agreement-expired' and key = $1", [record!.id]);
  await shop.rest();
  await clients.restoreClient({ customerId });
  expect((await shop.waiting("46", customerId)).length).toBe(1);
});

test("who was let off signing is not asked by a text that goes to many, and is by hand; nobody is asked for an agreement that is gone", async () => {
  const agreementId = await shop.agreement("44", { agreementRequiredType: 3 });
  const customerId = await shop.client("44");
  const ask = async (unlessWaived: boolean) =>
    (await shop.records("44").createUnsignedAgreement({ customerId, agreementId, unlessWaived })).record?.id;
  const first = await ask(true);
  expect(first).toBeDefined();
  await shop.records("44").deleteUnsignedAgreement({ id: first! });
  expect([await ask(true), await shop.waiting("44", customerId)]).toEqual([undefined, []]);
  await shop.texts("44").updateAgreement({ id: agreementId, agreementContent: "<p>Another text.</p>", isNeedFlush: true });
  const second = await ask(true);
  expect(second).toBeDefined();
  await shop.records("44").deleteUnsignedAgreement({ id: second! });
  expect(await ask(false)).toBeDefined();
  await shop.texts("44").deleteAgreements({ ids: [agreementId] });
  for (const unlessWaived of [true, false]) expect(await refused(ask(unlessWaived))).toEqual([ErrorCode.NOT_FOUND, "agreementId"]);
});

test("asking for a signature, or uploading one, answers the same record when it is said again under its key", async () => {
  const agreementId = await shop.agreement("48", { agreementRequiredType: 3 });
  const customerId = await shop.client("48");
  const again = (idempotencyKey: string) => shop.servers.client(AgreementRecordService, { companyId: "48" }, { idempotencyKey });
  const ask = async () => (await again("ask").createUnsignedAgreement({ customerId, agreementId })).record?.id;
  const upload = async () =>
    (await again("upload").uploadAgreement({ customerId, agreementId, uploadImages: [file("48")], signerName: "Ada" })).record;
  const id = await ask();
  expect(await ask()).toBe(id);
  for (const _twice of [1, 2]) expect(await upload()).toMatchObject({ id, signed: true, uploadImages: [file("48")] });
});

test("that an agreement is signed is told under its title, which names nobody", async () => {
  const agreementId = await shop.agreement("45", {
    agreementRequiredType: 3,
    agreementHeader: "Boarding  of {petName} for {customerFullName}",
  });
  const customerId = await shop.client("45");
  const { record } = await shop.records("45").createUnsignedAgreement({ customerId, agreementId });
  await shop.sign("45", record!.id);
  const { rows } = await shop.servers.admin.query(
    "select payload from customer.outbox where company_id = 45 and type = 'leashline.customer.v1.AgreementSigned'",
  );
  expect(rows.map(({ payload }) => fromBinary(AgreementSignedSchema, payload))).toMatchObject([
    { agreementHeader: "Boarding  of Rex and Mia for Ada Lovelace", agreementTitle: "Boarding of for" },
  ]);
});

const dayOf = (days: number) => {
  const { year, month, day } = Temporal.Now.plainDateISO("UTC").add({ days });
  return { year, month, day };
};

test("what was signed by the agreement's last day counts through it; afterwards it is signed anew, and counts again", async () => {
  const agreementId = await shop.agreement("42", { expireDate: dayOf(2) });
  const customerId = await shop.client("42");
  await shop.book("42", { appointmentId: "421", customerId });
  const [first] = await shop.waiting("42", customerId);
  const { record } = await shop.sign("42", first!.id);
  expect(record).toMatchObject({ outdated: false });
  expect(record!.expireTime).toBeDefined();
  expect(await shop.waiting("42", customerId)).toEqual([]);
  await shop.servers.admin.query("update customer.agreement_record set signed_at = now() - interval '5 days' where id = $1", [first!.id]);
  const { agreement } = await shop.texts("42").updateAgreement({ id: agreementId, expireDate: dayOf(-2) });
  expect(agreement?.expireDate).toMatchObject(dayOf(-2));
  await shop.rest();
  expect((await shop.records("42").getAgreementRecord({ id: first!.id })).record).toMatchObject({ outdated: true });
  const { signers } = await shop.records("42").listSignersToAskAgain({ agreementId });
  expect(signers.map((one) => [one.customerId, one.expired])).toEqual([[customerId, true]]);
  const [again] = await shop.waiting("42", customerId);
  expect((await shop.sign("42", again!.id)).record).toMatchObject({ outdated: false });
  expect(await shop.waiting("42", customerId)).toEqual([]);
  await shop.texts("42").updateAgreement({ id: agreementId, updateMask: { paths: ["expire_date"] } });
  expect((await shop.texts("42").getAgreement({ id: agreementId })).agreement?.expireDate).toBeUndefined();
});

test("an ending that has come is not called off by a change after it; one that is to come is, with its date", async () => {
  const agreementId = await shop.agreement("47", { expireDate: dayOf(2) });
  const { admin } = shop.servers;
  const state = async () =>
    (await admin.query("select state from customer.job where company_id = 47 and kind = 'agreement-ended' and key = $1", [agreementId]))
      .rows[0]?.state;
  const change = async (more: object) => await shop.texts("47").updateAgreement({ id: agreementId, ...more });
  await change({ agreementHeader: "A new title" });
  expect(await state()).toBe("due");
  await change({ expireDate: dayOf(-2) });
  expect(await state()).toBe("cancelled");
  await change({ expireDate: dayOf(2) });
  expect(await state()).toBe("due");
  await admin.query("update customer.agreement set date_ends_at = now() - interval '1 minute' where company_id = 47 and id = $1", [
    agreementId,
  ]);
  await change({ agreementHeader: "Another title" });
  await change({ expireDate: dayOf(-2) });
  expect(await state()).toBe("due");
  await change({ updateMask: { paths: ["expire_date"] } });
  expect(await state()).toBe("cancelled");
});

test("an uploaded paper is kept with the hash of its file, one for each or none", async () => {
  const agreementId = await shop.agreement("43", { agreementRequiredType: 3, bookOnlineAvailable: true });
  const customerId = await shop.client("43");
  const hash = createHash("sha256").update("paper").digest("hex");
  const upload = (uploadHashes: string[]) =>
    shop.records("43").uploadAgreement({ customerId, agreementId, uploadImages: [file("43")], uploadHashes });
  expect(await refused(upload([hash, hash]))).toEqual([ErrorCode.PARAMS_INVALID, "uploadHashes"]);
  expect((await upload([hash])).record).toMatchObject({ uploadImages: [file("43")], uploadHashes: [hash], bookOnlineStatus: 1 });
});

import { fromBinary } from "@bufbuild/protobuf";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { VaccineProofDecidedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { VaccineProofState as State, VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const proofs = (companyId: string, more: object = {}) => servers.client(VaccineProofService, { companyId, ...more });
const file = (companyId: string, name = "proof.pdf") => `/uploads/private/${companyId}/abc123/${name}`;
const inDays = (days: number) => {
  const { year, month, day } = Temporal.Now.plainDateISO().add({ days });
  return { year, month, day };
};
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field ?? options.field];
};

/** A shop that looks at proofs before they count, or not; with a dog of a client and a vaccine it needs. */
async function shop(companyId: string, approvalRequired = true) {
  const { client } = await servers.client(ClientService, { companyId }).createClient({ client: { firstName: "Ann", lastName: "Lee" } });
  const customerId = client!.customerId;
  const { pet } = await servers.client(PetService, { companyId }).createPet({ customerId, pet: { petName: "Rex", petType: "Dog" } });
  const { vaccine } = await servers.client(VaccineService, { companyId }).saveVaccine({ name: "Rabies", requiredForScheduling: true });
  await proofs(companyId).updateVaccineSettings({ approvalRequired });
  const about = { petId: pet!.petId, vaccineId: vaccine!.id };
  const send = async (more: object = {}) =>
    (await proofs(companyId).createVaccineProof({ ...about, documentPath: file(companyId), ...more })).proof!;
  const tag = async () => (await servers.client(PetService, { companyId }).getPet({ petId: about.petId })).pet!.vaccineTag;
  const onFile = async () =>
    (await servers.client(VaccineService, { companyId }).listPetVaccines({ petIds: [about.petId] })).petVaccines[0];
  return { ...about, customerId, send, tag, onFile };
}

test("where approval is asked for, a proof waits in the list and counts only once it is approved, until the day that is said then", async () => {
  const { send, tag, onFile, petId } = await shop("1");
  const sent = await send({ expirationDate: inDays(300) });
  expect(sent).toMatchObject({ state: State.PENDING, petName: "Rex", customerName: "Ann Lee", vaccineName: "Rabies", fromClient: false });
  expect(await tag()).toBe("missing");
  const { proofs: waiting, total } = await proofs("1").listVaccineProofs({ state: State.PENDING });
  expect([total, waiting.map(({ proofId }) => proofId)]).toEqual([1, [sent.proofId]]);
  const { proof } = await proofs("1").approveVaccineProof({ proofId: sent.proofId, expirationDate: inDays(200) });
  expect(proof).toMatchObject({ state: State.APPROVED, expirationDate: inDays(200), recordedUntil: inDays(200) });
  expect(await tag()).toBe("");
  expect(await onFile()).toMatchObject({ expirationDate: inDays(200), documentPath: file("1") });
  expect((await proofs("1").listVaccineProofs({ state: State.PENDING })).total).toBe(0);
  expect((await proofs("1").listVaccineProofs({ petId })).proofs[0]).toMatchObject({ proofId: sent.proofId, state: State.APPROVED });
});

test("what is rejected counts for nothing, and the reason is told on; what was decided is not decided again", async () => {
  const { send, tag, customerId, petId } = await shop("2");
  const { proofId } = await send();
  expect(await refused(proofs("2").rejectVaccineProof({ proofId, reason: "  " }))).toEqual([400, "reason"]);
  await proofs("2").rejectVaccineProof({ proofId, reason: "Too dark to read" });
  expect(await tag()).toBe("missing");
  expect(await refused(proofs("2").approveVaccineProof({ proofId, expirationDate: inDays(9) }))).toEqual([900008, "proofId"]);
  expect(await refused(proofs("2").rejectVaccineProof({ proofId, reason: "Again" }))).toEqual([900008, "proofId"]);
  const { rows } = await servers.admin.query(
    "select payload from customer.outbox where company_id = 2 and type = 'leashline.customer.v1.VaccineProofDecided'",
  );
  expect(rows.map(({ payload }) => fromBinary(VaccineProofDecidedSchema, payload))).toMatchObject([
    { proofId, customerId, petId, petName: "Rex", vaccineName: "Rabies", approved: false, reason: "Too dark to read", expirationDate: "" },
  ]);
});

test("where no approval is asked for it counts at once, and says until when", async () => {
  const { send, tag } = await shop("3", false);
  expect(await refused(send())).toEqual([400, "expirationDate"]);
  expect(await send({ expirationDate: inDays(100) })).toMatchObject({ state: State.APPROVED });
  expect(await tag()).toBe("");
});

test("a newer proof takes the place of the one that waits; ten at once leave one", async () => {
  const { send, petId } = await shop("4");
  await Promise.all(Array.from({ length: 10 }, () => send()));
  const { proofs: all } = await proofs("4").listVaccineProofs({ petId });
  expect(all.map(({ state }) => state)).toEqual([State.PENDING, ...Array.from({ length: 9 }, () => State.REPLACED)]);
});

test("a file of somebody else, a public one, a day that is over, no such vaccine: each is refused, and nothing is kept", async () => {
  const { send, petId } = await shop("5");
  for (const documentPath of [file("6"), "/uploads/public/5/abc/a.png", "/uploads/private/5/../6/a.png", "https://x.example/a.png"])
    expect(await refused(send({ documentPath }))).toEqual([400, "documentPath"]);
  expect(await refused(send({ expirationDate: inDays(-2) }))).toEqual([400, "expirationDate"]);
  expect(await refused(send({ vaccineId: "999999" }))).toEqual([404, "vaccineId"]);
  expect((await proofs("5").listVaccineProofs({ petId })).total).toBe(0);
});

test("only pets in reach are listed and decided on; another company has none of it", async () => {
  const { send } = await shop("7");
  const { proofId } = await send();
  const own = { permissions: [Permission.VIEW_CLIENT_LIST, Permission.EDIT_CLIENT], employeeCategory: 0, staffId: "77" };
  expect((await proofs("7", own).listVaccineProofs({})).total).toBe(0);
  const approve = (companyId: string, more: object = {}) =>
    refused(proofs(companyId, more).approveVaccineProof({ proofId, expirationDate: inDays(9) }));
  expect((await approve("7", own))[0]).toBe(404);
  expect((await approve("8"))[0]).toBe(404);
});

test("pages follow each other without a gap: who waits longest first", async () => {
  const { petId, send } = await shop("9");
  const api = servers.client(VaccineService, { companyId: "9" });
  const sent = [];
  for (const name of ["A", "B", "C"]) sent.push((await send({ vaccineId: (await api.saveVaccine({ name })).vaccine!.id })).proofId);
  const list = { state: State.PENDING, petId, pageSize: 2 };
  const first = await proofs("9").listVaccineProofs(list);
  const next = await proofs("9").listVaccineProofs({ ...list, pageToken: first.nextPageToken });
  expect([...first.proofs, ...next.proofs].map(({ proofId }) => proofId)).toEqual(sent);
  expect([first.total, next.nextPageToken]).toEqual([3, ""]);
});

import { defineService } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { type BatchGetBusinessesRequest, BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { VaccineProofState as State, VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../../main.ts";

const business = { businessName: "Paws & Co", phoneNumber: "(206) 555-0100", countryAlpha2Code: "US", timezoneName: "America/New_York" };
const account = defineService({
  name: "account",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [
    partOf(BusinessService, {
      batchGetBusinesses: async ({ ids }: BatchGetBusinessesRequest) => ({ businesses: ids.map((id) => ({ id, ...business })) }),
    }),
  ],
});
let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service, account], { background: false });
});
afterAll(async () => await servers.stop());

const noCompany = { companyId: "0", businessId: "0", businessIds: [], permissions: [], staffId: "0" };
const anybody = () => servers.client(VaccineProofLinkService, { kind: "anonymous", ...noCompany });
const gateway = () => servers.client(VaccineProofLinkService, { kind: "service", via: "gateway", ...noCompany });
const proofs = (companyId: string) => servers.client(VaccineProofService, { companyId });
const file = (companyId: string) => `/uploads/private/${companyId}/abc123/proof.jpg`;
const inDays = (days: number) => {
  const { year, month, day } = Temporal.Now.plainDateISO("America/New_York").add({ days });
  return { year, month, day };
};
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field ?? options.field];
};

async function shop(companyId: string, approvalRequired = true) {
  const made = await servers
    .client(ClientService, { companyId })
    .createClientWithPets({ client: { firstName: "Ann" }, pets: [{ petName: "Rex", petType: "Dog" }] });
  const { vaccine } = await servers.client(VaccineService, { companyId }).saveVaccine({ name: `Rabies ${made.client!.customerId}` });
  const { settings } = await proofs(companyId).getVaccineSettings({});
  await proofs(companyId).updateVaccineSettings({ approvalRequired, version: settings!.version });
  const customerId = made.client!.customerId;
  const { url } = await servers.client(VaccineProofLinkService, { companyId }).getVaccineUploadLink({ customerId });
  const about = { token: url.split("/vaccines/")[1]!, petId: made.pets[0]!.petId, vaccineId: vaccine!.id };
  const take = (more: object = {}) => gateway().takeLinkedProof({ ...about, documentPath: file(companyId), ...more });
  return { ...about, customerId, take };
}

test("whoever holds the link sees the pets and their vaccines, and what they send in waits for review as the client's", async () => {
  const { token, petId, vaccineId, take } = await shop("1");
  const { page } = await anybody().openVaccinePage({ token });
  expect(page).toMatchObject({ businessName: "Paws & Co", dialNumber: "+12065550100", approvalRequired: true });
  expect(page!.pets).toMatchObject([{ petId, petName: "Rex", vaccines: [{ vaccineId, tag: "missing", waits: false }] }]);
  expect(await gateway().checkLinkedProof({ token, petId, vaccineId })).toMatchObject({ companyId: "1" });
  const { page: after } = await take();
  expect(after!.pets[0]!.vaccines).toMatchObject([{ tag: "missing", waits: true }]);
  const { proofs: waiting } = await proofs("1").listVaccineProofs({ state: State.PENDING });
  expect(waiting).toMatchObject([{ petId, vaccineId, fromClient: true, submittedByName: "", documentPath: file("1") }]);
  await proofs("1").rejectVaccineProof({ proofId: waiting[0]!.proofId, reason: "Too dark" });
  expect((await anybody().openVaccinePage({ token })).page!.pets[0]!.vaccines).toMatchObject([
    { waits: false, rejectedReason: "Too dark" },
  ]);
});

test("where no approval is asked for it counts at once, and only with its day", async () => {
  const { token, petId, vaccineId, take } = await shop("2", false);
  expect(await refused(gateway().checkLinkedProof({ token, petId, vaccineId }))).toEqual([400, "expirationDate"]);
  expect(await refused(take({ expirationDate: inDays(-1) }))).toEqual([400, "expirationDate"]);
  const { page } = await take({ expirationDate: inDays(90) });
  expect(page!.pets[0]!.vaccines).toMatchObject([{ tag: "", waits: false, expirationDate: inDays(90) }]);
});

test("a link opens the page of who its client became", async () => {
  const [winner, loser] = [await shop("6"), await shop("6")];
  const merging = servers.client(MergeService, { companyId: "6" });
  await merging.mergeClients({ winnerId: winner.customerId, loserId: loser.customerId });
  const pets = async (token: string) => (await anybody().openVaccinePage({ token })).page!.pets.map(({ petId }) => petId);
  expect(await pets(loser.token)).toEqual(await pets(winner.token));
  expect((await loser.take()).page!.pets.find(({ petId }) => petId === loser.petId)?.vaccines).toContainEqual(
    expect.objectContaining({ vaccineId: loser.vaccineId, waits: true }),
  );
});

test("somebody else's pet, a vaccine that is none, another company's file, a spoilt link, a client who is gone: each is refused", async () => {
  const [one, other] = [await shop("3"), await shop("3")];
  expect(await refused(one.take({ petId: other.petId }))).toEqual([30004, "petId"]);
  expect(await refused(one.take({ vaccineId: "999999" }))).toEqual([404, "vaccineId"]);
  expect(await refused(one.take({ documentPath: file("4") }))).toEqual([400, "documentPath"]);
  for (const token of [`${one.token}x`, one.token.slice(1), "x"]) {
    expect((await refused(anybody().openVaccinePage({ token })))[0]).toBe(900010);
    expect((await refused(one.take({ token })))[0]).toBe(900010);
  }
  await servers.client(ClientService, { companyId: "3" }).deleteClient({ customerId: one.customerId });
  expect((await refused(anybody().openVaccinePage({ token: one.token })))[0]).toBe(900010);
  expect((await proofs("3").listVaccineProofs({})).total).toBe(0);
});

test("nobody takes a proof in but the gateway, and the twenty-first of an hour waits, however many come at once", async () => {
  const { token, petId, vaccineId, take } = await shop("5");
  expect((await refused(anybody().takeLinkedProof({ token, petId, vaccineId, documentPath: file("5") })))[0]).not.toBe(0);
  const codes = await Promise.all(
    Array.from({ length: 24 }, () =>
      take().then(
        () => 0,
        (error) => refusalOf(Promise.reject(error)).then(({ code }) => code),
      ),
    ),
  );
  expect([codes.filter((code) => code === 0).length, codes.filter((code) => code === 900003).length]).toEqual([20, 4]);
  expect((await proofs("5").listVaccineProofs({ state: State.PENDING })).total).toBe(1);
});

import { fromBinary } from "@bufbuild/protobuf";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { VaccineExpiryDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";
import { nextMorning } from "./reminders.jobs.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const zone = "America/New_York";
const inDays = (days: number) => {
  const { year, month, day } = Temporal.Now.plainDateISO(zone).add({ days });
  return { year, month, day };
};
const isoIn = (days: number) => Temporal.Now.plainDateISO(zone).add({ days }).toString();
const proofs = (companyId: string) => servers.client(VaccineProofService, { companyId, zone });

async function shop(companyId: string) {
  const vaccines = servers.client(VaccineService, { companyId, zone });
  const vaccineId = (await vaccines.saveVaccine({ name: "Rabies" })).vaccine!.id;
  const pet = async (customerId: string, petName: string) =>
    (await servers.client(PetService, { companyId }).createPet({ customerId, pet: { petName } })).pet!.petId;
  const client = async () =>
    (await servers.client(ClientService, { companyId }).createClient({ client: { firstName: "Ann" } })).client!.customerId;
  const expires = (petId: string, days: number) => vaccines.savePetVaccine({ petId, vaccineId, expirationDate: inDays(days) });
  return { vaccineId, pet, client, expires, vaccines };
}

/** The morning comes. */
async function morning(): Promise<void> {
  await servers.admin.query(
    "update customer.job set due_at = now() - interval '1 minute' where kind = 'vaccine-reminders' and state = 'due'",
  );
  await servers.runDue("customer");
}
async function told(companyId: string) {
  const { rows } = await servers.admin.query(
    "select payload from customer.outbox where company_id = $1 and type = 'leashline.customer.v1.VaccineExpiryDue' order by id",
    [companyId],
  );
  return rows
    .map(({ payload }) => fromBinary(VaccineExpiryDueSchema, payload))
    .map(({ customerId, vaccines }) => [customerId, ...vaccines.map(({ petName, expirationDate }) => `${petName} ${expirationDate}`)]);
}

test("so many days before a client is told of all that expires, once; renewed it is told of before the new day only", async () => {
  const { pet, client, expires, vaccines } = await shop("1");
  const [ann, bea] = [await client(), await client()];
  const [rex, mia, tom, old] = [await pet(ann, "Rex"), await pet(ann, "Mia"), await pet(bea, "Tom"), await pet(bea, "Old")];
  for (const [petId, days] of [
    [rex, 14],
    [mia, 3],
    [tom, 15],
    [old, -1],
  ] as const)
    await expires(petId, days);
  await proofs("1").updateVaccineSettings({ remindDaysBefore: 14 });
  await morning();
  expect(await told("1")).toEqual([[ann, `Mia ${isoIn(3)}`, `Rex ${isoIn(14)}`]]);
  const { petVaccines } = await vaccines.listPetVaccines({ petIds: [rex, tom] });
  expect(petVaccines.map(({ remindTime }) => remindTime !== undefined)).toEqual([true, false]);
  await morning();
  await expires(mia, 300);
  await morning();
  expect(await told("1")).toHaveLength(1);
  await expires(mia, 10);
  await morning();
  expect((await told("1")).slice(1)).toEqual([[ann, `Mia ${isoIn(10)}`]]);
});

test("nobody is told whose proof waits, whose pet passed away, or who went; and nobody at all once it is switched off", async () => {
  const { pet, client, expires, vaccineId } = await shop("2");
  const [ann, gone] = [await client(), await client()];
  const [rex, angel, left] = [await pet(ann, "Rex"), await pet(ann, "Angel"), await pet(gone, "Left")];
  for (const petId of [rex, angel, left]) await expires(petId, 5);
  await proofs("2").updateVaccineSettings({ remindDaysBefore: 7, approvalRequired: true });
  const { proof } = await proofs("2").createVaccineProof({ petId: rex, vaccineId, documentPath: "/uploads/private/2/abc/a.pdf" });
  await servers.admin.query("update customer.pet set life_status = 2 where id = $1", [angel]);
  await servers.client(ClientService, { companyId: "2" }).deleteClient({ customerId: gone });
  await morning();
  expect(await told("2")).toEqual([]);
  await proofs("2").rejectVaccineProof({ proofId: proof!.proofId, reason: "Too dark" });
  const { settings } = await proofs("2").getVaccineSettings({});
  await proofs("2").updateVaccineSettings({ remindDaysBefore: 0, version: settings!.version });
  await morning();
  await morning();
  expect(await told("2")).toEqual([]);
  const { rows } = await servers.admin.query("select state from customer.job where company_id = 2 and kind = 'vaccine-reminders'");
  expect(rows).toEqual([{ state: "done" }]);
});

test("five hundred clients are told in several commits, each once", async () => {
  const { vaccineId } = await shop("3");
  await servers.admin.query(
    `with c as (insert into customer.client (company_id, first_name, last_name) select 3, 'C' || n, 'L' from generate_series(1, 500) n returning id),
      p as (insert into customer.pet (company_id, client_id, pet_name) select 3, id, 'Rex' from c returning id)
      insert into customer.pet_vaccine (company_id, pet_id, vaccine_id, expiration_date) select 3, id, $1, $2 from p`,
    [vaccineId, isoIn(2)],
  );
  await proofs("3").updateVaccineSettings({ remindDaysBefore: 7 });
  await morning();
  const ids = (await told("3")).map(([customerId]) => customerId);
  expect([ids.length, new Set(ids).size]).toEqual([500, 500]);
});

test("reminders by no way are refused", async () => {
  const { code, options } = await refusalOf(
    proofs("4").updateVaccineSettings({ remindDaysBefore: 7, remindByText: false, remindByEmail: false }),
  );
  expect([code, options.fields?.[0]?.field ?? options.field]).toEqual([400, "remindByEmail"]);
  expect((await proofs("4").getVaccineSettings({})).settings).toMatchObject({ remindDaysBefore: 0 });
});

test.each([
  ["before ten it is today", "2026-03-04T14:59:00Z", "2026-03-04T15:00:00Z"],
  ["after ten it is tomorrow, an hour sooner where the clocks change", "2026-03-07T15:00:00Z", "2026-03-08T14:00:00Z"],
])("%s", (_, now, next) => {
  expect(nextMorning(zone, Date.parse(now)).toISOString()).toBe(new Date(next).toISOString());
});

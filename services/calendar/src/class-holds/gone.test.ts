import { readFile } from "node:fs/promises";
import { toWireDate } from "@leashline/kit";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClientChangedSchema, ClientsImportedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, deleted, type Harness, openHarness } from "../../test/harness.ts";

const { ENROLLED, WAITING } = EnrolmentState;
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(["1"]);
});
afterAll(() => harness?.stop());

const api = () => harness.client(ClassService);
const plan = async (date: string, ...petIds: string[]) => {
  const sessions = [{ date: toWireDate(date), startTime: 900, endTime: 960 }];
  const { groupClass } = await api().createClass({ serviceId: "89", staffId: "1", capacity: 1, sessions });
  const { id } = groupClass!;
  for (const petId of petIds) await api().enrolPet({ classId: id, petId, customerId: clientOf(petId), waitlist: true });
  return id;
};
const states = async (id: string) => Object.fromEntries((await api().getClass({ id })).enrolments.map((one) => [one.petId, one.state]));
const clientGone = (customerId: string, gone = true) =>
  harness.tell(ClientChangedSchema, { customerId, firstName: "Client", lastName: customerId, deleted: gone });
/** As though ten minutes had passed. */
const later = async () => {
  await harness.admin.query("update calendar.job set due_at = due_at - interval '601 seconds' where kind = 'leave-class-lines'");
  await harness.runDue("calendar");
};

test("a pet that is deleted, or whose client is, waits for no class any more after ten minutes, so that the class is open to others again; a place that it has stays", async () => {
  const id = await plan("2038-02-01", "10", "20", "30", "40");
  const other = await plan("2038-02-02", "20");
  deleted.clients.add("2");
  deleted.pets.add("30");
  await clientGone("2");
  await harness.tell(PetChangedSchema, { petId: "30", customerId: "3", petName: "Pet 30", deleted: true });
  await harness.runDue("calendar");
  expect(await states(id), "who is back soon keeps their place").toEqual({ 10: ENROLLED, 20: WAITING, 30: WAITING, 40: WAITING });
  await later();
  expect([await states(id), await states(other)]).toEqual([{ 10: ENROLLED, 40: WAITING }, { 20: ENROLLED }]);
});

test("who was deleted and is back by then goes on waiting", async () => {
  const id = await plan("2038-02-08", "50", "60");
  await clientGone("6");
  await clientGone("6", false);
  await later();
  expect(await states(id)).toEqual({ 50: ENROLLED, 60: WAITING });
});

test("whom an import that is rolled back takes away waits for no class any more either; nothing is planned for who waits for none", async () => {
  const id = await plan("2038-02-22", "110", "120", "130", "140");
  deleted.clients.add("12");
  deleted.pets.add("130");
  const client = (customerId: string, gone = true) => ({ customerId, firstName: "Client", lastName: customerId, deleted: gone });
  const pet = (petId: string, gone = true) => ({ petId, customerId: clientOf(petId), petName: `Pet ${petId}`, deleted: gone });
  await harness.tell(ClientsImportedSchema, {
    importId: "7",
    clients: [client("12"), client("14", false), client("11"), client("16")],
    pets: [pet("120"), pet("130"), pet("140", false), pet("160")],
  });
  await clientGone("17");
  await harness.tell(PetChangedSchema, pet("170"));
  const { rows } = await harness.admin.query(
    "select key from calendar.job where kind = 'leave-class-lines' and state = 'due' order by key",
  );
  expect(rows.map(({ key }) => key)).toEqual(["client-12", "pet-120", "pet-130"]);
  await later();
  expect(await states(id)).toEqual({ 110: ENROLLED, 140: WAITING });
});

test("who was deleted before anybody listened is looked for once, and whoever is still there goes on waiting", async () => {
  const id = await plan("2038-02-15", "70", "80", "90", "100");
  deleted.clients.add("8");
  deleted.pets.add("90");
  const once = await readFile(new URL("../../migrations/0045-lines-without-the-gone.sql", import.meta.url), "utf8");
  await harness.admin.query(`begin; set local search_path = calendar; ${once}; commit`);
  await harness.admin.query("update calendar.job set due_at = now() where kind = 'leave-class-lines' and state = 'due'");
  await harness.runDue("calendar");
  expect(await states(id)).toEqual({ 70: ENROLLED, 100: WAITING });
});

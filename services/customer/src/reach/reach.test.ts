import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AppointmentBookedSchema, AppointmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ContactService } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { Permission, ScopeKind } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const { VIEW_CLIENT_LIST, VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS, VIEW_FULL_MESSAGE, EDIT_CLIENT, IMPORT_CLIENTS } =
  Permission;
const staff = (...permissions: Permission[]) => ({ permissions, employeeCategory: 0, staffId: "77", accountId: "7" });
const key = (...permissions: Permission[]) => ({ ...staff(...permissions), kind: "apiKey" as const, accountId: "0", staffId: "0" });
const family = async (firstName: string, more: object = {}) => {
  const client = { firstName, ...more };
  const made = await servers.client(ClientService, { businessIds: ["1", "2"] }).createClientWithPets({ client, pets: [{ petName: "P" }] });
  return { customerId: made.client!.customerId, petId: made.pets[0]!.petId };
};

let heard = 0;
async function tell(schema: DescMessage, event: object): Promise<void> {
  await deliver(servers.runtime("customer"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event as never)),
    meta: { id: `e${heard++}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
  });
}

describe("permission-scope-levels: the one answer to who is in reach", () => {
  test("is about whom the call is made for, whichever service makes it; what does not exist is in nobody's reach", async () => {
    const [there, own] = [await family("There", { preferredBusinessId: "2" }), await family("Own", { preferredGroomerId: "77" })];
    const everywhere = { businessIds: ["1", "2"], companyBusinessIds: ["1", "2"] };
    const asked = { customerIds: [there.customerId, own.customerId, "987654321"], petIds: [there.petId, own.petId, "987654321"] };
    const seen = async (caller: object, scope = ScopeKind.UNSPECIFIED) => {
      const answer = await servers.client(ReachService, { ...caller, via: "payment" }).listReached({ ...asked, scope });
      const clients = [there, own].map(({ customerId }) => answer.customerIds.includes(customerId));
      expect([there, own].map(({ petId }) => answer.petIds.includes(petId))).toEqual(clients);
      expect(JSON.stringify(answer)).not.toContain("987654321");
      return clients;
    };
    expect(await seen({})).toEqual([true, true]);
    expect(await seen(staff())).toEqual([false, true]);
    expect(await seen(staff(VIEW_CLIENT_LIST))).toEqual([false, true]);
    expect(await seen(staff(VIEW_CLIENTS_WORKING_LOCATIONS))).toEqual([false, true]);
    expect(await seen(staff(VIEW_CLIENTS_ALL_LOCATIONS))).toEqual([true, true]);
    expect(await seen(key(VIEW_CLIENT_LIST))).toEqual([false, false]);
    expect(await seen(key(VIEW_CLIENTS_ALL_LOCATIONS))).toEqual([false, true]);
    expect(await seen({ ...key(VIEW_CLIENTS_ALL_LOCATIONS), ...everywhere })).toEqual([true, true]);
    expect(await seen(key(VIEW_FULL_MESSAGE), ScopeKind.MESSAGES)).toEqual([false, true]);
    expect(await seen(staff(VIEW_FULL_MESSAGE), ScopeKind.MESSAGES)).toEqual([true, true]);
  });

  test("a visit makes its client one's own until it is deleted, even after it was cancelled", async () => {
    const { customerId, petId } = await family("Visited");
    const groomer = servers.client(ClientService, staff(VIEW_CLIENT_LIST));
    const told = (version: number, more: object = {}) => {
      const appointment = toldVisit({ appointmentId: "700", customerId, petId, inDays: 2, version, status: 1 });
      return { appointment: { ...appointment, lines: appointment.lines.map((line) => ({ ...line, staffId: "77" })), ...more } };
    };
    expect((await refusalOf(groomer.getClient({ customerId }))).code).toBe(30003);
    await tell(AppointmentBookedSchema, told(1));
    expect((await groomer.getClient({ customerId })).client?.customerId).toBe(customerId);
    await tell(AppointmentChangedSchema, told(2, { status: 4 }));
    expect((await groomer.getClient({ customerId })).client?.customerId).toBe(customerId);
    await tell(AppointmentChangedSchema, told(3, { status: 4, deleted: true }));
    await tell(AppointmentChangedSchema, told(1));
    expect((await refusalOf(groomer.getClient({ customerId }))).code).toBe(30003);
  });
});

describe("what hangs on a client out of reach is as if it were not there", () => {
  const nobodys = "987654321";
  test("pets, notes, addresses, contacts and records of vaccines", async () => {
    const { customerId, petId } = await family("Guarded");
    const { note } = await servers.client(NoteService).createNote({ customerId, note: "keys under the mat" });
    const { address } = await servers.client(AddressService).createAddress({ address: { customerId, address1: "1 Pine St" } });
    const { contact } = await servers.client(ContactService).createContact({ contact: { customerId, firstName: "Gran" } });
    const { vaccine } = await servers.client(VaccineService).saveVaccine({ name: "Rabies" });
    const { petVaccine } = await servers.client(VaccineService).savePetVaccine({ petId, vaccineId: vaccine!.id });
    const me = staff(VIEW_CLIENT_LIST, EDIT_CLIENT);
    const [notes, addresses, contacts] = [
      servers.client(NoteService, me),
      servers.client(AddressService, me),
      servers.client(ContactService, me),
    ];
    const pets = servers.client(PetService, me);
    const asked: [string, (id: string) => Promise<unknown>][] = [
      [petId, (id) => pets.getPet({ petId: id })],
      [petId, (id) => pets.deletePet({ petId: id })],
      [petId, (id) => pets.restorePet({ petId: id })],
      [petId, (id) => notes.createPetNote({ petId: id, note: "mine" })],
      [note!.customerNoteId, (customerNoteId) => notes.updateNote({ customerNoteId, note: "mine" })],
      [note!.customerNoteId, (customerNoteId) => notes.deleteNote({ customerNoteId })],
      [address!.customerAddressId!, (id) => addresses.updateAddress({ address: { customerAddressId: id, address1: "2 Oak St" } })],
      [address!.customerAddressId!, (customerAddressId) => addresses.deleteAddress({ customerAddressId })],
      [contact!.customerContactId!, (id) => contacts.updateContact({ contact: { customerContactId: id, firstName: "Mine" } })],
      [petVaccine!.vaccineBindingId!, (id) => servers.client(VaccineService, me).deletePetVaccine({ vaccineBindingId: id })],
    ];
    for (const [id, ask] of asked) expect(await refusalOf(ask(id))).toEqual(await refusalOf(ask(nobodys)));
  });

  test("files that another location imports, and their rows", async () => {
    const content = Buffer.from("First name,Phone\nSecret,+12065550111\n");
    const file = { fileName: "theirs.csv", totalBytes: String(content.length), content };
    const { importId } = (await servers.client(ImportService).createImport(file)).import!;
    const elsewhere = { businessId: "2", businessIds: ["2"] };
    for (const caller of [staff(IMPORT_CLIENTS, VIEW_CLIENTS_WORKING_LOCATIONS), key(IMPORT_CLIENTS, VIEW_CLIENTS_ALL_LOCATIONS)]) {
      const there = servers.client(ImportService, { ...caller, ...elsewhere });
      expect(await there.listImports({})).toMatchObject({ imports: [], total: 0 });
      for (const ask of [there.getImport, there.previewImport, there.runImport, there.rollBackImport, there.listImportIssues])
        expect(await refusalOf(ask({ importId }))).toEqual(await refusalOf(ask({ importId: nobodys })));
      expect((await servers.client(ImportService, caller).listImports({})).imports.map((one) => one.importId)).toContain(importId);
    }
  });
});

import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ContactService } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const clients = (caller = {}) => servers.client(ClientService, caller);
const pets = () => servers.client(PetService);
const add = async (firstName: string, more: object = {}) =>
  (await clients().createClient({ client: { firstName, lastName: "Test", ...more } })).client!;
const addPet = async (customerId: string, petName: string, more: object = {}) =>
  (await pets().createPet({ customerId, pet: { petName, ...more } })).pet!;
const found = async (keyword: string) =>
  (await servers.client(SearchService).searchClients({ keyword })).clients.map((c) => `${c.firstName} ${c.lastName}`.trim());

describe("with pets, notes, addresses, contacts, tags", () => {
  test("a client with pets, address and note is made in one step, or not at all", async () => {
    const { client, pets: made } = await clients().createClientWithPets({
      client: { firstName: "Whole", lastName: "Family", phoneNumber: "2065552001" },
      pets: [
        { petName: "Rex", breed: "Beagle", weight: 22 },
        { petName: "Tom", petType: "Cat" },
      ],
      address: { address1: "1 Pine St", city: "Seattle", state: "WA", zipcode: "98101" },
      note: "Prefers mornings",
    });
    expect(made.map((p) => [p.petName, p.petType, p.customerId])).toEqual([
      ["Rex", "Dog", client!.customerId],
      ["Tom", "Cat", client!.customerId],
    ]);
    const detail = await clients().getClientDetail({ customerId: client!.customerId });
    expect(detail.addresses).toMatchObject([{ zipcode: "98101", isPrimary: true }]);
    expect(detail.notes).toMatchObject([{ note: "Prefers mornings", staffName: "Olive Owner" }]);
    expect(detail.contacts).toMatchObject([{ customerContactId: "0", firstName: "Whole", isPrimary: true }]);
    expect(await found("tom")).toContain("Whole Family");
    const half = clients().createClientWithPets({ client: { firstName: "Half" }, pets: [{ petName: "   " }] });
    expect(await refusalOf(half)).toMatchObject({ code: 400 });
    expect(await found("half")).toEqual([]);
  });

  test("two people who each make another contact or address the primary one never wait for each other crosswise", async () => {
    const { customerId } = await add("Crowded");
    const [contacts, addresses] = [servers.client(ContactService), servers.client(AddressService)];
    const contact = (firstName: string) => ({ customerId, firstName, isPrimary: true });
    const made = await contacts.createContact({ contact: contact("First") });
    const address = await addresses.createAddress({ address: { customerId, address1: "First", isPrimary: true } });
    const turns = Array.from({ length: 20 }, (_, n) => [
      contacts.createContact({ contact: contact(`New ${n}`) }),
      contacts.updateContact({ contact: { ...made.contact!, isPrimary: true } }),
      addresses.createAddress({ address: { customerId, address1: `New ${n}`, isPrimary: true } }),
      addresses.updateAddress({ address: { ...address.address!, isPrimary: true } }),
    ]);
    await Promise.all(turns.flat());
    const primary = (await contacts.listContacts({ customerId })).contacts.filter((one) => one.isPrimary);
    expect(primary).toHaveLength(1);
  });

  test("zip codes tell how many clients live there and what most call the place, whatever way each was written", async () => {
    const zone = (companyId: string) => ({ companyId, via: "calendar" });
    const put = async (companyId: string, firstName: string, ...written: { zipcode: string; city: string }[]) => {
      const client = await servers.client(ClientService, { companyId }).createClient({ client: { firstName, lastName: "Test" } });
      const { customerId } = client.client!;
      for (const address of written)
        await servers.client(AddressService, { companyId }).createAddress({ address: { customerId, ...address } });
    };
    await put("71", "Ann", { zipcode: "98101-1234", city: "Seattle" }, { zipcode: "98101", city: "Seattle" });
    await put("71", "Bea", { zipcode: "98101", city: "Sea" }, { zipcode: "98004", city: "Bellevue" });
    await put("72", "Cay", { zipcode: "98101", city: "Elsewhere" });
    const addresses = servers.client(AddressService, zone("71"));
    const found = (list: { zipcode: string; city: string; clientCount: number }[]) =>
      list.map((one) => [one.zipcode, one.city, one.clientCount]);
    expect(found((await addresses.listZipcodes({ prefix: "98" })).zipcodes)).toEqual([
      ["98004", "Bellevue", 1],
      ["98101", "Seattle", 2],
    ]);
    expect(found((await addresses.listZipcodes({ zipcodes: ["98101", "10001"] })).zipcodes)).toEqual([["98101", "Seattle", 2]]);
  });

  test("one address is primary; when it goes the oldest takes its place", async () => {
    const { customerId } = await add("Mover");
    const addresses = servers.client(AddressService);
    const put = async (address1: string, isPrimary = false) =>
      (await addresses.createAddress({ address: { customerId, address1, isPrimary } })).address!;
    const [first, second, third] = [await put("First"), await put("Second"), await put("Third", true)];
    const list = async () => (await addresses.listAddresses({ customerId })).addresses.map((a) => [a.address1, a.isPrimary]);
    expect(await list()).toEqual([
      ["Third", true],
      ["First", false],
      ["Second", false],
    ]);
    await addresses.deleteAddress({ customerAddressId: third.customerAddressId });
    expect(await list()).toEqual([
      ["First", true],
      ["Second", false],
    ]);
    const { address } = await addresses.updateAddress({ address: { ...second, zipcode: "98102", isPrimary: true } });
    expect(address).toMatchObject({ address1: "Second", zipcode: "98102", isPrimary: true });
    expect(await list()).toEqual([
      ["Second", true],
      ["First", false],
    ]);
    expect(await refusalOf(addresses.createAddress({ address: { customerId, country: "US" } }))).toMatchObject({ code: 400 });
    expect(first.customerId).toBe(customerId);
  });

  test("contacts: the client first, others after; numbers are reduced", async () => {
    const { customerId } = await add("Parent");
    const contacts = servers.client(ContactService);
    const made = await contacts.createContact({
      contact: { customerId, firstName: "Gran", phoneNumber: "(206) 555-0199", title: "Grandmother", isPrimary: true },
    });
    expect(made.contact).toMatchObject({ phoneNumber: "2065550199", type: 2 });
    expect((await contacts.listContacts({ customerId })).contacts.map((c) => [c.firstName, c.isPrimary])).toEqual([
      ["Parent", false],
      ["Gran", true],
    ]);
    expect((await clients().getClient({ customerId })).client?.primaryContactId).toBe(made.contact!.customerContactId);
    await contacts.deleteContact({ customerContactId: made.contact!.customerContactId });
    expect((await contacts.listContacts({ customerId })).contacts).toHaveLength(1);
  });

  test("notes are written, changed, taken away and brought back; the newest alert stands in the overview", async () => {
    const { customerId } = await add("Noted");
    const pet = await addPet(customerId, "Biter");
    const notes = servers.client(NoteService);
    await notes.createNote({ customerId, note: "First" });
    const alert = (await notes.createPetNote({ petId: pet.petId, note: "Bites when brushed", isAlert: true })).note!;
    expect(alert).toMatchObject({ petId: pet.petId, customerId });
    const overview = async () => (await clients().getClientOverview({ customerId })).overview?.lastAlertNote;
    expect(await overview()).toBe("Bites when brushed");
    const changed = (await notes.updateNote({ customerNoteId: alert.customerNoteId, note: "Bites" })).note!;
    expect(changed).toMatchObject({ note: "Bites", isAlert: true, lastStaffName: "Olive Owner" });
    await notes.deleteNote({ customerNoteId: alert.customerNoteId });
    expect(await overview()).toBe("");
    await notes.restoreNote({ customerNoteId: alert.customerNoteId });
    const list = await notes.listNotes({ customerId, pageSize: 1 });
    expect([list.notes.map((n) => n.note), list.total]).toEqual([["Bites"], 2]);
    expect((await notes.listNotes({ customerId, pageSize: 1, pageToken: list.nextPageToken })).notes.map((n) => n.note)).toEqual(["First"]);
  });

  test("a note about a pet has a photo of before and one of after, of the company's own private files; what a change does not name stays", async () => {
    const { customerId } = await add("Painted");
    const { petId } = await addPet(customerId, "Poodle");
    const notes = servers.client(NoteService);
    const [before, after] = ["/uploads/private/1/abc-1/before.jpg", "/uploads/private/1/abc-2/after.jpg"];
    const { note } = await notes.createPetNote({ petId, note: "Hand-stripped", beforePhotoPath: before });
    const customerNoteId = note!.customerNoteId;
    expect((await notes.updateNote({ customerNoteId, afterPhotoPath: after })).note).toMatchObject({
      note: "Hand-stripped",
      beforePhotoPath: before,
      afterPhotoPath: after,
    });
    expect((await notes.updateNote({ customerNoteId, beforePhotoPath: "" })).note).toMatchObject({
      beforePhotoPath: "",
      afterPhotoPath: after,
    });
    const refused = async (call: Promise<unknown>) => (await refusalOf(call)).options.fields?.[0]?.field;
    for (const afterPhotoPath of ["/uploads/private/2/abc/x.jpg", "/uploads/public/1/abc/x.jpg", "https://elsewhere.test/x.jpg"])
      expect(await refused(notes.updateNote({ customerNoteId, afterPhotoPath }))).toBe("afterPhotoPath");
    const about = (await notes.createNote({ customerId, note: "Late" })).note!.customerNoteId;
    expect(await refused(notes.updateNote({ customerNoteId: about, beforePhotoPath: before }))).toBe("beforePhotoPath");
    expect((await notes.listNotes({ customerId, petId })).notes).toMatchObject([{ beforePhotoPath: "", afterPhotoPath: after }]);
  });

  test("tag-name-unique: 20015, without regard to case", async () => {
    const tags = servers.client(TagService);
    const vip = (await tags.createTag({ name: "VIP" })).tag!;
    expect(await refusalOf(tags.createTag({ name: " vip " }))).toMatchObject({ code: 20015 });
    const late = (await tags.createTag({ name: "Late" })).tag!;
    expect(await refusalOf(tags.updateTag({ id: late.id, name: "Vip" }))).toMatchObject({ code: 20015 });
    const made = await add("Tagged", { customerTagIdList: [vip.id, late.id] });
    expect(made.customerTagIdList).toEqual([vip.id, late.id]);
    await tags.sortTags({ ids: [late.id, vip.id] });
    expect((await tags.listTags({})).tags.map((t) => [t.name, t.clientCount])).toEqual([
      ["Late", 1],
      ["VIP", 1],
    ]);
    await tags.deleteTag({ id: late.id });
    expect((await clients().getClient({ customerId: made.customerId })).client?.customerTagIdList).toEqual([vip.id]);
    const untagged = await clients().updateClient({
      customerId: made.customerId,
      client: {},
      updateMask: { paths: ["customer_tag_id_list"] },
    });
    expect(untagged.client?.customerTagIdList).toEqual([]);
  });
});

describe("tags and codes that the company does not have", () => {
  const refused = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.fields];
  };
  const no = (field: string, reason: string) => [400, [{ field, reason }]];
  const noTag = (id: string, field = "client.customerTagIdList") => no(field, `there is no tag ${id}: choose from the tags`);
  const noCode = (id: string, field: string) => no(field, `there is no pet code ${id}: choose from the pet settings`);

  test("are refused with the field, invented or another company's, and nothing is kept", async () => {
    const foreignTag = (await servers.client(TagService, { companyId: "2" }).createTag({ name: "Theirs" })).tag!.id;
    const tag = (await servers.client(TagService).createTag({ name: "Known" })).tag!.id;
    const code = { abbreviation: "TH" };
    const foreignCode = (await servers.client(PetSettingsService, { companyId: "2" }).savePetCode(code)).petCode!.id;
    const household = (client: object, ...pets: object[]) =>
      clients().createClientWithPets({
        client: { firstName: "Unkept", ...client },
        pets: pets.map((pet) => ({ petName: "Rex", ...pet })),
      });
    for (const id of ["999999", foreignTag]) {
      expect(await refused(household({ customerTagIdList: [tag, id] }))).toEqual(noTag(id));
      expect(await refused(add("Unkept", { customerTagIdList: [id] }))).toEqual(noTag(id));
    }
    for (const id of ["99999", foreignCode])
      expect(await refused(household({}, {}, { petCodeIds: [id] }))).toEqual(noCode(id, "pets.1.petCodeIds"));
    const { rows } = await servers.admin.query("select 1 from customer.client where first_name = 'Unkept'");
    expect(rows).toEqual([]);
    const { customerId } = await add("Kept", { customerTagIdList: [tag] });
    expect(await refused(clients().updateClient({ customerId, client: { customerTagIdList: [foreignTag] } }))).toEqual(noTag(foreignTag));
    expect((await clients().getClient({ customerId })).client?.customerTagIdList).toEqual([tag]);
    const selection = { chosenList: [customerId] };
    expect(await refused(servers.client(ClientListService).tagClients({ selection, addTagIds: [foreignTag] }))).toEqual(
      noTag(foreignTag, "addTagIds"),
    );
    expect(await refused(pets().createPet({ customerId, pet: { petName: "Rex", petCodeIds: [foreignCode] } }))).toEqual(
      noCode(foreignCode, "pet.petCodeIds"),
    );
  });

  test("a code that a pet carries, and that is gone, may stay until it is taken off", async () => {
    const { customerId } = await add("Coded");
    const { petId } = await addPet(customerId, "Rex");
    await servers.admin.query("update customer.pet set pet_code_ids = '{88888}' where id = $1", [petId]);
    const change = (...petCodeIds: string[]) => pets().updatePet({ petId, pet: { petCodeIds, color: "Red" } });
    expect((await change("88888")).pet).toMatchObject({ petCodeIds: ["88888"], color: "Red" });
    expect(await refused(change("88888", "99999"))).toEqual(noCode("99999", "pet.petCodeIds"));
  });
});

describe("pets", () => {
  test("not-found-30003-30005: an unknown pet is 30004", async () => {
    expect(await refusalOf(pets().getPet({ petId: "999999" }))).toMatchObject({ code: 30004 });
    expect(await refusalOf(pets().batchGetPets({ petIds: ["999999"] }))).toMatchObject({ code: 30004 });
  });

  test("pet-life-status: alive to passed away, with the day, and back", async () => {
    const { customerId } = await add("Keeper");
    const { petId } = await addPet(customerId, "Old Boy");
    const gone = await pets().setPetLifeStatus({
      petId,
      lifeStatus: PetLifeStatus.PASS_AWAY,
      passAwayDate: { year: 2026, month: 3, day: 1 },
    });
    expect(gone.pet).toMatchObject({ lifeStatus: PetLifeStatus.PASS_AWAY, passAwayDate: { year: 2026, month: 3, day: 1 } });
    const back = await pets().setPetLifeStatus({ petId, lifeStatus: PetLifeStatus.ALIVE });
    expect(back.pet).toMatchObject({ lifeStatus: PetLifeStatus.ALIVE });
    expect(back.pet?.passAwayDate).toBeUndefined();
  });

  test("pet-delete-requires-removal: a deleted pet leaves the client's list and the search, and can come back", async () => {
    const { customerId } = await add("Loser");
    const { petId } = await addPet(customerId, "Zebulon");
    await pets().deletePet({ petId });
    expect((await pets().listPets({ customerId })).pets).toEqual([]);
    expect(await found("zebulon")).toEqual([]);
    expect((await pets().batchGetPets({ petIds: [petId] })).pets[0]).toMatchObject({ deleted: true });
    expect((await pets().restorePet({ petId })).pet).toMatchObject({ deleted: false });
    expect(await found("zebulon")).toEqual(["Loser Test"]);
  });

  test("an update that names nothing, or says what is there, answers the pet as it is", async () => {
    const { customerId } = await add("Samer");
    const told = { weight: 12.5, petType: "Cat", birthday: { year: 2020, month: 2, day: 29 }, petCodeIds: [] };
    const { petId } = await addPet(customerId, "Same", told);
    const { pet: made } = await pets().getPet({ petId });
    for (const pet of [{}, { ...told, petName: "Same " }]) expect((await pets().updatePet({ petId, pet })).pet).toEqual(made);
    expect((await pets().updatePet({ petId, pet: { ...told, weight: 13 } })).pet?.version).toBe(2);
  });

  test("a change is found under the new name and no longer under the old", async () => {
    const { customerId } = await add("Namer");
    const { petId } = await addPet(customerId, "Quixote", { weight: 12.5, petType: "Cat" });
    const { pet } = await pets().updatePet({ petId, pet: { petName: "Yorick" }, version: 1 });
    expect(pet).toMatchObject({ petName: "Yorick", weight: 12.5, petType: "Cat", version: 2 });
    expect([await found("quix"), await found("yori")]).toEqual([[], ["Namer Test"]]);
    expect(await refusalOf(pets().updatePet({ petId, pet: {}, version: 1 }))).toMatchObject({ code: ErrorCode.VERSION_CONFLICT });
  });
});

import { ErrorCode } from "@leashline/kit";
import { refusalOf, startHouse, type TestHouse } from "@leashline/kit/test";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { TipType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ContactService } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { frequencyDays } from "./client.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await startHouse([service], { background: false });
});
afterAll(async () => await house.stop());

const clients = (caller = {}) => house.client(ClientService, caller);
const pets = () => house.client(PetService);
const add = async (firstName: string, more: object = {}) =>
  (await clients().createClient({ client: { firstName, lastName: "Test", ...more } })).client!;
const addPet = async (customerId: string, petName: string, more: object = {}) =>
  (await pets().createPet({ customerId, pet: { petName, ...more } })).pet!;
const found = async (keyword: string) =>
  (await house.client(SearchService).searchClients({ keyword })).clients.map((c) => `${c.firstName} ${c.lastName}`.trim());

describe("clients", () => {
  test("a new client is a customer of this business who may be reached, and has a searchable name", async () => {
    const made = await add("  Dana ", { lastName: "Kim", phoneNumber: "+1 (206) 555-0142", email: "dana@kim.example" });
    expect(made).toMatchObject({
      firstName: "Dana",
      type: 2,
      phoneNumber: "+12065550142",
      phoneDisplay: "+1 (206) 555-0142",
      preferredBusinessId: "1",
      sendAutoMessage: true,
      isProspectCustomer: true,
      version: 1,
    });
    expect((await clients().getClient({ customerId: made.customerId })).client).toEqual(made);
    expect(await found("dan")).toContain("Dana Kim");
    expect(await found("5550142")).toEqual(["Dana Kim"]);
  });

  test("a client needs a name", async () => {
    expect(await refusalOf(clients().createClient({ client: { firstName: " " } }))).toMatchObject({ code: 400 });
  });

  test.each([
    ["", true],
    ["a@b.co", true],
    ["abc", false],
  ])("email-field: %j", async (email, accepted) => {
    const call = clients().createClient({ client: { firstName: "Mail", email } });
    if (accepted) await expect(call).resolves.toBeDefined();
    else expect((await refusalOf(call)).message).toContain("Invalid email");
  });

  test("30002: a phone number belongs to one client, however it is written, unless the caller knows better", async () => {
    await add("First", { phoneNumber: "(206) 555-7777" });
    const again = { client: { firstName: "Second", phoneNumber: "+12065557777" } };
    expect(await refusalOf(clients().createClient(again))).toMatchObject({ code: ErrorCode.PHONE_NUMBER_IN_USE });
    await expect(clients().createClient({ ...again, allowDuplicatePhone: true })).resolves.toBeDefined();
    const racing = Array.from({ length: 8 }, (_, i) =>
      clients().createClient({ client: { firstName: `R${i}`, phoneNumber: "2065558888" } }),
    );
    expect((await Promise.allSettled(racing)).filter((r) => r.status === "fulfilled")).toHaveLength(1);
  });

  test("not-found-30003-30005: an unknown client, or another company's, is 30003", async () => {
    expect(await refusalOf(clients().getClient({ customerId: "999999" }))).toMatchObject({ code: 30003 });
    const mine = await add("Mine");
    expect(await refusalOf(clients({ companyId: "2" }).getClient({ customerId: mine.customerId }))).toMatchObject({ code: 30003 });
    expect(await refusalOf(clients({ companyId: "2" }).updateClient({ customerId: mine.customerId, client: {} }))).toMatchObject({
      code: 30003,
    });
    expect(await refusalOf(pets().createPet({ customerId: "999999", pet: { petName: "X" } }))).toMatchObject({ code: 30003 });
    expect((await clients().batchGetClients({ customerIds: [mine.customerId, "999999"], allowMissing: true })).clients).toHaveLength(1);
  });

  test("an update takes what is set; a mask clears; an old version is refused; the search follows", async () => {
    const made = await add("Oldname", { email: "x@y.zz", birthday: { year: 1990, month: 2, day: 3 } });
    const { client } = await clients().updateClient({ customerId: made.customerId, client: { firstName: "Newname" }, version: 1 });
    expect(client).toMatchObject({ firstName: "Newname", email: "x@y.zz", version: 2, birthday: { year: 1990 } });
    expect([await found("oldname"), await found("newn")]).toEqual([[], ["Newname Test"]]);
    const cleared = await clients().updateClient({ customerId: made.customerId, client: {}, updateMask: { paths: ["birthday", "email"] } });
    expect(cleared.client).toMatchObject({ email: "", version: 3 });
    expect(cleared.client?.birthday).toBeUndefined();
    const stale = clients().updateClient({ customerId: made.customerId, client: { lastName: "No" }, version: 1 });
    expect(await refusalOf(stale)).toMatchObject({ code: ErrorCode.VERSION_CONFLICT });
  });

  test("customer-type-lead-customer, lead-phone-existing: a lead's number exists, a customer's and an unknown one do not", async () => {
    await add("Lead", { type: 1, phoneNumber: "2065551001" });
    await add("Customer", { type: 2, phoneNumber: "2065551002" });
    const existing = async (phoneNumber: string) => (await clients().checkPhoneNumberLead({ phoneNumber })).existing;
    expect([await existing("+1 206 555 1001"), await existing("2065551002"), await existing("2065559999")]).toEqual([true, false, false]);
  });

  test.each([
    [2, 2, 14],
    [2, 3, 60],
    [3, 1, 3],
  ])("frequency-day-factors: %s of unit %s are %s days", (count, unit, days) => expect(frequencyDays(count, unit)).toBe(days));

  test("preferred-tip-defaults: 30 percent or 15, until the client says otherwise", async () => {
    const { customerId } = await add("Tipper");
    expect((await clients().getPreferredTip({ customerId })).preferredTip).toMatchObject({
      enable: false,
      tipType: TipType.PERCENTAGE,
      percentage: 30,
      amount: { currencyCode: "USD", units: 15n },
    });
    const saved = await clients().updatePreferredTip({ customerId, preferredTip: { enable: true, tipType: TipType.AMOUNT } });
    expect(saved.preferredTip).toMatchObject({ enable: true, amount: { units: 15n } });
    expect((await clients().getClientDetail({ customerId })).preferredTip).toMatchObject({ enable: true, tipType: TipType.AMOUNT });
  });

  test("a repeated create under one key makes one client", async () => {
    const once = () => house.client(ClientService, {}, { idempotencyKey: "create-1" }).createClient({ client: { firstName: "Onceonly" } });
    const made = await Promise.all([once(), once(), once()]);
    expect(new Set(made.map((m) => m.client!.customerId)).size).toBe(1);
    expect(await found("onceonly")).toHaveLength(1);
  });
});

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

  test("one address is primary; when it goes the oldest takes its place", async () => {
    const { customerId } = await add("Mover");
    const addresses = house.client(AddressService);
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
    const contacts = house.client(ContactService);
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
    const notes = house.client(NoteService);
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

  test("tag-name-unique: 20015, without regard to case", async () => {
    const tags = house.client(TagService);
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

  test("a change is found under the new name and no longer under the old", async () => {
    const { customerId } = await add("Namer");
    const { petId } = await addPet(customerId, "Quixote", { weight: 12.5, petType: "Cat" });
    const { pet } = await pets().updatePet({ petId, pet: { petName: "Yorick" }, version: 1 });
    expect(pet).toMatchObject({ petName: "Yorick", weight: 12.5, petType: "Cat", version: 2 });
    expect([await found("quix"), await found("yori")]).toEqual([[], ["Namer Test"]]);
    expect(await refusalOf(pets().updatePet({ petId, pet: {}, version: 1 }))).toMatchObject({ code: ErrorCode.VERSION_CONFLICT });
  });
});

describe("deleting and undoing", () => {
  test("a client goes with the pets and comes back with exactly those", async () => {
    const { customerId } = await add("Phoenix", { phoneNumber: "2065553001" });
    const [kept, before] = [await addPet(customerId, "Ash"), await addPet(customerId, "Gone Before")];
    await pets().deletePet({ petId: before.petId });
    await clients().deleteClient({ customerId });
    expect(await refusalOf(clients().getClient({ customerId }))).toMatchObject({ code: 30003 });
    expect(await found("phoenix")).toEqual([]);
    expect((await clients().getClientDetail({ customerId, includeDeleted: true })).client).toMatchObject({ deleted: true });
    await clients().restoreClient({ customerId });
    expect((await pets().listPets({ customerId })).pets.map((p) => p.petId)).toEqual([kept.petId]);
    expect(await found("phoenix")).toEqual(["Phoenix Test"]);
  });

  test("a deleted client's number is free, and then keeps the old one from coming back (30002)", async () => {
    const old = await add("Former", { phoneNumber: "2065553002" });
    await clients().deleteClient({ customerId: old.customerId });
    await add("Latter", { phoneNumber: "2065553002" });
    expect(await refusalOf(clients().restoreClient({ customerId: old.customerId }))).toMatchObject({ code: 30002 });
  });

  test("the history tells who changed what, newest first, pets and notes included", async () => {
    const { customerId } = await add("Storied", { email: "a@b.cc" });
    await addPet(customerId, "Tale");
    await clients().updateClient({ customerId, client: { email: "new@b.cc", inactive: true } });
    const { entries } = await house.client(HistoryService).listClientHistory({ customerId });
    expect(entries.map((e) => [e.entity, e.action])).toEqual([
      ["client", "update"],
      ["pet", "create"],
      ["client", "create"],
    ]);
    expect(entries[0]?.changes).toMatchObject([
      { field: "email", before: '"a@b.cc"', after: '"new@b.cc"' },
      { field: "inactive", before: "", after: "true" },
    ]);
  });
});

describe("who sees what", () => {
  test("without the permission phone and e-mail stay hidden, and are not searched", async () => {
    const made = await add("Hidden", { phoneNumber: "2065554001", email: "hidden@mail.example" });
    const staff = { permissions: [Permission.VIEW_CLIENTS_ALL_LOCATIONS], employeeCategory: 0, staffId: "9" };
    expect((await clients(staff).getClient({ customerId: made.customerId })).client).toMatchObject({
      firstName: "Hidden",
      phoneNumber: "",
      email: "",
    });
    expect((await house.client(SearchService, staff).searchClients({ keyword: "2065554001" })).clients).toEqual([]);
    const history = await house.client(HistoryService, staff).listClientHistory({ customerId: made.customerId });
    expect(JSON.stringify(history.entries)).not.toMatch(/2065554001|hidden@mail/);
    expect(await refusalOf(clients({ ...staff, permissions: [3] }).getClient({ customerId: made.customerId }))).toMatchObject({
      code: 20019,
    });
  });

  test("own clients only: those a person looks after or entered", async () => {
    const other = await add("Others");
    const own = await add("Own", { preferredGroomerId: "77" });
    const staff = { permissions: [Permission.VIEW_CLIENT_LIST, Permission.EDIT_CLIENT], employeeCategory: 0, staffId: "77" };
    const { client: entered } = await clients(staff).createClient({ client: { firstName: "Entered" } });
    const seen = await clients(staff).batchGetClients({
      customerIds: [other.customerId, own.customerId, entered!.customerId],
      allowMissing: true,
    });
    expect(seen.clients.map((c) => c.firstName)).toEqual(["Own", "Entered"]);
    expect(await refusalOf(clients(staff).updateClient({ customerId: other.customerId, client: {} }))).toMatchObject({ code: 30003 });
  });

  test("working locations only: clients of the locations one works at", async () => {
    const here = await add("Here");
    const there = (await clients({ businessId: "2", businessIds: ["1", "2"] }).createClient({ client: { firstName: "There" } })).client!;
    const staff = { permissions: [Permission.VIEW_CLIENTS_WORKING_LOCATIONS], employeeCategory: 0, staffId: "78" };
    const seen = await clients(staff).batchGetClients({ customerIds: [here.customerId, there.customerId], allowMissing: true });
    expect(seen.clients.map((c) => c.firstName)).toEqual(["Here"]);
  });
});

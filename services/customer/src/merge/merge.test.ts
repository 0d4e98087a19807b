import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { ErrorCode } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ContactService } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { DuplicateReason, MergeField, MergePetField, MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const api = (caller = {}, options = {}) => servers.client(MergeService, caller, options);
const clients = () => servers.client(ClientService);
const detail = async (customerId: string) => await clients().getClientDetail({ customerId });
let numbers = 200;
const add = async (firstName: string, { pets = ["Rex"], ...more }: { pets?: string[] } & Record<string, unknown> = {}) => {
  numbers += 1;
  const client = { firstName, lastName: "Merger", phoneNumber: `+12125551${numbers}`, email: `m${numbers}@example.com`, ...more };
  const made = await clients().createClientWithPets({
    client,
    pets: pets.map((petName) => ({ petName })),
    address: { address1: `${numbers} Main St`, zipcode: "10001" },
    note: `about ${firstName}`,
    allowDuplicatePhone: true,
  });
  return { id: made.client!.customerId, phone: client.phoneNumber, email: client.email, pets: made.pets.map(({ petId }) => petId) };
};
let visits = 900;
async function books(customerId: string, petId = "4"): Promise<string> {
  visits += 1;
  const appointment = toldVisit({ appointmentId: String(visits), customerId, petId, inDays: 3, version: 1, status: 1 });
  const event = create(AppointmentBookedSchema as DescMessage, { appointment } as never);
  await deliver(servers.runtime("customer"), service.consumers ?? [], {
    typeName: AppointmentBookedSchema.typeName,
    data: toBinary(AppointmentBookedSchema as DescMessage, event),
    meta: { id: `merge-${visits}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
  });
  return String(visits);
}
/** Everything stored of two clients, without what counts changes. */
async function rowsOf(...ids: string[]): Promise<unknown> {
  const of = async (sql: string) => (await servers.admin.query(sql, [ids])).rows;
  return {
    client: await of(
      "select id, first_name, phone_number, email, birthday, type, deleted_at is null as stands, merged_into, is_unsubscribed from customer.client where id = any($1) order by id",
    ),
    pet: await of(
      "select id, client_id, deleted_at is null as stands, merged_into from customer.pet where client_id = any($1) order by id",
    ),
    address: await of("select id, client_id, is_primary from customer.address where client_id = any($1) order by id"),
    contact: await of(
      "select client_id, first_name, phone_number, email, title from customer.contact where client_id = any($1) and deleted_at is null order by id",
    ),
    note: await of("select id, client_id, pet_id from customer.note where client_id = any($1) order by id"),
    tag: await of("select client_id, tag_id from customer.client_tag where client_id = any($1) order by 1, 2"),
    visit: await of("select appointment_id, client_id, pet_ids from customer.visit where client_id = any($1) order by 1"),
    sums: await of("select client_id, total_count from customer.client_fact where client_id = any($1) and total_count > 0 order by 1"),
  };
}

test("everything of the one who goes is the other's, fields as chosen, and undoing gives exactly that back", async () => {
  const [winner, loser] = [
    await add("Ann", { pets: ["Rex", "Milo"] }),
    await add("Annie", { pets: ["Rex", "Luna"], isUnsubscribed: true }),
  ];
  const tag = (await servers.client(TagService).createTag({ name: "Regular" })).tag!;
  await clients().updateClient({
    customerId: loser.id,
    client: { customerTagIdList: [tag.id] },
    updateMask: { paths: ["customer_tag_id_list"] },
  });
  await servers.client(NoteService).createPetNote({ petId: loser.pets[0]!, note: "bites" });
  const [one, two] = [await books(winner.id, winner.pets[0]), await books(loser.id, loser.pets[0])];
  const before = await rowsOf(winner.id, loser.id);
  const asked = {
    winnerId: winner.id,
    loserId: loser.id,
    take: [MergeField.EMAIL],
    pets: [{ petId: loser.pets[0]!, intoPetId: winner.pets[0]! }],
  };
  const { merge, client } = await api({}, { idempotencyKey: "merge-ann" }).mergeClients(asked);
  expect(client).toMatchObject({
    customerId: winner.id,
    firstName: "Ann",
    phoneNumber: winner.phone,
    email: loser.email,
    isUnsubscribed: true,
  });
  expect(client?.customerTagIdList).toEqual([tag.id]);
  const contacts = (await servers.client(ContactService).listContacts({ customerId: winner.id })).contacts.filter(({ type }) => type !== 1);
  expect(contacts.map(({ firstName, email, phoneNumber, title }) => [firstName, email, phoneNumber, title])).toEqual([
    ["Ann", winner.email, "", "Other email"],
    ["Annie", "", loser.phone, "Other phone"],
  ]);
  expect((await api({}, { idempotencyKey: "merge-ann" }).mergeClients(asked)).merge?.mergeId).toBe(merge?.mergeId);
  const now = await detail(winner.id);
  expect(now.pets.map(({ petName }) => petName).sort()).toEqual(["Luna", "Milo", "Rex"]);
  expect(now.notes.map(({ note, petId }) => [note, petId])).toContainEqual(["bites", winner.pets[0]]);
  expect([now.addresses.length, now.addresses.filter(({ isPrimary }) => isPrimary).length, now.overview?.totalCount]).toEqual([2, 1, 2]);
  expect(await rowsOf(winner.id, loser.id)).toMatchObject({
    visit: [
      { appointment_id: one, client_id: winner.id, pet_ids: [winner.pets[0]] },
      { appointment_id: two, client_id: winner.id, pet_ids: [winner.pets[0]] },
    ],
  });
  const later = await books(winner.id, winner.pets[0]);
  const undone = await api().undoMerge({ mergeId: merge!.mergeId });
  expect(undone).toMatchObject({
    winner: { email: winner.email, isUnsubscribed: false },
    loser: { customerId: loser.id, email: loser.email, deleted: false },
  });
  const after = (await rowsOf(winner.id, loser.id)) as { visit: unknown[]; sums: unknown };
  expect(after.visit).toContainEqual({ appointment_id: later, client_id: winner.id, pet_ids: [winner.pets[0]] });
  expect({
    ...after,
    visit: after.visit.filter((row) => (row as { appointment_id: string }).appointment_id !== later),
    sums: undefined,
  }).toEqual({
    ...(before as object),
    sums: undefined,
  });
  expect((await api().undoMerge({ mergeId: merge!.mergeId })).merge?.undoneTime).toEqual(undone.merge?.undoneTime);
});

test("the id of the one who went answers with the other, and is found no more", async () => {
  const [winner, loser] = [await add("Bea"), await add("Beatrix")];
  await api().mergeClients({ winnerId: winner.id, loserId: loser.id });
  expect((await clients().getClient({ customerId: loser.id })).client?.customerId).toBe(winner.id);
  expect((await detail(loser.id)).pets).toHaveLength(2);
  expect((await servers.client(NoteService).listNotes({ customerId: loser.id })).notes).toHaveLength(2);
  const [third] = [await add("Bee")];
  await api().mergeClients({ winnerId: third.id, loserId: winner.id });
  expect((await clients().getClient({ customerId: loser.id })).client?.customerId).toBe(third.id);
  expect((await refusalOf(clients().restoreClient({ customerId: loser.id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const merges = (await api().listMerges({ customerId: loser.id })).merges;
  expect(merges.map(({ loserName }) => loserName)).toEqual(["Bea Merger"]);
});

test("of a vaccination that both pets have the one that holds longer counts, and undoing gives each its own back", async () => {
  const [winner, loser] = [await add("Vic"), await add("Vicky")];
  const vaccines = servers.client(VaccineService);
  const names = ["Rabies", "Bordetella", "Distemper", "Lepto"];
  const ids: string[] = [];
  for (const name of names) ids.push((await vaccines.saveVaccine({ name: `${name} of Vic` })).vaccine!.id);
  const [rabies, bordetella, distemper, lepto] = ids as [string, string, string, string];
  const says = async (petId: string, vaccineId: string, year: number, documentPath: string) => {
    await vaccines.savePetVaccine({ petId, vaccineId, documentPath, ...(year > 0 && { expirationDate: { year, month: 1, day: 1 } }) });
  };
  const [mine, theirs] = [winner.pets[0]!, loser.pets[0]!];
  const at = (name: string) => `/uploads/private/1/${"a".repeat(20)}/${name}.pdf`;
  await says(mine, rabies, 2024, at("old"));
  await says(theirs, rabies, 2037, at("new"));
  await says(mine, bordetella, 2038, at("kept"));
  await says(theirs, bordetella, 2030, at("less"));
  await says(mine, distemper, 2038, at("ends"));
  await says(theirs, distemper, 0, at("for-good"));
  await says(theirs, lepto, 2036, at("only"));
  const rows = async () =>
    (
      await servers.admin.query(
        `select pet_id, vaccine_id, coalesce(extract(year from expiration_date)::int, 0) as year, regexp_replace(document_path, '.*/', '') as document
          from customer.pet_vaccine where pet_id = any($1) order by pet_id::bigint, vaccine_id::bigint`,
        [[mine, theirs]],
      )
    ).rows;
  const before = await rows();
  const pets = [{ petId: theirs, intoPetId: mine }];
  const { merge } = await api().mergeClients({ winnerId: winner.id, loserId: loser.id, pets });
  const held = (await vaccines.listPetVaccines({ petIds: [mine] })).petVaccines.filter((one) => ids.includes(one.vaccineId));
  expect(new Map(held.map((one) => [one.vaccineId, one.expirationDate?.year ?? 0]))).toEqual(
    new Map([
      [rabies, 2037],
      [bordetella, 2038],
      [distemper, 0],
      [lepto, 2036],
    ]),
  );
  expect((await rows()).filter((row) => row.pet_id === mine).map((row) => row.document)).toEqual([
    "new.pdf",
    "kept.pdf",
    "for-good.pdf",
    "only.pdf",
  ]);
  await api().undoMerge({ mergeId: merge!.mergeId });
  expect(await rows()).toEqual(before);
});

test("of each pet it is chosen whose fields are kept, codes are put together, and undoing leaves what somebody changed since", async () => {
  const [winner, loser] = [await add("Pia", { pets: ["Rex", "Milo"] }), await add("Piet", { pets: ["Rexy"] })];
  const pets = servers.client(PetService);
  const settings = servers.client(PetSettingsService);
  const [bites, shy] = await Promise.all(
    ["Bites", "Shy"].map(async (name) => (await settings.savePetCode({ description: name, abbreviation: name.slice(0, 2) })).petCode!.id),
  );
  const [mine, theirs] = [winner.pets[0]!, loser.pets[0]!];
  const birthday = { year: 2020, month: 5, day: 1 };
  await pets.updatePet({ petId: mine, pet: { weight: 20, behavior: "Calm", petCodeIds: [bites!] } });
  await pets.updatePet({ petId: theirs, pet: { weight: 21, feeding: "Twice a day", birthday, petCodeIds: [shy!, bites!] } });
  const take = [MergePetField.NAME, MergePetField.FEEDING, MergePetField.BIRTHDAY];
  const asked = { winnerId: winner.id, loserId: loser.id, pets: [{ petId: theirs, intoPetId: mine, take }] };
  const read = async (petId: string) => (await pets.getPet({ petId })).pet!;
  const before = await read(mine);
  const { merge } = await api().mergeClients(asked);
  expect(await read(mine)).toMatchObject({
    ...{ petName: "Rexy", weight: 20, behavior: "Calm", feeding: "Twice a day", birthday },
    petCodeIds: [bites, shy],
  });
  await pets.updatePet({ petId: mine, pet: { feeding: "Once a day" } });
  await api().undoMerge({ mergeId: merge!.mergeId });
  const after = await read(mine);
  expect(after).toMatchObject({ petName: "Rex", feeding: "Once a day", petCodeIds: before.petCodeIds });
  expect(after.birthday).toBeUndefined();
  expect(await read(theirs)).toMatchObject({ petName: "Rexy", feeding: "Twice a day", deleted: false });
});

test("the usual tip and the ways of reminding are the one's who goes where that is chosen", async () => {
  const [winner, loser] = [await add("Tia"), await add("Tim", { apptReminderByList: [2], unconfirmedReminderBy: 3 })];
  const tip = { enable: true, tipType: 0, percentage: 22 };
  await clients().updatePreferredTip({ customerId: loser.id, preferredTip: tip });
  const take = [MergeField.PREFERRED_TIP, MergeField.REMINDER_WAYS];
  const { merge, client } = await api().mergeClients({ winnerId: winner.id, loserId: loser.id, take });
  expect(client).toMatchObject({ apptReminderByList: [2], unconfirmedReminderBy: 3 });
  expect((await clients().getPreferredTip({ customerId: winner.id })).preferredTip).toMatchObject(tip);
  await api().undoMerge({ mergeId: merge!.mergeId });
  expect((await clients().getPreferredTip({ customerId: winner.id })).preferredTip).toMatchObject({ enable: false, percentage: 30 });
});

test("merges are undone from the last one back, for 30 days, and what somebody changed since stays", async () => {
  const [one, two, three] = [await add("Cal"), await add("Calvin"), await add("Cally")];
  const first = (await api().mergeClients({ winnerId: one.id, loserId: two.id, take: [MergeField.EMAIL, MergeField.NAME] })).merge!;
  await clients().updateClient({ customerId: one.id, client: { firstName: "Callum" }, updateMask: { paths: ["first_name"] } });
  const second = (await api().mergeClients({ winnerId: three.id, loserId: one.id })).merge!;
  expect((await refusalOf(api().undoMerge({ mergeId: first.mergeId }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await api().undoMerge({ mergeId: second.mergeId });
  expect((await clients().getClient({ customerId: two.id })).client?.customerId).toBe(one.id);
  const { winner, loser } = await api().undoMerge({ mergeId: first.mergeId });
  expect([winner?.firstName, winner?.email, loser?.firstName]).toEqual(["Callum", one.email, "Calvin"]);
  const third = (await api().mergeClients({ winnerId: one.id, loserId: two.id })).merge!;
  await servers.admin.query("update customer.client_merge set made_at = made_at - interval '31 days' where id = $1", [third.mergeId]);
  expect((await refusalOf(api().undoMerge({ mergeId: third.mergeId }))).code).toBe(ErrorCode.UNDO_EXPIRED);
});

test("two who are one already are said to be, with who was kept, whichever way round and however it came; not to whoever does not reach them", async () => {
  const [one, two, three] = [await add("Ned"), await add("Nedd"), await add("Neddy")];
  await api().mergeClients({ winnerId: one.id, loserId: two.id });
  await api().mergeClients({ winnerId: one.id, loserId: three.id });
  for (const [winnerId, loserId] of [
    [one.id, two.id],
    [two.id, one.id],
    [two.id, three.id],
  ]) {
    const { code, options } = await refusalOf(api().mergeClients({ winnerId, loserId }));
    expect([code, options.fields?.[0]?.field, options.facts?.customerId]).toEqual([ErrorCode.STATE_CONFLICT, "loserId", one.id]);
  }
  await servers.admin.query("update customer.client set preferred_business_id = 2 where id = $1", [one.id]);
  const here = { staffId: "77", permissions: [Permission.DELETE_CLIENT, Permission.VIEW_CLIENTS_WORKING_LOCATIONS] };
  const unseen = await refusalOf(api(here).mergeClients({ winnerId: one.id, loserId: two.id }));
  expect(unseen.code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("nobody is merged with themself, with a stranger's pets, or with someone they may not see", async () => {
  const [one, two] = [await add("Dot"), await add("Dorothy")];
  const same = await refusalOf(api().mergeClients({ winnerId: one.id, loserId: one.id }));
  expect(same).toMatchObject({ code: ErrorCode.PARAMS_INVALID, options: { fields: [{ field: "loserId" }] } });
  const pets = [{ petId: one.pets[0]!, intoPetId: two.pets[0]! }];
  expect((await refusalOf(api().mergeClients({ winnerId: one.id, loserId: two.id, pets }))).code).toBe(ErrorCode.PARAMS_INVALID);
  await servers.admin.query("update customer.client set preferred_business_id = 2 where id = $1", [two.id]);
  const permissions = [Permission.DELETE_CLIENT, Permission.VIEW_CLIENTS_WORKING_LOCATIONS, Permission.VIEW_CLIENT_LIST];
  const here = { staffId: "77", permissions };
  expect((await refusalOf(api(here).mergeClients({ winnerId: one.id, loserId: two.id }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  const few = { permissions: [Permission.EDIT_CLIENT] };
  expect((await refusalOf(api(few).mergeClients({ winnerId: one.id, loserId: two.id }))).code).toBe(20019);
  expect((await refusalOf(api({ companyId: "2" }).mergeClients({ winnerId: one.id, loserId: two.id }))).code).toBe(
    ErrorCode.CUSTOMER_NOT_FOUND,
  );
  expect((await detail(two.id)).pets).toHaveLength(1);
});

test("two who merge the same pair at once, crosswise: one is done and one is refused", async () => {
  const [one, two] = [await add("Eve"), await add("Evelyn")];
  const ends = await Promise.allSettled([
    api().mergeClients({ winnerId: one.id, loserId: two.id }),
    api().mergeClients({ winnerId: two.id, loserId: one.id }),
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("duplicates are those of one number, one e-mail, or one name with a pet or an address in common", async () => {
  const fay = await add("Fay", { lastName: "Twin", pets: ["Bolt"] });
  const phone = await add("Faye", { lastName: "Other", phoneNumber: fay.phone, pets: ["Zig"] });
  const email = await add("F", { lastName: "Third", email: fay.email.toUpperCase(), pets: ["Zag"] });
  const pet = await add("FAY", { lastName: "twin", pets: ["bolt"] });
  const nothing = await add("Fay", { lastName: "Twin", pets: ["Nobody"] });
  const found = (await api().findDuplicates({ customerId: fay.id })).duplicates;
  expect(new Map(found.map(({ client, reasons }) => [client?.client?.customerId, reasons]))).toEqual(
    new Map([
      [phone.id, [DuplicateReason.PHONE]],
      [email.id, [DuplicateReason.EMAIL]],
      [pet.id, [DuplicateReason.NAME_AND_PET]],
    ]),
  );
  const groups: [DuplicateReason, string[]][] = [];
  for (let pageToken = "", pages = 0; pages === 0 || (pageToken !== "" && pages < 50); pages++) {
    const page = await api().listDuplicates({ pageSize: 1, pageToken });
    for (const { reason, clients: people } of page.groups) groups.push([reason, people.map(({ client }) => client!.customerId)]);
    pageToken = page.nextPageToken;
  }
  expect(groups).toEqual(
    expect.arrayContaining([
      [DuplicateReason.PHONE, [fay.id, phone.id]],
      [DuplicateReason.EMAIL, [fay.id, email.id]],
      [DuplicateReason.NAME_AND_PET, [fay.id, pet.id]],
    ]),
  );
  expect(groups.flatMap(([, ids]) => ids)).not.toContain(nothing.id);
  const near = await add("Faye", { lastName: "Twin", pets: ["Bolt"] });
  expect(
    (await api().findDuplicates({ customerId: fay.id })).duplicates.find(({ client }) => client?.client?.customerId === near.id)?.reasons,
  ).toEqual([DuplicateReason.NEAR_NAME_AND_PET]);
  await api().mergeClients({ winnerId: fay.id, loserId: pet.id });
  expect((await api().findDuplicates({ customerId: fay.id })).duplicates.map(({ client }) => client?.client?.customerId)).not.toContain(
    pet.id,
  );
  expect((await refusalOf(api().listDuplicates({ pageToken: "nonsense" }))).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("people of nearly one name at one address are suggested, and of one name whoever has a pet in common, however many were there before", async () => {
  const home = { address1: "12 Elm Road", zipcode: "60601" };
  const at = async (firstName: string, lastName: string, address: object, petName: string) => {
    const made = await clients().createClientWithPets({ client: { firstName, lastName }, pets: [{ petName }], address });
    return made.client!.customerId;
  };
  const jon = await at("Jon", "Underhill", home, "Ziggy");
  const john = await at("John", "Underhill", { ...home, address1: "12 ELM road" }, "Other");
  const wife = await at("Beth", "Underhill", home, "Ziggy");
  for (let n = 0; n < 60; n++) await at("Jon", "Underhill", { address1: `${n} Oak St`, zipcode: "1" }, `Pet ${n}`);
  const late = await at("Jon", "Underhill", { address1: "1 Far Away", zipcode: "2" }, "ZIGGY ");
  const found = (await api().findDuplicates({ customerId: jon })).duplicates;
  expect(new Map(found.map(({ client, reasons }) => [client?.client?.customerId, reasons]))).toEqual(
    new Map([
      [john, [DuplicateReason.NEAR_NAME_AND_ADDRESS]],
      [late, [DuplicateReason.NAME_AND_PET]],
    ]),
  );
  const groups: [DuplicateReason, string[]][] = [];
  for (let pageToken = "", pages = 0; pages === 0 || (pageToken !== "" && pages < 50); pages++) {
    const page = await api().listDuplicates({ pageToken });
    for (const { reason, clients: people } of page.groups) groups.push([reason, people.map(({ client }) => client!.customerId)]);
    pageToken = page.nextPageToken;
  }
  expect(groups).toContainEqual([DuplicateReason.NEAR_NAME_AND_ADDRESS, [jon, john]]);
  expect(groups.flatMap(([, ids]) => ids)).not.toContain(wife);
});

/** Whom the list of duplicates shows beside one, group by group. */
async function besides(id: string): Promise<string[][]> {
  const found: string[][] = [];
  for (let pageToken = "", pages = 0; pages === 0 || (pageToken !== "" && pages < 50); pages++) {
    const page = await api().listDuplicates({ pageToken, pageSize: 50 });
    for (const { clients: people } of page.groups) found.push(people.map(({ client }) => client!.customerId));
    pageToken = page.nextPageToken;
  }
  return found.filter((ids) => ids.includes(id)).map((ids) => ids.filter((one) => one !== id));
}
const suggested = async (customerId: string) =>
  (await api().findDuplicates({ customerId })).duplicates.map(({ client }) => client!.client!.customerId).sort();
const saidOf = async (customerId: string, caller = {}) => (await api(caller).findDuplicates({ customerId })).dismissed;

test("two who are not the same are suggested no more, from either side, until that is taken back; others of the number still are", async () => {
  const one = await add("Ida");
  const [two, three] = [await add("Ingrid", { phoneNumber: one.phone }), await add("Iris", { phoneNumber: one.phone })];
  expect([await suggested(one.id), await besides(one.id)]).toEqual([[two.id, three.id], [[two.id, three.id]]]);
  const asked = { customerId: two.id, otherCustomerId: one.id };
  const first = api({ name: "Dana Wu" }, { idempotencyKey: "not-the-same" });
  await first.dismissDuplicate(asked);
  await first.dismissDuplicate(asked);
  await api({ name: "Somebody" }).dismissDuplicate({ customerId: one.id, otherCustomerId: two.id });
  expect([await suggested(one.id), await suggested(two.id), await suggested(three.id)]).toEqual([[three.id], [three.id], [one.id, two.id]]);
  expect([await besides(one.id), await besides(two.id)]).toEqual([[[three.id]], [[three.id]]]);
  for (const [id, other] of [
    [one.id, two.id],
    [two.id, one.id],
  ] as const) {
    const said = await saidOf(id);
    expect(said.map(({ client, staffName }) => [client?.client?.customerId, staffName])).toEqual([[other, "Dana Wu"]]);
  }
  const { entries } = await servers.client(HistoryService).listClientHistory({ customerId: one.id });
  expect(entries.filter(({ action }) => action === "not the same")).toHaveLength(1);
  await api().restoreDuplicate({ customerId: one.id, otherCustomerId: two.id });
  await api().restoreDuplicate({ customerId: one.id, otherCustomerId: two.id });
  expect([await suggested(one.id), await saidOf(one.id), await besides(one.id)]).toEqual([[two.id, three.id], [], [[two.id, three.id]]]);
});

test("who is somebody else than one who is merged is somebody else than who they become, until that is undone", async () => {
  const far = await add("Joan");
  const [winner, loser] = [await add("Jo", { email: far.email }), await add("Joe", { email: far.email })];
  await api().dismissDuplicate({ customerId: loser.id, otherCustomerId: far.id });
  await api().dismissDuplicate({ customerId: loser.id, otherCustomerId: winner.id });
  const { merge } = await api().mergeClients({ winnerId: winner.id, loserId: loser.id });
  expect([await suggested(winner.id), (await saidOf(winner.id)).length]).toEqual([[], 1]);
  await api().undoMerge({ mergeId: merge!.mergeId });
  expect([await suggested(winner.id), await suggested(loser.id)]).toEqual([[far.id], []]);
  await clients().deleteClient({ customerId: loser.id });
  expect(await saidOf(far.id)).toEqual([]);
  await clients().restoreClient({ customerId: loser.id });
  expect(await suggested(far.id)).toEqual([winner.id]);
});

test("nobody is said to be somebody else than themself, than a stranger, or than someone the caller may not see or change", async () => {
  const [one, two] = [await add("Kay"), await add("Kaye")];
  const says = (caller: object, otherCustomerId = two.id) =>
    refusalOf(api(caller).dismissDuplicate({ customerId: one.id, otherCustomerId }));
  expect((await says({}, one.id)).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await says({}, "999999")).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  expect((await says({ companyId: "2" })).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  expect((await says({ permissions: [Permission.VIEW_CLIENT_LIST] })).code).toBe(ErrorCode.NO_PERMISSION);
  await api().dismissDuplicate({ customerId: one.id, otherCustomerId: two.id });
  await servers.admin.query("update customer.client set preferred_business_id = 2 where id = $1", [two.id]);
  const here = {
    staffId: "77",
    permissions: [Permission.EDIT_CLIENT, Permission.VIEW_CLIENTS_WORKING_LOCATIONS, Permission.VIEW_CLIENT_LIST],
  };
  expect((await says(here)).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  expect(await saidOf(one.id, here)).toEqual([]);
  const fieldOf = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.fields?.map(({ field }) => field)];
  };
  const unknown = api().restoreDuplicate({ customerId: one.id, otherCustomerId: "999999" });
  expect(await fieldOf(unknown)).toEqual([ErrorCode.CUSTOMER_NOT_FOUND, ["otherCustomerId"]]);
  expect(await fieldOf(api().mergeClients({ winnerId: one.id, loserId: "999999" }))).toEqual([ErrorCode.CUSTOMER_NOT_FOUND, ["loserId"]]);
  const back = api(here).restoreDuplicate({ customerId: one.id, otherCustomerId: two.id });
  expect((await refusalOf(back)).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  expect(await saidOf(one.id)).toHaveLength(1);
});

import { ErrorCode, fail, nobody } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AddressService, type UpdateAddressRequest } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { UpdateClientRequest } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type CreatePetNoteRequest, NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetService, type UpdatePetRequest } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { ClientMessageService, type WriteAsClientRequest } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { CorrectionService } from "@leashline/proto/leashline/online_booking/v1/correction_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

const number = "+12065550142";
const onFile = () => ({
  dana: { customerId: "31", firstName: "Dana", lastName: "Reed", phoneNumber: number, email: "dana@example.test", version: 3 },
  rex: { petId: "70", customerId: "31", petName: "Rex", petType: "Dog", breed: "Pug", weight: 18, version: 2 },
  home: {
    customerAddressId: "9",
    customerId: "31",
    address1: "1 Elm St",
    city: "Seattle",
    country: "",
    lat: "47.1",
    lng: "-122.1",
    isPrimary: true,
  },
});
let { dana, rex, home } = onFile();
let refuses = false;
let more: object[] = [];
/** Clients besides Dana, and what the customer service was asked for to say what is on file. */
let others: object[] = [];
const asked: [what: string, ids: string[]][] = [];
const notes: string[] = [];
const written: string[] = [];
let desk: Desk;
const setting = (correctionsAtOnce: boolean) =>
  desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ clientPortal: true, correctionsAtOnce });

/** What a mask names, from what was sent along; the rest stays. */
const masked = (record: object, sent: object | undefined, paths: readonly string[] = []) => {
  const named = paths.map((path) => path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return { ...record, ...Object.fromEntries(named.map((name) => [name, (sent as Record<string, unknown>)[name] ?? ""])) };
};
beforeAll(async () => {
  desk = await openDesk([
    partOf(ClientService, {
      findClientsByContact: async ({ phoneNumber }: { phoneNumber: string }) => ({ clients: phoneNumber === number ? [dana] : [] }),
      batchGetClients: async ({ customerIds }: { customerIds: string[] }) => {
        asked.push(["clients", customerIds]);
        return { clients: [dana, ...others] };
      },
      updateClient: async ({ client, version, updateMask }: UpdateClientRequest) => {
        if (refuses || version !== dana.version) throw fail("VERSION_CONFLICT");
        dana = { ...(masked(dana, client, updateMask?.paths) as typeof dana), version: version + 1 };
        return { client: dana };
      },
    }),
    partOf(PetService, {
      listPets: async ({ customerId }: { customerId: string }) => {
        asked.push(["pets of", [customerId]]);
        return { pets: [rex, ...more] };
      },
      batchGetPets: async ({ petIds }: { petIds: string[] }) => {
        asked.push(["pets", petIds]);
        return { pets: [rex, ...more] };
      },
      updatePet: async ({ pet, version, updateMask }: UpdatePetRequest) => {
        rex = { ...(masked(rex, pet, updateMask?.paths) as typeof rex), version: version + 1 };
        return { pet: rex };
      },
    }),
    partOf(AddressService, {
      listAddresses: async ({ customerId }: { customerId: string }) => {
        asked.push(["addresses of", [customerId]]);
        return { addresses: [home] };
      },
      updateAddress: async ({ address, updateMask }: UpdateAddressRequest) => {
        home = masked(home, address, updateMask?.paths) as typeof home;
        return { address: home };
      },
    }),
    partOf(NoteService, { createPetNote: async ({ note }: CreatePetNoteRequest) => ({ note: void notes.push(note) as never }) }),
    partOf(ClientMessageService, {
      writeAsClient: async ({ text }: WriteAsClientRequest) => ({ message: { id: String(written.push(text)), messageText: text } }),
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  ({ dana, rex, home } = onFile());
  refuses = false;
  [more, others] = [[], []];
  for (const list of [notes, written, asked]) list.length = 0;
  for (const table of ["correction", "pace"]) await desk.servers.admin.query(`delete from online_booking.${table}`);
  await setting(false);
});

const stranger = () => desk.servers.client(PortalService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
const staff = (caller: object = {}) => desk.servers.client(CorrectionService, caller);
async function signIn() {
  const at = { bookOnlineName: desk.page };
  const { codeToken } = await stranger().sendPortalCode({ ...at, phoneNumber: number });
  const { visitorToken } = await stranger().confirmPortalCode({ ...at, codeToken, code: desk.codes.get(number) ?? "" });
  await desk.servers.admin.query("delete from online_booking.pace");
  return { ...at, visitorToken };
}
async function correct(...pairs: [key: string, given: string][]) {
  const corrections = pairs.map(([key, given]) => ({ key, given }));
  return await stranger().correctOwnData({ session: await signIn(), corrections });
}
const waits = async (caller: object = {}) => (await staff(caller).listCorrections({ businessId: "1" })).corrections;
const mail: [string, string] = ["customer.email", "new@example.test"];
const all: [string, string][] = [mail, ["address.address1", "2 Oak Ave"], ["pets[70].weight", "21.5"], ["pets[70].birthday", "2020-02-29"]];

test("what a client corrects waits as differences to take over or not; staff read of it, and the client sees that it waits and what came of it", async () => {
  const file = await correct(...all, ["customer.firstName", "Dana"]);
  expect(file.corrections.map(({ label, given }) => [label, given])).toEqual([
    ["Email", "new@example.test"],
    ["Address", "2 Oak Ave"],
    ["Weight of Rex", "21.5"],
    ["Birthday of Rex", "2020-02-29"],
  ]);
  expect([file.own?.email, written]).toEqual([
    "dana@example.test",
    ["Please correct: Email: new@example.test; Address: 2 Oak Ave; Weight of Rex: 21.5; Birthday of Rex: 2020-02-29."],
  ]);
  const [asked] = await waits();
  expect([asked?.customerName, asked?.changes.map(({ key, known }) => [key, known])]).toEqual([
    "Dana Reed",
    [mail[0], "address.address1", "pets[70].weight", "pets[70].birthday"].map((key, at) => [
      key,
      ["dana@example.test", "1 Elm St", "18", ""][at],
    ]),
  ]);
  const seen = (...keys: string[]) => all.filter(([key]) => keys.includes(key)).map(([key, given]) => ({ key, given }));
  await staff().applyCorrections({ customerId: "31", seen: seen("pets[70].weight", "address.address1", "pets[70].birthday") });
  expect([rex.weight, home.address1, home.lat, dana.email]).toEqual([21.5, "2 Oak Ave", "", "dana@example.test"]);
  await staff().dismissCorrections({ customerId: "31", seen: seen("customer.email") });
  expect([await waits(), dana.email]).toEqual([[], "dana@example.test"]);
  expect((await correct(["pets[70].breed", "Pug"])).corrections).toMatchObject([{ label: "Email", dismissed: true }]);
});

test("what waits of several clients is asked for at once, and addresses only where one was corrected; pets that are gone or another's have nothing to correct", async () => {
  others = ["32", "33"].map((customerId) => ({ customerId, firstName: `Client ${customerId}`, lastName: "" }));
  more = [{ ...rex, petId: "71", customerId: "32", petName: "Bo", deleted: true }];
  const corrected = [
    ["31", "pets[70].weight", "21.5"],
    ["31", "address.address1", "2 Oak Ave"],
    ["32", "customer.email", "two@example.test"],
    ["32", "pets[71].breed", "Corgi"],
    ["33", "pets[70].breed", "Corgi"],
    ["34", "customer.email", "gone@example.test"],
  ];
  const insert = "insert into online_booking.correction (company_id, business_id, customer_id, key, given) values (1, 1, $1, $2, $3)";
  for (const one of corrected) await desk.servers.admin.query(insert, one);
  expect((await waits()).map(({ customerName, changes }) => [customerName, changes.map(({ key, known }) => [key, known])])).toEqual([
    [
      "Dana Reed",
      [
        ["pets[70].weight", "18"],
        ["address.address1", "1 Elm St"],
      ],
    ],
    ["Client 32", [["customer.email", ""]]],
  ]);
  expect(asked).toEqual([
    ["clients", ["31", "32", "33", "34"]],
    ["pets", ["70", "71"]],
    ["addresses of", ["31"]],
  ]);
});

test("where the shop says so it holds at once, with a note about a pet; what lets people in waits all the same", async () => {
  await setting(true);
  const file = await correct(...all, ["pets[70].note", "Is shy of men"]);
  expect([rex.weight, home.address1, notes, dana.email]).toEqual([
    21.5,
    "2 Oak Ave",
    ["From the client: Is shy of men"],
    "dana@example.test",
  ]);
  expect([file.corrections.map(({ label }) => label), (await waits())[0]?.changes.length]).toEqual([["Email"], 1]);
  expect(written[0]).toContain("I changed: Address: 2 Oak Ave");
});

test("the log of what staff decided says nothing of a client who was erased, whatever waits", async () => {
  const noted = async () =>
    (await desk.servers.admin.query("select note from online_booking.change_log where entity = 'correction' and entity_id = '31'")).rows;
  await correct(mail);
  await staff().applyCorrections({ customerId: "31", seen: [{ key: mail[0], given: mail[1] }] });
  expect((await noted()).some(({ note }) => note === mail[0])).toBe(true);
  await desk.tell(ClientErasedSchema, { erasureId: "1", customerIds: ["31"], petIds: ["70"] });
  expect((await noted()).map(({ note }) => note).filter(Boolean)).toEqual([]);
});

test("who writes too often has changed nothing; what is too long to be read in one message holds all the same", async () => {
  await setting(true);
  const session = await signIn();
  await desk.servers.admin.query(
    "insert into online_booking.pace (company_id, what, who, turns, next_at, until) values (1, 'write', '31', 22, now() + interval '1 hour', now() + interval '1 day')",
  );
  const corrections = [{ key: "pets[70].weight", given: "21.5" }];
  expect((await refusalOf(stranger().correctOwnData({ session, corrections }))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect([rex.weight, written]).toEqual([18, []]);
  await desk.servers.admin.query("delete from online_booking.pace");
  const many = ["81", "82", "83", "84", "85"];
  more = many.map((petId) => ({ ...rex, petId }));
  await correct(...many.map((petId): [string, string] => [`pets[${petId}].note`, "x".repeat(500)]));
  expect([notes.length, written.map((text) => [text.length, text.endsWith("x…")])]).toEqual([5, [[2000, true]]]);
});

test("what was corrected anew since staff saw it is left to wait, and so is what could not be taken over", async () => {
  await correct(mail);
  await correct(["customer.email", "newer@example.test"]);
  const seen = [{ key: mail[0], given: mail[1] }];
  await staff().applyCorrections({ customerId: "31", seen });
  expect([dana.email, (await waits())[0]?.changes.map(({ given }) => given)]).toEqual(["dana@example.test", ["newer@example.test"]]);
  refuses = true;
  const newer = [{ key: mail[0], given: "newer@example.test" }];
  expect((await refusalOf(staff().applyCorrections({ customerId: "31", seen: newer }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  expect(await waits()).toHaveLength(1);
});

test("a client who lives across the border corrects their postal code as it is written there", async () => {
  home.country = "CA";
  const [code, american] = ["V6B 1A1", "98101"].map((given): [string, string] => ["address.zipcode", given]);
  expect((await refusalOf(correct(american!))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await correct(code!)).corrections).toMatchObject([{ label: "ZIP code", given: "V6B 1A1" }]);
});

test("nobody corrects another's pet, nothing that cannot be so is kept, and who may not see contacts or edit clients does neither here", async () => {
  expect((await refusalOf(correct(["pets[71].breed", "Pug"]))).code).toBe(ErrorCode.PET_NOT_FOUND);
  expect((await refusalOf(correct(["customer.email", "none"]))).code).toBe(ErrorCode.PARAMS_INVALID);
  await correct(...all);
  const { MANAGE_BOOKING_REQUESTS, VIEW_BOOKING_REQUESTS_ALL_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS, EDIT_CLIENT } = Permission;
  const some = [MANAGE_BOOKING_REQUESTS, VIEW_BOOKING_REQUESTS_ALL_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS];
  expect((await waits({ permissions: [...some, EDIT_CLIENT] }))[0]?.changes.map(({ key }) => key)).toEqual([
    "pets[70].weight",
    "pets[70].birthday",
  ]);
  const seen = [{ key: "pets[70].weight", given: "21.5" }];
  expect((await refusalOf(staff({ permissions: some }).applyCorrections({ customerId: "31", seen }))).code).toBe(ErrorCode.NO_PERMISSION);
  expect(rex.weight).toBe(18);
});

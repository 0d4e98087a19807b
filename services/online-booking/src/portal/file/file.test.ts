import { ErrorCode, fail, nobody, toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ContactService, ContactType } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { PetLifeStatus } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { VaccineProofService, VaccineProofState } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../test/desk.ts";

let desk: Desk;
/** Of whom the neighbours were asked, and what was to be removed. */
const asked = new Set<string>();
const removed: object[] = [];
let takesCards = true;
let orderAway = false;
const number = "+12065550151";
const usd = (minor: number) => toMoney(minor, "USD");
const noCards = () => fail("BANK_ACCOUNT_MISSING");
const whose =
  <T>(answer: T) =>
  async ({ customerId }: { customerId: string }) => {
    asked.add(customerId);
    return answer;
  };

const order = (id: string, change: object = {}) => ({
  ...{ id, number: `10${id}`, appointmentId: "0", status: OrderStatus.COMPLETED },
  ...{ remain: usd(1_000), businessDate: toWireDate("2026-01-10"), ...change },
});
const orders = [
  order("1", { businessDate: toWireDate("2026-01-12") }),
  order("2", { appointmentId: "801", status: OrderStatus.OPEN }),
  order("3", { appointmentId: "802", status: OrderStatus.OPEN }),
  order("4", { status: OrderStatus.CANCELLED }),
  order("5", { remain: usd(0) }),
  order("6", { status: OrderStatus.OPEN, items: [{ serviceItemType: "GROUP_CLASS" }], businessDate: toWireDate("2026-01-14") }),
  order("7", { status: OrderStatus.OPEN, items: [{ serviceItemType: "" }] }),
];
const pets = [
  {
    petId: "3",
    petName: "Rex",
    petType: "Dog",
    breed: "Pug",
    weight: 18.5,
    birthday: toWireDate("2020-05-04"),
    lifeStatus: PetLifeStatus.ALIVE,
    behavior: "Bites",
  },
  { petId: "4", petName: "Ash", petType: "Cat", lifeStatus: PetLifeStatus.ALIVE },
  { petId: "6", petName: "Zoe", petType: "Dog", lifeStatus: PetLifeStatus.ALIVE, inactive: true },
  { petId: "5", petName: "Moss", petType: "Dog", lifeStatus: PetLifeStatus.PASS_AWAY },
];

/** Those of the cat are in order; the dog that comes no more has one that is over, as Rex has. */
const vaccinesOf = (petId: string) =>
  petId === "4"
    ? [{ vaccineId: "6", vaccineName: "Rabies", tag: "", expirationDate: toWireDate("2090-01-02") }]
    : [
        { vaccineId: "6", vaccineName: "Rabies", tag: "expired", expirationDate: toWireDate("2025-01-02") },
        { vaccineId: "7", vaccineName: "Bordetella", tag: "missing" },
      ];

const at = (day: string) => toTimestamp(new Date(`${day}T12:00:00Z`));
const signed = [
  {
    id: "95",
    customerId: "31",
    kind: 1,
    signed: true,
    agreementHeader: "Boarding",
    signedTime: at("2026-03-04"),
    expireTime: at("2027-03-04"),
  },
  { id: "94", customerId: "31", kind: 3, signed: true, agreementHeader: "House rules", signedTime: at("2025-01-02"), outdated: true },
  { id: "93", customerId: "31", kind: 1, signed: true, agreementHeader: "Grooming", signedTime: at("2024-01-02") },
];
const others = [
  { id: "96", customerId: "32", kind: 1, signed: true, agreementHeader: "Somebody else's" },
  { id: "91", customerId: "31", kind: 2, signed: false, agreementHeader: "Boarding" },
];

beforeAll(async () => {
  desk = await openDesk([
    partOf(PetService, { listPets: whose({ pets }) }),
    partOf(VaccineService, {
      listVaccines: async () => ({
        vaccines: [
          { id: "6", requiredForScheduling: true, specificPetType: true, petTypes: ["Dog"] },
          { id: "7", requiredForScheduling: false },
        ],
      }),
      listPetVaccines: async ({ petIds }: { petIds: string[] }) => ({
        petVaccines: petIds.flatMap((petId) => vaccinesOf(petId).map((one) => ({ petId, ...one }))),
      }),
    }),
    partOf(VaccineProofLinkService, {
      getVaccineUploadLink: async ({ customerId }: { customerId: string }) => {
        asked.add(customerId);
        return { url: `https://shop.test/vaccines/${customerId}` };
      },
    }),
    partOf(VaccineProofService, {
      listVaccineProofs: async ({ petId, state }: { petId: string; state: VaccineProofState }) => ({
        proofs: state === VaccineProofState.PENDING ? [{ petId, vaccineId: "7" }] : [],
      }),
    }),
    partOf(ContactService, {
      listContacts: whose({
        contacts: [
          { customerContactId: "1", firstName: "Dana", lastName: "Reed", type: ContactType.MAIN },
          {
            customerContactId: "2",
            firstName: "Mia",
            lastName: "Reed",
            title: "Mother",
            type: ContactType.PICKUP,
            phoneNumber: "+12065550160",
          },
        ],
      }),
    }),
    partOf(ClientService, {
      findClientsByContact: async ({ phoneNumber }: { phoneNumber: string }) => ({
        clients: phoneNumber === number ? [{ customerId: "31", firstName: "Dana" }] : [],
      }),
      batchGetClients: async () => ({ clients: [{ customerId: "31", firstName: "Dana", email: "dana@example.test" }] }),
    }),
    partOf(AddressService, { listAddresses: whose({ addresses: [{ customerAddressId: "1", address1: "1 Elm St" }] }) }),
    partOf(AgreementRecordService, {
      listUnsignedAgreements: whose({
        records: [
          { id: "91", agreementHeader: "Boarding" },
          { id: "92", agreementHeader: "Gone" },
        ],
      }),
      getUnsignedAgreementLink: async ({ id }: { id: string }) => {
        if (id === "92") throw fail("NOT_FOUND");
        return { url: `https://shop.test/agreement/sign/${id}` };
      },
      listSignedAgreements: async ({ customerId, pageSize, pageToken }: { customerId: string; pageSize: number; pageToken: string }) => {
        asked.add(customerId);
        const from = Number(pageToken || 0);
        const next = from + pageSize;
        return { records: signed.slice(from, next), nextPageToken: next < signed.length ? String(next) : "" };
      },
      getAgreementRecord: async ({ id }: { id: string }) => {
        const record = [...signed, ...others].find((one) => one.id === id);
        if (!record) throw fail("NOT_FOUND", { field: "id" });
        return { record };
      },
      getAgreementEvidence: async ({ id }: { id: string }) => ({ fileName: `agreement-${id}.pdf`, content: Buffer.from(`%PDF ${id}`) }),
    }),
    partOf(IntakeFormService, {
      listIntakeForms: async () => ({
        forms: [
          { id: "1", uuid: "draft", title: "Draft" },
          { id: "2", uuid: "open", title: "New puppy", versionNumber: 2 },
          { id: "3", uuid: "filled", title: "House rules", versionNumber: 1 },
        ],
      }),
    }),
    partOf(IntakeSubmissionService, { listIntakeSubmissions: whose({ submissions: [{ id: "31", formId: "3" }] }) }),
    partOf(OrderService, {
      listOrders: async ({ customerId, paymentStatus }: { customerId: string; paymentStatus: string }) => {
        asked.add(customerId);
        if (orderAway) throw fail("SYSTEM_BUSY", { retryAfterSeconds: 1 });
        return { orders: paymentStatus === "unpaid" ? orders : [] };
      },
    }),
    partOf(PayLinkService, {
      getPayLink: async ({ orderId }: { orderId: string }) => {
        if (!takesCards) throw noCards();
        return { url: `https://shop.test/p/${orderId}` };
      },
      createCardLink: async ({ customerId }: { customerId: string }) => {
        asked.add(customerId);
        if (!takesCards) throw noCards();
        return { url: `https://shop.test/card/${customerId}` };
      },
    }),
    partOf(CardService, {
      listCards: whose({ cards: [{ cardId: "61", brand: "visa", last4: "4242", expMonth: 4, expYear: 2030, isValid: true }] }),
      deleteCard: async (request: { customerId: string; cardId: string }) => {
        if (request.cardId !== "61") throw fail("NOT_FOUND", { field: "cardId" });
        removed.push({ customerId: request.customerId, cardId: request.cardId });
        return {};
      },
    }),
  ]);
  await desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ clientPortal: true });
  for (const [id, status] of [
    ["801", AppointmentStatus.FINISHED],
    ["802", AppointmentStatus.CONFIRMED],
  ] as const)
    desk.appointments.set(id, { id, version: 1, status, petServiceList: [] });
});
afterAll(() => desk?.servers.stop());

const stranger = () => desk.servers.client(PortalService, { ...nobody, kind: "anonymous", ip: "198.51.100.9" });
async function signIn() {
  await desk.servers.admin.query("delete from online_booking.pace");
  const at = { bookOnlineName: desk.page };
  const { codeToken } = await stranger().sendPortalCode({ ...at, phoneNumber: number });
  const { visitorToken } = await stranger().confirmPortalCode({ ...at, codeToken, code: desk.codes.get(number) ?? "" });
  return { ...at, visitorToken };
}

test("a client sees their pets with vaccines, what to sign, fill in and pay, and their cards; of them alone, and nothing that staff noted", async () => {
  const { file } = await stranger().getPortalFile({ session: await signIn() });
  expect(file?.pets).toMatchObject([
    { petName: "Ash", weight: 0 },
    {
      petName: "Rex",
      breed: "Pug",
      weight: 18.5,
      birthday: "2020-05-04",
      vaccines: [
        { vaccineName: "Rabies", expirationDate: "2025-01-02", tag: "expired", required: true },
        { vaccineName: "Bordetella", expirationDate: "", tag: "missing", required: false },
      ],
    },
    { petName: "Zoe" },
  ]);
  expect(JSON.stringify(file?.pets.map((pet) => ({ ...pet })))).not.toContain("Bites");
  expect(file?.toSign).toMatchObject([{ title: "Boarding", url: "https://shop.test/agreement/sign/91" }]);
  expect(file?.forms.map(({ title, url }) => [title, url.endsWith("/intake-form?formId=open")])).toEqual([["New puppy", true]]);
  expect(file?.cards).toMatchObject([{ last4: "4242", isValid: true }]);
  expect(file?.cardUrl).toBe("https://shop.test/card/31");
  expect(file?.contacts.map(({ name, title, type }) => [name, title, type])).toEqual([["Mia Reed", "Mother", ContactType.PICKUP]]);
  expect(file?.own).toMatchObject({ firstName: "Dana", email: "dana@example.test", address1: "1 Elm St" });
  expect([...asked]).toEqual(["31"]);
});

test("a pet whose vaccine is missing or over leads to the page of the client who is signed in, where proof is sent in; one in order does not", async () => {
  asked.clear();
  const { file } = await stranger().getPortalFile({ session: await signIn() });
  expect(file?.pets.map(({ petName, proofUrl, vaccines }) => [petName, proofUrl, vaccines.map(({ waits }) => waits)])).toEqual([
    ["Ash", "", [false]],
    ["Rex", "https://shop.test/vaccines/31", [false, true]],
    ["Zoe", "", [false, false]],
  ]);
  expect([...asked]).toEqual(["31"]);
});

test("to be paid is what is over or was rung up, and a class, the oldest first: no visit that is still to come, nothing canceled and nothing settled", async () => {
  const { file } = await stranger().getPortalFile({ session: await signIn() });
  expect(file?.toPay.map(({ date, number: nth, payUrl }) => [date, nth, payUrl])).toEqual([
    ["2026-01-10", "102", "https://shop.test/p/2"],
    ["2026-01-12", "101", "https://shop.test/p/1"],
    ["2026-01-14", "106", "https://shop.test/p/6"],
  ]);
});

test("where the business takes no cards online, the rest of the page is there all the same", async () => {
  takesCards = false;
  const { file } = await stranger().getPortalFile({ session: await signIn() });
  takesCards = true;
  expect([file?.toPay.map(({ payUrl }) => payUrl), file?.cardUrl, file?.cards.length, file?.pets.length]).toEqual([["", "", ""], "", 1, 3]);
});

test("while a neighbour is away the page says that something went wrong, and not that there is nothing to pay", async () => {
  const session = await signIn();
  orderAway = true;
  const refusal = await refusalOf(stranger().getPortalFile({ session }));
  orderAway = false;
  expect(refusal.code).toBe(ErrorCode.SYSTEM_BUSY);
});

test("a client removes their own card; who is not signed in, or asks as another, removes none", async () => {
  const session = await signIn();
  expect((await refusalOf(stranger().removePortalCard({ session: { ...session, visitorToken: "x" }, cardId: "61" }))).code).toBe(
    ErrorCode.CONTACT_NOT_CONFIRMED,
  );
  for (const call of [
    () => stranger().removePortalCard({ session: { ...session, personId: "32" }, cardId: "61" }),
    () => stranger().getPortalFile({ session: { ...session, personId: "32" } }),
  ])
    expect((await refusalOf(call())).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  expect((await refusalOf(stranger().removePortalCard({ session, cardId: "62" }))).code).toBe(ErrorCode.NOT_FOUND);
  expect(removed).toEqual([]);
  await stranger().removePortalCard({ session, cardId: "61" });
  expect(removed).toEqual([{ customerId: "31", cardId: "61" }]);
});

test("a client sees what they signed, page by page, and gets each as a PDF; nobody else's, nothing unsigned, and nothing without signing in", async () => {
  asked.clear();
  const session = await signIn();
  const first = await stranger().listPortalAgreements({ session, pageSize: 2 });
  expect(first.agreements.map(({ title, paper, outdated }) => [title, paper, outdated])).toEqual([
    ["Boarding", false, false],
    ["House rules", true, true],
  ]);
  expect([first.agreements[0]?.expireTime, first.agreements[1]?.expireTime]).toEqual([at("2027-03-04"), undefined]);
  const { agreements, nextPageToken } = await stranger().listPortalAgreements({ session, pageSize: 2, pageToken: first.nextPageToken });
  expect([agreements.map(({ title }) => title), nextPageToken]).toEqual([["Grooming"], ""]);
  expect([...asked]).toEqual(["31"]);
  const { fileName, content } = await stranger().getPortalAgreement({ session, agreementRecordId: "95" });
  expect([fileName, Buffer.from(content).toString()]).toEqual(["agreement-95.pdf", "%PDF 95"]);
  for (const agreementRecordId of ["96", "91", "97"])
    expect((await refusalOf(stranger().getPortalAgreement({ session, agreementRecordId }))).code).toBe(ErrorCode.NOT_FOUND);
  const forged = { ...session, visitorToken: "x" };
  expect((await refusalOf(stranger().listPortalAgreements({ session: forged }))).code).toBe(ErrorCode.CONTACT_NOT_CONFIRMED);
  expect((await refusalOf(stranger().getPortalAgreement({ session: forged, agreementRecordId: "95" }))).code).toBe(
    ErrorCode.CONTACT_NOT_CONFIRMED,
  );
  const other = { ...session, personId: "32" };
  expect((await refusalOf(stranger().getPortalAgreement({ session: other, agreementRecordId: "96" }))).code).toBe(
    ErrorCode.CUSTOMER_NOT_FOUND,
  );
});

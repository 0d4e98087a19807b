import { ErrorCode, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { EvaluationService, LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

// Service 1 is open to every pet; 2 asks for the evaluation 3, which is offered online, and 4 for the evaluation 5, which is not.
const offer = (id: string, name: string, evaluationServiceId = "0", bookOnlineAvailable = true) => ({
  ...{ id, name, bookOnlineAvailable, careType: "DAYCARE", duration: 30, price: toMoney(2_000, "USD") },
  options: { evaluationServiceId, showDuration: true },
});
const catalog = [
  ...[offer("1", "Bath"), offer("2", "Play day", "3"), offer("3", "Meet and greet")],
  ...[offer("4", "Pack walk", "5"), offer("5", "Trial walk", "0", false)],
  { ...offer("6", "Puppy school"), careType: "GROUP_CLASS" },
  { ...offer("7", "Swim", "3"), careType: "GROOMING" },
];
const own = [{ petId: "41", petName: "Rex", petType: "Dog" }];
/** Why Dana's dog may not have what asks for an evaluation; null: it has passed. */
let lacks: LackingReason | null = null;
const checked: { petIds: string[]; serviceIds: string[]; date?: object }[] = [];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(CatalogService, {
      listServices: async () => ({ services: catalog.filter(({ bookOnlineAvailable }) => bookOnlineAvailable) }),
      batchGetServices: async ({ ids }: { ids: string[] }) => ({ services: catalog.filter(({ id }) => ids.includes(id)) }),
    }),
    partOf(PetService, { listPets: async ({ customerId }: { customerId: string }) => ({ pets: customerId === "31" ? own : [] }) }),
    partOf(VisitPartyService, {
      getVisitParty: async ({ petIds }: { petIds: string[] }) => ({
        client: { firstName: "Dana", lastName: "Host" },
        pets: petIds.map((petId) => ({ petId, petName: "Rex", petType: "Dog" })),
      }),
    }),
    partOf(EvaluationService, {
      checkPetEvaluations: async (asked: { petIds: string[]; serviceIds: string[]; date?: object }) => {
        checked.push(asked);
        const [petId = "", serviceId = ""] = [asked.petIds[0], asked.serviceIds[0]];
        return { lacking: lacks === null ? [] : [{ petId, serviceId, reason: lacks }] };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  desk.findsClients(({ phoneNumber }) => (phoneNumber === dana ? [{ customerId: "31", firstName: "Dana", lastName: "Host" }] : []));
  lacks = null;
  checked.length = 0;
  desk.held.length = 0;
  desk.upserted.length = 0;
});

const dana = "+12065550142";
let people = 0;
const visitor = () => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: `198.51.101.${people++}` });
type Wish = { petName: string; petType: string; serviceIds: string[] };
const rex = (...serviceIds: string[]): Wish => ({ petName: "Rex", petType: "Dog", serviceIds });

/** A device remembers that its number was confirmed. */
const tokens = new Map<string, string>();
async function confirmed(phoneNumber: string): Promise<string> {
  const [page, bookOnlineName, known] = [visitor(), desk.page, tokens.get(phoneNumber)];
  if (known) return known;
  const { codeToken } = await page.sendBookingCode({ bookOnlineName, phoneNumber });
  const code = desk.codes.get(phoneNumber) ?? "";
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName, codeToken, code });
  tokens.set(phoneNumber, visitorToken);
  return visitorToken;
}

async function ask(pets: Wish[], phoneNumber = `+1206557${1000 + people}`, isConfirmed = true) {
  const [page, bookOnlineName] = [visitor(), desk.page];
  const visitorToken = isConfirmed ? await confirmed(phoneNumber) : "";
  const customer = { firstName: "Dana", lastName: "Host", phoneNumber };
  const when = { date: toWireDate(day), startTime: 600 };
  return await page.submitBooking({ bookOnlineName, customer, pets, ...when, visitorToken });
}
const isSubmitted = async (call: ReturnType<typeof ask>) => expect((await call).booking?.status).toBe("submitted");

test("the page says which services ask for an evaluation and which one, also where that one is not offered online", async () => {
  const { storefront } = await visitor().getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.services.map((one) => [one.serviceId, one.evaluationServiceId, one.evaluationName])).toEqual([
    ["1", "0", ""],
    ["2", "3", "Meet and greet"],
    ["3", "0", ""],
    ["4", "5", "Trial walk"],
    ["6", "0", ""],
    ["7", "3", "Meet and greet"],
  ]);
});

test("a stranger's request for what asks for an evaluation is refused with the field and what to book instead, and no time is held", async () => {
  const { code, message, options } = await refusalOf(ask([{ ...rex("1"), petName: "Moss" }, rex("1", "2")]));
  expect([code, message]).toEqual([
    ErrorCode.EVALUATION_REQUIRED,
    "Rex needs to pass Meet and greet before Play day. Book Meet and greet first.",
  ]);
  expect(options.fields?.[0]?.field).toBe("pets.1.serviceIds");
  expect(options.facts).toMatchObject({ petName: "Rex", serviceId: "2", evaluationServiceId: "3", evaluationName: "Meet and greet" });
  expect(desk.held).toEqual([]);
  expect((await refusalOf(ask([rex("4")]))).options.facts).toMatchObject({ evaluationServiceId: "5", evaluationName: "Trial walk" });
});

test("the evaluation is asked for like any service, and with it before the other both are; after it, or for another pet, it does not count", async () => {
  await isSubmitted(ask([rex("3")]));
  await isSubmitted(ask([rex("3", "2")]));
  for (const pets of [[rex("2", "3")], [{ ...rex("3"), petName: "Moss" }, rex("2")]])
    expect((await refusalOf(ask(pets))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
});

test("a confirmed client's pet that has passed by the day gets it; one that has not, or another pet, is refused in a stranger's words", async () => {
  await isSubmitted(ask([{ ...rex("2"), petName: " rex ", petType: "dog" }], dana));
  expect(checked).toMatchObject([{ petIds: ["41"], serviceIds: ["2"], date: toWireDate(day) }]);
  const strangers = await refusalOf(ask([rex("2")]));
  for (const reason of [LackingReason.MISSING, LackingReason.FAILED, LackingReason.EXPIRED]) {
    lacks = reason;
    const known = await refusalOf(ask([rex("2")], dana));
    expect([known.message, known.options.facts]).toEqual([strangers.message, strangers.options.facts]);
  }
  lacks = null;
  for (const other of [
    { ...rex("2"), petName: "Moss" },
    { ...rex("2"), petType: "Cat" },
  ])
    expect((await refusalOf(ask([other], dana))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
});

test("whoever only types a client's number hears of no evaluation: the number is to be confirmed first, whether the pet has passed or not", async () => {
  for (const reason of [null, LackingReason.FAILED]) {
    lacks = reason;
    for (const serviceId of ["1", "2"])
      expect((await refusalOf(ask([rex(serviceId)], dana, false))).code).toBe(ErrorCode.CONTACT_NOT_CONFIRMED);
  }
  expect(checked).toEqual([]);
});

test("staff who enter a request for somebody decide on it when they accept it", async () => {
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" };
  const when = { date: toWireDate(day), startTime: 600 };
  const desktop = desk.servers.client(StorefrontService, { permissions: [Permission.MANAGE_BOOKING_REQUESTS] });
  const { booking } = await desktop.submitBooking({ bookOnlineName: desk.page, customer, pets: [rex("2")], ...when });
  expect(booking?.status).toBe("submitted");
});

test("a group class is no appointment: asking for a time for it is refused", async () => {
  const asked = { bookOnlineName: desk.page, pets: [rex("6")], startDate: toWireDate(day), endDate: toWireDate(day) };
  const { code, options } = await refusalOf(visitor().listAvailableTimes(asked));
  const fields = [{ field: "pets", reason: "Puppy school is booked with its class." }];
  expect([code, options.fields]).toEqual([ErrorCode.PARAMS_INVALID, fields]);
});

test("whoever lacks the evaluation does not wait either, in the words of a booking; who has passed it by the first day does", async () => {
  const days = [1, 0].map((plus) => toWireDate(Temporal.PlainDate.from(day).add({ days: plus }).toString()));
  const join = async (pet: Wish, phoneNumber: string) => {
    const [page, bookOnlineName] = [visitor(), desk.page];
    const visitorToken = await confirmed(phoneNumber);
    const customer = { firstName: "Dana", lastName: "Host", phoneNumber };
    return await page.joinWaitlist({ bookOnlineName, customer, pets: [pet], dates: days, visitorToken });
  };
  const { code, message, options } = await refusalOf(join(rex("7"), "+12065571999"));
  expect([code, message, options.fields?.[0]?.field]).toEqual([
    ErrorCode.EVALUATION_REQUIRED,
    "Rex needs to pass Meet and greet before Swim. Book Meet and greet first.",
    "pets.0.serviceIds",
  ]);
  lacks = LackingReason.FAILED;
  expect((await refusalOf(join(rex("7"), dana))).code).toBe(ErrorCode.EVALUATION_REQUIRED);
  expect(desk.upserted, "nothing of them is written down").toEqual([]);
  lacks = null;
  await join(rex("7"), dana);
  expect(checked.at(-1)).toMatchObject({ petIds: ["41"], serviceIds: ["7"], date: toWireDate(day) });
});

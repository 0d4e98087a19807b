import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { ErrorCode, toTimestamp } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetGender } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { AbandonedBookingChangedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import {
  clientFilterFields,
  type FilterField,
  type FilterFieldName,
  type FilterKind,
  filterOperators,
  valuesOfOperator,
} from "@leashline/proto/rules/client-filter.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";

const fields = Object.entries(clientFilterFields) as [FilterFieldName, FilterField][];
let servers: TestServers;
const made = {
  full: "0",
  bare: "0",
  tag: "0",
  code: "0",
  size: "0",
  pet: "0",
  missing: "0",
  over: "0",
  soon: "0",
  cats: "0",
  asked: "0",
  signed: "0",
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const events = { told: 0 };
/** Online booking tells of a booking that a client left. */
async function tellLeft(about: object, companyId = "1"): Promise<void> {
  const fresh = { abandonedBookingId: "5", businessId: "1", status: AbandonStatus.ABANDONED, step: BookingStep.PREPAY, version: 1 };
  const left = { seenAt: toTimestamp(minutesAgo(60)), leftAt: toTimestamp(minutesAgo(45)) };
  events.told += 1;
  await deliver(servers.runtime("customer"), service.projections?.flatMap(({ consumers }) => consumers) ?? [], {
    typeName: AbandonedBookingChangedSchema.typeName,
    data: toBinary(
      AbandonedBookingChangedSchema as DescMessage,
      create(AbandonedBookingChangedSchema as DescMessage, { ...fresh, ...left, ...about }),
    ),
    meta: { id: `left-${events.told}`, companyId, key: "5", writtenAt: new Date(), actor: {} },
  });
}

const inDays = (days: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days });
/** One vaccine of the dog is over, one ends soon, two are not there, of which one is for cats; one agreement is signed, one waits. */
async function fillPapers(petId: string): Promise<void> {
  const vaccines = servers.client(VaccineService);
  const add = async (name: string, more = {}) => (await vaccines.saveVaccine({ name, ...more })).vaccine?.id ?? "0";
  const [missing, over, soon] = [await add("Lacking"), await add("Over"), await add("Soon")];
  const cats = await add("For cats", { specificPetType: true, petTypes: ["Cat"] });
  const ends = (vaccineId: string, days: number) => {
    const { year, month, day } = inDays(days);
    return vaccines.savePetVaccine({ petId, vaccineId, expirationDate: { year, month, day } });
  };
  await ends(over, -1);
  await ends(soon, 10);
  const agreements: string[] = [];
  for (const [sort, header] of ["Waits", "Signed"].entries()) {
    const { rows } = await servers.admin.query(
      "insert into customer.agreement (company_id, header, content, required_type, content_hash, sort) values (1, $1, 'Text', 3, 'h', $2) returning id",
      [header, sort],
    );
    agreements.push(rows[0].id);
  }
  await servers.admin.query(
    `insert into customer.agreement_record (company_id, client_id, agreement_id, business_id, kind, version_number, signed_at)
      values (1, $1, $2, 1, 2, 0, null), (1, $1, $3, 1, 1, 1, now())`,
    [made.full, ...agreements],
  );
  const [asked, signed] = agreements;
  Object.assign(made, { pet: petId, missing, over, soon, cats, asked, signed });
}

beforeAll(async () => {
  servers = await startServers([service], { background: false });
  const [clients, { tag }] = [
    servers.client(ClientService, { businessIds: ["1", "2"] }),
    await servers.client(TagService).createTag({ name: "Regular" }),
  ];
  const { petCode } = await servers.client(PetSettingsService).savePetCode({ abbreviation: "FX", description: "Fixture" });
  const { petSizes } = await servers.client(PetSettingsService).listPetSizes({});
  const size = petSizes.find(({ weightLow, weightHigh }) => weightLow <= 31 && weightHigh > 31)?.id;
  const looks = { gender: PetGender.FEMALE, fixed: true, coatType: "Curly", birthday: { year: 2019, month: 5, day: 2 } };
  const full = await clients.createClientWithPets({
    client: {
      ...{
        firstName: "Fiona",
        lastName: "Full",
        email: "fiona@full.test",
        phoneNumber: "+12065550171",
        type: ClientType.LEAD,
        inactive: true,
      },
      ...{ preferredGroomerId: "41", preferredBusinessId: "2", referralSourceId: "43", customerTagIdList: [tag?.id ?? "0"] },
      ...{ isUnsubscribed: true, isBlockMessage: true, isBlockOnlineBooking: true },
    },
    pets: [{ petName: "Fido", petType: "Dog", breed: "Beagle", weight: 31.5, petCodeIds: [petCode?.id ?? "0"], ...looks }],
    address: { zipcode: "98101", city: "Seattle" },
  });
  const bare = await clients.createClientWithPets({ client: { firstName: "Bo", type: ClientType.CUSTOMER }, pets: [] });
  Object.assign(made, { full: full.client?.customerId, bare: bare.client?.customerId, tag: tag?.id, code: petCode?.id, size });
  await servers.admin.query(
    "update customer.client set source = 'import', owner_unknown = true, created_at = now() - interval '40 days' where id = $1",
    [made.full],
  );
  await servers.admin.query(
    `insert into customer.client_fact (company_id, client_id, upcoming_count, finished_count, cancelled_count, no_show_count, total_count, last_visit, next_visit,
      paid_minor, outstanding_minor) values (1, $1, 2, 3, 4, 1, 9, '2026-05-01', '2099-01-01', 9000, 1250)`,
    [made.full],
  );
  await servers.admin.query("insert into customer.card_on_file (company_id, client_id, cards, version) values (1, $1, 1, 1)", [made.full]);
  await tellLeft({ customerId: made.full });
  await fillPapers(full.pets[0]?.petId ?? "0");
}, 120_000);
afterAll(async () => await servers.stop());

type Item = { property: string; operator: Op; value?: string; values?: string[] };
const found = async (item: Item, caller = {}) =>
  (await servers.client(ClientListService, caller).listClients({ filters: { filters: [item] } })).rows.map(
    ({ client }) => client?.firstName,
  );
const count = async (item: Item, caller = {}) =>
  (await servers.client(ClientListService, caller).countClients({ filters: { filters: [item] } })).total;

// Of what core §3 names, membership is no field: nothing keeps memberships yet, so there is nothing to compare with. It comes with them.
const finds: Record<FilterFieldName, () => [Op, string]> = {
  client_id: () => [Op.EQUAL, made.full],
  client_status: () => [Op.EQUAL, "inactive"],
  client_type: () => [Op.EQUAL, "LEAD"],
  first_name: () => [Op.LIKE, "ion"],
  last_name: () => [Op.LIKE_START, "fu"],
  email: () => [Op.LIKE_END, "full.test"],
  phone_number: () => [Op.LIKE, "2065550171"],
  client_tag: () => [Op.EQUAL, made.tag],
  preferred_groomer: () => [Op.EQUAL, "41"],
  preferred_business: () => [Op.EQUAL, "2"],
  referral_source: () => [Op.EQUAL, "43"],
  zipcode: () => [Op.EQUAL, "98101"],
  city: () => [Op.EQUAL, "seattle"],
  create_date: () => [Op.BEFORE, "today-30"],
  source: () => [Op.EQUAL, "import"],
  owner_unknown: () => [Op.EQUAL, "true"],
  unsubscribed: () => [Op.EQUAL, "true"],
  block_message: () => [Op.EQUAL, "true"],
  block_online_booking: () => [Op.NOT_EQUAL, "false"],
  pet_name: () => [Op.EQUAL, "Fido"],
  pet_type: () => [Op.EQUAL, "dog"],
  pet_breed: () => [Op.EQUAL, "Beagle"],
  pet_code: () => [Op.EQUAL, made.code],
  pet_weight: () => [Op.GREATER, "31"],
  pet_size: () => [Op.EQUAL, made.size],
  pet_gender: () => [Op.EQUAL, "female"],
  pet_fixed: () => [Op.EQUAL, "true"],
  pet_coat: () => [Op.LIKE, "curl"],
  pet_birthday: () => [Op.BEFORE, "2019-05-03"],
  pet_life_status: () => [Op.EQUAL, "alive"],
  pet_count: () => [Op.EQUAL, "1"],
  vaccine_missing: () => [Op.EQUAL, made.missing],
  vaccine_expired: () => [Op.EQUAL, made.over],
  vaccine_expiring: () => [Op.EQUAL, `30:${made.soon}`],
  agreement_unsigned: () => [Op.EQUAL, made.asked],
  agreement_signed: () => [Op.EQUAL, made.signed],
  upcoming_count: () => [Op.EQUAL, "2"],
  finished_count: () => [Op.GREATER_OR_EQUAL, "3"],
  cancelled_count: () => [Op.EQUAL, "4"],
  no_show_count: () => [Op.EQUAL, "1"],
  total_count: () => [Op.GREATER, "8"],
  last_visit_date: () => [Op.ON, "2026-05-01"],
  next_visit_date: () => [Op.AFTER, "today"],
  card_on_file: () => [Op.EQUAL, "true"],
  total_paid: () => [Op.EQUAL, "90"],
  outstanding_balance: () => [Op.EQUAL, "12.50"],
  abandon_date: () => [Op.AFTER, "today-3"],
  abandon_status: () => [Op.EQUAL, "abandoned"],
  abandon_step: () => [Op.EQUAL, "payment"],
};

describe("client-filter-fields", () => {
  test.each(Object.keys(finds))("finds by %s whom it is about, and nobody else", async (property) => {
    const [operator, value] = finds[property as FilterFieldName]();
    expect(await found({ property, operator, value })).toEqual(["Fiona"]);
  });
});

test("a size is the one that a pet's weight falls into, whatever was chosen, and a day before its birthday finds nobody", async () => {
  const { petSizes } = await servers.client(PetSettingsService).listPetSizes({});
  const others = petSizes.map(({ id }) => id).filter((id) => id !== made.size);
  expect(await found({ property: "pet_size", operator: Op.IN, values: others })).toEqual([]);
  await servers.admin.query("update customer.pet set pet_size_id = $2, weight = 0 where id = $1", [made.pet, others[0]]);
  expect(await found({ property: "pet_size", operator: Op.EQUAL, value: others[0] })).toEqual(["Fiona"]);
  await servers.admin.query("update customer.pet set pet_size_id = 0, weight = 31.5 where id = $1", [made.pet]);
  expect(await found({ property: "pet_birthday", operator: Op.BEFORE, value: "2019-05-02" })).toEqual([]);
  expect(await found({ property: "pet_gender", operator: Op.IN, values: ["male", "unknown"] })).toEqual([]);
});

const sample: Record<FilterKind, string> = {
  due: "30:0",
  text: "x",
  number: "1",
  money: "1",
  date: "today-1",
  boolean: "true",
  choice: "",
  id: "1",
};
const all = Object.values(Op).filter((one): one is Op => typeof one === "number" && one !== Op.UNSPECIFIED);

test.each(fields)("client-filter-operators: %s is compared as its kind is, and in no other way", async (property, { kind, choices }) => {
  const value = choices?.[0] ?? sample[kind];
  for (const operator of all) {
    const many = valuesOfOperator(operator) === "one" ? { value } : { values: [value, value] };
    const asked = count({ property, operator, ...many });
    if (filterOperators[kind].includes(operator)) expect(await asked, Op[operator]).toBeGreaterThanOrEqual(0);
    else expect((await refusalOf(asked)).code, Op[operator]).toBe(ErrorCode.PARAMS_INVALID);
  }
});

test("days are counted from the business's day, also in a range", async () => {
  const within = (...values: string[]) => count({ property: "create_date", operator: Op.RANGE, values });
  expect(await within("today-41", "today-39")).toBe(1);
  expect(await within("today-1", "today+1")).toBe(1);
  expect((await refusalOf(within("today-x", "today"))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(count({ property: "client_status", operator: Op.EQUAL, value: "asleep" }))).code).toBe(ErrorCode.PARAMS_INVALID);
});

test("the day of an instant is the caller's, not the database's", async () => {
  const evening = new Date("2026-03-02T04:30:00Z");
  const { client } = await servers.client(ClientService, { companyId: "2" }).createClient({ client: { firstName: "Eve" } });
  await servers.admin.query("update customer.client set created_at = $2 where id = $1", [client?.customerId, evening]);
  await tellLeft({ abandonedBookingId: "7", customerId: client?.customerId, seenAt: toTimestamp(evening) }, "2");
  for (const property of ["create_date", "abandon_date"])
    for (const [zone, day] of [
      ["America/Los_Angeles", "2026-03-01"],
      ["UTC", "2026-03-02"],
      ["Pacific/Auckland", "2026-03-02"],
    ] as const) {
      const days = ["2026-03-01", "2026-03-02", "2026-03-03"];
      const counts = days.map((value) => count({ property, operator: Op.ON, value }, { companyId: "2", zone }));
      expect([property, zone, days.at((await Promise.all(counts)).indexOf(1))]).toEqual([property, zone, day]);
    }
  const [early, same, late] = ["2026-02-28", "2026-03-01", "2026-03-02"];
  const kept: [Op, string[], number][] = [
    [Op.EQUAL, [same], 1],
    [Op.NOT_EQUAL, [same], 0],
    [Op.NOT_EQUAL, [late], 1],
    [Op.IN, [early, same], 1],
    [Op.IN, [early, late], 0],
    [Op.NOT_IN, [early, same], 0],
    [Op.BEFORE, [same], 0],
    [Op.BEFORE, [late], 1],
    [Op.LESS, [late], 1],
    [Op.LESS_OR_EQUAL, [early], 0],
    [Op.LESS_OR_EQUAL, [same], 1],
    [Op.AFTER, [early], 1],
    [Op.AFTER, [same], 0],
    [Op.GREATER, [same], 0],
    [Op.GREATER_OR_EQUAL, [same], 1],
    [Op.GREATER_OR_EQUAL, [late], 0],
    [Op.RANGE, [early, early], 0],
    [Op.RANGE, [early, same], 1],
    [Op.RANGE, [late, late], 0],
  ];
  const own = { companyId: "2", zone: "America/Los_Angeles" };
  for (const [operator, values, n] of kept)
    expect([Op[operator], values, await count({ property: "create_date", operator, value: values[0], values }, own)]).toEqual([
      Op[operator],
      values,
      n,
    ]);
});

describe("what clients left unfinished online", () => {
  const left = { property: "abandon_status", operator: Op.IN, values: ["abandoned", "contacted"] };

  test("counts once it is left, changes hands and goes as it is told, and an older telling changes nothing", async () => {
    await tellLeft({ abandonedBookingId: "6", customerId: made.bare, leftAt: toTimestamp(new Date(Date.now() + 60_000)) });
    expect(await found(left)).toEqual(["Fiona"]);
    await tellLeft({ abandonedBookingId: "6", customerId: made.bare, version: 3, step: BookingStep.SELECT_TIME });
    expect(await found(left)).toEqual(["Bo", "Fiona"]);
    expect(await found({ property: "abandon_step", operator: Op.EQUAL, value: "time" })).toEqual(["Bo"]);
    await tellLeft({ abandonedBookingId: "6", customerId: made.bare, version: 2, status: AbandonStatus.RECOVERED });
    expect(await found(left)).toEqual(["Bo", "Fiona"]);
    await tellLeft({ abandonedBookingId: "6", customerId: "0", version: 4 });
    expect(await found(left)).toEqual(["Fiona"]);
  });

  const P = Permission;
  const sees = (...permissions: Permission[]) => ({
    employeeCategory: 0,
    permissions: [P.VIEW_CLIENT_LIST, P.VIEW_CLIENTS_ALL_LOCATIONS, ...permissions],
  });

  test("is asked for by whoever sees abandoned bookings, of their locations", async () => {
    for (const caller of [sees(), sees(P.VIEW_ABANDONED_BOOKINGS)])
      expect((await refusalOf(found(left, caller))).code).toBe(ErrorCode.NO_PERMISSION);
    const places = (...businessIds: string[]) => ({
      ...sees(P.VIEW_ABANDONED_BOOKINGS_WORKING_LOCATIONS),
      businessIds,
      businessId: businessIds[0],
    });
    expect(await found(left, places("1", "2"))).toEqual(["Fiona"]);
    expect(await found(left, places("2"))).toEqual([]);
  });
});

describe("papers", () => {
  const has = (property: string, value: string) => found({ property, operator: Op.EQUAL, value });
  const lacks = (property: string, value: string) => found({ property, operator: Op.NOT_EQUAL, value });

  test("a vaccine for others is not missing, what is over does not end soon, and of several ids one is enough", async () => {
    expect(await has("vaccine_missing", made.cats)).toEqual([]);
    expect(await has("vaccine_missing", made.over)).toEqual([]);
    expect(await has("vaccine_expired", made.soon)).toEqual([]);
    expect(await found({ property: "vaccine_expired", operator: Op.IN, values: [made.soon, made.over] })).toEqual(["Fiona"]);
    expect(await lacks("vaccine_missing", made.missing)).toEqual(["Bo"]);
  });

  test.each([
    ["10", true],
    ["9", false],
  ])("an end within %s days: %s, of one vaccine as of any; what is over is none", async (days, is) => {
    const expected = is ? ["Fiona"] : [];
    expect([await has("vaccine_expiring", `${days}:${made.soon}`), await has("vaccine_expiring", `${days}:0`)]).toEqual([
      expected,
      expected,
    ]);
    expect(await has("vaccine_expiring", `${days}:${made.over}`)).toEqual([]);
    expect(await lacks("vaccine_expiring", `${days}:0`)).toEqual(is ? ["Bo"] : ["Bo", "Fiona"]);
  });

  test.each(["30", "x:1", "30:", "-1:4"])("%s is no number of days and a vaccine", async (value) => {
    expect((await refusalOf(has("vaccine_expiring", value))).code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("a pet that comes no more lacks nothing, and nothing of it ends", async () => {
    await servers.admin.query("update customer.pet set inactive = true where id = $1", [made.pet]);
    for (const [property, value] of [
      ["vaccine_missing", made.missing],
      ["vaccine_expired", made.over],
      ["vaccine_expiring", "30:0"],
    ] as const)
      expect(await has(property, value)).toEqual([]);
    await servers.admin.query("update customer.pet set inactive = false where id = $1", [made.pet]);
  });

  test("a signature that has run out, or of a text that everybody signs anew, counts no longer; of an agreement that is gone nothing is asked", async () => {
    const record = "update customer.agreement_record set expire_at =";
    await servers.admin.query(`${record} now() - interval '1 day' where agreement_id = $1`, [made.signed]);
    expect([await has("agreement_signed", made.signed), await lacks("agreement_signed", made.signed)]).toEqual([[], ["Bo", "Fiona"]]);
    await servers.admin.query(`${record} null where agreement_id = $1`, [made.signed]);
    await servers.admin.query("update customer.agreement set valid_from_version = 2 where id = $1", [made.signed]);
    expect(await has("agreement_signed", made.signed)).toEqual([]);
    await servers.admin.query("update customer.agreement set deleted_at = now() where id = $1", [made.asked]);
    expect(await has("agreement_unsigned", made.asked)).toEqual([]);
  });
});

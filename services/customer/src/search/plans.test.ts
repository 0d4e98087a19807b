import { create } from "@bufbuild/protobuf";
import { asTenant, type Ctx, nobody } from "@leashline/kit";
import { kyselyOn, type Statement } from "@leashline/kit/db/kysely.ts";
import { startServers, type TestServers } from "@leashline/kit/test";
import { ClientFilterSchema, FilterOperator } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientsById, findByContact, holderOfPhone } from "../clients/client.store.ts";
import { overviewsAt } from "../clients/overview.store.ts";
import { reach } from "../clients/visibility.store.ts";
import type { DB, Db } from "../db.ts";
import { havingOne, nearTo, shared, stages } from "../duplicates/duplicate.store.ts";
import { pairsAmong, saidOf } from "../duplicates/not-the-same.store.ts";
import { historyOf } from "../history/history.store.ts";
import { knownOf } from "../imports/entering/place.store.ts";
import { countByStage, readLeads } from "../leads/lead.store.ts";
import { service } from "../main.ts";
import { notesOf } from "../notes/note.store.ts";
import { petsById, petsOf } from "../pets/pet.store.ts";
import { countUpTo, shareOf } from "../smart-list/count.store.ts";
import { bounds, type Count, countClients, whole } from "../smart-list/count.ts";
import { filterOf } from "../smart-list/filter.store.ts";
import { type Asked, pageByFact, pageByKey } from "../smart-list/list.store.ts";
import { openAmong } from "../smart-list/open-matters.store.ts";
import { plannedAnew } from "./plan-anew.store.ts";
import { searchClients } from "./search.store.ts";

let servers: TestServers;
const clients = 45_591;

/** A company of the size of a city's register, with a smaller one beside it in every table. */
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  const run = (text: string) => servers.admin.query(text);
  const names =
    "(array['lucy','luna','max','bella','charlie','milo','oliver','daisy','coco','zoe'])[1 + i % 10] || chr(97 + i / 10 % 26) || chr(97 + i / 260 % 26)";
  for (const [company, size] of [
    [1, clients],
    [2, 15_000],
  ]) {
    await run(`insert into customer.client (company_id, first_name, last_name, phone_number, phone_key, email, import_key, preferred_business_id)
      select ${company}, initcap(${names}), 'L' || i % 1000, lpad((2060000000 + i)::text, 10, '0'), lpad((2060000000 + i)::text, 10, '0'), 'm' || i || '@x.example', 'c:' || i, 1
      from generate_series(1, ${size}) i`);
    await run(`insert into customer.pet (company_id, client_id, pet_name, pet_type, import_key, license_number)
      select company_id, id, 'Pet' || id % 500, 'Dog', 'p:' || id, 'S' || id from customer.client where company_id = ${company}`);
    await run(`insert into customer.address (company_id, client_id, address1, zipcode)
      select company_id, id, id % 9000 || ' Elm Road', '60601' from customer.client where company_id = ${company}`);
    await run(`insert into customer.client_token (company_id, client_id, kind, token)
      select company_id, id, 1, lower(first_name) from customer.client where company_id = ${company}
      union all select company_id, id, 2, 'pet' || id % 500 from customer.client where company_id = ${company}
      union all select company_id, id, 3, substr(phone_key, n) from customer.client, generate_series(1, 8) n where company_id = ${company}`);
    await run(`insert into customer.client_fact (company_id, client_id, finished_count, total_count, last_visit, next_visit, paid_minor, outstanding_minor)
      select company_id, id, id % 30, id % 40, current_date - (id % 400)::int, current_date + (id % 60)::int, id % 5000, id % 700
      from customer.client where company_id = ${company} and id % 2 = 0`);
    await run(
      `insert into customer.vaccine (company_id, id, name) overriding system value select ${company}, n, 'Vaccine ' || n from generate_series(1, 3) n`,
    );
    await run(`insert into customer.pet_vaccine (company_id, pet_id, vaccine_id, expiration_date)
      select company_id, id, 1 + id % 3, date '2026-01-01' + (id % 800)::int - 400 from customer.pet where company_id = ${company} and id % 4 > 0`);
    await run(`insert into customer.agreement (company_id, id, header, content, required_type, content_hash, sort) overriding system value
      select ${company}, n, 'Agreement ' || n, 'Text', 3, 'h', n from generate_series(1, 3) n`);
    await run(`insert into customer.agreement_record (company_id, client_id, agreement_id, business_id, kind, version_number)
      select company_id, id, 1 + id % 3, 1, 1 + (id % 5 = 0)::int, 1 from customer.client where company_id = ${company}`);
    await run(`insert into customer.not_the_same (company_id, client_id, other_client_id)
      select company_id, id, id + 1 from customer.client where company_id = ${company}`);
    await run(`insert into customer.visit (company_id, appointment_id, client_id, business_id, date, ends_at, status, version)
      select company_id, id, id, 1, current_date, now(), 3, 1 from customer.client where company_id = ${company}`);
  }
  // Half of the clients ask and have not booked; of a few of them something is due.
  await run("update customer.client set type = 1 where id % 2 = 1");
  await run(`insert into customer.lead (company_id, client_id, stage, next_step_on)
    select company_id, id, 2, case when id % 400 = 1 then date '2026-01-01' + (id % 60)::int - 30 end from customer.client where type = 1`);
  await run(`insert into customer.order_balance (company_id, order_id, client_id, currency, paid_minor, refunded_minor, remain_minor, version)
    select company_id, row_number() over (), id, 'USD', 0, 0, id % 3, 1 from customer.client`);
  await run("vacuum analyze");
}, 240_000);
afterAll(async () => await servers.stop());

const inCode = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );

/** What the server would do for each statement a read sends, as the service's own role inside the tenant wall. */
async function plansOf(read: (db: Db) => Promise<unknown>, settings: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const client = await servers.runtime("customer").pool.connect();
  const plans: string[] = [];
  try {
    await client.query("begin");
    await client.query("select set_config('app.company_id', '1', true), set_config('plan_cache_mode', 'force_custom_plan', true)");
    for (const [name, value] of Object.entries(settings)) await client.query("select set_config($1, $2, true)", [name, value]);
    const line = {
      run: async ({ text, values }: Statement) => {
        const { rows } = await client.query(text.startsWith("explain") ? text : `explain ${text}`, [...values]);
        plans.push(rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
        const result = await client.query(text, [...values]);
        return { ...result, rows: result.rows.map(inCode) };
      },
    };
    await read(kyselyOn<DB>(line, "1"));
  } finally {
    await client.query("rollback");
    client.release();
  }
  return plans;
}

const all = sql<boolean>`true`;
const someone = { kind: "staff", companyId: "1", businessIds: ["1"], staffId: "9" } as const;
const ctx = (permissions: number[]): Ctx => ({ caller: { ...nobody, ...someone, permissions } }) as unknown as Ctx;
const asked = (more: Partial<Asked> = {}): Asked => ({ reach: all, at: null, filter: () => all, terms: null, contact: true, ...more });
const here = { businessId: "1", today: "2026-01-01" };
const page = { offset: 0, limit: 21, after: null };
const draft = (i: number) =>
  ({ client: { key: `c:${i}`, phoneKey: `20600${i}`, email: `m${i}@x.example` }, pet: { key: `p:license:s${i}` } }) as never;

const twin = { phoneKey: "2060000500", emailKey: "m500@x.example", nameKey: "lucy l500", petNames: ["Pet1"], places: [], id: "500" };

const reads: [string, (db: Db) => Promise<unknown>][] = [
  ...["luc", "lu", "pet49", "0601"].map((term): (typeof reads)[number] => [
    `search ${term}`,
    (db) => searchClients(db, { terms: [term], reach: null, contact: true, limit: 20, ...here }),
  ]),
  ["search nearly", (db) => searchClients(db, { terms: ["lucyqq"], reach: null, contact: true, limit: 20, ...here, nearly: true })],
  [
    "search nearly two words of own clients",
    (db) => searchClients(db, { terms: ["lucyqq", "peet1"], reach: reach(ctx([100])), contact: true, limit: 20, ...here, nearly: true }),
  ],
  ["list nearly", (db) => pageByKey(db, asked({ terms: ["lucyqq"], nearly: true }), { property: "first_name", descending: false }, page)],
  ["search two words", (db) => searchClients(db, { terms: ["lucyb", "pet1"], reach: null, contact: true, limit: 20, ...here })],
  ["search own clients", (db) => searchClients(db, { terms: ["luc"], reach: reach(ctx([100])), contact: false, limit: 20, ...here })],
  [
    "search at working locations",
    (db) => searchClients(db, { terms: ["luc"], reach: reach(ctx([101])), contact: false, limit: 20, ...here }),
  ],
  ...["first_name", "last_name", "create_date"].flatMap((property): typeof reads => [
    [`list by ${property}`, (db) => pageByKey(db, asked(), { property, descending: false }, page)],
    [
      `list by ${property}, deep`,
      (db) =>
        pageByKey(
          db,
          asked(),
          { property, descending: true },
          { ...page, after: { value: property === "create_date" ? "2026-01-01" : "m", id: "9" } },
        ),
    ],
  ]),
  ...["last_visit_date", "next_visit_date", "total_paid", "outstanding_balance", "finished_count", "total_count"].map(
    (property): (typeof reads)[number] => [`list by ${property}`, (db) => pageByFact(db, asked(), { property, descending: true }, page)],
  ),
  ["list with words", (db) => pageByKey(db, asked({ terms: ["lucyb"] }), { property: "first_name", descending: false }, page)],
  ["count", (db) => countUpTo(db, asked(), 100_000)],
  ["some of all clients", (db) => shareOf(db, asked(), clients)],
  ["clients by id", (db) => clientsById(db, ["1", "2", "3"])],
  ["clients by contact", (db) => findByContact(db, "2060000500", "m600@x.example", "US")],
  ["holder of a phone", (db) => holderOfPhone(db, "2060000500", "0")],
  ["pets of clients", (db) => petsOf(db, ["1", "2"])],
  ["pets by id", (db) => petsById(db, ["1", "2"])],
  ["what is open of clients", (db) => openAmong(db, ["1", "2", "3"], null)],
  ["what is open of clients at some locations", (db) => openAmong(db, ["1", "2", "3"], ["1"])],
  ["overviews", (db) => overviewsAt(db, ["1", "2"], null)],
  ["overviews at some locations", (db) => overviewsAt(db, ["1", "2"], ["1"])],
  ["notes", (db) => notesOf(db, { clientId: "1", petId: "0", after: null, offset: 0, limit: 51 })],
  ["history", (db) => historyOf(db, "1", { after: null, offset: 0, limit: 51 })],
  ["duplicates of one", (db) => nearTo(db, twin, all)],
  ["who is not the same as one", (db) => saidOf(db, "500")],
  ["who of several are not the same", (db) => pairsAmong(db, ["500", "501", "502"])],
  ...stages.flatMap((stage): typeof reads => [
    [`values of ${stage} that several have`, (db) => shared(db, stage, "", 20)],
    [`who has one ${stage}`, (db) => havingOne(db, stage, ["2060000500", "m500@x.example", "lucy l500", "500 elm road 60601"], all)],
  ]),
  [
    "what an import knows",
    (db) =>
      knownOf(
        db,
        Array.from({ length: 300 }, (_, i) => draft(i)),
        null,
      ),
  ],
];

describe("reads of a large company keep to indexes led by the company", () => {
  test.each(reads)("%s", async (_, read) => {
    for (const plan of await plansOf(read)) {
      for (const table of ["client", "pet", "address", "client_token", "client_fact", "visit", "order_balance", "not_the_same"])
        expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
      for (const scan of plan.match(/Index (Only )?Scan.*\n\s+Index Cond: .*/g) ?? []) expect(scan).toMatch(/company_id = /);
    }
  });

  test("words are a range of the word index, not a filter over the company", async () => {
    const [plan = ""] = await plansOf((db) => searchClients(db, { terms: ["luc"], reach: null, contact: true, limit: 20, ...here }));
    expect(plan).toMatch(/Index Only Scan using client_token_found.*\n\s+Index Cond: .*token >= 'luc'/);
  });

  test("a deep page begins where the last one ended", async () => {
    const [plan = ""] = await plansOf((db) =>
      pageByKey(db, asked(), { property: "first_name", descending: false }, { ...page, after: { value: "m", id: "9" } }),
    );
    expect(plan).toMatch(/Index Cond: .*ROW\(first_name_key, id\) > /);
  });
});

const clientsWho = (property: string, operator: FilterOperator, ...values: string[]): Asked => {
  const given = create(ClientFilterSchema, { filters: [{ property, operator, value: values[0] ?? "", values }] });
  return asked({ filter: filterOf(given, { currency: "USD", zone: "UTC", contact: true, today: "2026-01-01", abandoned: null }) });
};
test.each<[string, FilterOperator, string]>([
  ["vaccine_missing", FilterOperator.IN, "1"],
  ["vaccine_missing", FilterOperator.NOT_IN, "1"],
  ["vaccine_expired", FilterOperator.IN, "1"],
  ["vaccine_expired", FilterOperator.NOT_IN, "1"],
  ["vaccine_expiring", FilterOperator.EQUAL, "30:1"],
  ["vaccine_expiring", FilterOperator.EQUAL, "30:0"],
  ["agreement_unsigned", FilterOperator.IN, "1"],
  ["agreement_signed", FilterOperator.IN, "1"],
  ["agreement_signed", FilterOperator.NOT_IN, "1"],
  ["pet_size", FilterOperator.IN, "1"],
  ["pet_size", FilterOperator.NOT_IN, "1"],
  ["pet_gender", FilterOperator.EQUAL, "female"],
  ["pet_fixed", FilterOperator.EQUAL, "true"],
  ["pet_fixed", FilterOperator.NOT_EQUAL, "true"],
  ["pet_life_status", FilterOperator.EQUAL, "passed_away"],
  ["pet_life_status", FilterOperator.NOT_EQUAL, "alive"],
  ["pet_coat", FilterOperator.LIKE, "curl"],
  ["pet_birthday", FilterOperator.BEFORE, "2019-05-03"],
])("a page and a count of clients by %s (%s) keep to indexes, whichever way they are asked for", async (property, operator, value) => {
  const which = clientsWho(property, operator, value);
  const plans = [
    ...(await plansOf((db) => pageByKey(db, which, { property: "first_name", descending: false }, page), plannedAnew)),
    ...(await plansOf((db) => countUpTo(db, which, 100_000), whole)),
  ];
  for (const plan of plans)
    for (const table of ["client", "pet", "pet_vaccine", "agreement_record"])
      expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
});

test.each<[string, FilterOperator, string, RegExp]>([
  ["vaccine_expired", FilterOperator.EQUAL, "9", /pet_vaccine_(ends|expires)/],
  ["vaccine_expiring", FilterOperator.EQUAL, "30:9", /pet_vaccine_(ends|expires)/],
  ["agreement_unsigned", FilterOperator.EQUAL, "9", /agreement_record_waiting/],
  ["agreement_signed", FilterOperator.EQUAL, "9", /agreement_record_signers/],
])("where few have it, %s (%s) begins with who has it and not with all clients", async (property, operator, value, index) => {
  const read = (db: Db) => pageByKey(db, clientsWho(property, operator, value), { property: "first_name", descending: false }, page);
  for (const plan of await plansOf(read, plannedAnew)) expect(plan).toMatch(index);
});

test("who is here and who comes today are found by the indexes of those, without the visits that were", async () => {
  const [plan = ""] = await plansOf((db) => searchClients(db, { terms: ["luc"], reach: null, contact: true, limit: 20, ...here }));
  expect(plan).toMatch(/visit_in_shop/);
  expect(plan).toMatch(/visit_on_day.*\n\s+Index Cond: .*date = '2026-01-01'/);
});

test("leads that are due are found by their day, and those without a next step are not looked at", async () => {
  const due = {
    reach: all,
    stage: 0,
    assignedStaffId: "0",
    referralSourceId: "0",
    terms: null,
    contact: true,
    dueBy: "2026-01-01",
    firstOf: "7",
  };
  for (const plan of [
    ...(await plansOf((db) => readLeads(db, due, { ...page, size: 20 }))),
    ...(await plansOf((db) => countByStage(db, due))),
  ])
    expect(plan).toMatch(/lead_due.*\n(?:.*\n)*?\s+Index Cond: .*next_step_on <= '2026-01-01'/);
});

test("a condition on facts is a range of their index, and of clients without any nobody is looked at", async () => {
  const filters = [{ property: "finished_count", operator: FilterOperator.GREATER, value: "5" }];
  const filter = filterOf(create(ClientFilterSchema, { filters }), {
    currency: "USD",
    zone: "UTC",
    contact: true,
    today: "2026-01-01",
    abandoned: null,
  });
  const order = { property: "finished_count", descending: false };
  const [without, known] = await plansOf((db) => pageByFact(db, asked({ filter }), order, page));
  expect(without).toMatch(/One-Time Filter: false/);
  expect(known).toMatch(/Index Cond: .*finished_count > '5'/);
});

const asksFor = (property: string, operator: FilterOperator, ...values: string[]) => {
  const given = create(ClientFilterSchema, { filters: [{ property, operator, value: values[0] ?? "", values }] });
  return asked({
    filter: filterOf(given, { currency: "USD", zone: "America/Chicago", contact: true, today: "2026-01-01", abandoned: null }),
  });
};
const countOf = (which: Asked, more: Partial<typeof bounds> = {}): Promise<Count> =>
  countClients(asTenant({ runtime: servers.runtime("customer") }, { companyId: "1" }), which, { ...bounds, ...more });

test("clients of whom something is not so are found in one go with what they lack", async () => {
  const lacking = asksFor("zipcode", FilterOperator.NOT_EQUAL, "60601");
  const [plan] = await plansOf((db) => countUpTo(db, lacking, 1_000));
  expect(plan).toMatch(/Anti Join/);
  expect(await countOf(lacking, { each: 1_000 })).toEqual({ total: 0, approximate: false });
});

test.each<[string, Parameters<typeof asksFor>]>([
  ["created before a day", ["create_date", FilterOperator.BEFORE, "2020-03-01"]],
  ["created within days", ["create_date", FilterOperator.RANGE, "2020-03-01", "2020-03-31"]],
  ["whose number sorts behind another", ["phone_number", FilterOperator.GREATER, "3"]],
])("clients %s are not guessed to be a third of all where there are none", async (_, condition) => {
  expect(await countOf(asksFor(...condition), { each: 100 })).toEqual({ total: 0, approximate: false });
});

/** Of the share in 5,000 that were looked at, three deviations are less than a twelfth; the two digits that are told make up the rest. */
const near = (found: number, all: number) => expect(Math.abs(found / all - 1), `${found} of ${all}`).toBeLessThan(0.1);

test("of more than are counted each, some tell about how many there are, also by what the database knows nothing of", async () => {
  const found = await countOf(asksFor("pet_name", FilterOperator.LIKE_START, "Pet1"), { each: 1_000 });
  // Of 500 names 111 begin that way.
  expect(found.approximate).toBe(true);
  near(found.total, (clients * 111) / 500);
  const everybody = await countOf(asked(), { each: 1_000 });
  expect(everybody).toEqual({ total: Number(everybody.total.toPrecision(2)), approximate: true });
  expect(everybody.total / clients).toBeCloseTo(1, 1);
});

test("what would take too long to count is told by some as well; of very few, and in smaller companies, each is counted", async () => {
  const some = asksFor("pet_name", FilterOperator.LIKE_START, "Pet1");
  const { rows } = await servers.admin.query("select count(*)::int as n from customer.pet where company_id = 1 and pet_name like 'Pet1%'");
  const [{ n }] = rows;
  const hasty = { patienceMs: 1 };
  const soon = await countOf(some, { each: 40_000, ...hasty });
  expect(soon.approximate).toBe(true);
  near(soon.total, n);
  const exact = { total: n, approximate: false };
  expect(await countOf(some, { each: 40_000, patienceMs: 20_000 })).toEqual(exact);
  expect(await countOf(some, { each: 40_000, ...hasty, few: 5_000 })).toEqual(exact);
  expect(await countOf(some, { each: 60_000, ...hasty })).toEqual(exact);
});

test("whoever counts walks along clients and what is known of them side by side", async () => {
  const [plan = ""] = await plansOf((db) => countUpTo(db, asksFor("finished_count", FilterOperator.GREATER, "5"), 100_000), whole);
  expect(plan).toMatch(/Merge Join/);
  expect(plan).toMatch(/Index Only Scan using client_standing/);
});

test("days of creation are a range of their index, where the caller's days begin", async () => {
  const range = asksFor("create_date", FilterOperator.RANGE, "2026-03-07", "2026-03-08");
  const [plan = ""] = await plansOf((db) => pageByKey(db, range, { property: "create_date", descending: false }, page));
  expect(plan).toMatch(
    /Index Cond: .*created_at >= '2026-03-07 06:00:00\+00'::timestamp with time zone\) AND \(created_at < '2026-03-09 05:00:00\+00'/,
  );
});

describe("ranking", () => {
  test("whole words before beginnings, names before pets, idle clients last; other companies never", async () => {
    const search = servers.client(SearchService);
    await servers.admin.query(
      `insert into customer.client (company_id, id, first_name, inactive) values (1, 900001, 'Lu', false), (1, 900002, 'Lu', true), (1, 900003, 'X', false), (2, 900004, 'Lu', false)`,
    );
    await servers.admin.query(
      `insert into customer.client_token values (1, 900001, 1, 'lu'), (1, 900002, 11, 'lu'), (1, 900003, 2, 'lu'), (2, 900004, 1, 'lu')`,
    );
    const hits = (await search.searchClients({ keyword: "Lu", pageSize: 100 })).clients;
    expect(hits.slice(0, 2).map((h) => [h.customerId, h.matched])).toEqual([
      ["900001", "name"],
      ["900003", "pet"],
    ]);
    expect(hits.map((h) => h.customerId)).not.toContain("900004");
    await servers.admin.query(
      `insert into customer.client (company_id, id, first_name, inactive) values (1, 900005, 'Zephyri', true), (1, 900006, 'Zephyrine', false);
       insert into customer.client_token values (1, 900005, 11, 'zephyri'), (1, 900006, 1, 'zephyrine')`,
    );
    const idleLast = (await search.searchClients({ keyword: "Zephyri", pageSize: 100 })).clients;
    expect(idleLast.map((h) => h.customerId)).toEqual(["900006", "900005"]);
    const few = (await search.searchClients({ keyword: "lucyb pet1", pageSize: 100 })).clients;
    expect(few.length).toBeGreaterThan(0);
    expect(few.every((h) => h.firstName.startsWith("Lucyb") && h.pets.some((p) => p.petName.startsWith("Pet1")))).toBe(true);
  });
});

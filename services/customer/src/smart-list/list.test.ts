import { type Caller, ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { FilterType, FilterOperator as Op, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
const ids = new Map<string, string>();
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  const client = servers.client(ClientService);
  for (let i = 0; i < 45; i++) {
    const firstName = `Name${String(i).padStart(2, "0")}`;
    const pets = i % 3 === 0 ? [{ petName: `Pet${i}`, petType: i % 2 === 0 ? "Dog" : "Cat", breed: "Beagle", weight: i }] : [];
    const made = await client.createClientWithPets({
      client: { firstName, lastName: `L${44 - i}`, inactive: i >= 40, type: i % 5 === 0 ? 1 : 2 },
      pets,
      ...(i < 10 ? { address: { zipcode: "98101", city: "Seattle" } } : {}),
    });
    ids.set(firstName, made.client!.customerId);
  }
  const facts = [
    ["Name07", 3, "2026-05-01", 9_000],
    ["Name03", 1, "2026-07-01", 2_000],
    ["Name20", 2, "2026-06-01", 500],
  ] as const;
  for (const [name, finished, last, paid] of facts)
    await servers.admin.query(
      "insert into customer.client_fact (company_id, client_id, finished_count, total_count, last_visit, paid_minor) values (1, $1, $2, $2, $3, $4)",
      [ids.get(name), finished, last, paid],
    );
}, 120_000);
afterAll(async () => await servers.stop());

const list = () => servers.client(ClientListService);
type Asked = Parameters<ReturnType<typeof list>["listClients"]>[0];
const names = async (req: Asked) => (await list().listClients(req)).rows.map((r) => r.client!.firstName);
const item = (property: string, operator: Op, value: string, values: string[] = []) => ({ property, operator, value, values });
const count = async (...filters: ReturnType<typeof item>[]) => (await list().countClients({ filters: { filters } })).total;

describe("the list", () => {
  test("client-list-page-size: 45 clients, first page has 20, and pages follow each other without gap", async () => {
    const seen: string[] = [];
    let pageToken = "";
    const sizes: number[] = [];
    do {
      const page = await list().listClients({ pageToken });
      expect(page.total).toBe(45);
      sizes.push(page.rows.length);
      seen.push(...page.rows.map((r) => r.client!.firstName));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen).toEqual([...ids.keys()]);
    expect(await names({ pageNum: 3 })).toEqual(seen.slice(40));
  });

  test.each(["first_name", "last_name", "create_date", "last_visit_date", "total_paid", "finished_count", "outstanding_balance"])(
    "sorted by %s both ways, every client is on exactly one page",
    async (property) => {
      for (const order of [SortOrder.ASC, SortOrder.DESC]) {
        const seen: string[] = [];
        let pageToken = "";
        do {
          const page = await list().listClients({ sort: { property, order }, pageSize: 7, pageToken });
          seen.push(...page.rows.map((r) => r.client!.customerId));
          pageToken = page.nextPageToken;
        } while (pageToken);
        expect([seen.length, new Set(seen).size]).toEqual([45, 45]);
      }
    },
  );

  test("the order of last names is theirs, not that of first names", async () => {
    expect(await names({ sort: { property: "last_name" }, pageSize: 3 })).toEqual(["Name44", "Name43", "Name34"]);
    expect(await names({ sort: { property: "last_name", order: SortOrder.DESC }, pageSize: 2 })).toEqual(["Name35", "Name36"]);
  });

  test("facts order: known ones first by day; by number the smallest first are those without any", async () => {
    expect((await names({ sort: { property: "last_visit_date", order: SortOrder.DESC }, pageSize: 4 })).slice(0, 3)).toEqual([
      "Name03",
      "Name20",
      "Name07",
    ]);
    expect(await names({ sort: { property: "total_paid", order: SortOrder.DESC }, pageSize: 3 })).toEqual(["Name07", "Name03", "Name20"]);
    expect((await names({ sort: { property: "total_paid" }, pageSize: 45 })).slice(-3)).toEqual(["Name20", "Name03", "Name07"]);
  });

  test("each of its statements is planned for what it asks, in whichever order and however many there are", async () => {
    const planned = "current_setting('plan_cache_mode') = 'force_custom_plan' and current_setting('enable_seqscan') = 'off'";
    const filters = { filters: [item("finished_count", Op.GREATER_OR_EQUAL, "1")] };
    await servers.admin.query(`create policy planned on customer.client_fact as restrictive for select using (${planned})`);
    try {
      expect((await list().countClients({ filters })).total).toBe(3);
      for (const property of ["first_name", "total_paid"]) {
        const { rows, total } = await list().listClients({ filters, sort: { property } });
        expect([rows.length, total]).toEqual([3, 3]);
      }
    } finally {
      await servers.admin.query("drop policy planned on customer.client_fact");
    }
  });

  test("a keyword narrows the list as the search does", async () => {
    expect(await names({ queries: { keyword: "name1" } })).toHaveLength(10);
    expect(await names({ queries: { keyword: "pet12" } })).toEqual(["Name12"]);
    expect(await names({ queries: { keyword: "!!" } })).toEqual([]);
  });
});

describe("filters", () => {
  test.each([
    ["client_status", Op.EQUAL, "inactive", [], 5],
    ["client_type", Op.NOT_EQUAL, "LEAD", [], 36],
    ["client_type", Op.EQUAL, "CUSTOMER", [], 36],
    ["client_type", Op.IN, "", ["LEAD", "CUSTOMER"], 45],
    ["first_name", Op.LIKE, "AME0", [], 10],
    ["first_name", Op.LIKE_START, "name4", [], 5],
    ["first_name", Op.LIKE_END, "9", [], 4],
    ["first_name", Op.NOT_LIKE, "name4", [], 40],
    // Signs that mean something to the database are only signs to whoever types them.
    ["first_name", Op.LIKE, "%", [], 0],
    ["first_name", Op.LIKE, "name_1", [], 0],
    ["first_name", Op.IN, "", ["name01", "NAME02", "nobody"], 2],
    ["zipcode", Op.EQUAL, "98101", [], 10],
    ["zipcode", Op.NOT_EQUAL, "98101", [], 35],
    ["pet_type", Op.EQUAL, "dog", [], 8],
    ["pet_weight", Op.GREATER, "30", [], 4],
    ["pet_weight", Op.RANGE, "", ["9", "12"], 2],
    ["pet_count", Op.EQUAL, "0", [], 30],
    ["finished_count", Op.GREATER_OR_EQUAL, "2", [], 2],
    ["finished_count", Op.LESS, "1", [], 42],
    ["last_visit_date", Op.AFTER, "2026-05-31", [], 2],
    ["last_visit_date", Op.AFTER, "2026-06-01", [], 1],
    ["last_visit_date", Op.BEFORE, "2026-06-01", [], 1],
    ["last_visit_date", Op.ON, "2026-06-01", [], 1],
    ["total_paid", Op.LESS_OR_EQUAL, "20", [], 44],
    ["total_paid", Op.RANGE, "", ["4.99", "20"], 2],
    ["total_paid", Op.IN, "", ["90", "5"], 2],
    ["owner_unknown", Op.EQUAL, "true", [], 0],
  ] as const)("client-filter-operators, client-filter-fields: %s %s %s%j", async (property, operator, value, values, expected) => {
    expect(await count(item(property, operator, value, [...values]))).toBe(expected);
  });

  test.each([
    ["KWD", "9", 1],
    ["KWD", "90", 0],
    ["JPY", "9000", 1],
  ])("client-filter-fields: in %s what was paid is counted in its coins: %s", async (currency, value, expected) => {
    const filters = { filters: [item("total_paid", Op.EQUAL, value)] };
    expect((await servers.client(ClientListService, { currency }).countClients({ filters })).total).toBe(expected);
  });

  test("client-filter-operators: combined with AND or OR, in groups", async () => {
    const [a, b] = [item("first_name", Op.LIKE_START, "name0"), item("pet_type", Op.EQUAL, "Cat")];
    expect((await list().countClients({ filters: { filters: [a, b] } })).total).toBe(2);
    expect((await list().countClients({ filters: { type: FilterType.OR, filters: [a, b] } })).total).toBe(15);
    const nested = { filters: [a], groups: [{ type: FilterType.OR, filters: [item("client_type", Op.EQUAL, "LEAD"), b] }] };
    expect(await names({ filters: nested })).toEqual(["Name00", "Name03", "Name05", "Name09"]);
  });

  test.each([
    ["an unknown property", item("shoe_size", Op.EQUAL, "1")],
    ["a value that does not fit", item("finished_count", Op.EQUAL, "many")],
    ["a day that is none", item("last_visit_date", Op.ON, "2026-99-99")],
    ["a day that its month does not have", item("last_visit_date", Op.ON, "2026-02-31")],
    ["such a day where an instant is meant", item("create_date", Op.ON, "2026-02-31")],
    ["such a day among several", item("create_date", Op.RANGE, "", ["2026-01-01", "2026-06-31"])],
    ["a day of no year", item("last_visit_date", Op.AFTER, "0000-01-01")],
    ["a comparison that makes no sense", item("owner_unknown", Op.GREATER, "true")],
    ["what could be a statement", item("first_name) or true --", Op.EQUAL, "x")],
  ])("%s is refused", async (_, filter) => {
    expect(await refusalOf(list().countClients({ filters: { filters: [filter] } }))).toMatchObject({ code: 400 });
  });
});

describe("many at once", () => {
  test("chosen ones, or all but some of a filter, are made inactive, tagged and deleted, and are back; one who was erased keeps nobody else away", async () => {
    const { tag } = await servers.client(TagService).createTag({ name: "Bulk" });
    const chosen = { chosenList: [ids.get("Name01")!, ids.get("Name02")!] };
    expect((await list().setClientsInactive({ selection: chosen, inactive: true })).changed).toBe(2);
    expect((await list().setClientsInactive({ selection: chosen, inactive: true })).changed).toBe(0);
    await list().setClientsInactive({ selection: chosen, inactive: false });
    const all = { isAll: true, unchosenList: [ids.get("Name44")!], filters: { filters: [item("first_name", Op.LIKE_START, "name4")] } };
    expect((await list().tagClients({ selection: all, addTagIds: [tag!.id] })).changed).toBe(4);
    expect(await count(item("client_tag", Op.EQUAL, tag!.id))).toBe(4);
    await servers.admin.query(
      "insert into customer.visit (company_id, appointment_id, client_id, business_id, date, ends_at, status, version) values (1, 1, $1, 1, current_date + 1, now() + interval '1 day', 1, 1)",
      [ids.get("Name43")],
    );
    const { deleted, kept, deletedIds } = await list().deleteClients({ selection: all });
    expect([deleted, kept, deletedIds]).toEqual([3, 1, ["Name40", "Name41", "Name42"].map((name) => ids.get(name))]);
    expect((await list().countClients({})).total).toBe(42);
    expect(await servers.client(ClientListService, { companyId: "2" }).restoreClients({ customerIds: deletedIds })).toMatchObject({
      restored: 0,
    });
    const erased = (at: string) => servers.admin.query(`update customer.client set erased_at = ${at} where id = $1`, [deletedIds[0]]);
    await erased("now()");
    expect(await list().restoreClients({ customerIds: [...deletedIds, ids.get("Name01")!] })).toMatchObject({ restored: 2, kept: 1 });
    await erased("null");
    expect(await list().restoreClients({ customerIds: deletedIds })).toMatchObject({ restored: 1, kept: 0 });
    expect(await list().restoreClients({ customerIds: deletedIds })).toMatchObject({ restored: 0, kept: 0 });
    expect((await list().countClients({})).total).toBe(45);
  });
});

describe("whom a selection means for another service", () => {
  const P = Permission;
  const all = [P.VIEW_CLIENT_LIST, P.VIEW_CLIENTS_WORKING_LOCATIONS, P.VIEW_CLIENTS_ALL_LOCATIONS];
  const messages = [P.VIEW_MESSAGE_CENTER, P.VIEW_FULL_MESSAGE];
  const person = (permissions: Permission[], more: Partial<Caller> = {}): Partial<Caller> => ({
    ...{ companyId: "3", employeeCategory: 0, staffId: "77", accountId: "7", permissions },
    ...more,
  });
  const key = (permissions: Permission[], ...businessIds: string[]) =>
    person(permissions, { kind: "apiKey", accountId: "0", staffId: "0", businessIds, businessId: businessIds[0] ?? "0" });
  const known = new Map<string, string>();
  beforeAll(async () => {
    const client = servers.client(ClientService, { companyId: "3", businessIds: ["1", "2"] });
    for (const [firstName, more] of [
      ["There", { preferredBusinessId: "1", phoneNumber: "+12065550161" }],
      ["Here", { preferredBusinessId: "2", phoneNumber: "+12065550162" }],
      ["Own", { preferredBusinessId: "1", preferredGroomerId: "77", phoneNumber: "+12065550163" }],
    ] as const)
      known.set(firstName, (await client.createClient({ client: { firstName, ...more } })).client!.customerId);
  });
  const means = async (caller: Partial<Caller>, selection: object) => {
    const { clients } = await servers.client(ClientListService, { ...caller, via: "message" }).selectClients({ selection });
    return clients.map(({ customerId }) => [...known].find(([, id]) => id === customerId)?.[0]);
  };
  const phone = (keyword: string) => ({ isAll: true, queries: { keyword } });
  const everybody = { isAll: true };

  test.each([
    ["an owner", { companyId: "3" }, ["There", "Here", "Own"]],
    ["a key of another location", key([...all, ...messages], "3"), []],
    ["a key of a location", key([...all, ...messages], "2"), ["Here"]],
    ["a key for messages alone", key(messages, "1", "2", "3"), []],
    ["who looks after some", person([P.VIEW_CLIENT_LIST, ...messages]), ["Own"]],
    ["who reaches all", person([...all, ...messages]), ["There", "Here", "Own"]],
  ])("is narrowed to the clients in reach: %s", async (_, caller, expected) => {
    expect(await means(caller, everybody)).toEqual(expected);
    expect(await means(caller, { chosenList: [...known.values()] })).toEqual(expected);
    const { total } = await servers
      .client(ClientListService, caller)
      .countClients({})
      .catch(() => ({ total: 0 }));
    expect(total).toBe(expected.length);
  });

  test("a phone number finds nobody out of reach, and nobody at all for whoever may not see phone numbers", async () => {
    const groomer = person([P.VIEW_CLIENT_LIST, P.VIEW_MESSAGE_CENTER]);
    for (const number of ["2065550161", "2065550163"]) expect(await means(groomer, phone(number))).toEqual([]);
    const withContact = person([P.VIEW_CLIENT_LIST, P.VIEW_MESSAGE_CENTER, P.VIEW_CLIENT_CONTACT]);
    expect(await means(withContact, phone("2065550161"))).toEqual([]);
    expect(await means(withContact, phone("2065550163"))).toEqual(["Own"]);
    expect(await means({ companyId: "3" }, phone("2065550161"))).toEqual(["There"]);
  });
});

describe("who may not see how clients are reached", () => {
  const groomer = { employeeCategory: 0, permissions: [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  test.each(["email", "phone_number", "zipcode", "city"])(
    "does not filter by %s: not a list, a count, a selection, nor in a group or a view",
    async (property) => {
      const filters = { groups: [{ filters: [item(property, Op.LIKE_START, "9")] }] };
      const [list, views] = [servers.client(ClientListService, groomer), servers.client(FilterViewService, groomer)];
      const calls = [
        () => list.listClients({ filters }),
        () => list.countClients({ filters }),
        () => servers.client(ClientListService, { ...groomer, via: "message" }).selectClients({ selection: { isAll: true, filters } }),
        () => views.createFilterView({ title: `By ${property}`, filter: filters }),
      ];
      for (const call of calls) {
        const { code, options } = await refusalOf(call());
        expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.NO_PERMISSION, "filters"]);
      }
      expect((await list.countClients({ filters: { filters: [item("pet_type", Op.EQUAL, "Cat")] } })).total).toBeGreaterThan(0);
      await servers.client(ClientListService).countClients({ filters });
    },
  );
});

describe("saved views", () => {
  test("saved-view-default-order: first name ascending; a filter is kept; one default per person", async () => {
    const views = servers.client(FilterViewService);
    const first = (await views.createFilterView({ title: "Everybody", isDefault: true })).view!;
    expect(first).toMatchObject({ orderBy: { property: "first_name", order: SortOrder.ASC }, isDefault: true, staffId: "1" });
    const filter = { filters: [item("pet_type", Op.EQUAL, "Cat")] };
    const cats = (await views.createFilterView({ title: "Cats", filter, isDefault: true, fields: ["name", "pets"] })).view!;
    expect((await list().countClients({ filters: (await views.getFilterView({ id: cats.id })).view!.filter! })).total).toBe(7);
    expect((await views.listFilterViews({})).views.map((v) => [v.title, v.isDefault])).toEqual([
      ["Cats", true],
      ["Everybody", false],
    ]);
    expect(await refusalOf(views.updateFilterView({ id: first.id, title: "cats" }))).toMatchObject({ code: 900009 });
    expect(await refusalOf(servers.client(FilterViewService, { staffId: "2" }).getFilterView({ id: cats.id }))).toMatchObject({
      code: 404,
    });
    await views.deleteFilterView({ id: cats.id });
    expect((await views.listFilterViews({})).views).toHaveLength(1);
  });
});

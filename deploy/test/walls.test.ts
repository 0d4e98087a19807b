import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loginRoleOf, schemaOf } from "@leashline/kit/db/migrate.ts";
import { Client, type QueryResult } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { services } from "../constellation.ts";
import { migrate, root, withClient } from "../migrate.ts";
import { tellingTables } from "./faults/projections.ts";
import { guideRows, keptWithout, outlivedPlan, statementsOf } from "./walls/keeping.ts";
import { fillTenantTables, indexesOf, type TenantTable, tablesOf } from "./walls/tables.ts";

// What somebody can do who has got hold of a service's own database login. Tables come from the catalogue, so a new one is covered by itself.

const adminUrl = process.env.LEASHLINE_POSTGRES_ADMIN_URL ?? "";
const database = `walls_${process.pid}`;
const password = process.env.LEASHLINE_DB_PASSWORD ?? "";
const [mine, theirs] = ["7001", "7002"];
const at = (name: string) => Object.assign(new URL(adminUrl), { pathname: `/${name}` });
let admin: Client;
let tables: TenantTable[];

const byAge = "tidying reads by age, through a function of its own";
/** Indexes that do not begin with the company, each with the reason. This list may only shrink. */
const crossCompanyIndexes: Record<string, string> = {
  outbox_unpublished: "the relay reads every company's unsent events, through a function of its own",
  outbox_published: byAge,
  job_due: "the sweeper reads every company's due work, through a function of its own",
  company_enterprise: "an enterprise spans companies, and is read through functions",
  staff_account: "at sign-in an account's companies are found, through functions",
  webhook_delivery_time: byAge,
  webhook_event_time: byAge,
  inbox_age: byAge,
  idempotency_age: byAge,
  job_age: byAge,
  process_run_age: byAge,
  projection_gone_age: byAge,
  merge_followed_age: byAge,
  invite_age: byAge,
  slot_hold_age: byAge,
  stay_hold_age: byAge,
  playgroup_pet_age: byAge,
  waitlist_entry_age: byAge,
  waitlist_offer_age: byAge,
  freed_time_age: byAge,
  change_request_age: byAge,
  correction_age: byAge,
  received_age: byAge,
  booked_service_age: byAge,
  booked_lodging_age: byAge,
  contact_code_age: byAge,
  intake_file_age: byAge,
  intake_draft_age: byAge,
  intake_code_age: byAge,
  intake_moved_ticket_age: byAge,
  abandoned_booking_age: byAge,
  page_visit_age: byAge,
  pay_attempt_age: byAge,
  sign_attempt_age: byAge,
  expected_signature_age: byAge,
  signed_out_age: byAge,
  pace_age: byAge,
  upload_age: byAge,
  upload_job_age: byAge,
  discarded_file_age: byAge,
  discarded_file_waits: "the gateway deletes every company's files, and asks through a function",
  upload_held: "the scanner is shown every company's files, through a function",
  provider_event_age: byAge,
  setting_name: "a page name is one business's in the whole installation, and a visitor has no company yet",
  custom_domain_live: "a domain shows one page of the whole installation, and a visitor has no company yet",
  page_name_old: "a page's earlier name, which leads on to it; a visitor has no company yet",
  square_link_merchant: "whose account an event of Square is about, which names no company",
  intake_form_uuid: "the address of a form's page, and a visitor has no company yet",
};

/** Tables that name a company and yet belong to none: no login may touch them. This list may only shrink. */
const closedWithCompany: Record<string, string> = {
  "account.session": "an account's session, wherever it stands",
};

beforeAll(async () => {
  await withClient(adminUrl, (client) => client.query(`create database ${database} template ${process.env.LEASHLINE_TEST_TEMPLATE}`));
  await migrate({ adminUrl, database, password });
  admin = new Client({ connectionString: at(database).href });
  await admin.connect();
  tables = await tablesOf(admin, services.map(schemaOf));
  await fillTenantTables(admin, tables, [mine, theirs]);
});
afterAll(async () => {
  await admin?.end();
  await withClient(adminUrl, (client) => client.query(`drop database if exists ${database} with (force)`));
});

async function asLogin<T>(service: string, work: (login: Client) => Promise<T>): Promise<T> {
  const url = at(database);
  url.username = loginRoleOf(service);
  url.password = password;
  return await withClient(url.href, work);
}

/** What a statement answers inside a transaction that is thrown away. */
async function tried(login: Client, sql: string, tenant = ""): Promise<string> {
  try {
    const results = await login.query(`begin; select set_config('app.company_id', '${tenant}', true); ${sql}`);
    const { rows, rowCount } = (results as unknown as QueryResult[]).at(-1) as QueryResult;
    return rows.length > 0 ? JSON.stringify(rows) : `${rowCount ?? 0}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await login.query("rollback");
  }
}

describe("what every table of every service declares", () => {
  const where = (table: TenantTable) => `${table.schema}.${table.name}`;

  test("rows of a company lie behind row security, forced, with one rule for reading and writing", () => {
    const rule = "(company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint)";
    const held = tables.filter((table) => table.open);
    expect(held.length).toBeGreaterThan(100);
    for (const table of held)
      expect([where(table), table.enabled, table.forced, table.policies]).toEqual([where(table), true, true, [`permissive all ${rule}`]]);
  });

  test("what is held for all companies together can be touched by no login, only through functions", async () => {
    const closed = tables.filter((table) => !table.open);
    expect(closed.filter((table) => table.hasCompany).map(where)).toEqual(Object.keys(closedWithCompany));
    for (const { schema, name } of closed)
      for (const service of services) {
        const { rows } = await admin.query(
          "select has_table_privilege($1, $2::regclass, 'select, insert, update, delete, truncate, references, trigger') as may",
          [loginRoleOf(service), `"${schema}"."${name}"`],
        );
        expect([name, service, rows[0].may]).toEqual([name, service, false]);
      }
  });

  test("the company leads every primary key and every index", async () => {
    const indexes = (await indexesOf(admin, services.map(schemaOf))).filter((index) =>
      tables.some((table) => table.open && table.schema === index.schema && table.name === index.table),
    );
    const others = indexes.filter((index) => index.first !== "company_id").map((index) => index.name);
    expect(indexes.filter((index) => index.primary && index.first !== "company_id")).toEqual([]);
    expect([...new Set(others)].sort()).toEqual(Object.keys(crossCompanyIndexes).sort());
    const keyed = new Set(indexes.filter((index) => index.primary).map((index) => `${index.schema}.${index.table}`));
    expect(tables.filter((table) => table.open && !keyed.has(where(table))).map(where)).toEqual([]);
  });
});

describe("how long every table keeps its rows", () => {
  test("each says so, in the migration that makes it", async () => {
    const said = await statementsOf(admin, services.map(schemaOf));
    expect(keptWithout(said, tables)).toEqual([]);
    expect(said.filter(({ schema, name }) => !tables.some((table) => table.schema === schema && table.name === name))).toEqual([]);
  });

  test("what outlived its days is found by an index, a portion at a time", async () => {
    const timed = (await statementsOf(admin, services.map(schemaOf))).filter(({ days }) => days !== null);
    expect(timed.length).toBeGreaterThan(50);
    for (const rule of timed)
      expect([rule.schema, rule.name, await outlivedPlan(admin, rule)]).toEqual([rule.schema, rule.name, "by an index"]);
  });

  test("no age takes rows that alone tell what was heard: an older event would bring them back", async () => {
    const telling = tellingTables();
    expect(telling.length).toBeGreaterThan(3);
    const timed = (await statementsOf(admin, services.map(schemaOf))).filter(({ days }) => days !== null);
    expect(timed.map(({ schema, name }) => `${schema}.${name}`).filter((name) => telling.includes(name))).toEqual([]);
  });

  test("the operator guide says the same", async () => {
    const [, section = ""] = readFileSync(join(root, "docs/operator-guide.md"), "utf8").split("## What is kept, and for how long");
    const [, rows = ""] = /\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(section) ?? [];
    expect(rows.trimEnd().split("\n")).toEqual(guideRows(await statementsOf(admin, services.map(schemaOf))));
  });
});

test("nobody may enter the database who has no schema in it", async () => {
  const { rows } = await admin.query(
    "select has_database_privilege('public', $1, 'connect') as enters, has_database_privilege('public', $1, 'temporary') as makes",
    [database],
  );
  expect(rows).toEqual([{ enters: false, makes: false }]);
});

describe.each(services)("the login of %s", (service) => {
  const schema = schemaOf(service);
  const role = loginRoleOf(service);
  const own = () => tables.filter((table) => table.schema === schema && table.open);

  test("is an ordinary role that owns nothing and belongs to nobody", async () => {
    const { rows } = await admin.query(
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
        (select count(*)::int from pg_auth_members where member = r.oid) as groups,
        (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
       from pg_roles r where rolname = $1`,
      [role],
    );
    const plain = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false };
    expect(rows).toEqual([{ ...plain, groups: 0, owned: 0 }]);
  });

  test("sees no row without a company, and one company's with it", async () => {
    await asLogin(service, async (login) => {
      for (const { name } of own()) {
        expect([name, await tried(login, `select company_id from "${name}"`)]).toEqual([name, "0"]);
        const seen = await tried(login, `select distinct company_id from "${name}"`, mine);
        expect([name, seen]).toEqual([name, JSON.stringify([{ company_id: mine }])]);
        expect([name, await tried(login, `select 1 from "${name}" where company_id = ${theirs}`, mine)]).toEqual([name, "0"]);
      }
    });
  });

  test("changes and deletes no row of another company, and writes none", async () => {
    await asLogin(service, async (login) => {
      for (const { name, columns } of own()) {
        const [column = "company_id"] = columns;
        const foreign = `where company_id = ${theirs}`;
        const list = columns.map((each) => `"${each}"`).join(", ");
        const copy = `insert into "${name}" (${list}) overriding system value select ${columns.map((each) => (each === "company_id" ? theirs : `"${each}"`)).join(", ")} from "${name}"`;
        // "permission denied" where rows are only ever added.
        const nothing = expect.stringMatching(/^0$|^permission denied/);
        expect([name, await tried(login, `update "${name}" set "${column}" = "${column}" ${foreign}`, mine)]).toEqual([name, nothing]);
        expect([name, await tried(login, `delete from "${name}" ${foreign}`, mine)]).toEqual([name, nothing]);
        expect([name, await tried(login, copy, mine)]).toEqual([name, expect.stringContaining("violates row-level security")]);
        const moved = await tried(login, `update "${name}" set company_id = ${theirs}`, mine);
        expect([name, moved]).toEqual([name, expect.stringMatching(/violates row-level security|^permission denied/)]);
        expect([name, await tried(login, `truncate "${name}"`, mine)]).toEqual([name, expect.stringContaining("permission denied")]);
      }
    });
  });

  test("cannot switch row security off, for the table or for itself", async () => {
    await asLogin(service, async (login) => {
      for (const { name } of own()) {
        const change = await tried(login, `alter table "${name}" disable row level security`, mine);
        const free = await tried(login, `alter table "${name}" no force row level security`, mine);
        const drop = await tried(login, `drop policy tenant on "${name}"`, mine);
        const open = await tried(login, `create policy open on "${name}" using (true)`, mine);
        expect([name, change, free, drop, open].map((said) => said.replace(/.*must be owner.*/, "must be owner"))).toEqual([
          name,
          ...Array(4).fill("must be owner"),
        ]);
      }
      await login.query("set row_security = off");
      for (const { name } of own())
        expect([name, await tried(login, `select 1 from "${name}"`, mine)]).toEqual([name, expect.stringContaining("row-level security")]);
    });
  });

  test.each([
    ["become another role", `set role ${role}_owner`, /permission denied/],
    ["become the superuser", `set session authorization postgres`, /permission denied/],
    ["give itself more rights", `alter role ${role} bypassrls`, /permission denied/],
    ["make a role", "create role peeker superuser", /permission denied/],
    ["make a database", "create database peek", /permission denied|transaction block/],
    ["make a schema", "create schema peek", /permission denied/],
    ["make a table in its own schema", `create table "${schema}".peek (x int)`, /permission denied/],
    ["make a table in the public schema", "create table public.peek (x int)", /permission denied/],
    ["make a temporary table", "create temporary table peek (x int)", /permission denied/],
    ["make a function", `create function "${schema}".peek() returns int language sql as 'select 1'`, /permission denied/],
    ["make an extension", "create extension dblink", /permission denied/],
    ["read a file of the server", "select pg_read_file('postgresql.conf')", /permission denied/],
    ["run a program on the server", "copy (select 1) to program 'true'", /permission denied/],
    ["read the stored passwords", "select rolpassword from pg_authid", /permission denied/],
  ])("cannot %s", async (_, sql, refusal) => {
    expect(await asLogin(service, (login) => tried(login, sql, mine))).toMatch(refusal);
  });

  test("cannot enter another service's schema, call its functions or read its tables", async () => {
    const { rows } = await admin.query(
      `select n.nspname, has_schema_privilege($1, n.oid, 'usage') or has_schema_privilege($1, n.oid, 'create') as enters,
        (select count(*)::int from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm')
          and has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate')) as tables,
        (select count(*)::int from pg_proc p where p.pronamespace = n.oid and p.prosecdef and has_function_privilege($1, p.oid, 'execute')) as functions
       from pg_namespace n where n.nspname = any($2)`,
      [role, services.map(schemaOf).filter((name) => name !== schema)],
    );
    expect(rows).toHaveLength(services.length - 1);
    for (const row of rows) expect(row).toEqual({ nspname: row.nspname, enters: false, tables: 0, functions: 0 });
  });
});

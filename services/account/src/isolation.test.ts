import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../test/harness.ts";

// What somebody sees who has got hold of the service's own database login.
let harness: Harness;
let login: pg.Client;
let owner: Awaited<ReturnType<Harness["openCompany"]>>["owner"];
beforeAll(async () => {
  harness = await startHarness();
  ({ owner } = await harness.openCompany("Secrets"));
  await harness.openCompany("Others");
  const url = new URL(harness.servers.config.postgresUrl);
  url.username = "leashline_account";
  url.password = harness.servers.config.dbPassword;
  login = new pg.Client({ connectionString: url.href });
  await login.connect();
});
afterAll(async () => {
  await login.end();
  await harness.servers.stop();
});

const tenantTables = [
  "company",
  "business",
  "staff",
  "staff_business",
  "role",
  "invite",
  "api_key",
  "clock_log",
  "tax_rule",
  "metadata",
  "change_log",
  "outbox",
  "job",
];
const globalTables = ["account", "session", "one_time_secret", "account_link", "second_factor", "place_order", "enterprise_member"];

test.each(tenantTables)("without a tenant %s shows nothing", async (table) => {
  expect((await login.query(`select count(*)::int as n from account.${table}`)).rows[0].n).toBe(0);
});

test("with a tenant only that tenant's rows show, and nothing can be written for another", async () => {
  await login.query("begin");
  await login.query("select set_config('app.company_id', $1, true)", [owner.companyId]);
  const { rows } = await login.query("select distinct company_id from account.staff");
  expect(rows).toEqual([{ company_id: owner.companyId }]);
  const others = Number(owner.companyId) + 1;
  await expect(login.query("insert into account.role (company_id, name) values ($1, 'x')", [others])).rejects.toThrow(/row-level security/);
  await login.query("rollback");
});

test.each(globalTables)("%s cannot be read, with or without a tenant", async (table) => {
  await expect(login.query(`select 1 from account.${table}`)).rejects.toThrow(/permission denied/);
});

test.each([
  ["switch row security off for a table", "alter table account.staff disable row level security", /must be owner/],
  ["drop the policy", "drop policy tenant on account.staff", /must be owner/],
  ["become the owner of the schema", "set role leashline_account_owner", /permission denied/],
  [
    "make a function that looks past it",
    "create function account.peek() returns bigint language sql security definer as 'select count(*) from account.account'",
    /permission denied/,
  ],
  ["read the list of migrations", "select * from account.migration", /permission denied/],
])("the login cannot %s", async (_, sql, refusal) => {
  await expect(login.query(sql)).rejects.toThrow(refusal);
});

test("switching row security off for oneself makes reads fail instead of showing more", async () => {
  await login.query("set row_security = off");
  await expect(login.query("select count(*) from account.staff")).rejects.toThrow(/row-level security/);
  await login.query("set row_security = on");
});

test("no other service's schema can be entered", async () => {
  const { rows } = await harness.servers.admin.query<{ nspname: string }>(
    "select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'public', 'account')",
  );
  for (const { nspname } of rows) {
    const may = await login.query("select has_schema_privilege('leashline_account', $1, 'usage') as may", [nspname]);
    expect(may.rows[0].may, nspname).toBe(false);
  }
});

test("no other login may call what looks past row security", async () => {
  const { rows } = await harness.servers.admin.query<{ f: string }>(
    "select p.oid::regprocedure::text as f from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'account' and p.prosecdef and has_function_privilege('public', p.oid, 'execute')",
  );
  expect(rows).toEqual([]);
});

test("neither passwords, tokens, codes nor API keys are stored as they are", async () => {
  const token = harness.tokens.get("secrets@harness.test") as string;
  const { rows } = await harness.servers.admin.query(
    "select password_hash from account.account union all select encode(token_hash, 'hex') from account.session",
  );
  const text = JSON.stringify(rows);
  expect(text).not.toContain("correct horse");
  expect(text).not.toContain(token);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const kept = await harness.servers.admin.query("select coalesce(encode(response, 'escape'), '') as r from account.idempotency");
  expect(JSON.stringify(kept.rows)).not.toContain(token);
});

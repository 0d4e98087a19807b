import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../test/harness.ts";
import { entriesOfDay, listEntries } from "./clock/clock.store.ts";
import type { DB, Db } from "./db.ts";
import { listStaff } from "./staff/staff.store.ts";
import { listDeliveries } from "./webhooks/webhook.store.ts";

// Lists read by index however much other companies have: the plan of each, on a large data set.
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const admin = harness.servers.admin;
  await admin.query(`
    insert into account.company (company_id, company_name, owner_account_id) select n, 'c' || n, 1 from generate_series(1000, 1199) n;
    insert into account.business (company_id, id, business_name, timezone_name, invitation_code) select n, n, 'b', 'UTC', 'i' || n from generate_series(1000, 1199) n;
    insert into account.role (company_id, id, name) select n, n, 'r' from generate_series(1000, 1199) n;
    insert into account.staff (company_id, id, first_name, role_id, sort) select 1000 + n % 200, 10000 + n, 's' || n, 1000 + n % 200, n / 200 from generate_series(1, 10000) n;
    insert into account.staff_business (company_id, staff_id, business_id) select company_id, id, company_id from account.staff where id > 10000;
    insert into account.clock_log (company_id, business_id, staff_id, day, clock_in_time, clock_out_time)
      select s.company_id, s.company_id, s.id, d::date, d, d + interval '8 hours' from account.staff s, generate_series(timestamptz '2026-01-01', '2026-01-05', '1 day') d where s.id > 10000;
    insert into account.webhook_endpoint (company_id, id, url, sealed_secret) select n, n, 'https://x.test', '\\x00' from generate_series(1000, 1199) n;
    insert into account.webhook_delivery (company_id, endpoint_id, message_id, event_type, body) select 1000 + n % 200, 1000 + n % 200, 'm' || n, 't', '{}' from generate_series(1, 20000) n;
    insert into account.account (id, email, password_hash, first_name) select 5000 + n, 'p' || n || '@x.test', 'x', 'p' from generate_series(1, 20000) n;
    insert into account.session (token_hash, account_id, expire_time) select sha256(n::text::bytea), 5000 + n, now() + interval '1 day' from generate_series(1, 20000) n;
    update account.staff set account_id = id - 5000, link_status = 'linked' where id > 10000;
    analyze account.company; analyze account.business; analyze account.role; analyze account.staff; analyze account.staff_business;
    analyze account.clock_log; analyze account.webhook_delivery; analyze account.account; analyze account.session;`);
});
afterAll(async () => {
  await harness.servers.stop();
});

/** The statement a store function sends, seen instead of run. */
async function statementOf(read: (db: Db) => Promise<unknown>): Promise<{ sql: string; parameters: readonly unknown[] }> {
  const { kyselyOn } = await import("@leashline/kit/db/kysely.ts");
  let seen = { sql: "", parameters: [] as readonly unknown[] };
  const line = {
    run: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
      seen = { sql: text, parameters: values };
      return { rows: [], rowCount: 0 } as never;
    },
  };
  await read(kyselyOn<DB>(line, "1000"));
  return seen;
}

async function planOf(sql: string, parameters: readonly unknown[]): Promise<string> {
  const client = await harness.servers.admin.connect();
  try {
    await client.query("set search_path = account, public");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${sql}`, parameters as unknown[]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    client.release();
  }
}

test.each<[string, (db: Db) => Promise<unknown>]>([
  ["staff of a company", (db) => listStaff(db, { includeInactive: false, limit: 201 })],
  ["staff of a location", (db) => listStaff(db, { includeInactive: false, businessId: "1000", limit: 1000 })],
  [
    "clock entries of a month",
    (db) =>
      listEntries(db, {
        businessId: "1000",
        from: "2026-01-01",
        to: "2026-01-31",
        staffIds: null,
        includeDeleted: false,
        after: null,
        offset: 0,
        limit: 51,
      }),
  ],
  ["clock entries of a day and open ones", (db) => entriesOfDay(db, "1000", "2026-01-05")],
  ["webhook deliveries", (db) => listDeliveries(db, { endpointId: "1000", state: 0, after: null, offset: 0, limit: 51 })],
])("%s are found by index", async (_, read) => {
  const { sql, parameters } = await statementOf(read);
  const plan = await planOf(sql, parameters);
  expect(
    plan.split("\n").filter((line) => /Seq Scan on (staff|staff_business|clock_log|webhook_delivery)\b/.test(line)),
    plan,
  ).toEqual([]);
});

test.each([
  [
    "a session with its places",
    "select s.id from session s join account a on a.id = s.account_id join staff p on p.account_id = a.id and p.deleted_at is null where s.token_hash = sha256('7')",
  ],
  [
    "the sessions of an account",
    "select * from session where account_id = 5007 and end_time is null and expire_time > now() order by last_seen_time desc limit 100",
  ],
  [
    "an account by the end of its phone number",
    "select * from account where reverse(phone_digits) like reverse('2065550100') || '%' order by id limit 5",
  ],
])("%s: no table is read whole", async (_, sql) => {
  expect(await planOf(sql, [])).not.toContain("Seq Scan");
});

import { createHash } from "node:crypto";
import { ErrorCode, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { type LedgerClose, LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Harness, startHarness, usd } from "../../test/harness.ts";
import { closingBooks, nextClosing } from "./close-books.ts";

let harness: Harness;
const ledger = () => harness.servers.client(LedgerService);
const sql = (text: string, values: unknown[] = []) => harness.servers.admin.query(text, values);

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());
beforeEach(async () => {
  await asOwner("truncate payment.accounting_journal, payment.ledger_closed_entry, payment.ledger_close");
});

/** What only somebody who owns the tables can do: the triggers are put aside. */
async function asOwner(text: string, values: unknown[] = []): Promise<void> {
  const client = await harness.servers.admin.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(text, values);
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
}

async function pay(): Promise<void> {
  const { orderId } = await harness.book(1_000);
  await harness.agreed(orderId);
  await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
}

/** As if the night had come. */
async function night(): Promise<void> {
  await sql(
    `insert into payment.job (company_id, business_id, kind, key, payload, due_at) values (1, 1, $1, '1', '{"businessId":"1"}', now() - interval '1 second')
     on conflict (company_id, kind, key) do update set due_at = excluded.due_at, state = 'due', round = job.round + 1`,
    [closingBooks.name],
  );
  await harness.servers.runDue("payment");
}
const closes = async (): Promise<LedgerClose[]> => (await ledger().listLedgerCloses({})).closes;
const unsealed = async (): Promise<number> =>
  (
    await sql(
      "select count(*)::int as n from payment.ledger_entry e where business_id = 1 and not exists (select from payment.ledger_closed_entry c where c.entry_id = e.entry_id)",
    )
  ).rows[0].n;

test("every night seals what came since, once, with the hash of the night before; a night without an entry seals nothing", async () => {
  await pay();
  await night();
  await pay();
  await night();
  await night();
  const [second, first] = await closes();
  expect([first?.number, second?.number, (await closes()).length]).toEqual([1, 2, 2]);
  expect([first?.previousHash, second?.previousHash]).toEqual(["0".repeat(64), first?.hash]);
  expect(await unsealed()).toBe(0);
  const { rows } = await sql("select due_at, state from payment.job where kind = $1", [closingBooks.name]);
  expect([rows[0].state, rows[0].due_at > new Date()]).toEqual(["due", true]);
  expect(await ledger().checkLedgerCloses({})).toMatchObject({ checked: 2, brokenNumber: 0, nextNumber: 0, slippedIn: false });
});

test("the hash is the one the guide says how to work out", async () => {
  await pay();
  await night();
  const { rows } = await sql(
    `select e.*, e.business_date::text as day, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as utc,
            (select json_agg(json_build_array(account, amount::text) order by account) from payment.ledger_posting p where p.entry_id = e.entry_id) as postings
       from payment.ledger_entry e join payment.ledger_closed_entry c using (company_id, entry_id) where c.number = 1 order by e.entry_id`,
  );
  const text = ["0".repeat(64)];
  for (const e of rows)
    text.push(
      JSON.stringify([
        ...[e.entry_id, e.business_id, e.kind, e.source, e.order_id, e.payment_id, e.refund_id, e.provider_id, e.drawer_id],
        ...[e.day, e.utc, e.currency, e.postings],
      ]),
    );
  expect((await closes())[0]?.hash).toBe(createHash("sha256").update(text.join("\n")).digest("hex"));
});

test("the journal has a row for each posting, debits equal credits, with the number of its close; days that are none are refused", async () => {
  await pay();
  await night();
  await pay();
  const from = toWireDate("2020-01-01");
  const today = Temporal.Now.plainDateISO("UTC");
  const span = {
    startDate: toWireDate(today.subtract({ days: 200 }).toString()),
    endDate: toWireDate(today.add({ days: 100 }).toString()),
  };
  const { csv, fileName } = await ledger().exportLedger(span);
  const [head = "", ...rows] = csv.replace("\uFEFF", "").trim().split("\r\n");
  expect(head).toBe("Entry,Day,Type,Invoice,Payment,Account number,Account,Debit,Credit,Currency,Daily close");
  const cells = rows.map((row) => row.split(","));
  const sum = (column: number) => cells.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0);
  expect([sum(7) > 0, sum(7)]).toEqual([true, sum(8)]);
  expect(new Set(cells.map((row) => row[10]))).toEqual(new Set(["1", ""]));
  const [types, invoices, called] = [2, 3, 6].map((column) => new Set(cells.map((row) => row[column] ?? "")));
  expect([types?.has("Payment"), [...types!].filter((type) => /[a-z]_|^[a-z]/.test(type))]).toEqual([true, []]);
  expect([...invoices!].filter((invoice) => !/^(INV-\d+)?$/.test(invoice))).toEqual([]);
  expect([...invoices!].some(Boolean)).toBe(true);
  expect([...called!].filter((name) => /[a-z]_|^[a-z]/.test(name))).toEqual([]);
  expect(fileName).toMatch(/^ledger-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  expect((await refusalOf(ledger().exportLedger({ startDate: from, endDate: span.endDate }))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(ledger().exportLedger({ startDate: span.endDate, endDate: span.startDate }))).code).toBe(
    ErrorCode.PARAMS_INVALID,
  );
});

test.each([
  ["an amount", "update payment.ledger_posting set amount = amount + 1 where entry_id = $1"],
  ["a day", "update payment.ledger_entry set business_date = business_date - 1 where entry_id = $1"],
  ["an order", "update payment.ledger_entry set order_id = coalesce(order_id, 0) + 1 where entry_id = $1"],
  ["a time by a microsecond", "update payment.ledger_entry set at = at + interval '1 microsecond' where entry_id = $1"],
  ["an entry that is gone", "delete from payment.ledger_closed_entry where entry_id = $1"],
])("whoever owns the database and changes %s is found out, and where", async (_, change) => {
  await pay();
  await night();
  await pay();
  await night();
  const { rows } = await sql("select min(entry_id) as id from payment.ledger_closed_entry where number = 2");
  await asOwner(change, [rows[0].id]);
  expect(await ledger().checkLedgerCloses({})).toMatchObject({ checked: 1, brokenNumber: 2 });
});

test("an entry that is slipped in with an old date is found out, and so is a close that is written anew", async () => {
  await pay();
  await night();
  await asOwner(
    `insert into payment.ledger_entry (company_id, business_id, kind, source, order_id, business_date, currency, at)
     values (1, 1, 'write_off', 'slipped', 1, '2020-01-01', 'USD', '2020-01-01')`,
  );
  expect(await ledger().checkLedgerCloses({})).toMatchObject({ brokenNumber: 0, slippedIn: true });
  await asOwner("delete from payment.ledger_entry where source = 'slipped'");
  await pay();
  await night();
  await asOwner("update payment.ledger_close set hash = repeat('a', 64) where number = 1");
  expect(await ledger().checkLedgerCloses({ fromNumber: 2 })).toMatchObject({ brokenNumber: 2 });
  expect(await ledger().checkLedgerCloses({})).toMatchObject({ brokenNumber: 1 });
});

test("nobody but who owns the tables changes a close", async () => {
  await pay();
  await night();
  await expect(sql("update payment.ledger_close set entries = 1")).rejects.toThrow(/only added to/);
  await expect(sql("delete from payment.ledger_closed_entry")).rejects.toThrow(/only added to/);
});

test.each([
  ["before four", "2026-03-07T10:00:00Z", "2026-03-07T12:00:00Z"],
  ["after four", "2026-03-07T13:00:00Z", "2026-03-08T11:00:00Z"],
  ["at four", "2026-03-07T12:00:00Z", "2026-03-08T11:00:00Z"],
])("the next closing is at four in the morning of the shop, also when the clocks change: %s", (_, now, due) => {
  expect(nextClosing("America/Los_Angeles", Date.parse(now)).toISOString()).toBe(new Date(due).toISOString());
});

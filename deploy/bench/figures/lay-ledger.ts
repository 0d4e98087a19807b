import type pg from "pg";

type Made = Record<string, string>;

/** The rows of one order in a table, n times, with the columns that must differ made from `n`. */
async function copy(client: pg.PoolClient, table: string, where: string, times: number, made: Made): Promise<void> {
  const { rows } = await client.query(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum",
    [table],
  );
  const columns = rows.map((row) => row.name as string);
  const into = columns.map((name) => `"${name}"`).join(", ");
  const from = columns.map((name) => made[name] ?? `t."${name}"`).join(", ");
  await client.query(
    `insert into ${table} (${into}) overriding system value select ${from} from ${table} t, generate_series(1, ${times}) n where ${where}`,
  );
}

/** Lays out a ledger of at least so many entries: the last checkout of a company, again and again, with its order, account and payment. Answers how many. */
export async function layLedger(pool: pg.Pool, companyId: string, entries: number): Promise<number> {
  const company = BigInt(companyId);
  const found = await pool.query(
    `select p.order_id::text as "orderId", (select count(*)::int from payment.ledger_entry e where e.company_id = p.company_id and e.order_id = p.order_id) as n,
       (select min(entry_id)::text from payment.ledger_entry e where e.company_id = p.company_id and e.order_id = p.order_id) as first
     from payment.payment p where p.company_id = ${company} and p.state = 'completed' order by payment_id desc limit 1`,
  );
  const { orderId, n: each, first } = found.rows[0] as { orderId: string; n: number; first: string };
  const times = Math.ceil(entries / each);
  const mine = `t.company_id = ${company} and t.order_id = ${BigInt(orderId)}`;
  // Far above what the shop will number itself.
  const [ids, order_id] = ["1000000000", "1000000000 + n"];
  const client = await pool.connect();
  try {
    // Triggers and keys of other tables would check each of a million rows by itself.
    await client.query("set session_replication_role = replica");
    await copy(client, '"order".orders', mine, times, { order_id, guid: "gen_random_uuid()", number: `${ids} + n` });
    await copy(client, "payment.order_account", mine, times, { order_id });
    await copy(client, "payment.payment", mine, times, { order_id, payment_id: `${ids} + n`, provider_ref: "null" });
    const entry_id = `${ids} + n * 100 + t.entry_id - ${BigInt(first)}`;
    const payment_id = `case when t.payment_id = 0 then 0 else ${ids} + n end`;
    await copy(client, "payment.ledger_entry", mine, times, { order_id, entry_id, payment_id, source: "t.source || '-' || n" });
    const ofOrder = `t.company_id = ${company} and t.entry_id in (select entry_id from payment.ledger_entry t where ${mine})`;
    await copy(client, "payment.ledger_posting", ofOrder, times, { entry_id });
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
  await pool.query('analyze "order".orders, payment.order_account, payment.payment, payment.ledger_entry, payment.ledger_posting');
  return times * each;
}

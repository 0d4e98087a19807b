import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { CardSide, LedgerSide } from "./compare.ts";

type Raw = Record<"order_id" | "charged" | "captured" | "refunded" | "paid" | "back" | "receivable", string>;

export async function ledgerSides(db: Kysely<DB>): Promise<LedgerSide[]> {
  const { rows } = await sql<Raw>`
    select a.order_id, (a.sales + a.tax + a.tips)::text as charged, a.captured, a.refunded,
      coalesce(p.paid, 0)::text as paid, coalesce(r.back, 0)::text as back, coalesce(l.receivable, 0)::text as receivable
    from order_account a
    left join (select order_id, sum(amount) as paid from payment where state = 'completed' group by order_id) p using (order_id)
    left join (select order_id, sum(amount) as back from refund where state = 'created' group by order_id) r using (order_id)
    left join (
      select e.order_id, sum(p.amount) as receivable
      from ledger_entry e join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
      where p.account = 'client_receivable' group by e.order_id
    ) l using (order_id)
    order by a.order_id`.execute(db);
  return rows.map((row) => ({
    orderId: row.order_id,
    charged: BigInt(row.charged),
    captured: BigInt(row.captured),
    refunded: BigInt(row.refunded),
    sumOfPayments: BigInt(row.paid),
    sumOfRefunds: BigInt(row.back),
    receivable: BigInt(row.receivable),
  }));
}

export async function unbalancedEntries(db: Kysely<DB>): Promise<{ entryId: string; orderId: string; off: bigint }[]> {
  const { rows } = await sql<Record<"entry_id" | "order_id" | "off", string>>`
    select e.entry_id, e.order_id, coalesce(sum(p.amount), 0)::text as off
    from ledger_entry e left join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
    group by e.entry_id, e.order_id having sum(p.amount) is distinct from 0`.execute(db);
  return rows.map((row) => ({ entryId: row.entry_id, orderId: row.order_id, off: BigInt(row.off) }));
}

export async function countEntries(db: Kysely<DB>): Promise<number> {
  const row = await db.selectFrom("ledger_entry").select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function cardSides(db: Kysely<DB>): Promise<(CardSide & { createdAt: Date })[]> {
  const rows = await db
    .selectFrom("payment")
    .select(["payment_id", "order_id", "state", "amount", "created_at"])
    .where("kind", "=", "card")
    .orderBy("payment_id")
    .execute();
  return rows.map((row) => ({
    paymentId: row.payment_id,
    orderId: row.order_id,
    state: row.state,
    amount: BigInt(row.amount),
    createdAt: row.created_at,
  }));
}

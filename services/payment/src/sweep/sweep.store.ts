import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { CreditSide, FeeBack, LedgerSide } from "./compare.ts";

type Raw = Record<
  "orderId" | "charged" | "captured" | "refunded" | "kept" | "paid" | "back" | "receivable" | "fee" | "feeBack" | "feeInLedger",
  string
>;

/** Each order as its account, its payments and refunds, and its entries have it. */
export async function ledgerSides(db: Db): Promise<LedgerSide[]> {
  const { rows } = await sql<Raw>`
    select a.order_id, (a.sales + a.tax + a.tips)::text as charged, a.captured, a.refunded, a.kept,
      coalesce(p.paid, 0)::text as paid, coalesce(r.back, 0)::text as back, coalesce(l.receivable, 0)::text as receivable,
      coalesce(p.fee, 0)::text as fee, coalesce(r.fee, 0)::text as fee_back, coalesce(l.fee, 0)::text as fee_in_ledger
    from order_account a
    left join (select order_id, sum(amount) as paid, sum(convenience_fee) as fee from payment where company_id = ${db.companyId} and state = 'completed' group by order_id) p using (order_id)
    left join (select order_id, sum(amount) as back, sum(convenience_fee) as fee from refund where company_id = ${db.companyId} and state = 'created' group by order_id) r using (order_id)
    left join (
      select e.order_id, sum(p.amount) filter (where p.account <> 'convenience_fees') as receivable,
        -sum(p.amount) filter (where p.account = 'convenience_fees') as fee
      from ledger_entry e join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
      where e.company_id = ${db.companyId} and p.account in ('client_receivable', 'client_deposits', 'convenience_fees') group by e.order_id
    ) l using (order_id)
    where a.company_id = ${db.companyId} order by a.order_id`.execute(db);
  return rows.map((row) => ({
    orderId: row.orderId,
    charged: BigInt(row.charged),
    captured: BigInt(row.captured),
    refunded: BigInt(row.refunded),
    kept: BigInt(row.kept),
    sumOfPayments: BigInt(row.paid),
    sumOfRefunds: BigInt(row.back),
    receivable: BigInt(row.receivable),
    fee: BigInt(row.fee) - BigInt(row.feeBack),
    feeInLedger: BigInt(row.feeInLedger),
  }));
}

export async function feesBack(db: Db): Promise<FeeBack[]> {
  const { rows } = await sql<Record<keyof FeeBack, string>>`
    select p.order_id, p.payment_id, p.convenience_fee_back::text as back, coalesce(sum(r.convenience_fee), 0)::text as sum_of_refunds
    from payment p left join refund r on r.company_id = p.company_id and r.payment_id = p.payment_id and r.state <> 'failed'
    where p.company_id = ${db.companyId} and p.convenience_fee > 0
    group by p.order_id, p.payment_id, p.convenience_fee_back order by p.payment_id`.execute(db);
  return rows.map((row) => ({ ...row, back: BigInt(row.back), sumOfRefunds: BigInt(row.sumOfRefunds) }));
}

/** What clients have of store credit by their histories and by the ledger, and whose balance is not what their history comes to. */
export async function creditSides(db: Db): Promise<CreditSide[]> {
  const { rows } = await sql<Record<keyof CreditSide, string>>`
    select '0' as customer_id, currency, coalesce(-sum(amount) filter (where book), 0)::text as book, coalesce(sum(amount) filter (where not book), 0)::text as history
    from (
      select e.currency, p.amount, true as book from ledger_posting p join ledger_entry e on e.company_id = p.company_id and e.entry_id = p.entry_id
        where p.company_id = ${db.companyId} and p.account = 'client_credit'
      union all select currency, amount, false from credit_change where company_id = ${db.companyId}
    ) moves group by currency
    union all
    select b.customer_id::text, b.currency, b.balance::text, coalesce(sum(h.amount), 0)::text
    from client_credit b left join credit_change h on h.company_id = b.company_id and h.customer_id = b.customer_id and h.currency = b.currency
    where b.company_id = ${db.companyId} group by b.customer_id, b.currency, b.balance`.execute(db);
  return rows.map(({ customerId, book, history }) => ({ customerId, book: BigInt(book), history: BigInt(history) }));
}

export async function unbalancedEntries(db: Db): Promise<{ entryId: string; orderId: string; off: bigint }[]> {
  const { rows } = await sql<Record<"entryId" | "orderId" | "off", string>>`
    select e.entry_id, e.order_id, coalesce(sum(p.amount), 0)::text as off
    from ledger_entry e left join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
    where e.company_id = ${db.companyId}
    group by e.entry_id, e.order_id having sum(p.amount) is distinct from 0`.execute(db);
  return rows.map((row) => ({ entryId: row.entryId, orderId: row.orderId, off: BigInt(row.off) }));
}

export async function countEntries(db: Db): Promise<number> {
  const row = await db
    .selectFrom("ledgerEntry")
    .select(sql<string>`count(*)`.as("n"))
    .where("companyId", "=", db.companyId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** What the ledger says went through the card processor, by what moved it, beside what that is called there. */
type Clearing = { paymentId: string; orderId: string; amount: bigint };
type Unread<T> = Omit<T, "amount"> & { amount: string };

const withAmount = <T extends { amount: string }>(row: T) => ({ ...row, amount: BigInt(row.amount) });

export type ChargeRow = Clearing & {
  companyId: string;
  businessId: string;
  intentId: string | null;
  providerRef: string | null;
  createdAt: Date;
};
export type RefundRow = Clearing & {
  companyId: string;
  refundId: string;
  providerRefundId: string | null;
  providerRef: string | null;
};
export type ProviderRow = Clearing & { providerId: string; businessId: string };

/** What is one charge stands as one, under the payment that the provider knows it by. */
export async function chargesInBooks(db: Db): Promise<ChargeRow[]> {
  const { rows } = await sql<Unread<ChargeRow>>`
    select p.company_id, p.business_id, p.payment_id, p.order_id, p.intent_id, p.provider_ref, p.created_at, coalesce(l.amount, 0)::text as amount
    from payment p left join (
      select coalesce(m.transaction_id, e.payment_id) as payment_id, sum(g.amount) as amount
      from ledger_entry e join ledger_posting g on g.company_id = e.company_id and g.entry_id = e.entry_id
      left join payment m on m.company_id = e.company_id and m.payment_id = e.payment_id and m.charge_total > 0
      where e.company_id = ${db.companyId} and g.company_id = ${db.companyId} and e.kind = 'capture' and g.account = 'card_clearing'
      group by coalesce(m.transaction_id, e.payment_id)
    ) l using (payment_id)
    where p.company_id = ${db.companyId} and p.kind in ('card', 'bank') and (p.charge_total = 0 or p.transaction_id is null) order by p.payment_id`.execute(
    db,
  );
  return rows.map(withAmount);
}

export async function refundsInBooks(db: Db): Promise<RefundRow[]> {
  const { rows } = await sql<Unread<RefundRow>>`
    select r.company_id, r.refund_id, r.payment_id, r.order_id, r.provider_refund_id, r.provider_ref, coalesce(-l.amount, 0)::text as amount
    from refund r
    join payment p on p.company_id = r.company_id and p.payment_id = r.payment_id and p.company_id = ${db.companyId}
    left join (
      select e.refund_id, sum(g.amount) as amount
      from ledger_entry e join ledger_posting g on g.company_id = e.company_id and g.entry_id = e.entry_id
      where e.company_id = ${db.companyId} and g.company_id = ${db.companyId} and e.kind in ('refund', 'refund_reversal') and g.account = 'card_clearing'
      group by e.refund_id
    ) l using (refund_id)
    where r.company_id = ${db.companyId} and p.kind in ('card', 'bank') and r.way = 'original' order by r.refund_id`.execute(db);
  return rows.map(withAmount);
}

/** The places of Square accounts that payments were taken at. */
export async function squareAccountsInBooks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("payment")
    .select("providerAccount")
    .distinct()
    .where("companyId", "=", db.companyId)
    .where("vendor", "=", "square")
    .execute();
  return rows.map((row) => row.providerAccount);
}

export async function disputesInBooks(db: Db): Promise<ProviderRow[]> {
  const { rows } = await sql<Unread<ProviderRow>>`
    select e.provider_id, e.business_id, e.order_id, e.payment_id, sum(g.amount)::text as amount
    from ledger_entry e join ledger_posting g on g.company_id = e.company_id and g.entry_id = e.entry_id
    where e.company_id = ${db.companyId} and g.company_id = ${db.companyId} and e.kind = 'dispute' and g.account = 'dispute_losses'
    group by e.provider_id, e.business_id, e.order_id, e.payment_id order by e.provider_id`.execute(db);
  return rows.map(withAmount);
}

export type PayoutRow = { providerId: string; businessId: string; atBank: bigint; inTransit: bigint; taken: bigint };

export async function payoutsInBooks(db: Db): Promise<PayoutRow[]> {
  const { rows } = await sql<Record<keyof PayoutRow, string>>`
    select e.provider_id, e.business_id, coalesce(sum(g.amount) filter (where g.account = 'bank'), 0)::text as at_bank,
      coalesce(sum(g.amount) filter (where g.account = 'payouts_in_transit'), 0)::text as in_transit,
      coalesce(sum(g.amount) filter (where g.account = 'card_clearing'), 0)::text as taken
    from ledger_entry e join ledger_posting g on g.company_id = e.company_id and g.entry_id = e.entry_id
    where e.company_id = ${db.companyId} and g.company_id = ${db.companyId} and e.kind in ('payout', 'payout_reversal')
    group by e.provider_id, e.business_id order by e.provider_id, e.business_id`.execute(db);
  return rows.map((row) => ({ ...row, atBank: BigInt(row.atBank), inTransit: BigInt(row.inTransit), taken: BigInt(row.taken) }));
}

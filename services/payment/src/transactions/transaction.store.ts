import type { Page } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { storeCredit } from "../methods/method.ts";
import { type PaymentWithRefunds, readPayment, withRefunds } from "../payments/payment.store.ts";
import type { PaymentState } from "../payments/payment.ts";
import type { Meaning } from "./keyword.ts";
import { grouped, type Transaction } from "./transaction.ts";

export type TransactionFilter = {
  /** Null for all. */
  businessIds: readonly string[] | null;
  /** "0" for those of anybody. */
  customerId: string;
  staffId: string;
  startDate: string;
  endDate: string;
  /** Empty for all. */
  vendor: string;
  method: string;
  states: readonly PaymentState[];
  /** Null for whatever was paid. */
  meant: Meaning | null;
  oldestFirst: boolean;
};

/** A payment that is meant, or one that was taken together with it. */
const isMeant = (
  db: Db,
  { check, last4, invoice, minor, customerIds }: Meaning,
) => sql<boolean>`coalesce(payment.transaction_id, payment.payment_id) in (
  select coalesce(m.transaction_id, m.payment_id) from payment m where m.company_id = ${db.companyId}
    and (m.customer_id = any(${customerIds}::bigint[]) or lower(m.check_number) = ${check} or m.card_last4 = nullif(${last4}, '') or m.invoice_number = nullif(${invoice}, '')::bigint
      or nullif(${minor}, '')::bigint in (m.amount, m.amount + m.convenience_fee)))`;

function filtered(db: Db, filter: TransactionFilter) {
  let from = db.selectFrom("payment").where("companyId", "=", db.companyId);
  if (filter.businessIds) from = from.where("businessId", "=", sql<string>`any(${filter.businessIds}::bigint[])`);
  if (filter.customerId !== "0") from = from.where("customerId", "=", filter.customerId);
  if (filter.staffId !== "0") from = from.where("staffId", "=", filter.staffId);
  if (filter.startDate) from = from.where("businessDate", ">=", filter.startDate);
  if (filter.endDate) from = from.where("businessDate", "<=", filter.endDate);
  if (filter.vendor) from = from.where("vendor", "=", filter.vendor);
  if (filter.method) from = from.where(sql<boolean>`lower(method) = lower(${filter.method})`);
  if (filter.meant) from = from.where(isMeant(db, filter.meant));
  if (filter.states.length > 0) from = from.where("state", "in", filter.states);
  return from;
}

// A transaction stands where its first payment does.
const firsts = (db: Db, filter: TransactionFilter) => filtered(db, filter).where("transactionId", "is", null);

async function membersOf(db: Db, transactionIds: readonly string[]): Promise<PaymentWithRefunds[]> {
  const rows = await db
    .selectFrom("payment")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("transactionId", "=", sql<string>`any(${transactionIds}::bigint[])`)
    .orderBy("paymentId")
    .execute();
  return await withRefunds(db, rows.map(readPayment));
}

export async function listTransactions(db: Db, filter: TransactionFilter, { after, offset, limit }: Page): Promise<Transaction[]> {
  const way = filter.oldestFirst ? "asc" : "desc";
  let from = firsts(db, filter).selectAll().orderBy("businessDate", way).orderBy("paymentId", way);
  if (after) {
    const [day = "", id = "0"] = after;
    from = from.where((eb) => {
      const [here, there] = [eb.refTuple("businessDate", "paymentId"), eb.tuple(day, id)];
      return filter.oldestFirst ? eb(here, ">", there) : eb(here, "<", there);
    });
  } else from = from.offset(offset);
  const rows = await from.limit(limit).execute();
  const others = await membersOf(
    db,
    rows.map(({ paymentId }) => paymentId),
  );
  return grouped(await withRefunds(db, rows.map(readPayment)), others);
}

/** The transaction that a payment is of; none for an unknown one. */
export async function findTransaction(db: Db, paymentId: string): Promise<Transaction | null> {
  const rows = await db
    .selectFrom("payment")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("paymentId", "=", paymentId)
    .execute();
  const firstId = rows[0]?.transactionId;
  if (firstId) return await findTransaction(db, firstId);
  return grouped(await withRefunds(db, rows.map(readPayment)), await membersOf(db, [paymentId]))[0] ?? null;
}

export async function countTransactions(db: Db, filter: TransactionFilter): Promise<number> {
  const row = await firsts(db, filter).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

export type Sums = { taken: bigint; tips: bigint; refunded: bigint; fee: bigint; onTop: bigint };

/** By what a refund went back, as people call it: `methodBack` of payments, for sums. */
const wentBackBy = sql<string>`case r.way when 'original' then p.method when 'credit' then ${storeCredit.name} else r.way end`;

/** What of these payments went back; where one method is asked for, by that one, whatever they were paid by. Credit is no money that went out. */
async function sumRefunds(db: Db, filter: TransactionFilter, currency: string): Promise<{ refunded: bigint; feeBack: bigint }> {
  const back = filter.method
    ? sql<boolean>`lower(${wentBackBy}) = lower(${filter.method})`
    : sql<boolean>`r.way <> 'credit' and not (r.way = 'original' and p.kind = 'credit')`;
  const row = await db
    .selectFrom("refund as r")
    .innerJoin(
      filtered(db, { ...filter, method: "" })
        .selectAll()
        .as("p"),
      (join) => join.onRef("p.companyId", "=", "r.companyId").onRef("p.paymentId", "=", "r.paymentId"),
    )
    .where("r.companyId", "=", db.companyId)
    .where("r.state", "=", "created")
    .where("p.currency", "=", currency)
    .where("p.state", "=", "completed")
    .where(back)
    .select([sql<string>`coalesce(sum(r.amount), 0)`.as("refunded"), sql<string>`coalesce(sum(r.convenience_fee), 0)`.as("feeBack")])
    .executeTakeFirstOrThrow();
  return { refunded: BigInt(row.refunded), feeBack: BigInt(row.feeBack) };
}

/** What was taken in one currency: amounts of several do not add up. Credit that was spent is no money taken, unless that is asked for; a tip in it is a tip. */
export async function sumTransactions(db: Db, filter: TransactionFilter, currency: string): Promise<Sums> {
  const money = filter.method ? sql`true` : sql`kind <> 'credit'`;
  const row = await filtered(db, filter)
    .where("currency", "=", currency)
    .where("state", "=", "completed")
    .select([
      sql<string>`coalesce(sum(amount) filter (where ${money}), 0)`.as("taken"),
      sql<string>`coalesce(sum(tips_included), 0)`.as("tips"),
      sql<string>`coalesce(sum(processing_fee), 0)`.as("fee"),
      sql<string>`coalesce(sum(convenience_fee), 0)`.as("onTop"),
    ])
    .executeTakeFirstOrThrow();
  const { refunded, feeBack } = await sumRefunds(db, filter, currency);
  return { taken: BigInt(row.taken), tips: BigInt(row.tips), refunded, fee: BigInt(row.fee), onTop: BigInt(row.onTop) - feeBack };
}

import { type Page, rowsOf, type Tx } from "@leashline/kit";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { LedgerClose } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import type { SealedEntry } from "./seal.ts";

export type Close = Selectable<LedgerClose>;

export const lastClose = async (db: Db, businessId: string): Promise<Close | undefined> =>
  await db
    .selectFrom("ledgerClose")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();

/** The newest first. */
export async function listCloses(db: Db, businessId: string, { after, limit }: Page): Promise<Close[]> {
  return await db
    .selectFrom("ledgerClose")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .$if(after !== null, (q) => q.where("number", "<", Number(after?.[0] ?? 0)))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
}

/** From a number on, oldest first. */
export const closesFrom = async (db: Db, businessId: string, number: number, limit: number): Promise<Close[]> =>
  await db
    .selectFrom("ledgerClose")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("number", ">=", number)
    .orderBy("number")
    .limit(limit)
    .execute();

const whole = `select e.entry_id::text as "entryId", e.business_id::text as "businessId", e.kind, e.source, e.order_id::text as "orderId",
    e.payment_id::text as "paymentId", e.refund_id::text as "refundId", e.provider_id as "providerId", e.drawer_id::text as "drawerId",
    e.business_date::text as "businessDate", to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.currency,
    (select coalesce(jsonb_agg(jsonb_build_array(p.account, p.amount::text) order by p.account), '[]') from ledger_posting p
      where p.company_id = e.company_id and p.entry_id = e.entry_id) as postings
  from ledger_entry e`;

/** What no close has sealed, by id. What was written that long before the last close has been: no transaction lasts as long. */
export const unsealed = async (db: Db, businessId: string, since: Date | null, most: number): Promise<SealedEntry[]> =>
  await rowsOf<SealedEntry>(
    db,
    `${whole} where e.company_id = $1 and e.business_id = $2 and ($3::timestamptz is null or e.at >= $3)
       and not exists (select from ledger_closed_entry c where c.company_id = e.company_id and c.entry_id = e.entry_id)
     order by e.entry_id limit $4`,
    [db.companyId, businessId, since, most],
  );

/** What a close sealed, as it is now, by id. */
export const sealedBy = async (db: Db, { businessId, number }: Close): Promise<SealedEntry[]> =>
  await rowsOf<SealedEntry>(
    db,
    `${whole} join ledger_closed_entry c on c.company_id = e.company_id and c.entry_id = e.entry_id
      where c.company_id = $1 and c.business_id = $2 and c.number = $3 order by e.entry_id`,
    [db.companyId, businessId, number],
  );

type NewClose = Pick<Close, "businessId" | "number" | "firstDate" | "lastDate" | "previousHash" | "hash">;

export async function addClose(tx: Tx<DB>, close: NewClose, entryIds: readonly string[]): Promise<void> {
  const { companyId } = tx.ctx;
  const { businessId, number } = close;
  await tx.db
    .insertInto("ledgerClose")
    .values({ ...close, companyId, entries: entryIds.length })
    .execute();
  await tx.db
    .insertInto("ledgerClosedEntry")
    .columns(["companyId", "entryId", "businessId", "number"])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ entryId: string }>`unnest(${entryIds}::bigint[])`.as<"u">(sql`u(entry_id)`))
        .select([
          sql<string>`${companyId}::bigint`.as("companyId"),
          sql<string>`u.entry_id`.as("entryId"),
          sql<string>`${businessId}::bigint`.as("businessId"),
          sql<number>`${number}::int`.as("number"),
        ]),
    )
    .execute();
}

/** Whether an entry is dated before a time and sealed by no close. */
export async function slippedIn(db: Db, businessId: string, before: Date): Promise<boolean> {
  const rows = await rowsOf(
    db,
    `select 1 from ledger_entry e where e.company_id = $1 and e.business_id = $2 and e.at < $3
       and not exists (select from ledger_closed_entry c where c.company_id = e.company_id and c.entry_id = e.entry_id) limit 1`,
    [db.companyId, businessId, before],
  );
  return rows.length > 0;
}

export type JournalRow = {
  entryId: string;
  businessDate: string;
  kind: string;
  orderId: string;
  paymentId: string;
  currency: string;
  account: string;
  amount: string;
  close: number | null;
};

/** Posting by posting, by day and entry, debits first. */
export const readJournal = async (
  db: Db,
  businessIds: readonly string[] | null,
  { from, to }: { from: string; to: string },
  most: number,
): Promise<JournalRow[]> =>
  await rowsOf<JournalRow>(
    db,
    `select e.entry_id::text as "entryId", e.business_date::text as "businessDate", e.kind, e.order_id::text as "orderId",
            e.payment_id::text as "paymentId", e.currency, p.account, p.amount::text as amount, c.number as close
       from ledger_entry e
       join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
       left join ledger_closed_entry c on c.company_id = e.company_id and c.entry_id = e.entry_id
      where e.company_id = $1 and ($2::bigint[] is null or e.business_id = any($2)) and e.business_date between $3 and $4
      order by e.business_date, e.entry_id, p.amount desc limit $5`,
    [db.companyId, businessIds, from, to, most],
  );

import { type Page, rowsOf, type Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { AccountingJournal } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import type { LinkRow } from "./link.store.ts";

export type JournalRow = Selectable<AccountingJournal>;
export type Net = { account: string; amount: string };
type Books = Pick<LinkRow, "businessId" | "realmId">;

const journals = (db: Db, { businessId, realmId }: Books) =>
  db
    .selectFrom("accountingJournal")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("realmId", "=", realmId);

/** A row for each day from the first one on that the closes after the last plan sealed; answers up to which close there are rows now. */
export async function planJournals(tx: Tx<DB>, { businessId, realmId, startDate, plannedNumber }: LinkRow): Promise<number> {
  const { companyId } = tx.ctx;
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0) as last from ledger_close
    where company_id = ${companyId} and business_id = ${businessId}`.execute(tx.db);
  const last = rows[0]?.last ?? 0;
  await sql`insert into accounting_journal (company_id, business_id, realm_id, number, business_date, currency, total)
    select ${companyId}, ${businessId}, ${realmId}, number, business_date, currency, sum(amount) filter (where amount > 0) from (
      select c.number, e.business_date, e.currency, p.account, sum(p.amount) as amount
        from ledger_closed_entry c
        join ledger_entry e on e.company_id = c.company_id and e.entry_id = c.entry_id
        join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
       where c.company_id = ${companyId} and c.business_id = ${businessId} and c.number > ${plannedNumber} and c.number <= ${last}
         and e.business_date >= ${startDate}::date
       group by 1, 2, 3, 4) net
    where amount <> 0 group by number, business_date, currency on conflict do nothing`.execute(tx.db);
  return last;
}

/** What was not sent and is of a day before the first one is sent no more. */
export async function dropBefore(tx: Tx<DB>, { businessId, realmId }: Books, startDate: string): Promise<void> {
  await tx.db
    .deleteFrom("accountingJournal")
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", businessId)
    .where("realmId", "=", realmId)
    .where("businessDate", "<", startDate)
    .where("state", "in", ["waiting", "unmapped", "refused"])
    .execute();
}

/** Oldest day first. */
export const unsent = async (db: Db, books: Books, most: number): Promise<JournalRow[]> =>
  await journals(db, books)
    .selectAll()
    .where("state", "<>", "sent")
    .orderBy("businessDate")
    .orderBy("number")
    .orderBy("currency")
    .limit(most)
    .execute();

export const countUnsent = async (db: Db, books: Books): Promise<{ waiting: number; refused: number }> => {
  const { waiting, refused } = await journals(db, books)
    .select(sql<number>`count(*) filter (where state <> 'refused')::int`.as("waiting"))
    .select(sql<number>`count(*) filter (where state = 'refused')::int`.as("refused"))
    .where("state", "<>", "sent")
    .executeTakeFirstOrThrow();
  return { waiting, refused };
};

/** Newest day first. */
export const listJournals = async (db: Db, books: Books, { after, limit }: Page): Promise<JournalRow[]> =>
  await journals(db, books)
    .selectAll()
    .$if(after !== null, (q) =>
      q.where(sql<boolean>`(business_date, number, currency) < (${after?.[0]}::date, ${Number(after?.[1])}::int, ${after?.[2]})`),
    )
    .orderBy("businessDate", "desc")
    .orderBy("number", "desc")
    .orderBy("currency", "desc")
    .limit(limit)
    .execute();

/** What a day of a close comes to, account by account. */
export const netOf = async (db: Db, { businessId, number, businessDate, currency }: JournalRow): Promise<Net[]> =>
  await rowsOf<Net>(
    db,
    `select p.account, sum(p.amount)::text as amount
       from ledger_closed_entry c
       join ledger_entry e on e.company_id = c.company_id and e.entry_id = c.entry_id
       join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
      where c.company_id = $1 and c.business_id = $2 and c.number = $3 and e.business_date = $4 and e.currency = $5
      group by p.account having sum(p.amount) <> 0 order by p.account`,
    [db.companyId, businessId, number, businessDate, currency],
  );

export type JournalChange = Partial<Pick<JournalRow, "state" | "documentNumber" | "externalId" | "reason" | "sentAt">>;

export async function changeJournal(tx: Tx<DB>, row: JournalRow, change: JournalChange): Promise<void> {
  await tx.db
    .updateTable("accountingJournal")
    .set(change)
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", row.businessId)
    .where("realmId", "=", row.realmId)
    .where("number", "=", row.number)
    .where("businessDate", "=", row.businessDate)
    .where("currency", "=", row.currency)
    .where("state", "<>", "sent")
    .execute();
}

export type Movement = {
  businessDate: string;
  /** Null while no close sealed it. */
  number: number | null;
  state: string | null;
  documentNumber: string | null;
  sentAt: Date | null;
  reason: string | null;
};

/** The movements of an order's money, each with the journal it stands in. */
export const movementsOf = async (db: Db, { businessId, realmId }: Books, orderId: string): Promise<Movement[]> =>
  await rowsOf<Movement>(
    db,
    `select distinct e.business_date::text as "businessDate", c.number, j.state, j.document_number as "documentNumber", j.sent_at as "sentAt", j.reason
       from ledger_entry e
       left join ledger_closed_entry c on c.company_id = e.company_id and c.entry_id = e.entry_id
       left join accounting_journal j on j.company_id = c.company_id and j.business_id = c.business_id and j.realm_id = $3 and j.number = c.number
        and j.business_date = e.business_date and j.currency = e.currency
      where e.company_id = $1 and e.business_id = $2 and e.order_id = $4 order by 1, 2`,
    [db.companyId, businessId, realmId, orderId],
  );

/** Empty for an order without any movement of money. */
export async function businessOfOrder(db: Db, orderId: string): Promise<string> {
  const row = await db
    .selectFrom("ledgerEntry")
    .select("businessId")
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .limit(1)
    .executeTakeFirst();
  return row?.businessId ?? "";
}

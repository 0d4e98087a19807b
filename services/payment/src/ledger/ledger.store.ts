import { randomUUID } from "node:crypto";
import type { Page, Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { LedgerEntry } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import { type Entry, movesCash } from "./ledger.ts";

export type About = {
  businessId: string;
  orderId: string;
  paymentId?: string;
  refundId?: string;
  businessDate: string;
  currency: string;
  /** Names what happened, so that it is entered once; charges are kept apart by the order's locked account instead. */
  source?: string;
  /** The provider's id of the dispute or payout. */
  providerId?: string;
  /** The drawer whose cash moves; left out, cash goes into the one that is open, or is outside of any. */
  drawerId?: string;
};

/** The open drawer of a business, kept open until the transaction ends. Cash that was taken before its day is not in it. */
function openDrawer(db: Db, { businessId, businessDate }: About) {
  return db
    .selectFrom("cashDrawer")
    .select("drawerId")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("state", "=", "open")
    .where("businessDate", "<=", businessDate)
    .forShare();
}

/** An entry with its parts, in one statement. Cash that moves while no drawer is open is in none. */
function inserted(db: Db, entry: Entry, about: About) {
  const { companyId } = db;
  const isSought = about.drawerId === undefined && movesCash(entry);
  const values = {
    companyId,
    businessId: about.businessId,
    kind: entry.kind,
    source: about.source ?? `${entry.kind}:${randomUUID()}`,
    orderId: about.orderId,
    paymentId: about.paymentId ?? "0",
    refundId: about.refundId ?? "0",
    providerId: about.providerId ?? "",
    drawerId: isSought ? sql<string>`coalesce((${openDrawer(db, about)}), 0)` : (about.drawerId ?? "0"),
    businessDate: about.businessDate,
    currency: about.currency,
  };
  const accounts = entry.postings.map(({ account }) => account);
  const amounts = entry.postings.map(({ amount }) => String(amount));
  return db
    .with("posted", (made) => made.insertInto("ledgerEntry").values(values).returning(["entryId", "at", "drawerId"]))
    .with("parts", (made) =>
      made
        .insertInto("ledgerPosting")
        .columns(["companyId", "entryId", "account", "amount"])
        .expression(
          sql`select ${companyId}, posted.entry_id,
              case when p.account = 'cash_drawer' and posted.drawer_id = 0 then 'cash_outside' else p.account end, p.amount
            from posted, unnest(${accounts}::text[], ${amounts}::bigint[]) as p(account, amount)`,
        ),
    )
    .selectFrom("posted")
    .select(["entryId", "at"]);
}

/** Adds an entry and says which; null, for one that moves nothing, adds none. */
export async function post(db: Db, entry: Entry | null, about: About): Promise<{ entryId: string; at: Date } | null> {
  return entry && (await inserted(db, entry, about).executeTakeFirstOrThrow());
}

/** Adds an entry, with the next statement: nobody needs to know which. */
export function enter({ db, write }: Tx<DB>, entry: Entry | null, about: About): void {
  if (entry) write(inserted(db, entry, about));
}

export type StoredEntry = Selectable<LedgerEntry> & { postings: { account: string; amount: bigint }[] };

/** Business dates, both ends included; "" for no bound. */
type Days = { start: string; end: string };
type EntryFilter = { businessIds: readonly string[] | null; orderId: string; account: string; days: Days };

/** The newest first; of one account those that move money into or out of it. */
export async function listEntries(db: Db, { businessIds, orderId, account, days }: EntryFilter, page: Page): Promise<StoredEntry[]> {
  let from = db.selectFrom("ledgerEntry").selectAll().where("companyId", "=", db.companyId).orderBy("entryId", "desc");
  if (businessIds) from = from.where("businessId", "=", sql<string>`any(${businessIds}::bigint[])`);
  if (orderId !== "0") from = from.where("orderId", "=", orderId);
  if (account)
    from = from.where((eb) =>
      eb.exists(
        eb
          .selectFrom("ledgerPosting as p")
          .select("p.entryId")
          .where("p.companyId", "=", db.companyId)
          .whereRef("p.entryId", "=", "ledgerEntry.entryId")
          .where("p.account", "=", account),
      ),
    );
  if (days.start) from = from.where("businessDate", ">=", days.start);
  if (days.end) from = from.where("businessDate", "<=", days.end);
  if (page.after) from = from.where("entryId", "<", page.after[0] ?? "0");
  const entries = await from.limit(page.limit).execute();
  const ids = entries.map((entry) => entry.entryId);
  const postings = await db
    .selectFrom("ledgerPosting")
    .select(["entryId", "account", "amount"])
    .where("companyId", "=", db.companyId)
    .where("entryId", "=", sql<string>`any(${ids}::bigint[])`)
    .orderBy("amount", "desc")
    .execute();
  const byEntry = Map.groupBy(postings, (posting) => posting.entryId);
  return entries.map((entry) => ({
    ...entry,
    postings: (byEntry.get(entry.entryId) ?? []).map(({ account, amount }) => ({ account, amount: BigInt(amount) })),
  }));
}

type Balance = { account: string; currency: string; amount: string };

export async function accountBalances(db: Db, businessIds: readonly string[] | null, days: Days): Promise<Balance[]> {
  let from = db
    .selectFrom("ledgerEntry as e")
    .innerJoin("ledgerPosting as p", (join) => join.onRef("p.companyId", "=", "e.companyId").onRef("p.entryId", "=", "e.entryId"))
    .where("e.companyId", "=", db.companyId);
  if (businessIds) from = from.where("e.businessId", "=", sql<string>`any(${businessIds}::bigint[])`);
  if (days.start) from = from.where("e.businessDate", ">=", days.start);
  if (days.end) from = from.where("e.businessDate", "<=", days.end);
  return await from
    .select(["p.account", "e.currency", sql<string>`sum(p.amount)`.as("amount")])
    .groupBy(["p.account", "e.currency"])
    .orderBy("p.account")
    .execute();
}

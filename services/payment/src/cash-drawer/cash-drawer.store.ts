import type { Page } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Span } from "../closes/journal.ts";
import type { CashDrawer } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Entry, EntryKind, LedgerAccount, LooseCash } from "../ledger/ledger.ts";
import type { DrawerEntries } from "./cash-drawer.ts";

export type DrawerRow = Selectable<CashDrawer>;
export type DrawerWithEntries = DrawerRow & { entries: DrawerEntries };

const drawers = (db: Db) => db.selectFrom("cashDrawer").where("companyId", "=", db.companyId);

async function withEntries(db: Db, rows: readonly DrawerRow[]): Promise<DrawerWithEntries[]> {
  const ids = rows.map(({ drawerId }) => drawerId);
  const sums = await db
    .selectFrom("ledgerEntry as e")
    .innerJoin("ledgerPosting as p", (join) => join.onRef("p.companyId", "=", "e.companyId").onRef("p.entryId", "=", "e.entryId"))
    .select(["e.drawerId", "e.kind", sql<string>`sum(p.amount)`.as("amount")])
    .where("e.companyId", "=", db.companyId)
    .where("e.drawerId", "<>", "0")
    .where("e.drawerId", "=", sql<string>`any(${ids}::bigint[])`)
    .where("p.account", "=", "cash_drawer")
    .groupBy(["e.drawerId", "e.kind"])
    .execute();
  const byDrawer = Map.groupBy(sums, ({ drawerId }) => drawerId);
  return rows.map((row) => ({
    ...row,
    entries: Object.fromEntries((byDrawer.get(row.drawerId) ?? []).map(({ kind, amount }) => [kind as EntryKind, BigInt(amount)])),
  }));
}

export async function findOpenDrawer(db: Db, businessId: string): Promise<DrawerWithEntries | null> {
  const rows = await drawers(db).selectAll().where("businessId", "=", businessId).where("state", "=", "open").execute();
  return (await withEntries(db, rows))[0] ?? null;
}

export async function findLastDrawer(db: Db, businessId: string): Promise<DrawerWithEntries | null> {
  return (await listDrawers(db, [businessId], { size: 1, limit: 1, offset: 0, after: null }))[0] ?? null;
}

export async function findDrawer(db: Db, drawerId: string): Promise<DrawerRow | null> {
  return (await drawers(db).selectAll().where("drawerId", "=", drawerId).executeTakeFirst()) ?? null;
}

/** Waits for cash that is on its way into the drawer; what comes afterwards waits for this. */
export async function lockDrawer(db: Db, drawerId: string): Promise<DrawerWithEntries> {
  const row = await drawers(db).selectAll().where("drawerId", "=", drawerId).forUpdate().executeTakeFirstOrThrow();
  return (await withEntries(db, [row]))[0]!;
}

/** Null when the business has an open one already. The state is written out: a prepared statement finds the partial index by it. */
export async function insertDrawer(db: Db, drawer: Omit<Insertable<CashDrawer>, "companyId" | "state">): Promise<DrawerRow | null> {
  const row = await db
    .insertInto("cashDrawer")
    .values({ ...drawer, companyId: db.companyId, state: "open" })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).where(sql<boolean>`state = 'open'`).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export type DrawerChange = Partial<
  Pick<DrawerRow, "state" | "expectedAmount" | "countedAmount" | "reconciledBy" | "reconciledAt" | "reconcileNote">
>;

/** Every change raises the version. */
export async function updateDrawer(db: Db, drawerId: string, change: DrawerChange = {}): Promise<DrawerWithEntries> {
  const row = await db
    .updateTable("cashDrawer")
    .set({ ...change, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("drawerId", "=", drawerId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return (await withEntries(db, [row]))[0]!;
}

const reconciled = (db: Db, businessIds: readonly string[] | null) => {
  const from = drawers(db).where("state", "=", "reconciled");
  return businessIds ? from.where("businessId", "=", sql<string>`any(${businessIds}::bigint[])`) : from;
};

export async function listDrawers(
  db: Db,
  businessIds: readonly string[] | null,
  { after, offset, limit }: Page,
): Promise<DrawerWithEntries[]> {
  const from = reconciled(db, businessIds).selectAll().orderBy("drawerId", "desc").limit(limit);
  return await withEntries(db, await (after ? from.where("drawerId", "<", after[0] ?? "0") : from.offset(offset)).execute());
}

/** Counted ones of some days, oldest first. */
export async function drawersBetween(db: Db, businessIds: readonly string[] | null, { from, to }: Span): Promise<DrawerWithEntries[]> {
  const those = reconciled(db, businessIds).where("businessDate", ">=", from).where("businessDate", "<=", to);
  return await withEntries(db, await those.selectAll().orderBy("drawerId").execute());
}

export async function countDrawers(db: Db, businessIds: readonly string[] | null): Promise<number> {
  const row = await reconciled(db, businessIds).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** What a location has in cash beside its drawer. */
export async function looseCash(db: Db, { businessId, currency }: { businessId: string; currency: string }): Promise<LooseCash> {
  const { rows } = await sql<{ outside: string; safe: string }>`
    select coalesce(sum(p.amount) filter (where p.account = 'cash_outside'), 0) as outside,
      coalesce(sum(p.amount) filter (where p.account = 'cash_safe'), 0) as safe
    from ledger_posting p join ledger_entry e on e.company_id = p.company_id and e.entry_id = p.entry_id
    where p.company_id = ${db.companyId} and p.account in ('cash_outside', 'cash_safe')
      and e.business_id = ${businessId} and e.currency = ${currency}`.execute(db);
  return { outside: BigInt(rows[0]?.outside ?? 0), safe: BigInt(rows[0]?.safe ?? 0) };
}

/** What an adjustment entered. */
export async function entryOfAdjustment(db: Db, kind: EntryKind, adjustmentId: string): Promise<Entry> {
  const { rows } = await sql<{ account: LedgerAccount; amount: string }>`
    select p.account, p.amount from ledger_entry e join ledger_posting p on p.company_id = e.company_id and p.entry_id = e.entry_id
    where e.company_id = ${db.companyId} and e.source = ${`cash_adjustment:${adjustmentId}`}`.execute(db);
  return { kind, postings: rows.map(({ account, amount }) => ({ account, amount: BigInt(amount) })) };
}

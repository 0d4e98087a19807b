import { type Kysely, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Correction, Entry, Setting } from "./clock.ts";

const columns = [
  "id",
  "staff_id",
  "business_id",
  "day",
  "clock_in_time",
  "clock_out_time",
  "note",
  "corrected",
  "version",
  "deleted_at",
] as const;
const off: Setting = { enable_clock_in_out: false, clock_in_out_notify: false, enable_clock_in_out_overnight: false, version: 0 };

export const findSetting = async (db: Kysely<DB>, companyId: string, businessId: string): Promise<Setting> =>
  (await db
    .selectFrom("clock_setting")
    .select(["enable_clock_in_out", "clock_in_out_notify", "enable_clock_in_out_overnight", "version"])
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .executeTakeFirst()) ?? off;

export const saveSetting = async (
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
  patch: Partial<Omit<Setting, "version">>,
): Promise<Setting> =>
  await db
    .insertInto("clock_setting")
    .values({ company_id: companyId, business_id: businessId, ...patch })
    .onConflict((oc) => oc.columns(["company_id", "business_id"]).doUpdateSet({ ...patch, version: sql`clock_setting.version + 1` }))
    .returning(["enable_clock_in_out", "clock_in_out_notify", "enable_clock_in_out_overnight", "version"])
    .executeTakeFirstOrThrow();

/** Entries of a day, and those begun before that nobody has ended. */
export const entriesOfDay = async (db: Kysely<DB>, companyId: string, businessId: string, day: string): Promise<Entry[]> =>
  await db
    .selectFrom("clock_log")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .where((eb) => eb.or([eb("day", "=", day), eb.and([eb("clock_out_time", "is", null), eb("day", "<", day)])]))
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();

/** The entry a person has not ended, wherever it began. */
export const openEntry = async (db: Kysely<DB>, companyId: string, staffId: string): Promise<Entry | undefined> =>
  await db
    .selectFrom("clock_log")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("staff_id", "=", staffId)
    .where("clock_out_time", "is", null)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export type NewEntry = Pick<Entry, "staff_id" | "business_id" | "day" | "clock_in_time" | "clock_out_time"> & Partial<Entry>;
export const insertEntry = async (db: Kysely<DB>, companyId: string, row: NewEntry): Promise<Entry> =>
  await db
    .insertInto("clock_log")
    .values({ ...row, company_id: companyId })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateEntry = async (db: Kysely<DB>, companyId: string, id: string, patch: Partial<Entry>): Promise<Entry> =>
  await db
    .updateTable("clock_log")
    .set({ ...patch, version: sql`version + 1` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const lockEntry = async (db: Kysely<DB>, companyId: string, id: string): Promise<Entry | undefined> =>
  await db
    .selectFrom("clock_log")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export type EntryFilter = { businessId: string; from: string; to: string; staffIds: string[] | null; includeDeleted: boolean };
const within = (db: Kysely<DB>, companyId: string, f: EntryFilter) => {
  const found = db
    .selectFrom("clock_log")
    .where("company_id", "=", companyId)
    .where("business_id", "=", f.businessId)
    .where("day", ">=", f.from)
    .where("day", "<=", f.to)
    .$if(!f.includeDeleted, (q) => q.where("deleted_at", "is", null));
  return f.staffIds ? found.where("staff_id", "=", sql<string>`any(${f.staffIds}::bigint[])`) : found;
};
export async function listEntries(
  db: Kysely<DB>,
  companyId: string,
  f: EntryFilter & { after: string[] | null; offset: number; limit: number },
): Promise<Entry[]> {
  let found = within(db, companyId, f).select(columns);
  if (f.after) found = found.where(sql<boolean>`(day, id) < (${f.after[0]}::date, ${f.after[1]}::bigint)`);
  return await found.orderBy("day", "desc").orderBy("id", "desc").offset(f.offset).limit(f.limit).execute();
}
export const countEntries = async (db: Kysely<DB>, companyId: string, f: EntryFilter): Promise<number> =>
  (await within(db, companyId, f).select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow()).n;

export const insertCorrection = async (db: Kysely<DB>, companyId: string, row: Omit<Correction, "at">): Promise<void> =>
  void (await db
    .insertInto("clock_correction")
    .values({ ...row, company_id: companyId } as never)
    .execute());

export async function correctionsOf(db: Kysely<DB>, companyId: string, ids: readonly string[]): Promise<Correction[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("clock_correction")
    .select(["clock_log_id", "action", "actor_name", "old_in", "old_out", "new_in", "new_out", "at"])
    .where("company_id", "=", companyId)
    .where("clock_log_id", "=", sql<string>`any(${ids as string[]}::bigint[])`)
    .orderBy("id")
    .execute();
}

import { sql } from "kysely";
import type { Db } from "../db.ts";

import type { Correction, Entry, Setting } from "./clock.ts";

const columns = ["id", "staffId", "businessId", "day", "clockInTime", "clockOutTime", "note", "corrected", "version", "deletedAt"] as const;
const off: Setting = { enableClockInOut: false, clockInOutNotify: false, enableClockInOutOvernight: false, version: 0 };

export const findSetting = async (db: Db, businessId: string): Promise<Setting> =>
  (await db
    .selectFrom("clockSetting")
    .select(["enableClockInOut", "clockInOutNotify", "enableClockInOutOvernight", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst()) ?? off;

export const saveSetting = async (db: Db, businessId: string, patch: Partial<Omit<Setting, "version">>): Promise<Setting> =>
  await db
    .insertInto("clockSetting")
    .values({ companyId: db.companyId, businessId, ...patch })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet({ ...patch, version: sql`clock_setting.version + 1` }))
    .returning(["enableClockInOut", "clockInOutNotify", "enableClockInOutOvernight", "version"])
    .executeTakeFirstOrThrow();

/** Entries of a day, and those begun before that nobody has ended. */
export const entriesOfDay = async (db: Db, businessId: string, day: string): Promise<Entry[]> =>
  await db
    .selectFrom("clockLog")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where((eb) => eb.or([eb("day", "=", day), eb.and([eb("clockOutTime", "is", null), eb("day", "<", day)])]))
    .where("deletedAt", "is", null)
    .orderBy("id")
    .execute();

/** The entry a staff member has not ended, wherever it began. */
export const openEntry = async (db: Db, staffId: string): Promise<Entry | undefined> =>
  await db
    .selectFrom("clockLog")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .where("clockOutTime", "is", null)
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();

export type NewEntry = Pick<Entry, "staffId" | "businessId" | "day" | "clockInTime" | "clockOutTime"> & Partial<Entry>;
export const insertEntry = async (db: Db, row: NewEntry): Promise<Entry> =>
  await db
    .insertInto("clockLog")
    .values({ ...row, companyId: db.companyId })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateEntry = async (db: Db, id: string, patch: Partial<Entry>): Promise<Entry> =>
  await db
    .updateTable("clockLog")
    .set({ ...patch, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const lockEntry = async (db: Db, id: string): Promise<Entry | undefined> =>
  await db
    .selectFrom("clockLog")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();

export type EntryFilter = { businessId: string; from: string; to: string; staffIds: string[] | null; includeDeleted: boolean };
const within = (db: Db, f: EntryFilter) => {
  const found = db
    .selectFrom("clockLog")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", f.businessId)
    .where("day", ">=", f.from)
    .where("day", "<=", f.to)
    .$if(!f.includeDeleted, (q) => q.where("deletedAt", "is", null));
  return f.staffIds ? found.where("staffId", "=", sql<string>`any(${f.staffIds}::bigint[])`) : found;
};
export async function listEntries(db: Db, f: EntryFilter & { after: string[] | null; offset: number; limit: number }): Promise<Entry[]> {
  let found = within(db, f).select(columns);
  if (f.after) found = found.where(sql<boolean>`(day, id) < (${f.after[0]}::date, ${f.after[1]}::bigint)`);
  return await found.orderBy("day", "desc").orderBy("id", "desc").offset(f.offset).limit(f.limit).execute();
}
export const countEntries = async (db: Db, f: EntryFilter): Promise<number> =>
  (await within(db, f).select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow()).n;

export const insertCorrection = async (db: Db, row: Omit<Correction, "at">): Promise<void> =>
  void (await db
    .insertInto("clockCorrection")
    .values({ ...row, companyId: db.companyId })
    .execute());

export async function correctionsOf(db: Db, ids: readonly string[]): Promise<Correction[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("clockCorrection")
    .select(["clockLogId", "action", "actorName", "oldIn", "oldOut", "newIn", "newOut", "at"])
    .where("companyId", "=", db.companyId)
    .where("clockLogId", "=", sql<string>`any(${ids as string[]}::bigint[])`)
    .orderBy("id")
    .execute();
}

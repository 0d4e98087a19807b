import { type Selectable, sql } from "kysely";
import type { AddOn as AddOnTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Availability } from "../services/availability.ts";
import type { LocationOverride } from "../services/service.ts";
import type { AddOnFields } from "./add-on.ts";

export type StoredAddOn = AddOnFields & { id: string; sort: number; source: string; version: number; deletedAt: Date | null };

const read = ({ availability, applicableServiceIds, businessOverrides, ...row }: Selectable<AddOnTable>): StoredAddOn => ({
  ...row,
  availability: availability as Availability,
  applicableServiceIds: applicableServiceIds.map(String),
  businessOverrides: businessOverrides as LocationOverride[],
});

const base = (db: Db) => db.selectFrom("addOn").selectAll().where("companyId", "=", db.companyId);

const columns = (a: AddOnFields) => ({
  name: a.name,
  description: a.description,
  categoryId: a.categoryId,
  colorCode: a.colorCode,
  careType: a.careType,
  inactive: a.inactive,
  images: a.images,
  priceMinor: a.priceMinor,
  currency: a.currency,
  duration: a.duration,
  taxId: a.taxId,
  isRequiredStaff: a.isRequiredStaff,
  availability: JSON.stringify(a.availability),
  applicableServiceIds: a.applicableServiceIds,
  businessOverrides: JSON.stringify(a.businessOverrides),
  bookOnlineAvailable: a.bookOnlineAvailable,
  showBasePrice: a.showBasePrice,
  showDuration: a.showDuration,
  stayDay: a.stayDay,
});

/** `inactive` null: both. */
export type AddOnFilter = { careType: string; inactive: boolean | null; categoryId?: string; bookOnlineOnly?: boolean; keyword?: string };

export async function listAddOns(db: Db, filter: AddOnFilter): Promise<StoredAddOn[]> {
  const { careType, inactive, categoryId = "0", bookOnlineOnly = false, keyword = "" } = filter;
  let q = base(db).where("deletedAt", "is", null);
  if (inactive !== null) q = q.where("inactive", "=", inactive);
  if (careType) q = q.where("careType", "=", careType);
  if (categoryId !== "0") q = q.where("categoryId", "=", categoryId);
  if (bookOnlineOnly) q = q.where("bookOnlineAvailable", "=", true);
  if (keyword) q = q.where(sql<boolean>`position(lower(${keyword}) in lower(name)) > 0`);
  return (await q.orderBy("careType").orderBy("sort").orderBy("id").execute()).map(read);
}

export async function addOnsById(db: Db, ids: readonly string[]): Promise<Map<string, StoredAddOn>> {
  const rows = await base(db).where("id", "=", sql<string>`any(${ids}::bigint[])`).execute();
  return new Map(rows.map((row) => [row.id, read(row)]));
}

export async function lockAddOn(db: Db, id: string): Promise<StoredAddOn | undefined> {
  const row = await base(db).where("id", "=", id).where("deletedAt", "is", null).forUpdate().executeTakeFirst();
  return row && read(row);
}

/** Answers null when a living add-on has the name. */
export async function insertAddOn(db: Db, fields: AddOnFields, source: string): Promise<string | null> {
  const row = await db
    .insertInto("addOn")
    .values((eb) => ({
      companyId: db.companyId,
      ...columns(fields),
      source,
      sort: eb
        .selectFrom("addOn")
        .select(sql<number>`coalesce(max(sort), 0) + 1`.as("next"))
        .where("companyId", "=", db.companyId)
        .where("careType", "=", fields.careType),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function addOnNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom("addOn")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where(sql<string>`lower(name)`, "=", name.toLowerCase())
    .where("deletedAt", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAddOn(db: Db, id: string, fields: AddOnFields): Promise<void> {
  await db
    .updateTable("addOn")
    .set((eb) => ({ ...columns(fields), version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

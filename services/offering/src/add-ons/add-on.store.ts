import { type Kysely, type Selectable, sql } from "kysely";
import type { AddOn as AddOnTable } from "../db.gen.ts";
import type { DB } from "../db.ts";
import type { Availability } from "../services/availability.ts";
import type { LocationOverride } from "../services/service.ts";
import type { AddOnFields } from "./add-on.ts";

export type StoredAddOn = AddOnFields & { id: string; sort: number; source: string; version: number; deletedAt: Date | null };

const read = (row: Selectable<AddOnTable>): StoredAddOn => ({
  id: row.id,
  name: row.name,
  description: row.description,
  categoryId: row.categoryId,
  colorCode: row.colorCode,
  careType: row.careType,
  inactive: row.inactive,
  images: row.images,
  priceMinor: row.priceMinor,
  currency: row.currency,
  duration: row.duration,
  taxId: row.taxId,
  isRequiredStaff: row.isRequiredStaff,
  availability: row.availability as Availability,
  applicableServiceIds: row.applicableServiceIds.map(String),
  businessOverrides: row.businessOverrides as LocationOverride[],
  sort: row.sort,
  source: row.source,
  version: row.version,
  deletedAt: row.deletedAt,
});

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
});

export async function listAddOns(db: Kysely<DB>, filter: { careType: string; inactive: boolean }): Promise<StoredAddOn[]> {
  let q = db.selectFrom("addOn").selectAll().where("deletedAt", "is", null).where("inactive", "=", filter.inactive);
  if (filter.careType) q = q.where("careType", "=", filter.careType);
  return (await q.orderBy("careType").orderBy("sort").orderBy("id").execute()).map(read);
}

export async function addOnsById(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredAddOn>> {
  const rows = await db.selectFrom("addOn").selectAll().where("id", "=", sql<string>`any(${ids}::bigint[])`).execute();
  return new Map(rows.map((row) => [row.id, read(row)]));
}

export async function lockAddOn(db: Kysely<DB>, id: string): Promise<StoredAddOn | undefined> {
  const row = await db.selectFrom("addOn").selectAll().where("id", "=", id).where("deletedAt", "is", null).forUpdate().executeTakeFirst();
  return row && read(row);
}

/** Answers null when a living add-on has the name. */
export async function insertAddOn(db: Kysely<DB>, companyId: string, fields: AddOnFields, source: string): Promise<string | null> {
  const row = await db
    .insertInto("addOn")
    .values((eb) => ({
      companyId: companyId,
      ...columns(fields),
      source,
      sort: eb.selectFrom("addOn").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("careType", "=", fields.careType),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function addOnNameTaken(db: Kysely<DB>, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom("addOn")
    .select("id")
    .where(sql<string>`lower(name)`, "=", name.toLowerCase())
    .where("deletedAt", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAddOn(db: Kysely<DB>, id: string, fields: AddOnFields): Promise<void> {
  await db
    .updateTable("addOn")
    .set((eb) => ({ ...columns(fields), version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("id", "=", id)
    .execute();
}

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
  categoryId: row.category_id,
  colorCode: row.color_code,
  careType: row.care_type,
  inactive: row.inactive,
  images: row.images,
  priceMinor: row.price_minor,
  currency: row.currency,
  duration: row.duration,
  taxId: row.tax_id,
  isRequiredStaff: row.is_required_staff,
  availability: row.availability as Availability,
  applicableServiceIds: row.applicable_service_ids.map(String),
  businessOverrides: row.business_overrides as LocationOverride[],
  sort: row.sort,
  source: row.source,
  version: row.version,
  deletedAt: row.deleted_at,
});

const columns = (a: AddOnFields) => ({
  name: a.name,
  description: a.description,
  category_id: a.categoryId,
  color_code: a.colorCode,
  care_type: a.careType,
  inactive: a.inactive,
  images: a.images,
  price_minor: a.priceMinor,
  currency: a.currency,
  duration: a.duration,
  tax_id: a.taxId,
  is_required_staff: a.isRequiredStaff,
  availability: JSON.stringify(a.availability),
  applicable_service_ids: a.applicableServiceIds,
  business_overrides: JSON.stringify(a.businessOverrides),
});

export async function listAddOns(db: Kysely<DB>, filter: { careType: string; inactive: boolean }): Promise<StoredAddOn[]> {
  let q = db.selectFrom("add_on").selectAll().where("deleted_at", "is", null).where("inactive", "=", filter.inactive);
  if (filter.careType) q = q.where("care_type", "=", filter.careType);
  return (await q.orderBy("care_type").orderBy("sort").orderBy("id").execute()).map(read);
}

export async function addOnsById(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredAddOn>> {
  const rows = await db.selectFrom("add_on").selectAll().where("id", "=", sql<string>`any(${ids}::bigint[])`).execute();
  return new Map(rows.map((row) => [row.id, read(row)]));
}

export async function lockAddOn(db: Kysely<DB>, id: string): Promise<StoredAddOn | undefined> {
  const row = await db.selectFrom("add_on").selectAll().where("id", "=", id).where("deleted_at", "is", null).forUpdate().executeTakeFirst();
  return row && read(row);
}

/** Answers null when a living add-on has the name. */
export async function insertAddOn(db: Kysely<DB>, companyId: string, fields: AddOnFields, source: string): Promise<string | null> {
  const row = await db
    .insertInto("add_on")
    .values((eb) => ({
      company_id: companyId,
      ...columns(fields),
      source,
      sort: eb.selectFrom("add_on").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("care_type", "=", fields.careType),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function addOnNameTaken(db: Kysely<DB>, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom("add_on")
    .select("id")
    .where(sql<string>`lower(name)`, "=", name.toLowerCase())
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAddOn(db: Kysely<DB>, id: string, fields: AddOnFields): Promise<void> {
  await db
    .updateTable("add_on")
    .set((eb) => ({ ...columns(fields), version: eb("version", "+", 1), updated_at: sql`now()` }))
    .where("id", "=", id)
    .execute();
}

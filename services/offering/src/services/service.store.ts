import { type Kysely, type Selectable, sql } from "kysely";
import type { Service as ServiceTable } from "../db.gen.ts";
import type { DB } from "../db.ts";
import type { Availability } from "./availability.ts";
import type { LocationOverride, ServiceFields, StaffOverride } from "./service.ts";

export type StoredService = ServiceFields & {
  id: string;
  categoryName: string;
  sort: number;
  version: number;
  source: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
};

type Row = Selectable<ServiceTable> & { categoryName: string | null };

const read = (row: Row): StoredService => ({
  id: row.id,
  name: row.name,
  description: row.description,
  categoryId: row.categoryId,
  categoryName: row.categoryName ?? "",
  careType: row.careType,
  colorCode: row.colorCode,
  inactive: row.inactive,
  images: row.images,
  priceMinor: row.priceMinor,
  currency: row.currency,
  priceUnit: row.priceUnit,
  duration: row.duration,
  taxId: row.taxId,
  bookOnlineAvailable: row.bookOnlineAvailable,
  availability: row.availability as Availability,
  staffOverrides: row.staffOverrides as StaffOverride[],
  locationOverrides: row.locationOverrides as LocationOverride[],
  options: row.options as Record<string, unknown>,
  sort: row.sort,
  version: row.version,
  source: row.source,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  deletedAt: row.deletedAt,
});

const columns = (s: ServiceFields) => ({
  name: s.name,
  description: s.description,
  categoryId: s.categoryId,
  careType: s.careType,
  colorCode: s.colorCode,
  inactive: s.inactive,
  images: s.images,
  priceMinor: s.priceMinor,
  currency: s.currency,
  priceUnit: s.priceUnit,
  duration: s.duration,
  taxId: s.taxId,
  bookOnlineAvailable: s.bookOnlineAvailable,
  availability: JSON.stringify(s.availability),
  staffOverrides: JSON.stringify(s.staffOverrides),
  locationOverrides: JSON.stringify(s.locationOverrides),
  options: JSON.stringify(s.options),
});

const base = (db: Kysely<DB>) =>
  db
    .selectFrom("service as s")
    .leftJoin("category as c", (join) => join.onRef("c.companyId", "=", "s.companyId").onRef("c.id", "=", "s.categoryId"))
    .selectAll("s")
    .select("c.name as categoryName");

export type ServiceFilter = {
  careType: string;
  categoryId: string;
  inactive: boolean | null;
  bookOnlineOnly: boolean;
  businessId: string;
  keyword: string;
};

/** Living services in the order people see them: care type, category, sort, name. A catalogue is small, so it is read whole. */
export async function listServices(db: Kysely<DB>, filter: ServiceFilter): Promise<StoredService[]> {
  let q = base(db).where("s.deletedAt", "is", null);
  if (filter.careType) q = q.where("s.careType", "=", filter.careType);
  if (filter.categoryId !== "0") q = q.where("s.categoryId", "=", filter.categoryId);
  if (filter.inactive !== null) q = q.where("s.inactive", "=", filter.inactive);
  if (filter.bookOnlineOnly) q = q.where("s.bookOnlineAvailable", "=", true);
  if (filter.keyword) q = q.where(sql<boolean>`position(lower(${filter.keyword}) in lower(s.name)) > 0`);
  const rows = await q
    .orderBy(sql`array_position(array['GROOMING','BOARDING','DAYCARE','EVALUATION','DOG_WALKING','GROUP_CLASS'], s.care_type)`)
    .orderBy(sql`coalesce(c.sort, 100000)`)
    .orderBy("s.categoryId")
    .orderBy("s.sort")
    .orderBy("s.id")
    .execute();
  return rows.map(read);
}

export async function servicesById(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredService>> {
  const { rows } = await sql<Row>`select s.*, c.name as category_name from service s
    left join category c on c.company_id = s.company_id and c.id = s.category_id where s.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, read(row)]));
}

/** One service, locked until the command ends. */
export async function lockService(db: Kysely<DB>, id: string): Promise<StoredService | undefined> {
  const row = await base(db).where("s.id", "=", id).forUpdate("s").executeTakeFirst();
  return row && read(row);
}

/** Whether another living service of the company bears the name. */
export async function nameTaken(db: Kysely<DB>, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom("service")
    .select("id")
    .where(sql<string>`lower(name)`, "=", name.trim().toLowerCase())
    .where("deletedAt", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function categoryExists(db: Kysely<DB>, id: string, careType: string, addOn: boolean): Promise<boolean> {
  const row = await db
    .selectFrom("category")
    .select("id")
    .where("id", "=", id)
    .where("careType", "=", careType)
    .where("addOn", "=", addOn)
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers null when the name was taken by a command that committed in between. */
export async function insertService(db: Kysely<DB>, companyId: string, fields: ServiceFields, source = "manual"): Promise<string | null> {
  const row = await db
    .insertInto("service")
    .values((eb) => ({
      companyId: companyId,
      ...columns(fields),
      source,
      sort: eb.selectFrom("service").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("careType", "=", fields.careType),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateService(db: Kysely<DB>, id: string, fields: ServiceFields): Promise<void> {
  await db
    .updateTable("service")
    .set((eb) => ({ ...columns(fields), version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("id", "=", id)
    .execute();
}

export async function setDeleted(db: Kysely<DB>, table: "service" | "addOn", id: string, staffId: string | null): Promise<void> {
  await db
    .updateTable(table)
    .set((eb) => ({
      deletedAt: staffId === null ? null : sql`now()`,
      deletedBy: staffId,
      version: eb("version", "+", 1),
      updatedAt: sql`now()`,
    }))
    .where("id", "=", id)
    .execute();
}

/** Gives the ids the places 1, 2, 3 and so on. Answers how many there were. */
export async function sortRows(db: Kysely<DB>, table: "service" | "addOn" | "category", ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as t set sort = o.place
    from unnest(${ids}::bigint[]) with ordinality as o(id, place) where t.id = o.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type TaxUse = { taxId: string; services: number; addOns: number };

/** How many living services and add-ons carry each tax, location overrides included. */
export async function countByTax(db: Kysely<DB>, taxIds: readonly string[]): Promise<TaxUse[]> {
  const { rows } = await sql<{ taxId: string; services: number; addOns: number }>`
    select t.tax_id,
      (select count(*)::int from service s where s.deleted_at is null
         and (s.tax_id = t.tax_id or s.location_overrides @> jsonb_build_array(jsonb_build_object('taxId', t.tax_id::text)))) as services,
      (select count(*)::int from add_on a where a.deleted_at is null
         and (a.tax_id = t.tax_id or a.business_overrides @> jsonb_build_array(jsonb_build_object('taxId', t.tax_id::text)))) as add_ons
    from unnest(${taxIds}::bigint[]) t(tax_id)`.execute(db);
  return rows.map((row) => ({ taxId: row.taxId, services: row.services, addOns: row.addOns }));
}

import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Service as ServiceTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
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

const read = ({ categoryName, availability, staffOverrides, locationOverrides, options, ...row }: Row): StoredService => ({
  ...row,
  categoryName: categoryName ?? "",
  availability: availability as Availability,
  staffOverrides: staffOverrides as StaffOverride[],
  locationOverrides: locationOverrides as LocationOverride[],
  options: options as Record<string, unknown>,
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

const base = (db: Db) =>
  db
    .selectFrom("service as s")
    .leftJoin("category as c", (join) => join.onRef("c.companyId", "=", "s.companyId").onRef("c.id", "=", "s.categoryId"))
    .selectAll("s")
    .select("c.name as categoryName")
    .where("s.companyId", "=", db.companyId);

export type ServiceFilter = {
  careType: string;
  categoryId: string;
  inactive: boolean | null;
  bookOnlineOnly: boolean;
  businessId: string;
  keyword: string;
};

/** Living services in the order people see them: care type, category, sort, name. A catalogue is small, so it is read whole. */
export async function listServices(db: Db, filter: ServiceFilter): Promise<StoredService[]> {
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

type NamedAddOn = {
  id: string;
  name: string;
  careType: string;
  duration: number;
  applicableServiceIds: string[];
  addOn: true;
};

export async function servicesById(db: Db, ids: readonly string[]): Promise<Map<string, StoredService>> {
  const { rows } = await sql<Row>`select s.*, c.name as category_name from service s
    left join category c on c.company_id = s.company_id and c.id = s.category_id where s.company_id = ${db.companyId} and s.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, read(row)]));
}

/** Services, locked until the command ends; in one order for everybody. */
export async function lockServices(db: Db, ids: readonly string[]): Promise<Map<string, StoredService>> {
  if (ids.length === 0) return new Map();
  const rows = await base(db)
    .where("s.id", "in", [...new Set(ids)])
    .orderBy("s.id")
    .forUpdate("s")
    .execute();
  return new Map(rows.map((row) => [row.id, read(row)]));
}

/** Of these ids the living add-ons, kept from being deleted until the command ends. */
export async function standingAddOns(db: Db, ids: readonly string[]): Promise<NamedAddOn[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedAddOn>`select id, name, care_type, duration, applicable_service_ids::text[], true as add_on
    from add_on where company_id = ${db.companyId} and id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(db);
  return rows;
}

export const lockService = async (db: Db, id: string): Promise<StoredService | undefined> => (await lockServices(db, [id])).get(id);

/** Whether another living service of the company bears the name. */
export async function nameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom("service")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where(sql<string>`lower(name)`, "=", name.trim().toLowerCase())
    .where("deletedAt", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function categoryExists(db: Db, id: string, careType: string, addOn: boolean): Promise<boolean> {
  const row = await db
    .selectFrom("category")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("careType", "=", careType)
    .where("addOn", "=", addOn)
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers null when the name was taken by a command that committed in between. */
export async function insertService(db: Db, fields: ServiceFields, source = "manual"): Promise<string | null> {
  const row = await db
    .insertInto("service")
    .values((eb) => ({
      companyId: db.companyId,
      ...columns(fields),
      source,
      sort: eb
        .selectFrom("service")
        .select(sql<number>`coalesce(max(sort), 0) + 1`.as("next"))
        .where("companyId", "=", db.companyId)
        .where("careType", "=", fields.careType),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateService(db: Db, id: string, fields: ServiceFields): Promise<void> {
  await db
    .updateTable("service")
    .set((eb) => ({ ...columns(fields), version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

export async function setDeleted(db: Db, table: "service" | "addOn", id: string, staffId: string | null): Promise<void> {
  await db
    .updateTable(table)
    .set((eb) => ({
      deletedAt: staffId === null ? null : sql`now()`,
      deletedBy: staffId,
      version: eb("version", "+", 1),
      updatedAt: sql`now()`,
    }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

/** Gives the ids the places 1, 2, 3 and so on. Answers how many there were. */
export async function sortRows(db: Db, table: "service" | "addOn" | "category", ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as t set sort = o.place
    from unnest(${ids}::bigint[]) with ordinality as o(id, place) where t.company_id = ${db.companyId} and t.id = o.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export type TaxUse = { taxId: string; services: number; addOns: number };

/** How many living services and add-ons carry each tax, location overrides included. */
export async function countByTax(db: Db, taxIds: readonly string[]): Promise<TaxUse[]> {
  const { rows } = await sql<TaxUse>`
    select t.tax_id,
      (select count(*)::int from service s where s.company_id = ${db.companyId} and s.deleted_at is null
         and (s.tax_id = t.tax_id or s.location_overrides @> jsonb_build_array(jsonb_build_object('taxId', t.tax_id::text)))) as services,
      (select count(*)::int from add_on a where a.company_id = ${db.companyId} and a.deleted_at is null
         and (a.tax_id = t.tax_id or a.business_overrides @> jsonb_build_array(jsonb_build_object('taxId', t.tax_id::text)))) as add_ons
    from unnest(${taxIds}::bigint[]) t(tax_id)`.execute(db);
  return rows;
}

/** Of a service: whether its rule adds another one to its stays. */
export const addsToStays = (id: string): RawBuilder<unknown> => sql`(options #>> '{additionalServiceRule,enable}' = 'true'
  and options #> '{additionalServiceRule,applyRules}' @> jsonb_build_array(jsonb_build_object('serviceId', ${id}::text)))`;

/** A living service that asks for this one as its evaluation, brings it along, adds it to its stays, or becomes it. */
export async function askedForBy(db: Db, id: string): Promise<{ name: string; evaluated: boolean } | undefined> {
  const { rows } = await sql<{
    name: string;
    evaluated: boolean;
  }>`select name, coalesce(options ->> 'evaluationServiceId' = ${id}, false) as evaluated
    from service where company_id = ${db.companyId} and deleted_at is null and (options ->> 'evaluationServiceId' = ${id}
      or options -> 'bundleServiceIds' @> to_jsonb(${id}::text) or ${addsToStays(id)}
      or (options #>> '{autoRolloverRule,targetServiceId}' = ${id} and options #>> '{autoRolloverRule,enabled}' = 'true'))
    order by id limit 1`.execute(db);
  return rows[0];
}

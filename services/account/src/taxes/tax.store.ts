import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import type { DB, TaxRule } from "../db.gen.ts";

export type TaxRow = Selectable<TaxRule>;

export async function listTaxRules(db: Kysely<DB>, companyId: string, withDeleted: boolean): Promise<TaxRow[]> {
  const rules = db.selectFrom("tax_rule").selectAll().where("company_id", "=", companyId);
  return await (withDeleted ? rules : rules.where("deleted_at", "is", null))
    .orderBy(sql`lower(tax_name)`)
    .orderBy("id")
    .limit(500)
    .execute();
}
export const lockTaxRule = async (db: Kysely<DB>, companyId: string, id: string): Promise<TaxRow | undefined> =>
  await db
    .selectFrom("tax_rule")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
export const insertTaxRule = async (db: Kysely<DB>, companyId: string, name: string, rate: string): Promise<TaxRow> =>
  await db
    .insertInto("tax_rule")
    .values({ company_id: companyId, tax_name: name, tax_rate: rate })
    .returningAll()
    .executeTakeFirstOrThrow();
export const updateTaxRule = async (db: Kysely<DB>, companyId: string, id: string, patch: Updateable<TaxRule>): Promise<TaxRow> =>
  await db
    .updateTable("tax_rule")
    .set({ ...patch, version: sql`version + 1` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function countTaxUses(db: Kysely<DB>, companyId: string, taxId: string): Promise<number> {
  const counted = db
    .selectFrom("tax_use")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("company_id", "=", companyId)
    .where("tax_id", "=", taxId);
  return (await counted.executeTakeFirstOrThrow()).n;
}

export type ServiceFacts = { serviceId: string; name: string; taxId: string; inactive: boolean; deleted: boolean };
/** What the catalogue told of a service: its name, and which tax it names. */
export async function keepService(db: Kysely<DB>, companyId: string, s: ServiceFacts): Promise<void> {
  const known = { name: s.name, inactive: s.inactive, deleted: s.deleted };
  await db
    .insertInto("service_name")
    .values({ company_id: companyId, service_id: s.serviceId, ...known })
    .onConflict((oc) => oc.columns(["company_id", "service_id"]).doUpdateSet(known))
    .execute();
  await db.deleteFrom("tax_use").where("company_id", "=", companyId).where("service_id", "=", s.serviceId).execute();
  if (s.taxId !== "0" && !s.deleted)
    await db.insertInto("tax_use").values({ company_id: companyId, service_id: s.serviceId, tax_id: s.taxId }).execute();
}

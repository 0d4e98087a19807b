import { lockRow } from "@leashline/kit";
import { type Selectable, sql, type Updateable } from "kysely";
import type { TaxRule } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type TaxRow = Selectable<TaxRule>;

export async function listTaxRules(db: Db, withDeleted: boolean): Promise<TaxRow[]> {
  const rules = db.selectFrom("taxRule").selectAll().where("companyId", "=", db.companyId);
  return await (withDeleted ? rules : rules.where("deletedAt", "is", null))
    .orderBy(sql`lower(tax_name)`)
    .orderBy("id")
    .limit(500)
    .execute();
}
export async function lockTaxRule(db: Db, id: string): Promise<TaxRow | undefined> {
  const row = await lockRow(db, "taxRule", id);
  return row?.deletedAt ? undefined : row;
}
export const insertTaxRule = async (db: Db, name: string, rate: string): Promise<TaxRow> =>
  await db.insertInto("taxRule").values({ companyId: db.companyId, taxName: name, taxRate: rate }).returningAll().executeTakeFirstOrThrow();
export const updateTaxRule = async (db: Db, id: string, patch: Updateable<TaxRule>): Promise<TaxRow> =>
  await db
    .updateTable("taxRule")
    .set({ ...patch, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether a service or a service charge names the rule, by what the catalogue told. What stands under a number below zero is a charge's, kept for an older version. */
export async function isTaxUsed(db: Db, taxId: string): Promise<boolean> {
  const services = db
    .selectFrom("taxUse")
    .select("taxId")
    .where("companyId", "=", db.companyId)
    .where("taxId", "=", taxId)
    .where("serviceId", ">=", "0");
  const charges = db.selectFrom("taxChargeUse").select("taxId").where("companyId", "=", db.companyId).where("taxId", "=", taxId);
  return (await services.unionAll(charges).limit(1).executeTakeFirst()) !== undefined;
}

export type ServiceFacts = { serviceId: string; name: string; taxId: string; inactive: boolean; deleted: boolean };
/** What the catalogue said of a service: its name, and which tax it names. */
export async function upsertService(db: Db, s: ServiceFacts): Promise<void> {
  const known = { name: s.name, inactive: s.inactive, deleted: s.deleted };
  await db
    .insertInto("serviceName")
    .values({ companyId: db.companyId, serviceId: s.serviceId, ...known })
    .onConflict((oc) => oc.columns(["companyId", "serviceId"]).doUpdateSet(known))
    .execute();
  await useTax(db, s.serviceId, s.deleted ? "0" : s.taxId);
}

/** A service names this tax from now on, "0" for none. */
async function useTax(db: Db, serviceId: string, taxId: string): Promise<void> {
  await db.deleteFrom("taxUse").where("companyId", "=", db.companyId).where("serviceId", "=", serviceId).execute();
  if (taxId !== "0") await db.insertInto("taxUse").values({ companyId: db.companyId, serviceId, taxId }).execute();
}

/** A service charge names this tax from now on, "0" for none. What stood for it among the services goes, where an older version would still count it. */
export async function useTaxForCharge(db: Db, serviceChargeId: string, taxId: string): Promise<void> {
  await db.deleteFrom("taxUse").where("companyId", "=", db.companyId).where("serviceId", "=", `-${serviceChargeId}`).execute();
  await db.deleteFrom("taxChargeUse").where("companyId", "=", db.companyId).where("serviceChargeId", "=", serviceChargeId).execute();
  if (taxId !== "0") await db.insertInto("taxChargeUse").values({ companyId: db.companyId, serviceChargeId, taxId }).execute();
}

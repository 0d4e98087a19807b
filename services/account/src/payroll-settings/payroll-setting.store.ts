import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, PayrollException, PayrollSetting } from "../db.gen.ts";

type SettingRow = Omit<Selectable<PayrollSetting>, "company_id" | "business_id">;
const columns = ["split_tips_method", "tip_allocation_type", "new_payroll_enable", "service_commission_based"] as const;
const standard: SettingRow = { split_tips_method: 1, tip_allocation_type: 1, new_payroll_enable: true, service_commission_based: 1 };

export const findPayroll = async (db: Kysely<DB>, companyId: string, businessId: string): Promise<SettingRow> =>
  (await db
    .selectFrom("payroll_setting")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .executeTakeFirst()) ?? standard;

export const savePayroll = async (db: Kysely<DB>, companyId: string, businessId: string, patch: Partial<SettingRow>): Promise<SettingRow> =>
  await db
    .insertInto("payroll_setting")
    .values({ company_id: companyId, business_id: businessId, ...patch })
    .onConflict((oc) => oc.columns(["company_id", "business_id"]).doUpdateSet({ business_id: businessId, ...patch }))
    .returning(columns)
    .executeTakeFirstOrThrow();

export type ExceptionRow = Selectable<PayrollException> & {
  name: string | null;
  service_inactive: boolean | null;
  service_deleted: boolean | null;
};
/** Exceptions with what the catalogue tells of their services; of all services, or of those named. */
export async function listExceptions(
  db: Kysely<DB>,
  companyId: string,
  businessId: string,
  serviceIds?: readonly string[],
): Promise<ExceptionRow[]> {
  const found = db
    .selectFrom("payroll_exception as e")
    .leftJoin("service_name as n", (j) => j.onRef("n.company_id", "=", "e.company_id").onRef("n.service_id", "=", "e.service_id"))
    .selectAll("e")
    .select(["n.name", "n.inactive as service_inactive", "n.deleted as service_deleted"])
    .where("e.company_id", "=", companyId)
    .where("e.business_id", "=", businessId);
  const some = serviceIds ? found.where("e.service_id", "=", sql<string>`any(${serviceIds as string[]}::bigint[])`) : found;
  return await some.orderBy("n.name").orderBy("e.service_id").limit(500).execute();
}

export type NewException = Omit<Selectable<PayrollException>, "company_id">;
export const saveException = async (db: Kysely<DB>, companyId: string, row: NewException): Promise<void> =>
  void (await db
    .insertInto("payroll_exception")
    .values({ ...row, company_id: companyId })
    .onConflict((oc) => oc.columns(["company_id", "business_id", "service_id"]).doUpdateSet(row))
    .execute());
export const deleteException = async (db: Kysely<DB>, companyId: string, businessId: string, serviceId: string): Promise<void> =>
  void (await db
    .deleteFrom("payroll_exception")
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .where("service_id", "=", serviceId)
    .execute());

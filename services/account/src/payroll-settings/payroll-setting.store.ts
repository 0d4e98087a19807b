import { type Selectable, sql } from "kysely";
import type { PayrollException, PayrollSetting } from "../db.gen.ts";
import type { Db } from "../db.ts";

type SettingRow = Omit<Selectable<PayrollSetting>, "companyId" | "businessId">;
const columns = ["splitTipsMethod", "tipAllocationType", "newPayrollEnable", "serviceCommissionBased"] as const;
const standard: SettingRow = { splitTipsMethod: 1, tipAllocationType: 1, newPayrollEnable: true, serviceCommissionBased: 1 };

export const findPayroll = async (db: Db, businessId: string): Promise<SettingRow> =>
  (await db
    .selectFrom("payrollSetting")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst()) ?? standard;

export const savePayroll = async (db: Db, businessId: string, patch: Partial<SettingRow>): Promise<SettingRow> =>
  await db
    .insertInto("payrollSetting")
    .values({ companyId: db.companyId, businessId, ...patch })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet({ businessId, ...patch }))
    .returning(columns)
    .executeTakeFirstOrThrow();

export type ExceptionRow = Selectable<PayrollException> & {
  name: string | null;
  serviceInactive: boolean | null;
  serviceDeleted: boolean | null;
};
/** Exceptions with what the catalogue tells of their services; of all services, or of those named. */
export async function listExceptions(db: Db, businessId: string, serviceIds?: readonly string[]): Promise<ExceptionRow[]> {
  const found = db
    .selectFrom("payrollException as e")
    .leftJoin("serviceName as n", (j) => j.onRef("n.companyId", "=", "e.companyId").onRef("n.serviceId", "=", "e.serviceId"))
    .selectAll("e")
    .select(["n.name", "n.inactive as serviceInactive", "n.deleted as serviceDeleted"])
    .where("e.companyId", "=", db.companyId)
    .where("e.businessId", "=", businessId);
  const some = serviceIds ? found.where("e.serviceId", "=", sql<string>`any(${serviceIds as string[]}::bigint[])`) : found;
  return await some.orderBy("n.name").orderBy("e.serviceId").limit(500).execute();
}

/** Whether the catalogue has told of a service that is not deleted. */
export const isInCatalog = async (db: Db, serviceId: string): Promise<boolean> => {
  const found = db.selectFrom("serviceName").select("serviceId").where("companyId", "=", db.companyId).where("serviceId", "=", serviceId);
  return (await found.where("deleted", "=", false).executeTakeFirst()) !== undefined;
};

export type NewException = Omit<Selectable<PayrollException>, "companyId">;
export const saveException = async (db: Db, row: NewException): Promise<void> =>
  void (await db
    .insertInto("payrollException")
    .values({ ...row, companyId: db.companyId })
    .onConflict((oc) => oc.columns(["companyId", "businessId", "serviceId"]).doUpdateSet(row))
    .execute());
export const deleteException = async (db: Db, businessId: string, serviceId: string): Promise<void> =>
  void (await db
    .deleteFrom("payrollException")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("serviceId", "=", serviceId)
    .execute());

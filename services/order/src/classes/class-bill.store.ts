import type { Selectable } from "kysely";
import type { ClassBill as ClassBillTable } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type ClassBill = Omit<Selectable<ClassBillTable>, "companyId">;

const bills = (db: Db) =>
  db.selectFrom("classBill").select(["enrolmentId", "classId", "orderId", "gone", "version"]).where("companyId", "=", db.companyId);

export async function lockBill(db: Db, enrolmentId: string): Promise<ClassBill | undefined> {
  return await bills(db).where("enrolmentId", "=", enrolmentId).forUpdate().executeTakeFirst();
}

/** Those for which there is an order, in the order in which the pets came. */
export async function billsOfClass(db: Db, classId: string): Promise<ClassBill[]> {
  return await bills(db).where("classId", "=", classId).where("orderId", "is not", null).orderBy("enrolmentId").execute();
}

export async function saveBill(db: Db, { enrolmentId, classId, ...bill }: ClassBill): Promise<void> {
  await db
    .insertInto("classBill")
    .values({ companyId: db.companyId, enrolmentId, classId, ...bill })
    .onConflict((oc) => oc.columns(["companyId", "enrolmentId"]).doUpdateSet(bill))
    .execute();
}

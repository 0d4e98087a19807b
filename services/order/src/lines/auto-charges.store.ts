import { countsBy, type Given } from "@leashline/proto/rules/auto-charges.ts";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { OrderCharge } from "../orders/order.ts";

/** The charges that put themselves onto bills now, in the order in which they were made. */
export async function chargesInForce(db: Db): Promise<OrderCharge[]> {
  const rows = await db
    .selectFrom("serviceCharge")
    .select(["serviceChargeId", "name", "priceMinor", "applyType", "surchargeType", "careTypes", "businessIds", "taxId"])
    .where("companyId", "=", db.companyId)
    .where("autoApply", "=", true)
    .where("isActive", "=", true)
    .where("deleted", "=", false)
    .orderBy("serviceChargeId")
    .execute();
  return rows.map(({ priceMinor, applyType, surchargeType, ...charge }) => ({
    ...charge,
    unitPrice: BigInt(priceMinor),
    ...countsBy({ applyType, surchargeType }),
    off: false,
  }));
}

/** How often the pets of an appointment were given something, as it is known. */
export async function givenAt(db: Db, appointmentId: string): Promise<Given[]> {
  const row = await db
    .selectFrom("careGiven")
    .select("given")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .executeTakeFirst();
  return (row?.given as Given[] | undefined) ?? [];
}

/** Answers whether it is newer than what was known. */
export async function storeGiven(db: Db, appointmentId: string, { given, version }: { given: Given[]; version: string }): Promise<boolean> {
  const { rows } = await sql`insert into care_given (company_id, appointment_id, given, version)
    values (${db.companyId}, ${appointmentId}, ${JSON.stringify(given)}::jsonb, ${version})
    on conflict (company_id, appointment_id) do update set given = excluded.given, version = excluded.version
    where care_given.version < excluded.version returning version`.execute(db);
  return rows.length > 0;
}

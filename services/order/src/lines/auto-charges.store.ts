import { ChargeApplyType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Db } from "../db.ts";
import type { OrderCharge } from "../orders/order.ts";

/** The charges that put themselves onto bills now, in the order in which they were made. */
export async function chargesInForce(db: Db): Promise<OrderCharge[]> {
  const rows = await db
    .selectFrom("serviceCharge")
    .select(["serviceChargeId", "name", "priceMinor", "applyType", "careTypes", "businessIds"])
    .where("companyId", "=", db.companyId)
    .where("autoApply", "=", true)
    .where("isActive", "=", true)
    .where("deleted", "=", false)
    .orderBy("serviceChargeId")
    .execute();
  return rows.map(({ priceMinor, applyType, ...charge }) => ({
    ...charge,
    unitPrice: BigInt(priceMinor),
    perPet: applyType === ChargeApplyType.PER_PET,
    off: false,
  }));
}

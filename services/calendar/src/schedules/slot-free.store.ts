import type { CalendarTx, Db } from "../db.ts";

export type SlotFree = { readonly serviceIds: string[]; readonly version: number };

export async function readSlotFree(db: Db, businessId: string): Promise<SlotFree> {
  const row = await db
    .selectFrom("slotFreeService")
    .select(["serviceIds", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? { serviceIds: [], version: 0 };
}

export async function writeSlotFree(tx: CalendarTx, businessId: string, { serviceIds, version }: SlotFree): Promise<void> {
  const row = { serviceIds, version };
  await tx.db
    .insertInto("slotFreeService")
    .values({ companyId: tx.ctx.companyId, businessId, ...row })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}

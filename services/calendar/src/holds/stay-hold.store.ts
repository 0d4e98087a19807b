import type { CalendarTx } from "../db.ts";
import type { Occupancy } from "../occupancy/resource.ts";
import type { Holder } from "../scheduling/verdict.ts";

export type StayHold = {
  readonly token: string;
  readonly businessId: string;
  readonly holder: Holder;
  readonly keys: string[];
  readonly taken: readonly Occupancy[];
  readonly expiresAt: string;
};

const placeOf = ({ resourceKind: kind, resourceId: id, day, fromUtc, toUtc, seats }: Occupancy) => ({
  kind,
  id,
  day,
  fromUtc,
  toUtc,
  seats,
});

/** Keeps these places; what the token kept before is kept no longer. */
export async function saveStayHold(tx: CalendarTx, { taken, ...hold }: StayHold): Promise<void> {
  const row = { ...hold, places: JSON.stringify(taken.map(placeOf)) };
  await tx.db
    .insertInto("stayHold")
    .values({ ...row, companyId: tx.ctx.companyId })
    .onConflict((conflict) => conflict.columns(["companyId", "token"]).doUpdateSet(row))
    .execute();
}

export async function deleteStayHold(tx: CalendarTx, token: string): Promise<void> {
  await tx.db.deleteFrom("stayHold").where("companyId", "=", tx.ctx.companyId).where("token", "=", token).execute();
}

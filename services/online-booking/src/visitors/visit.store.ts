import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB } from "../db.ts";

/** A visit of the page came to a step; never back from where it has been. */
export async function noteStep(
  tx: Tx<DB>,
  { businessId, flowId, step }: { businessId: string; flowId: string; step: number },
): Promise<void> {
  await tx.db
    .insertInto("pageVisit")
    .values({ companyId: tx.ctx.companyId, businessId, flowId, step })
    .onConflict((on) =>
      on
        .columns(["companyId", "businessId", "flowId"])
        .doUpdateSet({ step: sql<number>`excluded.step` })
        .where("pageVisit.step", "<", step),
    )
    .execute();
}

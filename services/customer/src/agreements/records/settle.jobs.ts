import { type Ctx, job, type Tx } from "@leashline/kit";
import { command, type DB, query } from "../../db.ts";
import { clientsConcerned } from "./needs.store.ts";
import { settleAnew } from "./settle.ts";

const atOnce = 200;

type Each = (tx: Tx<DB>, clientIds: readonly string[]) => Promise<void>;

/** Everybody whom an agreement may concern is asked for it, or no longer, some at a time. */
export async function settleAll(ctx: Ctx, agreementId: string, then: Each = async () => {}): Promise<void> {
  let after = "0";
  while (after) {
    const ids = await query(ctx, (db) => clientsConcerned(db, agreementId, after, atOnce));
    const some = async (tx: Tx<DB>) => {
      await settleAnew(tx, ids);
      await then(tx, ids);
      return { done: true };
    };
    if (ids.length > 0) await command(ctx, some, { step: after });
    after = ids.length === atOnce ? (ids.at(-1) ?? "") : "";
  }
}

/** An agreement was written or changed. */
export const agreementChanged = job<{ agreementId: string }>("agreement-changed", {
  leaseSeconds: 600,
  run: async (ctx, { agreementId }) => await settleAll(ctx, agreementId),
});

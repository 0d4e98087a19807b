import { job } from "@leashline/kit";
import { command, query } from "../../db.ts";
import { clientsConcerned } from "./needs.store.ts";
import { settle } from "./settle.ts";

const atOnce = 200;

/** An agreement was written or changed: those who come are asked for it, or no longer. */
export const agreementChanged = job<{ agreementId: string }>("agreement-changed", {
  leaseSeconds: 600,
  run: async (ctx, { agreementId }) => {
    let after = "0";
    while (after) {
      const ids = await query(ctx, (db) => clientsConcerned(db, agreementId, after, atOnce));
      if (ids.length > 0) await command(ctx, async (tx) => settle(tx, ids).then(() => ({ done: true })), { step: after });
      after = ids.length === atOnce ? (ids.at(-1) ?? "") : "";
    }
  },
});

/** A signature ran out: whoever has an appointment to come is asked again. */
export const signatureExpired = job<{ clientId: string }>("agreement-expired", {
  run: async (ctx, { clientId }) => void (await command(ctx, async (tx) => settle(tx, [clientId]).then(() => ({ done: true })))),
});

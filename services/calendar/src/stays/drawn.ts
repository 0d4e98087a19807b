import type { Ctx } from "@leashline/kit";
import type { Rebuildable } from "@leashline/kit/projections/projection.ts";
import { readAppointments } from "../appointments/appointment.store.ts";
import { appointmentLock } from "../booking/save-appointment.store.ts";
import { replaceLodgingCards, staysAfter } from "../cards/lodging-card.store.ts";
import { lodgingCardOf } from "../cards/lodging-card.ts";
import { command, query } from "../db.ts";

/** Draws stays from what is stored of them; answers of how many they were not right. */
export async function drawAnew(ctx: Ctx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  // Drawing is no part of what a call asks for: it may be done again, so the call's own key stays out of it.
  return await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    tx.lock(ids.map(appointmentLock));
    const stays = await readAppointments(tx.db, ids);
    const rows = stays.flatMap((stay) => lodgingCardOf(tx.ctx.companyId, stay));
    return await replaceLodgingCards(tx, ids, rows);
  });
}

/** The lodging calendar as it is drawn can be made again from appointments. */
export const lodgingCards: Rebuildable = {
  name: "lodgingCards",
  tables: ["lodgingCard"],
  consumers: [],
  async rebuild(ctx, after, size) {
    const ids = await query(ctx, (db) => staysAfter(db, after, size));
    return { last: ids.length < size ? null : (ids.at(-1) ?? null), corrected: await drawAnew(ctx, ids) };
  },
};

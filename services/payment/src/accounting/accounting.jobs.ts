import { job, type Tx } from "@leashline/kit";
import { nextClosing } from "../closes/close-books.ts";
import { command, type DB } from "../db.ts";
import { zoneOf } from "../projections/business.store.ts";
import { findLink } from "./link.store.ts";
import { asItself } from "./open-books.ts";
import { type Outcome, sendJournals } from "./send-journals.ts";

const HALF_AN_HOUR_MS = 1_800_000;
const SOON_MS = { more: 1_000, again: 300_000 };

type Work = { businessId: string };

/** Sends what waits, and goes on every night after the close as long as the location is connected. */
export const sendingJournals = job<Work>("send-journals", {
  attempts: 1_000,
  backoffSeconds: () => 300,
  leaseSeconds: 900,
  run: async (ctx, { businessId }) => {
    const outcome = await sendJournals(ctx, businessId);
    await command(asItself(ctx, businessId), async (tx) => {
      if ((await findLink(tx.db, businessId))?.connected) sendAt(tx, businessId, await nextTime(tx, businessId, outcome));
      return {};
    });
  },
});

async function nextTime(tx: Tx<DB>, businessId: string, outcome: Outcome): Promise<Date> {
  if (outcome !== "over") return new Date(Date.now() + SOON_MS[outcome]);
  const zone = (await zoneOf(tx.db, businessId)) ?? tx.ctx.caller.zone;
  return new Date(nextClosing(zone, Date.now() - HALF_AN_HOUR_MS).getTime() + HALF_AN_HOUR_MS);
}

const sendAt = (tx: Tx<DB>, businessId: string, dueAt: Date): void =>
  tx.schedule(sendingJournals, { key: businessId, businessId, dueAt, payload: { businessId } });

export const sendNow = (tx: Tx<DB>, businessId: string): void => sendAt(tx, businessId, new Date());

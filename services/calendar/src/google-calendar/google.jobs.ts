import { job } from "@leashline/kit";
import { type CalendarTx, command } from "../db.ts";
import { asItself, bringTogether } from "./bring-together.ts";
import type { LinkKey } from "./link.store.ts";

const EVERY_MS = 5 * 60_000;
const keyOf = ({ businessId, staffId }: LinkKey): string => `${businessId}:${staffId}`;
const patience = { attempts: 1_000, backoffSeconds: () => 300, leaseSeconds: 180 };

/** Looks after a calendar as long as it is tied. */
export const lookAfter = job<LinkKey>("google-calendar", {
  ...patience,
  run: async (ctx, key) => {
    const link = await bringTogether(ctx, key);
    if (link?.connected) await command(asItself(ctx, key), async (tx) => lookAgain(tx, key, link.waiting > 0 ? 1_000 : EVERY_MS));
  },
});

/** Something changed here. */
export const bringUpToDate = job<LinkKey>("google-calendar-change", {
  ...patience,
  attempts: 3,
  run: async (ctx, key) => {
    await bringTogether(ctx, key);
  },
});

export function lookAgain(tx: CalendarTx, { businessId, staffId }: LinkKey, inMs = 0): void {
  const key = { businessId, staffId };
  tx.schedule(lookAfter, { key: keyOf(key), dueAt: new Date(Date.now() + inMs), payload: key, businessId });
}

export function tellGoogle(tx: CalendarTx, { businessId, staffId }: LinkKey): void {
  const key = { businessId, staffId };
  tx.schedule(bringUpToDate, { key: keyOf(key), dueAt: new Date(), payload: key, businessId });
}

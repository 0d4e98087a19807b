import { job } from "@leashline/kit";
import { TIED_CHANGE } from "../changes/tied-calendars.store.ts";
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
export const bringUpToDate = job<LinkKey>(TIED_CHANGE, {
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

/** By then whatever was being booked while nobody saw the tie is there. */
const UNSEEN_MS = 60_000;

/** A calendar that has just been tied: looked after from now on. */
export function takeUp(tx: CalendarTx, { businessId, staffId }: LinkKey): void {
  const key = { businessId, staffId };
  lookAgain(tx, key);
  tx.schedule(bringUpToDate, { key: `${keyOf(key)}:tied`, dueAt: new Date(Date.now() + UNSEEN_MS), payload: key, businessId });
}

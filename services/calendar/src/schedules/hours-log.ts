import { type Logged, logNumbered } from "../changes/changes.store.ts";
import type { CalendarTx } from "../db.ts";
import type { StoredOverride, StoredSchedule } from "./schedule.store.ts";

/** Whose hours, at which location. */
export type Whose = { readonly businessId: string; readonly staffId: string };

/**
 * What an act on somebody's hours replaced: the stretches of their regular hours that are no more, or shorter, since new ones begin on `from`; without it, all of
 * them. Or what some dates had of their own.
 */
export type HoursBefore =
  | { readonly kind: "stretches"; readonly stretches: readonly StoredSchedule[]; readonly from?: string }
  | { readonly kind: "dates"; readonly dates: readonly string[]; readonly overrides: readonly StoredOverride[] };

type Act = { readonly action: string; readonly before?: HoursBefore; readonly after?: unknown };

export const loggedAs = ({ businessId, staffId }: Whose): Logged => ({ entity: "staff schedule", id: staffId, businessId });

/** Whoever changes somebody's hours waits here for the others. */
export const lockHours = (tx: CalendarTx, { businessId, staffId }: Whose): void => tx.lock([`schedule:${businessId}:${staffId}`]);

/** Tells of a change to somebody's hours; answers the number by which undo names it. */
export async function logHours(tx: CalendarTx, whose: Whose, { action, before, after }: Act): Promise<number> {
  const { businessId, staffId } = whose;
  const version = await logNumbered(tx, loggedAs(whose), { businessId, action, before, after: { saved: after } });
  tx.notify("calendar.schedule", { businessId, ids: [staffId] });
  return version;
}

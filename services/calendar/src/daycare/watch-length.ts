import type { JobDef } from "@leashline/kit";
import type { CalendarTx } from "../db.ts";

export const AUTO_ROLLOVER = "auto-rollover";

export type Watched = {
  appointmentId: string;
  businessId: string;
  /** Lines whose longer daycare was taken back: they stay what they are. */
  not?: readonly string[];
};

/** Work is asked for by its name; what it does changes appointments, and stands above whatever asks for it. */
const rollOver = { name: AUTO_ROLLOVER } as JobDef<Watched>;

/** From check-in on the visit is watched; whether a rule says anything of it is asked by the job. */
export const watchLength = (
  tx: CalendarTx,
  { id, businessId }: { readonly id: string; readonly businessId: string },
  { dueAt = new Date(), not = [] as readonly string[] } = {},
): void => tx.schedule(rollOver, { key: id, dueAt, payload: { appointmentId: id, businessId, not }, businessId });

import type { JobDef } from "@leashline/kit";
import type { CalendarTx } from "../db.ts";

export const AUTO_ROLLOVER = "auto-rollover";

export type Watched = {
  appointmentId: string;
  businessId: string;
};

/** Work is asked for by its name; what it does changes appointments, and stands above whatever asks for it. */
const rollOver = { name: AUTO_ROLLOVER } as JobDef<Watched>;

/** From check-in on the visit is watched; whether a rule says anything of it is asked by the job. */
export const watchLength = (
  tx: CalendarTx,
  { id, businessId }: { readonly id: string; readonly businessId: string },
  { dueAt = new Date() } = {},
): void => tx.schedule(rollOver, { key: id, dueAt, payload: { appointmentId: id, businessId }, businessId });

import { type Ctx, fromWireDate, inList } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { type CalendarTx, command } from "../db.ts";
import { staffById } from "../projections/staff.ts";
import type { DayHours } from "../scheduling/schedule.ts";
import { type HoursBefore, lockHours, logHours, type Whose } from "./hours-log.ts";
import { deleteOverrides, overridesOn, writeOverrides } from "./schedule.store.ts";
import { mustReach } from "./schedule.ts";

type Dates = Whose & { readonly dates: readonly WireDate[] };

/** The dates in order, each once, and the number by which undo names what was done to them. */
type Overridden = { readonly dates: string[]; readonly change: number };

/** Gives dates hours of their own. */
export async function overrideDates(ctx: Ctx, { hours, ...asked }: Dates & { readonly hours: DayHours }): Promise<Overridden> {
  const { businessId, staffId } = asked;
  mustReach(ctx, staffId);
  await staffById(ctx, [staffId]);
  const dates = datesOf(asked);
  return await command(
    ctx,
    async (tx) => {
      const before = await heldBefore(tx, asked, dates);
      await writeOverrides(tx, businessId, staffId, dates, hours);
      return { dates, change: await logHours(tx, asked, { action: "override", before, after: { dates, hours } }) };
    },
    { step: "override" },
  );
}

/** The regular hours hold on dates again. */
export async function regularOn(ctx: Ctx, asked: Dates): Promise<{ change: number }> {
  const { businessId, staffId } = asked;
  mustReach(ctx, staffId);
  const dates = datesOf(asked);
  return await command(ctx, async (tx) => {
    const before = await heldBefore(tx, asked, dates);
    await deleteOverrides(tx, businessId, staffId, dates);
    return { change: await logHours(tx, asked, { action: "delete override", before }) };
  });
}

const datesOf = ({ dates }: Dates): string[] => [...new Set(dates.map((date, index) => fromWireDate(date, inList("dates", index))))].sort();

async function heldBefore(tx: CalendarTx, whose: Whose, dates: readonly string[]): Promise<HoursBefore> {
  lockHours(tx, whose);
  return { kind: "dates", dates, overrides: await overridesOn(tx.db, whose.businessId, whose.staffId, dates) };
}

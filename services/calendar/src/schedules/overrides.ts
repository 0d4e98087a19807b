import { type Ctx, fromWireDate } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { command } from "../db.ts";
import { staffById } from "../projections/staff.ts";
import type { DayHours } from "../scheduling/schedule.ts";
import { writeOverrides } from "./schedule.store.ts";
import { mustReach, tell } from "./schedule.ts";

type Overriding = { businessId: string; staffId: string; dates: readonly WireDate[]; hours: DayHours };

/** Gives dates hours of their own; answers the dates in order, each once. */
export async function overrideDates(ctx: Ctx, { businessId, staffId, dates: asked, hours }: Overriding): Promise<string[]> {
  mustReach(ctx, staffId);
  await staffById(ctx, [staffId]);
  const dates = [...new Set(asked.map((date, index) => fromWireDate(date, `dates.${index}`)))].sort();
  return await command(ctx, async (tx) => {
    await writeOverrides(tx, businessId, staffId, dates, hours);
    tell(tx, businessId, staffId, { action: "override", after: { dates, hours } });
    return dates;
  });
}

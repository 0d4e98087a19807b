import type { Ctx } from "@leashline/kit";
import { takeBack } from "../changes/changes.store.ts";
import { type CalendarTx, command } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { type HoursBefore, lockHours, loggedAs, logHours, type Whose } from "./hours-log.ts";
import { standardSchedule } from "./rules.ts";
import { deleteOverrides, readStretches, replaceStretches, type StoredSchedule, writeOverrides } from "./schedule.store.ts";
import { mustReach, orStandard } from "./schedule.ts";

/** Hours as they were before the newest act on them. What was booked since stays booked. */
export async function undoHours(ctx: Ctx, { change, ...whose }: Whose & { readonly change: number }): Promise<void> {
  mustReach(ctx, whose.staffId);
  await businessOf(ctx, whose.businessId);
  await command(ctx, async (tx) => {
    lockHours(tx, whose);
    const { before } = await takeBack<HoursBefore>(tx, loggedAs(whose), change);
    if (before) await restore(tx, whose, before);
    await logHours(tx, whose, { action: "undo" });
    return {};
  });
}

async function restore(tx: CalendarTx, { businessId, staffId }: Whose, before: HoursBefore): Promise<void> {
  if (before.kind === "dates") {
    await deleteOverrides(tx, businessId, staffId, before.dates);
    for (const { date, hours } of before.overrides) await writeOverrides(tx, businessId, staffId, [date], hours);
    return;
  }
  const now = await readStretches(tx.db, businessId, staffId);
  const newest = orStandard(now.at(-1), staffId);
  await replaceStretches(tx, { businessId, staffId }, asBefore(withReplaced(now, before), { ...newest, staffId }));
}

type Replaced = Pick<Extract<HoursBefore, { readonly kind: "stretches" }>, "stretches" | "from">;

/** What came before the hours that were replaced is still there. */
export function withReplaced(now: readonly StoredSchedule[], { stretches, from = "" }: Replaced): StoredSchedule[] {
  const back = new Set(stretches.map(({ startDate }) => startDate));
  return [...now.filter(({ startDate }) => startDate < from && !back.has(startDate)), ...stretches];
}

/** As they were, with a version that nobody has seen yet; who never had hours of their own has the usual ones again. */
export function asBefore(stretches: readonly StoredSchedule[], { staffId, version }: Pick<StoredSchedule, "staffId" | "version">) {
  const were = stretches.length > 0 ? stretches : [{ ...standardSchedule, staffId, version: 0 }];
  return were.map((one, index) => (index === were.length - 1 ? { ...one, version: version + 1 } : one));
}

import type { Ctx } from "@leashline/kit";
import { type CalendarTx, command } from "../db.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { refusingConflicts, type Wanted } from "./slot-conflict.ts";

/**
 * A command that takes somebody's time. What is looked at last goes to `wants`: where only the database sees that it is taken, the refusal offers what is
 * free instead of that.
 */
export async function takingTime<T>(
  ctx: Ctx,
  business: BusinessFacts,
  step: string,
  run: (tx: CalendarTx, wants: (wanted: Wanted) => void) => Promise<T>,
): Promise<T> {
  let last: Wanted | null = null;
  const wants = (wanted: Wanted): void => {
    last = wanted;
  };
  return await refusingConflicts(
    ctx,
    business,
    () => last,
    () => command(ctx, (tx) => run(tx, wants), { step }),
  );
}

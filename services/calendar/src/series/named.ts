import type { Ctx } from "@leashline/kit";
import { clashesOf } from "../conflicts/slot-conflict.ts";
import type { Occurrence } from "./dates.ts";

/** With the class whose session is in the way called by its name. */
export async function named(ctx: Ctx, dates: readonly Occurrence[]): Promise<Occurrence[]> {
  const clashOf = await clashesOf(
    ctx,
    dates.flatMap(({ conflict }) => conflict ?? []),
  );
  return dates.map((date) => {
    const { conflict } = date;
    return conflict?.classSessionId ? { ...date, conflict: { ...conflict, note: clashOf(conflict).className } } : date;
  });
}

import { type Ctx, fail, fromWireDate } from "@leashline/kit";
import { ClassHoldService, type ClassLine } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import type { Fit } from "./fits.ts";
import type { EntryRow } from "./waitlist.ts";

/** Classes as they are now: their sessions that have not begun, the places that are free, and the line. */
export async function linesOf(ctx: Ctx, entries: readonly Pick<EntryRow, "classId">[]): Promise<Map<string, ClassLine>> {
  const classIds = [...new Set(entries.map(({ classId }) => classId))].filter((id) => id !== "0");
  if (classIds.length === 0) return new Map();
  const { lines } = await ctx.client(ClassHoldService).getClassLines({ classIds });
  return new Map(lines.map((line) => [line.groupClass?.id ?? "0", line]));
}

/** With which sessions of a class somebody could begin; the instructor's time is taken already. */
const beginningsOf = (line: ClassLine | undefined): Fit[] =>
  (line?.groupClass?.sessions ?? []).map(({ date, startTime }) => ({ date: fromWireDate(date, "date"), staffId: "0", startTime }));

/** The same while it has a place. */
export const placeFits = (line: ClassLine | undefined): Fit[] => ((line?.free ?? 0) > 0 ? beginningsOf(line) : []);

type When = Pick<Fit, "date" | "startTime">;

/** How many sessions of the class there are from this one on. */
export async function sessionsFrom(ctx: Ctx, row: EntryRow, { date, startTime }: When): Promise<number> {
  const all = beginningsOf((await linesOf(ctx, [row])).get(row.classId));
  return all.filter((one) => one.date > date || (one.date === date && one.startTime >= startTime)).length;
}

export async function mustBeSession(ctx: Ctx, row: EntryRow, { date, startTime }: When): Promise<void> {
  const all = beginningsOf((await linesOf(ctx, [row])).get(row.classId));
  if (!all.some((one) => one.date === date && one.startTime === startTime))
    throw fail("PARAMS_INVALID", { field: "date", reason: "is no session of the class that is to come" });
}

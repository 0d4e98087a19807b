import { type Ctx, fail, fromWireDate, refusalForGood } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { ClassHoldService, type ClassLine } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
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

/** How many sessions of the class there are from one on, and what they cost. */
export type Place = { readonly sessions: number; readonly price?: Money };

const isFrom = ({ date, startTime }: When, one: When): boolean => one.date > date || (one.date === date && one.startTime >= startTime);

/** The place as it is offered to whoever waits. */
export async function placeFrom(ctx: Ctx, row: EntryRow, from: When): Promise<Place> {
  const line = (await linesOf(ctx, [row])).get(row.classId);
  const price = line?.waiting.find(({ enrolment }) => enrolment?.id === row.enrolmentId)?.placePrice;
  return { sessions: beginningsOf(line).filter((one) => isFrom(from, one)).length, ...(price && { price }) };
}

/** The place that they took; undefined when they have it no more. */
export async function placeTaken(ctx: Ctx, row: EntryRow, from: When): Promise<Place | undefined> {
  const { groupClass, enrolments } = await ctx.client(ClassService).getClass({ id: row.classId });
  const taken = enrolments.find(({ id, state }) => id === row.enrolmentId && state === EnrolmentState.ENROLLED);
  if (!taken || !groupClass || groupClass.cancelled) return undefined;
  const sessions = groupClass.sessions.filter(
    ({ cancelled, date, startTime }) => !cancelled && isFrom(from, { date: fromWireDate(date, "date"), startTime }),
  );
  return { sessions: sessions.length, ...(taken.price && { price: taken.price }) };
}

/** However they came to it; in a class that is gone nobody has one. */
export async function hasPlace(ctx: Ctx, { classId, enrolmentId }: Pick<EntryRow, "classId" | "enrolmentId">): Promise<boolean> {
  const { groupClass, enrolments } = await ctx
    .client(ClassService)
    .getClass({ id: classId })
    .catch((error) => {
      if (!refusalForGood(error)) throw error;
      return { groupClass: undefined, enrolments: [] };
    });
  return !groupClass?.cancelled && enrolments.some(({ id, state }) => id === enrolmentId && state === EnrolmentState.ENROLLED);
}

export async function mustBeSession(ctx: Ctx, row: EntryRow, { date, startTime }: When): Promise<void> {
  const all = beginningsOf((await linesOf(ctx, [row])).get(row.classId));
  if (!all.some((one) => one.date === date && one.startTime === startTime))
    throw fail("PARAMS_INVALID", { field: "date", reason: "is no session of the class that is to come" });
}

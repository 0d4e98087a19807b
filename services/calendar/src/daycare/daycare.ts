import { fail } from "@leashline/kit";
import type { DaycareSetting } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { Resource } from "../occupancy/resource.ts";
import { dayNumber, weekday } from "../scheduling/dates.ts";

const NOON = 720;

/** A number for each day of the week where there is a limit. */
export function mustBeWhole(setting: DaycareSetting): void {
  if (setting.heads.length !== 0 && setting.heads.length !== 7)
    throw fail("PARAMS_INVALID", { field: "setting.heads", reason: "seven numbers, from Sunday to Saturday" });
}

export type Half = typeof Resource.DAYCARE_MORNING | typeof Resource.DAYCARE_AFTERNOON;

/** Places that are taken in a half of a day. */
export type Heads = { readonly half: Half; readonly pets: number; readonly start: number; readonly end: number };

type Line = { readonly petId: string; readonly start: number; readonly duration: number };

const HALF_DAY_MINUTES = 360;

/** Who comes for up to six hours comes for half a day: the half in which most of it lies. */
function halvesOf({ start, duration }: Line, middayAt: number): Half[] {
  if (duration > HALF_DAY_MINUTES) return [Resource.DAYCARE_MORNING, Resource.DAYCARE_AFTERNOON];
  return [start + duration / 2 < (middayAt || NOON) ? Resource.DAYCARE_MORNING : Resource.DAYCARE_AFTERNOON];
}

/** What daycare lines take of a day: each pet a place in every half that it comes for. */
export function headsOf(lines: readonly Line[], middayAt: number): Heads[] {
  return [Resource.DAYCARE_MORNING, Resource.DAYCARE_AFTERNOON].flatMap((half) => {
    const there = lines.filter((line) => halvesOf(line, middayAt).includes(half));
    if (there.length === 0) return [];
    const start = Math.min(...there.map((line) => line.start));
    const end = Math.max(...there.map((line) => line.start + line.duration));
    return [{ half, pets: new Set(there.map(({ petId }) => petId)).size, start, end }];
  });
}

export type OwnDay = { readonly day: string; readonly heads: number; readonly note: string };

/** How many pets a day takes at once; null where there is no limit. */
export function limitOn(setting: Pick<DaycareSetting, "limited" | "heads">, own: OwnDay | undefined, date: string): number | null {
  if (own) return own.heads;
  return setting.limited ? (setting.heads[weekday(dayNumber(date))] ?? null) : null;
}

/** `held` are places that are kept for others who decide yet. */
export type Room = { readonly limit: number | null; readonly others: number; readonly held: number; readonly had: number };

/** Whether so many pets can come: those that had their places keep them. */
export const fits = ({ limit, others, held, had }: Room, pets: number): boolean =>
  limit === null || pets <= had || others + held + pets <= limit;

const halfName: Record<Half, string> = { [Resource.DAYCARE_MORNING]: "morning", [Resource.DAYCARE_AFTERNOON]: "afternoon" };

/** "Tue, Nov 24", as people of the trade read it. */
export const spoken = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });

/** 10015: which day, how full it is, and which days have room instead. */
export function full(date: string, half: Half, { limit, others, held }: Room, freeDays: readonly string[]) {
  const taken =
    limit === 0
      ? `there is no daycare on ${spoken(date)}`
      : `daycare is full in the ${halfName[half]} of ${spoken(date)}: ${others + held} of ${limit} places are taken`;
  const instead = freeDays.length > 0 ? `Free instead: ${freeDays.map(spoken).join("; ")}.` : "The two weeks after it are full too.";
  return fail("ROOM_NOT_AVAILABLE", {
    field: "petServices",
    reason: `${taken}. ${instead}`,
    facts: { why: limit === 0 ? "noDaycare" : "daycareFull", date, freeDays: freeDays.join(",") },
  });
}

import type { StayDays } from "@leashline/proto/rules/stay-length.ts";
import { dayToIso } from "../../../../ui/format/dates.ts";
import type { Appointment } from "../types.ts";

const DAY_MS = 86_400_000;

type DayLike = Parameters<typeof dayToIso>[0];
export const isoOf = (day: DayLike | undefined): string => (day ? dayToIso(day) : "");
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** From when to when a stay is. */
export const spanOf = ({ appointmentDate, startTime: start, endDate, endTime: end }: Appointment): StayDays => ({
  from: isoOf(appointmentDate),
  start,
  to: isoOf(endDate),
  end,
});

/** When a stay begins and ends unless somebody says otherwise: minutes since midnight. */
export const COMES = 14 * 60;
export const LEAVES = 11 * 60;

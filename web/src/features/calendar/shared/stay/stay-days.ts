import { dayToIso } from "../../../../ui/format/dates.ts";

const DAY_MS = 86_400_000;

type DayLike = Parameters<typeof dayToIso>[0];
export const isoOf = (day: DayLike | undefined): string => (day ? dayToIso(day) : "");
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

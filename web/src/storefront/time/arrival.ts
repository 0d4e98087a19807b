import { type ArrivalWindow, arrivalSpan } from "@leashline/proto/rules/arrival-window.ts";
import type { Format } from "../../ui/format/locale.ts";

/** A start as clients are told it: the time, or the window around it in which they may arrive. */
export const startText = (format: Format, startTime: number, arrival: ArrivalWindow | undefined): string => {
  if (!arrival) return format.minutes(startTime);
  const { from, to } = arrivalSpan(startTime, arrival);
  return format.range(from, to);
};

/** The same within a sentence: "at 10:00 AM", or "between 9:30 AM and 10:30 AM". */
export const atStart = (format: Format, startTime: number, arrival: ArrivalWindow | undefined): string => {
  if (!arrival) return `at ${format.minutes(startTime)}`;
  const { from, to } = arrivalSpan(startTime, arrival);
  return `between ${format.minutes(from)} and ${format.minutes(to)}`;
};

/** A visit from its start to its end, or when to arrive for it. */
export const visitText = (
  format: Format,
  { startTime, endTime, arrivalWindow }: { startTime: number; endTime: number; arrivalWindow?: ArrivalWindow | undefined },
): string => (arrivalWindow ? `Arrive ${atStart(format, startTime, arrivalWindow)}` : format.range(startTime, endTime));

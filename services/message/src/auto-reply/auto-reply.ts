export type Range = { start: number; end: number };
export type Day = { day: number; ranges: Range[] };
export type AutoReplySetting = { body: string; status: number; startTime: number; endTime: number; timeRange: Day[] };

/** Keeps only entries with both numbers (core §5), and only days that have one. */
export function cleanRanges(days: { day: number; ranges: { start?: unknown; end?: unknown }[] }[]): Day[] {
  return days
    .map(({ day, ranges }) => ({
      day,
      ranges: ranges.filter(
        (range): range is Range => Number.isFinite(range.start) && Number.isFinite(range.end) && range.start !== range.end,
      ),
    }))
    .filter(({ ranges }) => ranges.length > 0);
}

const inside = (minute: number, { start, end }: Range): boolean =>
  start < end ? minute >= start && minute < end : minute >= start || minute < end;
const ON = 1;

/** Whether a text that comes in now is answered by itself. A range over midnight belongs to the day it begins on. */
export function answersAt(setting: AutoReplySetting, now: Date, zone: string): boolean {
  if (setting.status !== ON || setting.body.trim() === "") return false;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const minute = local.hour * 60 + local.minute;
  if (setting.timeRange.length === 0)
    return setting.startTime !== setting.endTime && inside(minute, { start: setting.startTime, end: setting.endTime });
  const today = local.dayOfWeek % 7;
  const rangesOf = (day: number) => setting.timeRange.filter((entry) => entry.day === day).flatMap((entry) => entry.ranges);
  const begun = rangesOf(today).some(({ start, end }) => (start < end ? minute >= start && minute < end : minute >= start));
  const over = rangesOf((today + 6) % 7).some(({ start, end }) => start > end && minute < end);
  return begun || over;
}

const DAY_MS = 86_400_000;

/** At most once per client in 24 hours. */
export function mayAnswerAgain(last: Date | null, now: Date): boolean {
  return last === null || now.getTime() - last.getTime() >= DAY_MS;
}

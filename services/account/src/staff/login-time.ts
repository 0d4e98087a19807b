export type LoginTime = { limited?: boolean; startMinute?: number; endMinute?: number; weekdays?: number[] };

/** Whether somebody may stand in a business at this moment. */
export const isOpenNow = (membership: { loginTime?: unknown; zone?: string | null }, now = Date.now()): boolean =>
  mayLogInNow(membership.loginTime, membership.zone ?? "UTC", now);

/** Whether a staff member may be signed in at this moment, by the local time of their business. An end before the start is on the next day. */
export function mayLogInNow(value: unknown, zone: string, now: number): boolean {
  const { limited = false, startMinute = 0, endMinute = 1440, weekdays = [] } = (value ?? {}) as LoginTime;
  if (!limited) return true;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const minute = local.hour * 60 + local.minute;
  const allows = (day: number): boolean => weekdays.length === 0 || weekdays.includes(((day % 7) + 7) % 7);
  const today = local.dayOfWeek % 7;
  if (endMinute >= startMinute) return allows(today) && minute >= startMinute && minute < endMinute;
  return (allows(today) && minute >= startMinute) || (allows(today - 1) && minute < endMinute);
}

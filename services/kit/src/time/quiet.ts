import { instantAt } from "./dates.ts";

/** Minutes since local midnight between which nobody is written to; the same twice: none. May go over midnight. */
export type Quiet = { quietFrom: number; quietTo: number };

/** How many minutes of a day are quiet. */
export const quietMinutes = ({ quietFrom, quietTo }: Quiet): number => (quietTo - quietFrom + 1440) % 1440;

export const isQuiet = ({ quietFrom, quietTo }: Quiet, minute: number): boolean =>
  quietFrom <= quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;

export const localOf = (at: Date, zone: string) => {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate(), minute: local.hour * 60 + local.minute };
};

/** The first moment from this one on that is not quiet. */
export function awakeAt(quiet: Quiet, at: Date, zone: string): Date {
  const { day, minute } = localOf(at, zone);
  if (!isQuiet(quiet, minute)) return at;
  return instantAt(day.add({ days: minute < quiet.quietTo ? 0 : 1 }).toString(), quiet.quietTo, zone);
}

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { ClockLog } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { addDays, instantIn, nowIn } from "../../../ui/format/dates.ts";

/** One time at work as the form holds it: a day, and times of day in the zone of the business. */
export type EntryValues = { staffId: string; date: string; start: number | undefined; end: number | undefined; note: string };

export const dateOf = (at: Timestamp | undefined): Date | undefined => (at ? new Date(Number(at.seconds) * 1000) : undefined);
const stampOf = (at: Date): { seconds: bigint; nanos: number } => ({ seconds: BigInt(Math.floor(at.getTime() / 1000)), nanos: 0 });

export const entryValues = (log: ClockLog | undefined, zone: string, today: string): EntryValues => {
  const start = dateOf(log?.clockInTime);
  const end = dateOf(log?.clockOutTime);
  return {
    staffId: log?.staffId ?? "",
    date: start ? nowIn(zone, start).date : today,
    start: start ? nowIn(zone, start).minutes : 9 * 60,
    end: end ? nowIn(zone, end).minutes : start ? undefined : 17 * 60,
    note: log?.note ?? "",
  };
};

/** The instants of an entry. An end that is not after the start is on the next day. */
export const entryTimes = ({ date, start, end }: EntryValues, zone: string) => {
  const from = instantIn(date, start ?? 0, zone);
  if (end === undefined) return { clockInTime: stampOf(from) };
  const overnight = end <= (start ?? 0);
  return { clockInTime: stampOf(from), clockOutTime: stampOf(instantIn(overnight ? addDays(date, 1) : date, end, zone)) };
};

export const isOvernight = ({ start, end }: Pick<EntryValues, "start" | "end">): boolean =>
  start !== undefined && end !== undefined && end <= start;

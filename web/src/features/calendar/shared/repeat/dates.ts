import { type SeriesDate, SeriesDateOutcome } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";

/** The dates of a rule: those that can be had, those on which something stands in the way, and those that a changed rule has no longer. */
export type Dates = { all: SeriesDate[]; free: SeriesDate[]; taken: SeriesDate[]; over: SeriesDate[]; loading: boolean; error: unknown };

type Answer = { data: { dates: SeriesDate[] } | undefined; isFetching: boolean; error: unknown };

/** Nothing while the rule is not complete, or is refused. */
export const datesOf = (rule: object | undefined, { data, isFetching, error }: Answer): Dates => {
  const all = rule && !error ? (data?.dates ?? []) : [];
  return {
    all,
    free: all.filter((one) => !one.conflict && one.outcome === SeriesDateOutcome.UNSPECIFIED),
    over: all.filter((one) => one.outcome === SeriesDateOutcome.CANCELLED),
    taken: all.filter((one) => one.conflict),
    loading: isFetching,
    error: rule ? error : undefined,
  };
};

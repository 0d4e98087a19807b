import type { SeriesDate } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";

/** The dates of a rule: those that can be had, and those on which something stands in the way. */
export type Dates = { all: SeriesDate[]; free: SeriesDate[]; taken: SeriesDate[]; loading: boolean; error: unknown };

type Answer = { data: { dates: SeriesDate[] } | undefined; isFetching: boolean; error: unknown };

/** Nothing while the rule is not complete, or is refused. */
export const datesOf = (rule: object | undefined, { data, isFetching, error }: Answer): Dates => {
  const all = rule && !error ? (data?.dates ?? []) : [];
  return {
    all,
    free: all.filter((one) => !one.conflict),
    taken: all.filter((one) => one.conflict),
    loading: isFetching,
    error: rule ? error : undefined,
  };
};

import { type SeriesDate, SeriesDateOutcome } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";

/** The dates of a rule: those that can be had, those on which something stands in the way, and those that a changed rule has no longer. */
export type Dates = {
  all: SeriesDate[];
  free: SeriesDate[];
  taken: SeriesDate[];
  over: SeriesDate[];
  loading: boolean;
  error: unknown;
  /** Asks once more. */
  again: () => void;
};

type Answer = {
  data: { dates: SeriesDate[] } | undefined;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

/** Nothing while the rule is not complete, or is refused. */
export const datesOf = (rule: object | undefined, { data, isFetching, isPlaceholderData, error, refetch }: Answer): Dates => {
  const all = rule && !error ? (data?.dates ?? []) : [];
  return {
    all,
    free: all.filter((one) => !one.conflict && one.outcome === SeriesDateOutcome.UNSPECIFIED),
    over: all.filter((one) => one.outcome === SeriesDateOutcome.CANCELLED),
    taken: all.filter((one) => one.conflict),
    // Those of the rule before are shown meanwhile, also while nobody can be asked.
    loading: isFetching || isPlaceholderData,
    error: rule ? error : undefined,
    again: () => void refetch(),
  };
};

/** Whether it is known what this very rule would do, and it does anything. */
export const isReady = ({ free, over, loading, error }: Dates): boolean => !loading && !error && free.length + over.length > 0;

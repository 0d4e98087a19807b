import type { MessageInitShape } from "@bufbuild/protobuf";
import { skipToken, useQuery } from "@connectrpc/connect-query";
import { type RepeatRuleSchema, type SeriesDate, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";

export type Dates = { all: SeriesDate[]; free: SeriesDate[]; taken: SeriesDate[]; loading: boolean; error: unknown };

/** The further dates of a rule: those that can be had, and those on which something stands in the way. */
export const useDates = (appointmentId: string, rule: MessageInitShape<typeof RepeatRuleSchema> | undefined): Dates => {
  const { data, isFetching, error } = useQuery(SeriesService.method.previewSeries, rule ? { appointmentId, rule } : skipToken, {
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    retry: false,
  });
  const all = rule && !error ? (data?.dates ?? []) : [];
  return {
    all,
    free: all.filter((one) => !one.conflict),
    taken: all.filter((one) => one.conflict),
    loading: isFetching,
    error: rule ? error : undefined,
  };
};

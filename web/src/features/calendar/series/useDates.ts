import type { MessageInitShape } from "@bufbuild/protobuf";
import { skipToken, useQuery } from "@connectrpc/connect-query";
import { type RepeatRuleSchema, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { type Dates, datesOf } from "../shared/repeat/dates.ts";

/** The further dates of a rule, as an appointment would take them. */
export const useDates = (appointmentId: string, rule: MessageInitShape<typeof RepeatRuleSchema> | undefined): Dates => {
  const answer = useQuery(SeriesService.method.previewSeries, rule ? { appointmentId, rule } : skipToken, {
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    retry: false,
  });
  return datesOf(rule, answer);
};

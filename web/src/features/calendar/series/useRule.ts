import { skipToken, useQuery } from "@connectrpc/connect-query";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { datesOf, isReady } from "../shared/repeat/dates.ts";
import { type RuleDraft, ruleOf } from "../shared/repeat/rule.ts";
import type { Appointment } from "../shared/types.ts";

/** A rule that is being written for an appointment, and what it does on each of its further dates. */
export const useRule = ({ id: appointmentId, version }: Appointment, { control }: UseFormReturn<RuleDraft>) => {
  const draft = useWatch({ control }) as RuleDraft;
  const rule = ruleOf(draft);
  const answer = useQuery(SeriesService.method.previewSeries, rule ? { appointmentId, rule } : skipToken, {
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    retry: false,
  });
  const dates = datesOf(rule, answer);
  /** What is asked for: the dates on which something is in the way are left out. */
  const wished = (values: RuleDraft) => {
    const whole = ruleOf(values);
    if (!whole || !isReady(dates)) throw new Error("not complete");
    return { appointmentId, version, rule: whole, skipDates: dates.taken.flatMap((one) => one.date ?? []) };
  };
  return { draft, dates, wished, waits: rule !== undefined && !isReady(dates) };
};

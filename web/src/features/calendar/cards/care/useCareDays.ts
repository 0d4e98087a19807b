import { useQuery } from "@connectrpc/connect-query";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { useCalendarSetting } from "../../shared/useCalendar.ts";
import type { Place } from "../useShownDays.ts";
import { carePartsOf } from "./care-words.ts";

const none: readonly string[] = [];

/** What the location has besides appointments with staff. */
export const useCareTypes = (): readonly string[] => useCalendarSetting().data?.dayCareTypes ?? none;

/** Daycare and boarding of the shown days in words, in one request for all of them; nothing is asked for a location that has neither. */
export const useCareDays = ({ from, to }: Place["span"], today: string) => {
  const types = useCareTypes();
  const { data } = useQuery(
    OverviewService.method.getCareDays,
    { startDate: isoToDay(from), endDate: isoToDay(to) },
    { placeholderData: keepPreviousData, enabled: types.length > 0, meta: { quiet: true } },
  );
  return useMemo(
    () =>
      new Map(
        (data?.days ?? []).flatMap((one) => {
          const date = isDay(one.date) ? dayToIso(one.date) : "";
          // What is still shown of the days before, while these load, is not of these.
          if (date < from || date > to) return [];
          return [[date, { ...one, parts: carePartsOf(one, types, date, today) }] as const];
        }),
      ),
    [data, types, today, from, to],
  );
};

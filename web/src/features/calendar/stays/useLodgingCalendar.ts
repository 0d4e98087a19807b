import { useQuery } from "@connectrpc/connect-query";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { isoOf } from "../shared/stay/stay-days.ts";
import { type Days, groupsOf, type Occupancy, rowsOf } from "./lodging-layout.ts";

/** The units and stays of some days, as they are drawn. */
export const useLodgingCalendar = (days: Days, typeIds: readonly string[], occupancy: Occupancy) => {
  const { data, error, refetch } = useQuery(
    StayService.method.getLodgingCalendar,
    { startDate: isoToDay(days.from), endDate: isoToDay(addDays(days.from, days.count - 1)) },
    { placeholderData: keepPreviousData },
  );
  const rows = useMemo(() => rowsOf(data?.units ?? [], data?.cards ?? [], days), [data, days]);
  const groups = useMemo(() => groupsOf(rows, days, typeIds, occupancy), [rows, days, typeIds, occupancy]);
  const closed = useMemo(() => new Set((data?.closedDates ?? []).map(isoOf)), [data]);
  return { known: data !== undefined, cards: data?.cards ?? [], rows, groups, closed, error, reload: () => void refetch() };
};

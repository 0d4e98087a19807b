import { useQuery } from "@connectrpc/connect-query";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { isoToDay } from "../../../../ui/format/dates.ts";

/** Where staff members go on these days, in words, by "staffId date"; nothing where they go everywhere. */
export const useShiftAreas = (span: { from: string; to: string }, wanted: boolean): ReadonlyMap<string, string> => {
  const { data } = useQuery(
    ServiceAreaService.method.queryShifts,
    { startDate: isoToDay(span.from), endDate: isoToDay(span.to) },
    { enabled: wanted, placeholderData: keepPreviousData, meta: { quiet: true } },
  );
  return useMemo(() => {
    const names = new Map(data?.areas.map((area) => [area.areaId, area.areaName]));
    const wordsOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? "").join(", ");
    const found = (wanted ? (data?.shifts ?? []) : []).filter(({ areaIds }) => areaIds.length > 0);
    return new Map(found.map(({ hours, areaIds }) => [`${hours?.staffId} ${hours?.date}`, wordsOf(areaIds)]));
  }, [data, wanted]);
};

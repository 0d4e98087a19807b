import { useQuery } from "@connectrpc/connect-query";
import { DayRouteService } from "@leashline/proto/leashline/calendar/v1/day_route_service_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useCards, useStaff } from "../shared/useCalendar.ts";
import type { Place } from "./mercator.ts";
import { lineOf, shownRoutes } from "./routes-shown.ts";

const none: never[] = [];

/** What the map of a day shows. */
export const useDayMap = (date: string, staffIds: string[]) => {
  const routes = useQuery(DayRouteService.method.getDayMap, { date: isoToDay(date) }, { placeholderData: keepPreviousData });
  const cards = useCards("day", { from: date, to: date }, none);
  const staff = useStaff();
  const areas = useQuery(ServiceAreaService.method.listServiceAreas, {}, { staleTime: LONG_STALE, meta: { quiet: true } });
  const { data } = routes;
  const shown = useMemo(
    () => shownRoutes(data?.routes ?? none, cards.data?.cards ?? none, staff.data?.staff ?? none, staffIds),
    [data, cards.data, staff.data, staffIds],
  );
  const business = data?.business;
  const places = useMemo((): Place[] => {
    const known = shown.flatMap(lineOf);
    return known.length > 0 || !business ? known : [business];
  }, [shown, business]);
  return {
    routes: shown,
    places,
    cards: cards.data?.cards ?? none,
    people: staff.data?.staff ?? none,
    areas: areas.data?.areas ?? none,
    styleUrl: data?.mapStyleUrl ?? "",
    hidden: data?.placesHidden ?? false,
    loading: !data || !staff.data,
    settled: data !== undefined && !routes.isPlaceholderData,
    failed: (!data && routes.error) || (!staff.data && staff.error),
    reload: () => void Promise.all([routes.refetch(), cards.refetch(), staff.refetch()]),
  };
};

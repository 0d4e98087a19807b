import { useQuery } from "@connectrpc/connect-query";
import { CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { keepPreviousData, useQuery as useKept } from "@tanstack/react-query";
import { useEffect } from "react";
import { keepSheet, keptSheet } from "../../../../app/offline/kept-day.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";

const MOST = 1000;

/** Opens the page without a network from now on. Where a browser cannot, the page works as long as the network does. */
const standBy = (): void => {
  navigator.serviceWorker?.register("/tasks-offline.js", { scope: "/home/overview/tasks" }).catch(() => undefined);
};

/** The tasks of a day: as the server tells them, or as this device kept them. */
export const useDaySheet = (date: string) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    CareService.method.listCareTasks,
    { date: isoToDay(date), pageSize: MOST },
    { placeholderData: keepPreviousData },
  );
  useEffect(standBy, []);
  useEffect(() => {
    // A device without room for it has the page as long as the network is there.
    if (data && !isPlaceholderData) void keepSheet(date, data).catch(() => undefined);
  }, [data, date, isPlaceholderData]);
  const missing = !!error && !data;
  const kept = useKept({
    queryKey: ["kept-sheet", date],
    queryFn: async () => (await keptSheet(date).catch(() => undefined)) ?? null,
    enabled: missing,
    gcTime: 0,
  });
  const found = missing ? kept.data : undefined;
  return {
    sheet: data ?? found?.sheet,
    savedAt: found?.savedAt,
    error: missing && kept.isPending ? null : error,
    refetch,
  };
};

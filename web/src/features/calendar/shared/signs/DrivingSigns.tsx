import { useQuery } from "@connectrpc/connect-query";
import { DrivingInfoService } from "@leashline/proto/leashline/calendar/v1/driving_info_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { plural } from "../../../../ui/format/text.ts";
import { type Sign, showWays } from "./card-signs.ts";
import { formatDistance } from "./distance.ts";

/** How far it is to each appointment of these days from the stop before it, as a mark of its card. Shows nothing by itself. */
const DrivingSigns = ({ from, to }: { from: string; to: string }) => {
  const { distanceUnit } = usePreferences();
  const { data } = useQuery(
    DrivingInfoService.method.batchGetDrivingInfo,
    { startDate: isoToDay(from), endDate: isoToDay(to) },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
  useEffect(() => {
    const known = (data?.stops ?? []).flatMap(({ appointmentId, driving }): [string, Sign[]][] => {
      const { drivingMinutes: minutes, drivingMiles: miles } = driving ?? {};
      if (minutes === undefined || miles === undefined) return [];
      const words = `${plural(minutes, "minute")} to drive, ${formatDistance(miles, distanceUnit)}`;
      return [[appointmentId, [{ words, tone: "info", letters: `${minutes} min` }]]];
    });
    showWays(new Map(known));
  }, [data, distanceUnit]);
  useEffect(() => () => showWays(new Map()), []);
  return null;
};

export default DrivingSigns;

import { useQuery } from "@connectrpc/connect-query";
import {
  AppointmentWaitlistService,
  type ListWaitlistPlacesResponse,
  type WaitlistPlace,
} from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { isOffered, nameOf, whatOf } from "../../../online-booking/shared/waitlist/wait-names.ts";
import { NO_STAFF } from "../../shared/types.ts";
import type { Place, useShownDays } from "../useShownDays.ts";
import type { WaitingPlace } from "./waiting.ts";

const MOST_STAFF = 50;

type Shown = Pick<ReturnType<typeof useShownDays>, "persons" | "shown">;

/** Who waits and would fit into the days shown. */
export const useWaitingIn = ({ from, to }: Place["span"], { persons, shown }: Shown) => {
  const staffIds = persons.map(({ id }) => id).filter((id) => id !== NO_STAFF);
  const query = useQuery(
    AppointmentWaitlistService.method.listWaitlistPlaces,
    { startDate: isoToDay(from), endDate: isoToDay(to), staffIds: staffIds.length > MOST_STAFF ? [] : staffIds },
    { placeholderData: keepPreviousData, enabled: persons.length > 0, meta: { quiet: true } },
  );
  const { refetch } = query;
  // Once cards change, other times are free.
  const seen = useRef(shown);
  useEffect(() => {
    if (seen.current !== shown) void refetch();
    seen.current = shown;
  }, [shown, refetch]);
  return query;
};

/** Said of who drives to clients. */
const driveOf = (driving: WaitlistPlace["drivingInfo"]): string =>
  driving?.drivingMinutes === undefined ? "" : ` · ${driving.drivingMinutes} min drive`;

export function placesOf(data: Pick<ListWaitlistPlacesResponse, "places" | "entries"> | undefined): WaitingPlace[] {
  const of = new Map((data?.entries ?? []).map((entry) => [entry.id, entry]));
  return (data?.places ?? []).flatMap(({ waitListId, date, staffId, startTime, endTime, drivingInfo }) => {
    const entry = of.get(waitListId);
    if (!entry || !isDay(date)) return [];
    const what = whatOf(entry) + driveOf(drivingInfo);
    const offered = isOffered(entry);
    return [{ entryId: waitListId, date: dayToIso(date), staffId, startTime, endTime, name: nameOf(entry), what, offered }];
  });
}

import { useQuery } from "@connectrpc/connect-query";
import { type FindFreeLodgingsResponse, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { isoToDay } from "../../../../ui/format/dates.ts";
import type { StaySpan } from "./StayWhen.tsx";

type Asked = {
  customerId: string | undefined;
  petIds: readonly string[];
  span: StaySpan;
  serviceIds: readonly string[];
  appointmentId?: string;
  /** Each in a room of its own, some of which may be settled. */
  apart?: { settled: { petId: string; lodgingUnitId: string }[] } | undefined;
};

/** Which rooms these pets could have; asked once it is known who they are and when they come and go. */
export const useFreeLodgings = ({ customerId, petIds, span, serviceIds, appointmentId = "0", apart }: Asked) => {
  const { from, start, to, end } = span;
  const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
  const enabled = customerId !== undefined && petIds.length > 0 && startDate !== undefined && endDate !== undefined && from < to;
  return useQuery(
    StayService.method.findFreeLodgings,
    {
      customerId: customerId ?? "0",
      petIds: [...petIds],
      startTime: start ?? 0,
      endTime: end ?? 0,
      appointmentId,
      serviceIds: [...serviceIds],
      ...(apart && { separateRooms: true, ...apart }),
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
    },
    { enabled, placeholderData: keepPreviousData, meta: { quiet: true } },
  );
};

/** The units that would be chosen, of all or of these pets, by name: "Kennel 1", "Kennel 1, then Suite 2", "Kennel 1 and Kennel 2". */
export const chosenText = (found: FindFreeLodgingsResponse | undefined, petIds?: readonly string[]): string => {
  const nameOf = (id: string) => found?.lodgings.find((one) => one.lodgingUnitId === id)?.name ?? "";
  const each = (found?.chosen ?? [])
    .filter(({ petId }) => !petIds || petIds.includes(petId))
    .map((pet) => pet.lodgings.map((one) => nameOf(one.lodgingUnitId)).join(", then "));
  return [...new Set(each)].join(" and ");
};

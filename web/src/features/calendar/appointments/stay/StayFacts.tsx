import { useQuery } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { BOARDING } from "../../shared/stay/refusal-text.ts";
import { daysBetween, isoOf } from "../../shared/stay/stay-days.ts";
import type { Appointment, PetService } from "../../shared/types.ts";

export const isStay = (appointment: Appointment): boolean => appointment.petServiceList.some((line) => line.careType === BOARDING);

/** From when to when, over the days. */
export const StayTimes = ({ stay }: { stay: Appointment }) => {
  const format = useFormat();
  return (
    <>
      {format.shortDay(stay.appointmentDate)}, {format.minutes(stay.startTime)} – {format.shortDay(stay.endDate)},{" "}
      {format.minutes(stay.endTime)}
    </>
  );
};

/** "3 nights · Kennel 1, then Suite 2 from Fri, Nov 28". */
export const StayLine = ({ line }: { line: PetService }) => {
  const format = useFormat();
  const units = useQuery(LodgingService.method.listLodgingUnits, {}, { staleTime: LONG_STALE }).data?.lodgingUnits ?? [];
  const [first, last] = [line.lodgings[0], line.lodgings.at(-1)];
  const rooms = line.lodgings.map(({ lodgingUnitId, startDate }, index) => {
    const name = units.find((unit) => unit.lodgingUnitId === lodgingUnitId)?.name ?? "Room";
    return index === 0 ? name : `then ${name} from ${format.shortDay(startDate)}`;
  });
  return <>{[plural(daysBetween(isoOf(first?.startDate), isoOf(last?.endDate)), "night"), rooms.join(", ")].join(" · ")}</>;
};

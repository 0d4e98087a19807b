import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useEffect, useEffectEvent, useRef } from "react";
import { addDays, daysBetween, dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { mainLines } from "../../shared/stay/day-words.ts";
import { BOARDING } from "../../shared/stay/refusal-text.ts";
import { extrasOf, type StayBefore } from "../stay/extras/extras.ts";
import type { StaySpan } from "../stay/StayWhen.tsx";

type Found = { span: StaySpan; petIds: string[]; serviceId: string; before: StayBefore };

/** A stay that is booked once more: as many nights from the first day on, at the same times of day, with the same pets, service and services on its days. */
export const useStayAgain = (againId: string | undefined, from: string, fill: (found: Found) => void): void => {
  const asked = { enabled: againId !== undefined, meta: { quiet: true } };
  const { data } = useQuery(AppointmentService.method.getAppointment, { id: againId ?? "0" }, asked);
  const visit = data?.appointment;
  const filled = useRef(false);
  const fillIn = useEffectEvent(() => {
    const lines = visit ? mainLines(visit).filter(({ careType }) => careType === BOARDING) : [];
    const [line] = lines;
    if (!visit || !line || !isDay(visit.appointmentDate)) return;
    const began = dayToIso(visit.appointmentDate);
    const nights = isDay(visit.endDate) ? daysBetween(began, dayToIso(visit.endDate)) : 1;
    const to = addDays(from, Math.max(1, nights));
    fill({
      span: { from, start: visit.startTime, to, end: visit.endTime },
      petIds: [...new Set(lines.map(({ petId }) => petId))],
      serviceId: line.serviceId,
      before: { began, extras: extrasOf(visit) },
    });
  });
  useEffect(() => {
    if (!visit || filled.current) return;
    filled.current = true;
    fillIn();
  }, [visit]);
};

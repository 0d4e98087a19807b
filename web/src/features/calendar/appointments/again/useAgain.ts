import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSold } from "../../../offering/shared/useServices.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import type { CalendarStaff } from "../../shared/types.ts";
import { sameAs } from "../fields/last.ts";
import type { Draft } from "../fields/useBooking.ts";

/** A visit that is booked once more stands there from the start: its services, its staff member, its time of day. */
export const useAgain = (againId: string | undefined, draft: Draft, staff: readonly CalendarStaff[]): void => {
  const { client, plan, restart } = draft;
  const asked = { enabled: againId !== undefined, meta: { quiet: true } };
  const { data } = useQuery(AppointmentService.method.getAppointment, { id: againId ?? "0" }, asked);
  const [services, pets] = [useSold().data?.services, usePets(client?.customerId).data?.pets];
  const visit = data?.appointment;
  const filled = useRef(false);
  const fill = useEffectEvent(() => {
    if (!visit || !services || !pets || plan.lines.length > 0) return;
    restart({ ...plan, ...sameAs(visit, { services, pets, staff }), startTime: visit.startTime });
  });
  const known = visit !== undefined && services !== undefined && pets !== undefined && client?.customerId === visit.customerId;
  useEffect(() => {
    if (!known || filled.current) return;
    filled.current = true;
    fill();
  }, [known]);
};

import { useMutation } from "@connectrpc/connect-query";
import { AppointmentSource } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { withConflicts } from "../../shared/conflicts/conflict.ts";
import { saidOfVisit } from "../../shared/telling/said-move.ts";
import { movedTo, petServicesOf } from "../fields/draft.ts";
import type { Draft } from "../fields/useBooking.ts";
import { useKeepSplit } from "../fields/useUsualSplit.ts";
import { useVaccineCheck } from "./useVaccineCheck.ts";

/** Books, asks when something is in the way, and keeps everything typed when it does not work out. */
export const useBook = (draft: Draft, currencyCode: string, onBooked: (id: string, day: string) => void) => {
  const queries = useQueryClient();
  const format = useFormat();
  const book = useMutation(AppointmentService.method.bookAppointment, { meta: { quiet: true } });
  const vaccinesAllow = useVaccineCheck(draft);
  const keepSplit = useKeepSplit(draft.plan);
  // From then on its time is taken by itself.
  const [booked, setBooked] = useState(false);
  const save = async (): Promise<boolean> => {
    try {
      if (!(await vaccinesAllow())) return false;
      const done = await withConflicts(({ override, moves }) => {
        const plan = moves.reduce(movedTo, draft.plan);
        if (moves.length > 0) draft.set(plan);
        return book.mutateAsync({
          customerId: draft.client?.customerId ?? "0",
          staffId: plan.staffId,
          appointmentDate: isoToDay(plan.date),
          startTime: plan.startTime,
          petServices: petServicesOf(plan, currencyCode),
          withoutBundled: true,
          ticketComments: plan.notes.trim(),
          alertNotes: plan.alert.trim(),
          addressId: plan.addressId,
          colorCode: plan.colorCode,
          source: AppointmentSource.WEB,
          ...(override && { override }),
        });
      });
      if (!done?.appointment) return false;
      const { appointment } = done;
      setBooked(true);
      void keepSplit();
      const hours = format.range(appointment.startTime, appointment.endTime);
      saidOfVisit(`Booked for ${format.shortDay(appointment.appointmentDate)}, ${hours}`, appointment);
      await refreshDomains(queries, "calendar");
      onBooked(appointment.id, isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : draft.plan.date);
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };
  return { save, pending: book.isPending, booked };
};

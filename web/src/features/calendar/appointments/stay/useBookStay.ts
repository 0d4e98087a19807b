import { useMutation } from "@connectrpc/connect-query";
import { AppointmentSource } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { withConflicts } from "../../shared/conflicts/conflict.ts";
import { refusalText } from "../../shared/stay/refusal-text.ts";
import { saidOfVisit } from "../../shared/telling/said-move.ts";
import { NO_STAFF } from "../../shared/types.ts";
import { type Extra, extraOnWire } from "./extras/extras.ts";
import type { StaySpan } from "./StayWhen.tsx";

export type StayDraft = {
  customerId: string;
  span: StaySpan;
  /** Each pet with its service and room; "0" for what fits best. */
  pets: readonly { petId: string; serviceId: string; unitId: string }[];
  separateRooms: boolean;
  /** What they get on certain days besides: all of it. */
  extras: readonly Extra[];
  notes: string;
  colorCode: string;
};

/** Books a stay. What is refused stands beside its field, and everything typed stays. */
export const useBookStay = (onBooked: (appointmentId: string) => void) => {
  const queries = useQueryClient();
  const format = useFormat();
  const book = useMutation(AppointmentService.method.bookAppointment, { meta: { quiet: true } });
  const [refused, setRefused] = useState<string>();
  const save = async ({ customerId, span, pets, separateRooms, extras, notes, colorCode }: StayDraft): Promise<boolean> => {
    const [appointmentDate, endDate] = [isoToDay(span.from), isoToDay(span.to)];
    if (!appointmentDate || !endDate) return false;
    setRefused(undefined);
    try {
      const done = await withConflicts(({ override }) =>
        book.mutateAsync({
          customerId,
          staffId: NO_STAFF,
          appointmentDate,
          startTime: span.start ?? 0,
          endDate,
          endTime: span.end ?? 0,
          petServices: pets.map(({ petId, serviceId, unitId }) => ({
            petId,
            services: [{ serviceId, lodgingUnitId: unitId }, ...extras.filter((one) => one.petId === petId).map(extraOnWire)],
          })),
          separateRooms,
          // What its boarding adds was shown, and perhaps taken off again.
          withoutBundled: true,
          ticketComments: notes.trim(),
          colorCode,
          source: AppointmentSource.WEB,
          ...(override && { override }),
        }),
      );
      if (!done?.appointment) return false;
      saidOfVisit(`Stay booked from ${format.shortDay(appointmentDate)} to ${format.shortDay(endDate)}`, done.appointment);
      await refreshDomains(queries, "calendar");
      onBooked(done.appointment.id);
      return true;
    } catch (error) {
      setRefused(refusalText(error));
      toast.error(messageOf(error));
      return false;
    }
  };
  return { save, pending: book.isPending, refused };
};

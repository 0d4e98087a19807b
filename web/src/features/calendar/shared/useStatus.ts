import { useMutation } from "@connectrpc/connect-query";
import type { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { withConflicts } from "./conflicts/conflict.ts";
import { statusWords } from "./status.ts";
import type { Appointment } from "./types.ts";

/** Moves a visit along, back, or off the calendar. Every move offers to be undone. */
export const useStatus = (appointment: Appointment) => {
  const queries = useQueryClient();
  const quiet = { meta: { quiet: true } };
  const update = useMutation(AppointmentService.method.updateStatus, quiet);
  const revert = useMutation(AppointmentService.method.revertStatus, quiet);
  const cancel = useMutation(AppointmentService.method.cancelAppointment, quiet);
  const undo = useMutation(AppointmentService.method.undoChange, quiet);
  const { id, version } = appointment;

  type Done = { text: string; now: Appointment | undefined };
  const run = async (work: () => Promise<Done | undefined>) => {
    try {
      const done = await work();
      if (done) toast.success(done.text, { seconds: 8, undo: () => void run(() => takeBack(done.now)) });
    } catch (error) {
      toast.error(messageOf(error));
    }
    await refreshDomains(queries, "calendar");
  };
  const takeBack = async (now: Appointment | undefined) => {
    await undo.mutateAsync({ id, version: now?.version ?? 0 });
    return undefined;
  };
  const words = (status: AppointmentStatus) => statusWords[status].label;
  return {
    pending: update.isPending || revert.isPending || cancel.isPending,
    go: (status: AppointmentStatus) =>
      void run(async () => {
        const done = await update.mutateAsync({ id, status, version });
        return { text: `${appointment.customerLastName || "Visit"}: ${words(status)}`, now: done.appointment };
      }),
    back: () =>
      void run(async () => {
        const done = await withConflicts(({ override }) => revert.mutateAsync({ id, version, ...(override && { override }) }));
        return done?.appointment && { text: `Back to ${words(done.appointment.status)}`, now: done.appointment };
      }),
    cancel: (how: { noShow: NoShow; cancelReason: string; autoRefundOrder: boolean }) =>
      run(async () => {
        const done = await cancel.mutateAsync({ id, version, ...how });
        return { text: "Appointment cancelled. The time is free again.", now: done.appointment };
      }),
  };
};

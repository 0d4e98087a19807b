import { useMutation } from "@connectrpc/connect-query";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { nowIn } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useAlerts } from "./alerts/useAlerts.ts";
import { withConflicts } from "./conflicts/conflict.ts";
import { early, isEarly, statusWords } from "./status.ts";
import { saidOfVisit } from "./telling/said-move.ts";
import type { Appointment, PetService } from "./types.ts";

const leaving = () => import("./stay/leaving.ts");
const clientOf = ({ customerFirstName, customerLastName }: Appointment): string => customerLastName || customerFirstName || "the client";

/** Moves a visit along, back, or off the calendar. Every move offers to be undone. */
export const useStatus = (appointment: Appointment, { quick = false }: { quick?: boolean } = {}) => {
  const queries = useQueryClient();
  const quiet = { meta: { quiet: true } };
  const update = useMutation(AppointmentService.method.updateStatus, quiet);
  const revert = useMutation(AppointmentService.method.revertStatus, quiet);
  const cancel = useMutation(AppointmentService.method.cancelAppointment, quiet);
  const removal = useMutation(AppointmentService.method.removeAppointmentPet, quiet);
  const deletion = useMutation(AppointmentService.method.deleteAppointment, quiet);
  const { id, version } = appointment;
  const { zone } = usePreferences();
  const isReminded = useAlerts(id, quick);
  const format = useFormat();

  type Done = { text: string; now: Appointment | undefined };
  /** Whether it was done. */
  const run = async (work: () => Promise<Done | undefined>): Promise<boolean> => {
    let done: Done | undefined;
    try {
      done = await work();
      // One that is gone is named by its id alone.
      if (done) saidOfVisit(done.text, { id, version: done.now?.version ?? 0 });
    } catch (error) {
      toast.error(messageOf(error));
    }
    await refreshDomains(queries, "calendar");
    return done !== undefined;
  };
  const words = (status: AppointmentStatus) => statusWords[status].label;
  /** A pet that comes tomorrow is not here yet. */
  const isMeant = async (status: AppointmentStatus): Promise<boolean> =>
    !isEarly(appointment, status, nowIn(zone).date) ||
    (await confirm({
      title: `${early[status]} today? This appointment is on ${format.shortDay(appointment.appointmentDate)}.`,
      body: "If it was the wrong appointment, go back and open the one of today.",
      action: `${early[status]} anyway`,
    }));
  return {
    pending: update.isPending || revert.isPending || cancel.isPending,
    go: (status: AppointmentStatus) =>
      void run(async () => {
        if (!(await isMeant(status)) || !(await isReminded(status))) return undefined;
        const charged =
          status === AppointmentStatus.FINISHED ? await (await leaving()).chargedNights(appointment, clientOf(appointment), format) : {};
        if (!charged) return undefined;
        const done = await update.mutateAsync({ id, status, version, ...charged });
        return { text: `${appointment.customerLastName || "Appointment"}: ${words(status)}`, now: done.appointment };
      }),
    back: () =>
      void run(async () => {
        const done = await withConflicts(({ override }) => revert.mutateAsync({ id, version, ...(override && { override }) }));
        return done?.appointment && { text: `Back to ${words(done.appointment.status)}`, now: done.appointment };
      }),
    cancel: (how: { noShow: NoShow; cancelReason: string; autoRefundOrder: boolean }) =>
      run(async () => {
        const done = await cancel.mutateAsync({ id, version, ...how });
        const text = how.noShow === NoShow.NO_SHOW ? "Marked as a no-show" : "Appointment canceled. The time is free again.";
        return { text, now: done.appointment };
      }),
    removePet: ({ petId, petName }: Pick<PetService, "petId" | "petName">) =>
      void run(async () => {
        const done = await removal.mutateAsync({ id, petId, version });
        return { text: `${petName} was removed from the appointment`, now: done.appointment };
      }),
    /** True once it is deleted. */
    remove: async (): Promise<boolean> => {
      const name = clientOf(appointment);
      const title = `Delete ${name}’s appointment?`;
      const body =
        "For an appointment that was booked by mistake: it disappears from the calendar and from the client’s page. Undo is offered right after.";
      if (!(await confirm({ title, body, action: "Delete appointment", danger: true }))) return false;
      let gone = false;
      await run(async () => {
        await deletion.mutateAsync({ id, version });
        gone = true;
        return { text: `${name}’s appointment was deleted`, now: undefined };
      });
      return gone;
    },
  };
};

import { useMutation } from "@connectrpc/connect-query";
import { AlertService } from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { alertText } from "./alert-text.ts";

/** Reminds of what matters before a pet is checked in or out. Answers whether to go on; what cannot be looked up stops nobody. */
export const useAlerts = (appointmentId: string, quick: boolean) => {
  const format = useFormat();
  const quiet = { meta: { quiet: true } };
  const checkIn = useMutation(AlertService.method.getCheckInAlerts, quiet);
  const checkOut = useMutation(AlertService.method.getCheckOutAlerts, quiet);
  return async (status: AppointmentStatus): Promise<boolean> => {
    if (status !== AppointmentStatus.CHECKED_IN && status !== AppointmentStatus.FINISHED) return true;
    const comes = status === AppointmentStatus.CHECKED_IN;
    const asked = comes ? checkIn.mutateAsync({ appointmentId, quick }) : checkOut.mutateAsync({ appointmentId });
    const found = (await asked.catch(() => undefined))?.alerts?.alerts ?? [];
    if (found.length === 0) return true;
    const lines = [...new Set(found.map((alert) => alertText(alert, (value) => format.money(value))))];
    return await confirm({ title: comes ? "Before you check in" : "Before they leave", lines, action: comes ? "Check in" : "Finish" });
  };
};

import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { errorCode, errorFact } from "../../../ui/feedback/call-errors.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { whose } from "../../calendar/shared/conflicts/clash.ts";

const UNIT_IN_USE = 160_002;

/** Who stays in a room that was to be out of service, and when; undefined where something else is the matter. */
export async function stayInTheWay(error: unknown, format: Format): Promise<string | undefined> {
  const id = errorFact(error, "appointmentId");
  if (errorCode(error) !== UNIT_IN_USE || !id) return undefined;
  // Whoever sets rooms up need not see appointments.
  const found = await clientFor(AppointmentService)
    .getAppointment({ id })
    .catch(() => undefined);
  const { appointment } = found ?? {};
  if (!appointment) return "Somebody stays here then. Move their stay to another room first.";
  const nights = `${format.shortDay(appointment.appointmentDate)} – ${format.shortDay(appointment.endDate)}`;
  return `${whose(appointment)} stays here ${nights}. Move the stay to another room first.`;
}

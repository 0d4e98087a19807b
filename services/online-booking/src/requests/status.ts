import { type Ctx, fromWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { RequestRow } from "./request.ts";

/** What has become of an accepted request's appointment: when it is by now, or that it was canceled. Nothing for a request that has none. */
export async function appointmentNow(ctx: Ctx, { appointmentId }: Pick<RequestRow, "appointmentId">) {
  if (appointmentId === "0") return {};
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  const [appointment] = appointments;
  if (!appointment || appointment.status === AppointmentStatus.CANCELLED) return { status: "cancelled" };
  const { startTime, endTime, petServiceList } = appointment;
  const until = appointment.endDate && fromWireDate(appointment.endDate, "endDate");
  const date = fromWireDate(appointment.appointmentDate, "appointmentDate");
  return { date, startTime, endTime, staffName: petServiceList[0]?.staffName ?? "", endDate: until && until > date ? until : "" };
}

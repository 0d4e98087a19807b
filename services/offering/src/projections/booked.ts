import { fromTimestamp, on, projection } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";

const over: number[] = [AppointmentStatus.FINISHED, AppointmentStatus.CANCELLED];
/** As long as the table keeps its rows. */
const keptForMs = 30 * 24 * 3_600_000;

/** What an appointment names. One that is finished, cancelled or long past stands in nobody's way. */
function servicesOf({ status, lines, endAt }: AppointmentSnapshot): { serviceId: string; endsAt: Date }[] {
  const endsAt = fromTimestamp(endAt) ?? new Date(0);
  if (over.includes(status) || endsAt.getTime() < Date.now() - keptForMs) return [];
  const ids = new Set(lines.map((line) => line.serviceId).filter((id) => id !== "0"));
  return [...ids].map((serviceId) => ({ serviceId, endsAt }));
}

const snapshotOf = ({ appointment }: { appointment?: AppointmentSnapshot }): AppointmentSnapshot[] => (appointment ? [appointment] : []);

/** Which services are booked: none of them can be deleted. */
export const bookedServices = projection<AppointmentSnapshot>({
  table: "heardAppointment",
  key: "appointmentId",
  columns: { appointmentId: (appointment) => appointment.appointmentId },
  parts: [{ table: "bookedService", key: "serviceId", columns: ["serviceId", "endsAt"], rows: servicesOf }],
  version: (appointment) => appointment.version,
  events: [
    on(AppointmentBookedSchema, snapshotOf),
    on(AppointmentChangedSchema, snapshotOf),
    on(AppointmentStatusChangedSchema, snapshotOf),
    on(AppointmentCancelledSchema, snapshotOf),
  ],
  source: async (ctx, afterAppointmentId, pageSize) =>
    (await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize })).records.flatMap(snapshotOf),
});

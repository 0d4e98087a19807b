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

/** One that is finished, cancelled or long past stands in nobody's way. */
const endOf = ({ status, endAt }: AppointmentSnapshot): Date | null => {
  const endsAt = fromTimestamp(endAt) ?? new Date(0);
  return over.includes(status) || endsAt.getTime() < Date.now() - keptForMs ? null : endsAt;
};

/** What an appointment names. */
function servicesOf(appointment: AppointmentSnapshot): { serviceId: string; endsAt: Date }[] {
  const { lines } = appointment;
  const endsAt = endOf(appointment);
  if (!endsAt) return [];
  const ids = new Set(lines.map((line) => line.serviceId).filter((id) => id !== "0"));
  return [...ids].map((serviceId) => ({ serviceId, endsAt }));
}

type BookedUnit = { lodgingUnitId: string; startDate: string; endDate: string };

/** The units that a stay has, each from its first day to its last. */
function lodgingsOf(appointment: AppointmentSnapshot): BookedUnit[] {
  if (!endOf(appointment)) return [];
  const spans = Map.groupBy(
    appointment.lines.flatMap((line) => line.lodgings),
    (span) => span.lodgingUnitId,
  );
  return [...spans].map(([lodgingUnitId, own]) => ({
    lodgingUnitId,
    startDate: own.map((span) => span.startDate).sort()[0] as string,
    endDate: own
      .map((span) => span.endDate)
      .sort()
      .at(-1) as string,
  }));
}

const snapshotOf = ({ appointment }: { appointment?: AppointmentSnapshot }): AppointmentSnapshot[] => (appointment ? [appointment] : []);

/** Which services and lodging units are booked: none of them can be deleted. */
export const bookedServices = projection<AppointmentSnapshot>({
  table: "heardAppointment",
  key: "appointmentId",
  columns: { appointmentId: (appointment) => appointment.appointmentId },
  parts: [
    { table: "bookedService", key: "serviceId", columns: ["serviceId", "endsAt"], rows: servicesOf },
    { table: "bookedLodging", key: "lodgingUnitId", columns: ["lodgingUnitId", "startDate", "endDate"], rows: lodgingsOf },
  ],
  version: (appointment) => appointment.version,
  numbered: true,
  events: [
    on(AppointmentBookedSchema, snapshotOf),
    on(AppointmentChangedSchema, snapshotOf),
    on(AppointmentStatusChangedSchema, snapshotOf),
    on(AppointmentCancelledSchema, snapshotOf),
  ],
  source: async (ctx, afterAppointmentId, pageSize) =>
    (await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize })).records.flatMap(snapshotOf),
});

import { type Ctx, toTimestamp } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { tellTied } from "../changes/tied-calendars.store.ts";
import type { CalendarTx } from "../db.ts";
import { partsOf } from "../scheduling/shared-work.ts";
import { toSnapshot } from "./appointment.mapper.ts";
import type { Appointment, ServiceLine } from "./appointment.ts";

const at = (text: string | null) => toTimestamp(text === null ? null : new Date(text));

const timesOfLines = (appointment: Appointment): string =>
  JSON.stringify([
    appointment.date,
    appointment.endDate,
    appointment.start,
    appointment.end,
    appointment.lines.map((line) => [line.id, line.staffId, line.start, line.lodgings, ...whoAndWhen(line)]),
  ]);
/** Of a line that several people do. */
const whoAndWhen = ({ work }: Pick<ServiceLine, "work">) =>
  work?.parts.map(({ staffId, offset, duration }) => [staffId, offset, duration]) ?? [];
const contentOfLines = (appointment: Appointment): string =>
  JSON.stringify(
    appointment.lines.map((line) => [
      line.id,
      line.petId,
      line.serviceId,
      line.price,
      line.duration,
      line.taxId,
      ...(line.work?.parts.map(({ ratio }) => ratio) ?? []),
    ]),
  );

/** One of several that an act was about: the client hears of the first of them. */
type Told = { readonly toldWithAnother?: boolean };

type Booked = Told & {
  /** No calendar at Google was tied as the appointment was being booked. */
  readonly untied?: boolean;
};

export function emitBooked(tx: CalendarTx, appointment: Appointment, { toldWithAnother = false, untied = false }: Booked = {}): void {
  const { id } = appointment;
  tx.emit(AppointmentBookedSchema, { appointment: { ...toSnapshot(appointment), toldWithAnother } }, { key: id });
  if (!untied) showTied(tx, appointment);
}

const showTied = (tx: CalendarTx, { id: appointmentId, businessId, lines }: Appointment): void =>
  tellTied(tx, { appointmentId, businessId, staffIds: lines.flatMap((line) => partsOf(line).map(({ staffId }) => staffId)) });

type Fate = Told & {
  readonly autoRefundOrder?: boolean;
  readonly deleted?: boolean;
  readonly restored?: boolean;
  /** Nobody saw the pet off: its bill is paid. */
  readonly finishedByPayment?: boolean;
  /** Its client is not to hear of its new time. */
  readonly untold?: boolean;
};

/** Through online booking pet parents act by themselves; whoever of the staff acts there has a name. */
export const isClients = ({ caller }: Ctx): boolean => caller.via === "online-booking" && caller.staffId === "0";

/** What other services should know of a change; notes and colours are the calendar's own affair. */
export function emitChanged(
  tx: CalendarTx,
  before: Appointment,
  after: Appointment,
  { autoRefundOrder = false, deleted = false, restored = false, finishedByPayment = false, toldWithAnother = false, untold = false }: Fate,
): void {
  const appointment = { ...toSnapshot(after, deleted), toldWithAnother };
  const key = { key: after.id };
  const rescheduled = timesOfLines(before) !== timesOfLines(after);
  const stayedCancelled = before.status === AppointmentStatus.CANCELLED && after.status === before.status;
  const goesUnsaid = (deleted || restored) && stayedCancelled;
  const changed = rescheduled || goesUnsaid || contentOfLines(before) !== contentOfLines(after);
  if (changed)
    tx.emit(
      AppointmentChangedSchema,
      { appointment, rescheduled, untold, ...(rescheduled && { previous: toSnapshot(before), byClient: isClients(tx.ctx) }) },
      key,
    );
  const timesChanged = before.checkInAt !== after.checkInAt || before.checkOutAt !== after.checkOutAt;
  if (changed || timesChanged || before.status !== after.status) showTied(tx, after);
  if (after.status === AppointmentStatus.CANCELLED && before.status !== after.status) {
    const { noShow, cancelReason } = after;
    tx.emit(AppointmentCancelledSchema, { appointment, noShow, cancelReason, autoRefundOrder }, key);
  } else if (before.status !== after.status || timesChanged) {
    const times = { checkInTime: at(after.checkInAt), checkOutTime: at(after.checkOutAt) };
    tx.emit(AppointmentStatusChangedSchema, { appointment, previousStatus: before.status, finishedByPayment, ...times }, key);
  }
}

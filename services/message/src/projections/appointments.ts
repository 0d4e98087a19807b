import { type Ctx, fromTimestamp, on, projection } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import type { MessageTx } from "../db.ts";
import { findAppointment, type HeardOfIt, moveTextWaits } from "./appointment.store.ts";
import type { Appointment, ServiceLine } from "./appointment.ts";

/** As it was, and whether a text that it has come there still waits. */
export type MovedFrom = Appointment & { textWaits: boolean };

/** The same of one that is canceled, with what its client heard of it. */
export type CanceledFrom = Appointment & HeardOfIt;

/** What happened to an appointment, as far as messages follow from it. */
export type Happened =
  | { kind: "booked"; at: Date }
  /** `movedFrom`: as it was, where it begins at another time now. */
  | { kind: "changed"; rescheduledAt: Date | null; movedFrom: MovedFrom | null; untold: boolean; byClient: boolean }
  | { kind: "status"; previousStatus: number; finishedAt: Date; finishedByPayment: boolean }
  | { kind: "cancelled"; noShow: number };

/** An appointment as it is now; without `happened` calendar was asked, and nothing is news. */
export type AppointmentFact = AppointmentSnapshot & { happened?: Happened };

const linesOf = ({ lines }: AppointmentSnapshot): ServiceLine[] =>
  lines.map(({ petName, serviceName, staffName, staffId, careType }) => ({ petName, serviceName, staffName, staffId, careType }));

const startOf = ({ startAt }: AppointmentSnapshot): Date => fromTimestamp(startAt) ?? new Date(0);

/** What is kept of an appointment; what is noted of it here comes beside it. */
const columns = {
  appointmentId: (one: AppointmentSnapshot) => one.appointmentId,
  businessId: (one: AppointmentSnapshot) => one.businessId,
  customerId: (one: AppointmentSnapshot) => one.customerId,
  customerName: (one: AppointmentSnapshot) => one.customerName,
  date: (one: AppointmentSnapshot) => one.date,
  startTime: (one: AppointmentSnapshot) => one.startTime,
  endTime: (one: AppointmentSnapshot) => one.endTime,
  startAt: startOf,
  endAt: (one: AppointmentSnapshot) => fromTimestamp(one.endAt) ?? new Date(0),
  status: (one: AppointmentSnapshot) => one.status,
  lines: linesOf,
  // Whoever was to look after a deleted appointment has nothing to do with the client by it.
  staffIds: (one: AppointmentSnapshot) => (one.deleted ? [] : [...new Set(staffOnLines(one.lines))]),
  fromRequest: (one: AppointmentSnapshot) => one.bookingRequestId !== "0",
};
export type Said = { [Name in keyof typeof columns]: ReturnType<(typeof columns)[Name]> } & { version: number };

/** An appointment as an event has it, where a newer one may be kept already. */
export function saidOf(fact: AppointmentFact): Said {
  const said = Object.entries(columns).map(([name, read]) => [name, read(fact)] as const);
  return { ...(Object.fromEntries(said) as Omit<Said, "version">), version: fact.version };
}

async function movedFrom(tx: MessageTx, appointment: AppointmentSnapshot): Promise<MovedFrom | null> {
  const before = await findAppointment(tx.db, appointment.appointmentId);
  if (!before || before.startAt.getTime() === startOf(appointment).getTime()) return null;
  return { ...before, textWaits: await moveTextWaits(tx.db, appointment.appointmentId) };
}

/** One that calendar names by its id, though its events are still on the way; undefined where there is none. */
export async function askedOf(ctx: Ctx, appointmentId: string): Promise<AppointmentFact | undefined> {
  const afterAppointmentId = String(BigInt(appointmentId) - 1n);
  const { records } = await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize: 1 });
  const appointment = records[0]?.appointment;
  // Whatever its events say is newer, and is heard as news.
  return appointment?.appointmentId === appointmentId ? { ...appointment, version: 0 } : undefined;
}

type Heard = (tx: MessageTx, facts: readonly AppointmentFact[]) => void;

/** Appointments that messages are about. What follows from them is the affair of whoever sends messages; each has a row of its own. */
export const appointmentsWith = ({ changed, overtaken }: { changed: Heard; overtaken: Heard }) =>
  projection<AppointmentFact>({
    table: "visit",
    key: "appointmentId",
    columns,
    version: (one) => one.version,
    events: [
      on(AppointmentBookedSchema, ({ appointment }, _, { writtenAt: at }) =>
        appointment ? [{ ...appointment, happened: { kind: "booked", at } }] : [],
      ),
      on(AppointmentChangedSchema, async ({ appointment, rescheduled, untold, byClient }, tx, { writtenAt }) => {
        if (!appointment) return [];
        const from = await movedFrom(tx, appointment);
        const rescheduledAt = rescheduled ? writtenAt : null;
        return [{ ...appointment, happened: { kind: "changed", rescheduledAt, movedFrom: from, untold, byClient } }];
      }),
      on(AppointmentStatusChangedSchema, ({ appointment, previousStatus, checkOutTime, finishedByPayment }) => {
        const finishedAt = fromTimestamp(checkOutTime) ?? new Date();
        return appointment ? [{ ...appointment, happened: { kind: "status", previousStatus, finishedAt, finishedByPayment } }] : [];
      }),
      on(AppointmentCancelledSchema, ({ appointment, noShow }) =>
        appointment ? [{ ...appointment, happened: { kind: "cancelled", noShow } }] : [],
      ),
    ],
    source: async (ctx, afterAppointmentId, pageSize) => {
      const { records } = await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize });
      return records.flatMap(({ appointment }) => (appointment ? [appointment] : []));
    },
    changed,
    overtaken,
    apart: true,
  });

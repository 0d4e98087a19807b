import { consumer, type Tx } from "@leashline/kit";
import type { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../db.ts";
import { latestOf, lockLatest, saveState } from "./change-request.store.ts";
import { changeLock, isSettledBy } from "./change-request.ts";
import { tellAnswered } from "./tell.ts";

type Happened = { readonly appointment?: AppointmentSnapshot | undefined; readonly rescheduled?: boolean };

/** Of most appointments nothing was asked: those cost one look. */
async function settle(tx: Tx<DB>, { appointment, rescheduled = false }: Happened): Promise<void> {
  if (!appointment) return;
  const { appointmentId, status } = appointment;
  if ((await latestOf(tx.db, appointmentId))?.state !== "waiting") return;
  tx.lock([changeLock(appointmentId)]);
  const row = await lockLatest(tx, appointmentId);
  if (row?.state !== "waiting" || !isSettledBy(row.wish, { status: status as AppointmentStatus, rescheduled })) return;
  tellAnswered(tx, await saveState(tx, row.id, "settled"), appointment.customerName);
  tx.notify("online_booking.requests", { businessId: row.businessId, ids: [] });
}

/** What is changed otherwise by staff leaves nothing to answer. */
export const changeRequestConsumers = [
  consumer(AppointmentCancelledSchema, settle),
  consumer(AppointmentStatusChangedSchema, settle),
  consumer(AppointmentChangedSchema, settle, { wanted: ({ rescheduled }) => rescheduled }),
];

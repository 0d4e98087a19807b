import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";

/** What messages say of a service line, whose it is, and what kind of care. */
export type ServiceLine = { petName: string; serviceName: string; staffName: string; staffId: string; careType: string };
export type Appointment = Omit<Selectable<DB["visit"]>, "lines"> & { lines: ServiceLine[] };

const OPEN: number[] = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];

/** Booked, and neither begun, over nor cancelled. */
export const isAhead = (appointment: Pick<Appointment, "status">): boolean => OPEN.includes(appointment.status);

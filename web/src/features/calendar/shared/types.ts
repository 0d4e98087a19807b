export type { Appointment, PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
export type { CalendarCard } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
export type { CalendarStaff, WorkingHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";

/** "No staff assigned" (growth §3). */
export const NO_STAFF = "-10";

export type View = "day" | "week" | "month" | "list";
/** A place on the calendar that somebody pointed at, and for whom, when that is known already. */
/** `againId`: a visit that is to be booked once more. */
/** `minutes`: how long, where a span of time was marked. */
export type Slot = {
  date: string;
  staffId: string;
  startTime: number;
  minutes?: number;
  customerId?: string;
  againId?: string;
  /** The day's work is over by then; whose next working time is looked for instead. */
  over?: readonly string[];
};
/** One of the free times that were offered instead, and the place that could not be had. */
export type Move = Slot & { readonly instead: { readonly staffId: string; readonly startTime: number } };

import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";

/** What was chosen of an appointment: what else is on certain days of a stay comes along again when it is booked. */
export const withoutDays = (lines: Appointment["petServiceList"]): Appointment["petServiceList"] =>
  lines.filter(({ stayDay, addOn, careType }) => stayDay === StayDay.UNSPECIFIED || (addOn && careType !== "GROOMING"));

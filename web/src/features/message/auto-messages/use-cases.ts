import { AutoMessageUseCase as U } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";

type UseCase = { id: U; label: string; text: string; timing: "at once" | "days" | "hours"; group: string };

/** Automatic messages as people know them. Reminders go out days before a visit, the follow-up hours after it (core §4). */
export const USE_CASES: readonly UseCase[] = [
  {
    id: U.FIRST_REMINDER,
    label: "First reminder",
    text: "To clients whose appointment is not confirmed yet. They answer Y or N.",
    timing: "days",
    group: "Reminders",
  },
  { id: U.SECOND_REMINDER, label: "Second reminder", text: "To clients who did not confirm.", timing: "days", group: "Reminders" },
  {
    id: U.BOOKED,
    label: "Appointment booked",
    text: "As soon as an appointment is on the calendar.",
    timing: "at once",
    group: "Appointments",
  },
  { id: U.RESCHEDULED, label: "Appointment moved", text: "When day, time or staff change.", timing: "at once", group: "Appointments" },
  {
    id: U.CANCELLED,
    label: "Appointment canceled",
    text: "A minute after an appointment is canceled.",
    timing: "at once",
    group: "Appointments",
  },
  {
    id: U.RESTORED,
    label: "Appointment on again",
    text: "When a cancellation is undone that the client was told of.",
    timing: "at once",
    group: "Appointments",
  },
  { id: U.READY_FOR_PICKUP, label: "Ready for pick-up", text: "When the pet is marked ready.", timing: "at once", group: "Appointments" },
  {
    id: U.WALK_REPORT,
    label: "Walk report",
    text: "When a walker sends the report of a dog walk.",
    timing: "at once",
    group: "Appointments",
  },
  { id: U.FOLLOW_UP, label: "Follow-up", text: "A few hours after the appointment is finished.", timing: "hours", group: "Appointments" },
  {
    id: U.REQUEST_SUBMITTED,
    label: "Request received",
    text: "When a pet parent asks for a time online.",
    timing: "at once",
    group: "Online booking",
  },
  { id: U.REQUEST_ACCEPTED, label: "Request accepted", text: "When you accept it.", timing: "at once", group: "Online booking" },
  { id: U.REQUEST_DECLINED, label: "Request declined", text: "When you decline it.", timing: "at once", group: "Online booking" },
  {
    id: U.REQUEST_WAITLISTED,
    label: "Request on the waitlist",
    text: "When you move it to the waitlist. For a class, the class's own message goes out instead.",
    timing: "at once",
    group: "Online booking",
  },
  {
    id: U.WAITLIST_JOINED,
    label: "Joined the waitlist",
    text: "When a pet parent joins your waitlist online.",
    timing: "at once",
    group: "Online booking",
  },
  {
    id: U.REQUEST_PREPAYMENT_RELEASED,
    label: "Prepayment went back",
    text: "When a request has waited seven days and the money held on the client's card goes back.",
    timing: "at once",
    group: "Online booking",
  },
];

/** Days before: 0 to 7, 14, 21, 28; hours after: 1 to 20 (core §4). The empty choice does not send. */
export const DAYS_BEFORE: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 28];
export const HOURS_AFTER: readonly number[] = Array.from({ length: 20 }, (_, at) => at + 1);

export const daysWords = (days: number): string => (days === 0 ? "On the day" : days === 1 ? "1 day before" : `${days} days before`);
export const hoursWords = (hours: number): string => (hours === 1 ? "1 hour after" : `${hours} hours after`);

import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { nextStep, statusWords, track } from "../status.ts";
import type { Appointment } from "../types.ts";

type Walked = Pick<Appointment, "petServiceList">;
export const isWalk = ({ petServiceList }: Walked): boolean => petServiceList.some(({ careType }) => careType === DOG_WALKING);

/** The dogs of a walk, each once. */
export const dogsOf = ({ petServiceList }: Walked): { petId: string; petName: string }[] => [
  ...new Map(
    petServiceList.filter(({ careType }) => careType === DOG_WALKING).map(({ petId, petName }) => [petId, { petId, petName }]),
  ).values(),
];

/** A walker who is a little behind is not late yet. */
const PATIENCE = 10;

/** What is wrong with a walk that nobody has started; undefined while nothing is. */
export const lateText = (
  visit: Walked & Pick<Appointment, "status" | "appointmentDate" | "startTime" | "endTime">,
  now: { date: string; minutes: number },
): string | undefined => {
  if (!isWalk(visit) || (visit.status !== AppointmentStatus.UNCONFIRMED && visit.status !== AppointmentStatus.CONFIRMED)) return undefined;
  const date = isDay(visit.appointmentDate) ? dayToIso(visit.appointmentDate) : now.date;
  if (date > now.date) return undefined;
  if (date < now.date || now.minutes >= visit.endTime + PATIENCE) return "Missed";
  const late = now.minutes - visit.startTime;
  return late >= PATIENCE ? `${formatDuration(late)} late` : undefined;
};

const { UNCONFIRMED, CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;

/** The next step of an appointment: a walk is started and finished, other pets are checked in, made ready and finished. */
export const nextOf = (appointment: Walked & Pick<Appointment, "status">): ReturnType<typeof nextStep> => {
  if (!isWalk(appointment)) return nextStep(appointment.status);
  if ([UNCONFIRMED, CONFIRMED].includes(appointment.status)) return { to: CHECKED_IN, label: "Start walk" };
  return [CHECKED_IN, READY_FOR_PICKUP].includes(appointment.status) ? { to: FINISHED, label: "Finish walk" } : undefined;
};

/** How far an appointment has come, in words: dogs on a walk are not in the store. */
export const statusOf = (appointment: Walked & Pick<Appointment, "status">, status = appointment.status) =>
  isWalk(appointment) && status === CHECKED_IN ? { ...statusWords[status], label: "Out on the walk" } : statusWords[status];

/** The steps that it goes through. */
export const trackOf = (appointment: Walked) => track.filter((status) => status !== READY_FOR_PICKUP || !isWalk(appointment));

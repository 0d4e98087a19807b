import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Walk, WalkMark } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

export const marks: readonly { mark: WalkMark; label: string }[] = [
  { mark: WalkMark.PEE, label: "Pee" },
  { mark: WalkMark.POO, label: "Poo" },
  { mark: WalkMark.WATER, label: "Water" },
  { mark: WalkMark.FED, label: "Fed" },
  { mark: WalkMark.TREAT, label: "Treat" },
  { mark: WalkMark.MEDICATION, label: "Medication" },
];

/** How far a walk is, where it is neither late nor missed. */
export const walkState = (status: AppointmentStatus): { label: string; tone: ToneName } => {
  if (status === AppointmentStatus.FINISHED) return { label: "Done", tone: "ok" };
  if (status === AppointmentStatus.CHECKED_IN || status === AppointmentStatus.READY_FOR_PICKUP) return { label: "Out now", tone: "info" };
  return { label: "To do", tone: "plain" };
};

/** The walks of each walker in their order; those of who looks stand first. */
export function routesOf(walks: readonly Walk[], me: string | undefined) {
  const stops = walks.flatMap((walk) => (walk.appointment ? [{ walk, appointment: walk.appointment }] : []));
  const routes = [...Map.groupBy(stops, ({ appointment }) => appointment.staffId)].map(([walker, own]) => ({ walker, stops: own }));
  return routes.toSorted((a, b) => Number(b.walker === me) - Number(a.walker === me));
}

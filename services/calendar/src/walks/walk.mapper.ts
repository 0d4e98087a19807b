import { toTimestamp } from "@leashline/kit";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Noted, Walk } from "./walk.ts";

const at = (text: string | null) => toTimestamp(text === null ? null : new Date(text));

/** A place belongs to the start or finish that stands: what was taken back has none. */
export function toWalk({ appointment, noted }: Walk) {
  const { checkInAt, checkOutAt } = appointment;
  const { startPlace, finishPlace, reportedAt, version } = noted;
  return {
    appointment: toAppointment(appointment),
    startTime: at(checkInAt),
    finishTime: at(checkOutAt),
    ...(checkInAt && startPlace && { startPlace }),
    ...(checkOutAt && finishPlace && { finishPlace }),
    report: toReport(noted),
    reportTime: toTimestamp(reportedAt),
    version,
  };
}

const toReport = ({ note, photoPaths, pets }: Noted) => ({
  note,
  photoPaths: [...photoPaths],
  pets: pets.map(({ petId, marks }) => ({ petId, marks: [...marks] })),
});

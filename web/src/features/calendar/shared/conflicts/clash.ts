import { ConnectError } from "@connectrpc/connect";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import type { TimeConflict } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";
import type { Appointment } from "../types.ts";

const OFF = "not working at this time";
const BLOCKED = "conflict with blocked time";

type Whose = Pick<Appointment, "petServiceList" | "customerFirstName" | "customerLastName">;
/** "Biscuit (Dana Whitcomb)". */
export const whose = ({ petServiceList, customerFirstName, customerLastName }: Whose): string => {
  const pets = [...new Set(petServiceList.map(({ petName }) => petName))].join(", ");
  const client = `${customerFirstName} ${customerLastName}`.trim();
  return client && pets ? `${pets} (${client})` : pets || client;
};

async function nameOf({ kind, classId, className, appointmentId: id }: TimeConflict): Promise<string> {
  if (classId !== "0") return className;
  if (id === "0" || kind === OFF) return "";
  if (kind === BLOCKED) return (await clientFor(BlockService).getBlock({ id })).block?.description ?? "";
  const { appointment } = await clientFor(AppointmentService).getAppointment({ id });
  return appointment ? whose(appointment) : "";
}

/** What is in the way, by its name and hours; the hours alone to whoever may not see more. Empty where there is nothing to name. */
export async function clashText(detail: TimeConflict | undefined, format: Format): Promise<string> {
  if (!detail) return "";
  const { kind, rangeStart, rangeEnd } = detail;
  const hours = rangeEnd > rangeStart ? format.range(rangeStart, rangeEnd) : "";
  if (kind === OFF) return hours && `Works ${hours}`;
  const name = await nameOf(detail).catch((error: unknown) => {
    if (error instanceof ConnectError) return "";
    throw error;
  });
  return [name, hours].filter(Boolean).join(", ");
}

import type { Ctx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { Asker } from "../visitors/person.ts";
import type { Known } from "./payment-group.ts";

const BEEN_HERE = [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP, AppointmentStatus.FINISHED];

/**
 * Whoever is a client only since a request of theirs was to be accepted is a new one until they have been here: an accept that was refused leaves the client it made. Whom
 * staff gave a tag they know.
 */
export async function knownAs(
  ctx: Ctx,
  { customerId, tagIds, madeOnline }: Pick<Asker, "customerId" | "tagIds" | "madeOnline">,
): Promise<Known> {
  if (customerId === "0") return null;
  if (!madeOnline || tagIds.length > 0) return { tagIds };
  const asked = { customerId, statuses: BEEN_HERE, pageSize: 1 };
  const { appointments } = await ctx.client(AppointmentService).listCustomerAppointments(asked);
  return appointments.length > 0 ? { tagIds } : null;
}

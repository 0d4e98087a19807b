import type { Ctx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";

/** Where clients came from whom a request made. */
export const ONLINE = "online booking";

/** A client whom the business knows, as far as they have shown who they are, by the tags it gave them; null for anybody else. */
export type Known = { tagIds: readonly string[] } | null;

const BEEN_HERE = [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP, AppointmentStatus.FINISHED];

/**
 * Whoever is a client only since they asked for something online is a new one until they have been here: waiting for a time, and an accept that was refused, leave a client
 * of whom nobody at the business has heard. Whom staff gave a tag they know.
 */
export async function knownAs(ctx: Ctx, client: Client | undefined): Promise<Known> {
  if (!client) return null;
  const { customerId, customerTagIdList: tagIds, source } = client;
  if (source !== ONLINE || tagIds.length > 0) return { tagIds };
  const asked = { customerId, statuses: BEEN_HERE, pageSize: 1 };
  const { appointments } = await ctx.client(AppointmentService).listCustomerAppointments(asked);
  return appointments.length > 0 ? { tagIds } : null;
}

/** The same of the client of a request. One who is no longer on file was known. */
export async function isKnown(ctx: Ctx, customerId: string): Promise<boolean> {
  if (customerId === "0") return false;
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId], allowMissing: true });
  return clients.length === 0 || (await knownAs(ctx, clients[0])) !== null;
}

import type { Ctx } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";

export const isStay = (careType: string): boolean => careType === "BOARDING" || careType === "DAYCARE";

/** From when to when the stay goes that a bill is of; nothing of another bill. A bill is read and paid without it while nobody can say. */
export async function stayDaysOf(ctx: Ctx, { appointmentId, items }: Order) {
  if (appointmentId === "0" || !items.some((line) => isStay(line.serviceItemType))) return {};
  try {
    const { appointment } = await ctx.client(AppointmentService).getAppointment({ id: appointmentId });
    const { appointmentDate: startDate, endDate } = appointment ?? {};
    return startDate && endDate ? { startDate, endDate } : {};
  } catch (error) {
    ctx.runtime.log.warn({ appointmentId, error: (error as Error).message }, "the days of a stay could not be asked for");
    return {};
  }
}

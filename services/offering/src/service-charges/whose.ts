import { belongings, type WhoseTable } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";

/** Whose the orders are that a charge is put on, and the appointments in which a pet was evaluated. */
export const whose: WhoseTable = {
  [Resource.APPOINTMENT]: async (ctx, ids) => {
    const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [...ids] });
    return belongings(appointments.map(({ id, customerId, businessId }) => ({ id, clientId: customerId, businessId })));
  },
  [Resource.ORDER]: async (ctx, ids) => {
    const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: [...ids] });
    return belongings(orders.map(({ id, customerId, businessId }) => ({ id, clientId: customerId, businessId })));
  },
};

import { type Belongs, belongings, type WhoseTable } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AgreementLinkService } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";

/** Whose the appointments, orders and agreement records are that messages are about, as their services know it now. */
export const whose: WhoseTable = {
  [Resource.APPOINTMENT]: async (ctx, ids) => {
    const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [...ids] });
    return belongings(
      appointments.map(({ id, customerId, businessId, petServiceList }): { id: string } & Belongs => {
        return { id, clientId: customerId, businessId, staffIds: staffOnLines(petServiceList) };
      }),
    );
  },
  [Resource.AGREEMENT_RECORD]: async (ctx, ids) => {
    const { signers } = await ctx.client(AgreementLinkService).batchGetAgreementSigners({ recordIds: [...ids] });
    return belongings(signers.map(({ recordId, customerId }) => ({ id: recordId, clientId: customerId })));
  },
  [Resource.ORDER]: async (ctx, ids) => {
    const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: [...ids] });
    return belongings(orders.map(({ id, customerId, businessId }) => ({ id, clientId: customerId, businessId })));
  },
};

import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import type { Format } from "../../../../ui/format/useFormat.ts";
import { standingOf } from "./owed-now.ts";

export type OwedOrder = { order: Order; standing: ReturnType<typeof standingOf> };

/** Each order with whether it is owed for now; undefined until that is known. */
export function useOwedOrders(orders: Order[] | undefined, format: Format): OwedOrder[] | undefined {
  const ids = [...new Set(orders?.map(({ appointmentId }) => appointmentId))].filter((id) => id !== "0").slice(0, 500);
  const visits = useQuery(
    AppointmentService.method.batchGetAppointments,
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  if (!orders || visits.isLoading) return undefined;
  const byId = new Map(visits.data?.appointments.map((visit) => [visit.id, visit]));
  const now = { date: format.now().date, ms: Date.now() };
  return orders.map((order) => ({ order, standing: standingOf(order, byId.get(order.appointmentId), now) }));
}

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { dayToIso, isDay, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { leavesAt } from "./leaves-at.ts";

/** Pets that are here, or were until they were checked out. */
const CAME: readonly AppointmentStatus[] = [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP, AppointmentStatus.FINISHED];

/** The late pick-up that a visit on its last day has come to, now or when the pets were checked out, unless it is on the bill already. */
export const useLateCharge = (order: Order) => {
  const format = useFormat();
  const { zone } = usePreferences();
  const visit = useQuery(
    AppointmentService.method.getAppointment,
    { id: order.appointmentId },
    { enabled: order.appointmentId !== "0", meta: { quiet: true } },
  ).data?.appointment;
  const lastDay = visit && isDay(visit.endDate) ? dayToIso(visit.endDate) : "";
  const left = visit?.checkOutTime && nowIn(zone, timestampDate(visit.checkOutTime));
  const time = visit && CAME.includes(visit.status) ? leavesAt({ lastDay, left, now: format.now() }) : undefined;
  const due = useQuery(
    ServiceChargeService.method.checkLatePickUp,
    { time: time ?? 0, orderId: order.id },
    { enabled: time !== undefined, meta: { quiet: true } },
  ).data;
  const charge = time === undefined ? undefined : due?.serviceCharge;
  if (time === undefined || !charge || order.items.some((line) => line.serviceChargeId === charge.serviceChargeId)) return undefined;
  return { charge, quantity: due?.quantity ?? 1, total: due?.totalPrice, time };
};

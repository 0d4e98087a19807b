import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ServiceChargeService, SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { dayToIso, isDay, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useActiveCharges } from "../../../offering/shared/useActiveCharges.ts";
import { cameAt, leavesAt } from "./came-and-left.ts";

export type Timed = SurchargeType.LATE_PICK_UP | SurchargeType.EARLY_DROP_OFF;

/** Pets that are here, or were until they were checked out. */
const CAME: readonly AppointmentStatus[] = [AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP, AppointmentStatus.FINISHED];

/** The late pick-up or early drop-off that a visit has come to by when its pets came or leave, unless it is on the bill already. */
export const useTimedCharge = (order: Order, surchargeType: Timed) => {
  // Most companies have none of a kind: then nothing is asked of a bill, which stands open for minutes.
  const exists = useActiveCharges()?.some((charge) => charge.surchargeType === surchargeType) ?? false;
  const visit = useQuery(
    AppointmentService.method.getAppointment,
    { id: order.appointmentId },
    { enabled: exists && order.appointmentId !== "0", meta: { quiet: true } },
  ).data?.appointment;
  const time = useTimeOf(surchargeType, visit);
  const due = useQuery(
    ServiceChargeService.method.checkLatePickUp,
    { surchargeType, time: time ?? 0, orderId: order.id },
    { enabled: time !== undefined, meta: { quiet: true } },
  ).data;
  const charge = time === undefined ? undefined : due?.serviceCharge;
  if (time === undefined || !charge || order.items.some((line) => line.serviceChargeId === charge.serviceChargeId)) return undefined;
  return { charge, total: due?.totalPrice, time };
};

function useTimeOf(surchargeType: Timed, visit: Appointment | undefined): number | undefined {
  const format = useFormat();
  const { zone } = usePreferences();
  if (!visit || !CAME.includes(visit.status)) return undefined;
  const at = (moment: Timestamp | undefined) => moment && nowIn(zone, timestampDate(moment));
  const day = (date: Appointment["endDate"]) => (isDay(date) ? dayToIso(date) : "");
  return surchargeType === SurchargeType.EARLY_DROP_OFF
    ? cameAt({ firstDay: day(visit.appointmentDate), came: at(visit.checkInTime) })
    : leavesAt({ lastDay: day(visit.endDate), left: at(visit.checkOutTime), now: format.now() });
}

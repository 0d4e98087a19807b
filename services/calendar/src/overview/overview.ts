import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { OverviewStatus } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";

const { UNCONFIRMED, CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;

/** The tabs of the day, in their order, and the statuses under each (growth §4). */
export const tabs: readonly { readonly tab: OverviewStatus; readonly statuses: readonly AppointmentStatus[] }[] = [
  { tab: OverviewStatus.EXPECTED, statuses: [UNCONFIRMED, CONFIRMED] },
  { tab: OverviewStatus.IN_STORE, statuses: [CHECKED_IN] },
  { tab: OverviewStatus.READY_TO_GO, statuses: [READY_FOR_PICKUP] },
  { tab: OverviewStatus.FINISHED, statuses: [FINISHED] },
];

export const statusesUnder = (tab: OverviewStatus): readonly AppointmentStatus[] =>
  tabs.filter((one) => tab === OverviewStatus.UNSPECIFIED || one.tab === tab).flatMap((one) => one.statuses);

/** The overview page size must be positive, else it resets to 100 (growth §5). */
export const overviewPageSize = (asked: number): number => (asked > 0 ? asked : 100);

import { OverviewStatus, OverviewStay } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";

export const tabs = [
  {
    status: OverviewStatus.EXPECTED,
    name: "expected",
    label: "Expected",
    empty: "No more arrivals expected",
    hint: "Appointments booked for this day that have not arrived yet appear here.",
  },
  {
    status: OverviewStatus.IN_STORE,
    name: "in-store",
    label: "In store",
    empty: "No pets in the store",
    hint: "Check an appointment in and it moves here.",
  },
  {
    status: OverviewStatus.READY_TO_GO,
    name: "ready",
    label: "Ready",
    empty: "No pets waiting for pick-up",
    hint: "Mark an appointment ready and it moves here.",
  },
  {
    status: OverviewStatus.FINISHED,
    name: "finished",
    label: "Finished",
    empty: "No pets have gone home yet",
    hint: "Finished appointments appear here with what was paid.",
  },
] as const;

export const stayParts = [
  { stay: OverviewStay.ARRIVAL, name: "arrivals", label: "Arrivals" },
  { stay: OverviewStay.DEPARTURE, name: "departures", label: "Departures" },
  { stay: OverviewStay.OVERNIGHT, name: "overnight", label: "Overnight" },
] as const;

import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";

/** The days of a stay that the catalogue knows, as options of a field. */
export const STAY_DAYS = [
  { value: String(StayDay.FIRST), label: "First day" },
  { value: String(StayDay.LAST), label: "Last day" },
  { value: String(StayDay.EVERY), label: "Every day" },
];

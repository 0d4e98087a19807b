import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";

type Given = Pick<
  BookingRequest,
  "endDate" | "askedDate" | "askedStartTime" | "askedEndDate" | "askedEndTime" | "askedStaffName" | "staffName" | "staffAsked"
>;
export type AskedOtherwise = { date: string; startTime: number; endDate: string; endTime: number; staffName: string };

/** Whether whoever comes is whom they asked for by name. */
export const isWhomTheyAskedFor = ({ staffAsked, staffName, askedStaffName }: Given): boolean =>
  staffAsked && (askedStaffName === "" || askedStaffName === staffName);

/** What was asked for and is not what was given: the time, the person they named, or both; null where nothing differs. */
export function askedOtherwise(request: Given): AskedOtherwise | null {
  const { endDate, askedDate, askedStartTime, askedEndDate, askedEndTime, askedStaffName, staffName, staffAsked } = request;
  const date = endDate || askedStaffName ? askedDate : "";
  const name = staffAsked && askedStaffName !== staffName ? askedStaffName : "";
  if (!date && !name) return null;
  const when = date
    ? { startTime: askedStartTime, endDate: askedEndDate, endTime: askedEndTime }
    : { startTime: 0, endDate: "", endTime: 0 };
  return { date, ...when, staffName: name };
}

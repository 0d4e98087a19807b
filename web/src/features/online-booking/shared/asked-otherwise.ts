import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";

type Given = Pick<BookingRequest, "endDate" | "askedDate" | "askedStartTime" | "askedStaffName" | "staffName" | "staffAsked">;

/** Whether whoever comes is whom they asked for by name. */
export const isWhomTheyAskedFor = ({ staffAsked, staffName, askedStaffName }: Given): boolean =>
  staffAsked && (askedStaffName === "" || askedStaffName === staffName);

/** What was asked for and is not what was given: the time, the person they named, or both; null where nothing differs. */
export function askedOtherwise(request: Given): { date: string; startTime: number; staffName: string } | null {
  const { endDate, askedDate, askedStartTime, askedStaffName, staffName, staffAsked } = request;
  const date = endDate || askedStaffName ? askedDate : "";
  const name = staffAsked && askedStaffName !== staffName ? askedStaffName : "";
  return date || name ? { date, startTime: date ? askedStartTime : 0, staffName: name } : null;
}

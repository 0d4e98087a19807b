import { type BookingRequest, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import type { Format } from "../../../ui/format/useFormat.ts";
import { timeText } from "./proposals/proposal-words.ts";

type Decided = Pick<
  BookingRequest,
  "status" | "chosenByClient" | "customer" | "startDate" | "startTime" | "endDate" | "classId" | "classWaitlist"
>;

/** What became of a request while somebody looked at it; empty while it waits. */
export function decidedText(request: Decided, format: Pick<Format, "shortDay" | "minutes">): string {
  const { status, chosenByClient, customer, startDate: date, startTime, endDate, classId, classWaitlist } = request;
  const { ACCEPTED, DECLINED, WAITLISTED, CANCELLED } = BookingRequestStatus;
  const who = `${customer?.firstName ?? ""} ${customer?.lastName ?? ""}`.trim() || "The client";
  if (status === ACCEPTED) {
    const time = timeText({ date, startTime, endDate }, format);
    if (chosenByClient) return `${who} chose ${time}; it is on the calendar.`;
    if (classWaitlist) return `${who}’s request was accepted; they wait for a place in the class.`;
    return `${who}’s request was accepted for ${time}; ${classId === "0" ? "it is on the calendar" : "they have places in the class"}.`;
  }
  if (status === WAITLISTED) return `${who}’s request was moved to the waitlist.`;
  if (status === DECLINED) return `${who}’s request was declined.`;
  return status === CANCELLED ? `${who}’s request was canceled.` : "";
}

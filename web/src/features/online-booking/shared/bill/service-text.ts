import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { RequestedService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { formatDuration } from "../../../../ui/format/duration.ts";
import type { MoneyLike } from "../../../../ui/format/money.ts";
import { plural } from "../../../../ui/format/text.ts";

/** "Boarding (Suite, 3 nights at $85.00)", "Groom · 1 hr". Nights have no length of their own; what comes along with them does. */
export const serviceText = (
  { name, duration, rooms, stayDay, addOn }: RequestedService,
  money: (value: MoneyLike | undefined) => string,
  ofStay: boolean,
): string => {
  const nights = rooms.map((room) => `${room.name}, ${plural(room.nights, "night")} at ${money(room.nightlyPrice)}`).join("; ");
  const sleeps = ofStay && stayDay === StayDay.UNSPECIFIED && !addOn;
  return [nights ? `${name} (${nights})` : name, !sleeps && duration > 0 && formatDuration(duration)].filter(Boolean).join(" · ");
};

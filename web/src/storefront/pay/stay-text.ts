import type { LinkedBill } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { dayToIso } from "../../ui/format/dates.ts";
import type { Format } from "../../ui/format/locale.ts";

/** "Tue, Dec 1 – Fri, Dec 4": from when to when a stay goes; its day where no night is between, nothing of another bill. */
export function stayText(
  { startDate, endDate }: Pick<LinkedBill, "startDate" | "endDate">,
  { shortDay }: Pick<Format, "shortDay">,
): string {
  if (!startDate || !endDate) return "";
  return dayToIso(startDate) === dayToIso(endDate) ? shortDay(startDate) : `${shortDay(startDate)} – ${shortDay(endDate)}`;
}

import type { BulkMessageCounts } from "@leashline/proto/leashline/message/v1/bulk_message_service_pb.js";
import { plural } from "../../../../ui/format/text.ts";

type Counted = Omit<BulkMessageCounts, "$typeName" | "$unknown">;

/** Who of the chosen gets no message, and why: one line for each reason that there is. */
export const leftOutWords = (counts: Counted, byText: boolean): string[] => {
  const line = (count: number, why: string): string[] => (count > 0 ? [`${plural(count, "client")}: ${why}`] : []);
  return [
    ...line(counts.withoutAddress, byText ? "no phone number" : "no email address"),
    ...line(counts.refused, byText ? "wants no texts" : "wants no emails"),
    ...line(counts.notAgreed, "never agreed to texts here"),
    ...line(counts.unsubscribed, "unsubscribed from marketing"),
    ...line(counts.blocked, "blocked"),
    ...line(counts.sameAddress, byText ? "same number as another one who gets it" : "same address as another one who gets it"),
    ...line(counts.outOfReach, "not yours to write to"),
  ];
};

import { SmartRule } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";

export const ruleWords: Readonly<Record<SmartRule, string>> = {
  [SmartRule.UNSPECIFIED]: "",
  [SmartRule.NOT_WORKING]: "nobody works",
  [SmartRule.NO_FREE_TIME]: "no free time that long",
  [SmartRule.SERVICE_AREA]: "nobody goes to this area",
  [SmartRule.TOO_FAR]: "too far from every stop",
  [SmartRule.NO_TIME_TO_DRIVE]: "no time for the drive",
};

/** What is said when there is no time: of a span, from a day on, or up to a day. */
export function noneWords(from: string | undefined, to: string | undefined): string {
  if (from && to) return `No time slot available from ${from} to ${to}.`;
  return from ? `No time slot available since ${from}.` : `No time slot available until ${to}.`;
}

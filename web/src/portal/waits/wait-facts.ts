import type { PortalWait } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { plural } from "../../ui/format/text.ts";

type Wait = Pick<PortalWait, "dates" | "nights" | "validTill" | "moves"> & Partial<Pick<PortalWait, "linePlace">>;
type Format = { shortDay: (date: string) => string; day: (date: string) => string };

/** For when they wait; until when is said where no day is named, or one that is later. */
export function waitFacts({ dates, nights, validTill, moves, linePlace = 0 }: Wait, format: Format): string {
  const days = dates.map((date) => format.shortDay(date)).join(", ");
  if (linePlace > 0) return [`number ${linePlace} in line`, days].filter(Boolean).join(" · ");
  const when = days || "any day";
  const endsEarlier = dates.length > 0 && dates.every((date) => date <= validTill);
  const until = !endsEarlier && `until ${format.day(validTill)}`;
  return [when, nights > 0 && plural(nights, "night"), until, moves && "your appointment would move"].filter(Boolean).join(" · ");
}

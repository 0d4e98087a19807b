import type { QuietHours } from "@leashline/proto/leashline/message/v1/quiet_hours_service_pb.js";
import type { Format } from "../../../../ui/format/useFormat.ts";

type Quiet = Pick<QuietHours, "isEnabled" | "quietFrom" | "quietTo">;

/** What is said before somebody is written to by hand in the quiet hours, which do not hold that back; empty by day. */
export function nightText(quiet: Quiet | undefined, { now, minutes: written }: Pick<Format, "now" | "minutes">): string {
  if (!quiet?.isEnabled) return "";
  const { quietFrom: from, quietTo: to } = quiet;
  const { minutes } = now();
  const isQuiet = from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  return isQuiet ? `It is ${written(minutes)}, in your quiet hours. An offer you make yourself is still sent right away.` : "";
}

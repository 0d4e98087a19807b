import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { plural } from "../format/text.ts";

/** "2 days", "12 hours". */
export const windowText = (hours: number): string => (hours >= 24 && hours % 24 === 0 ? plural(hours / 24, "day") : plural(hours, "hour"));

type Agreed = { changeNoticeHours?: number | undefined; cancellationFee?: Money | undefined };

/** Until when somebody changes their mind, and what it costs later; empty where nothing was said of it. `each`: of several visits, each costs as much. */
export function agreedText(
  { changeNoticeHours: hours, cancellationFee: fee }: Agreed,
  money: (sum: Money) => string,
  each = false,
): string {
  const costs = fee && `costs ${money(fee)}${each ? " for each day" : ""}`;
  if (hours === undefined) return costs ? `Canceling ${costs}.` : "";
  if (hours === 0) return "You can change or cancel until it begins.";
  return `You can change or cancel until ${windowText(hours)} before it begins.${costs ? ` Canceling later ${costs}.` : ""}`;
}

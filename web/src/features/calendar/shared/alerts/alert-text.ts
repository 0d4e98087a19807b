import { VisitAlertKind as Kind, type VisitAlert } from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import type { MoneyLike } from "../../../../ui/format/money.ts";

/** What to be reminded of, in words. */
export function alertText({ kind, petName, text, amount }: VisitAlert, money: (value: MoneyLike | undefined) => string): string {
  const words: Record<Kind, string> = {
    [Kind.UNSPECIFIED]: text,
    [Kind.VISIT_NOTE]: text,
    [Kind.NEW_CLIENT]: "New client",
    [Kind.CLIENT_NOTE]: text,
    [Kind.OUTSTANDING]: `${money(amount)} is still owed`,
    [Kind.CLIENT_TAG]: text,
    [Kind.VACCINE]: text,
    [Kind.PET_NOTE]: text,
    [Kind.HEALTH_ISSUE]: `health issues – ${text}`,
    [Kind.PET_CODE]: text,
    [Kind.AGREEMENT]: "Agreement not signed",
    [Kind.INCIDENT]: `on record – ${text}`,
  };
  return petName ? `${petName}: ${words[kind]}` : words[kind];
}

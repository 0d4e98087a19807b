import { type Dispute, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { isoToDay } from "../../../ui/format/dates.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

/** What the address says of the list. */
export const start = { panel: "payouts", status: "", from: "", to: "", page: "1", id: "" };
export type State = typeof start;

export const statuses = [
  { value: "", label: "Any status", statuses: [] },
  { value: "open", label: "Open", statuses: [DisputeStatus.OPEN] },
  { value: "won", label: "Won", statuses: [DisputeStatus.WON] },
  { value: "lost", label: "Lost", statuses: [DisputeStatus.LOST] },
] as const;

export const filterOf = ({ status, from, to }: State) => {
  const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
  return {
    statuses: [...(statuses.find(({ value }) => value === status)?.statuses ?? [])],
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

/** A dispute's state in words; an open one waits for the shop or for the bank. */
export const stateOf = ({ status, respondTime }: Pick<Dispute, "status" | "respondTime">): { label: string; tone: ToneName } => {
  if (status === DisputeStatus.WON) return { label: "Won", tone: "ok" };
  if (status === DisputeStatus.LOST) return { label: "Lost", tone: "bad" };
  return respondTime ? { label: "With the bank", tone: "info" } : { label: "Needs your answer", tone: "warn" };
};

const reasons: Readonly<Record<string, string>> = {
  duplicate: "Charged twice",
  fraudulent: "Not made by the cardholder",
  product_not_received: "Service not received",
  product_unacceptable: "Not satisfied",
  subscription_canceled: "Subscription was canceled",
  unrecognized: "Charge not recognized",
  credit_not_processed: "Refund not received",
};

/** Why the cardholder contests, as the bank has it. */
export const reasonText = (reason: string): string => reasons[reason] ?? "Other";

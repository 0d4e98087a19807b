import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionChannel } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import type { Filter } from "./export-transactions.ts";

/** What the address says of the list. */
export const start = {
  from: "",
  to: "",
  method: "",
  channel: "",
  status: "",
  staff: "",
  find: "",
  wide: "",
  order: "desc",
  page: "1",
  id: "",
};
export type State = typeof start;

export const channels = [
  { value: "", label: "All channels", channel: TransactionChannel.ALL },
  { value: "stripe", label: "Stripe", channel: TransactionChannel.CARD_PROVIDER },
  { value: "square", label: "Square", channel: TransactionChannel.SECOND_CARD_PROVIDER },
] as const;

const { INIT, CREATED, PROCESSING, PAID, COMPLETED, FAILED } = PaymentStatus;
export const statuses = [
  { value: "", label: "Any status", statuses: [] },
  { value: "done", label: "Successful", statuses: [COMPLETED] },
  { value: "open", label: "In progress", statuses: [INIT, CREATED, PROCESSING, PAID] },
  { value: "failed", label: "Failed", statuses: [FAILED] },
] as const;

/** The days asked for: the last thirty unless the address says others, or the last two years where more is searched. */
export const daysOf = ({ from, to, wide }: Pick<State, "from" | "to" | "wide">, today: string): { from: string; to: string } => {
  const last = isoToDay(to) ? to : today;
  const first = isoToDay(from) ? from : addDays(last, wide ? -730 : -29);
  const [earlier = last] = [first, last].sort();
  return { from: earlier, to: last };
};

export const filterOf = (state: State, today: string): Filter => {
  const { from, to } = daysOf(state, today);
  const startDate = isoToDay(from);
  const endDate = isoToDay(to);
  return {
    order: state.order,
    method: state.method,
    staffId: state.staff || "0",
    keyword: state.find.slice(0, 60),
    channel: channels.find(({ value }) => value === state.channel)?.channel ?? TransactionChannel.ALL,
    statuses: [...(statuses.find(({ value }) => value === state.status)?.statuses ?? [])],
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

import { type ErasureObstacle, ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { pathTo } from "../../../app/routes/paths.ts";

type Told = { act: string; one: string; many: string; at: (customerId: string) => string };
const bookings = (customerId: string) => pathTo("/client/:customerId/bookings/:panel?", { customerId });
const payments = (customerId: string) => pathTo("/client/:customerId/paymentHistory", { customerId });

const told: Partial<Record<Reason, Told>> = {
  [Reason.VISITS_AHEAD]: { act: "Cancel or finish", one: "open visit", many: "open visits", at: bookings },
  [Reason.OPEN_REQUESTS]: {
    act: "Accept or decline",
    one: "booking request",
    many: "booking requests",
    at: () => pathTo("/online_booking/requests", {}),
  },
  [Reason.CLASS_PLACES]: {
    act: "Give up",
    one: "place in a group class",
    many: "places in group classes",
    at: () => pathTo("/calendar/groupClass", {}),
  },
  [Reason.MONEY_OWED]: {
    act: "Settle",
    one: "unpaid bill",
    many: "unpaid bills",
    at: (customerId) => pathTo("/client/:customerId/outstandingBalance", { customerId }),
  },
  [Reason.DEPOSIT_HELD]: { act: "Refund or keep the deposit of", one: "bill", many: "bills", at: payments },
  [Reason.STORE_CREDIT]: {
    act: "Take back the store credit:",
    one: "balance",
    many: "balances",
    at: (customerId) => pathTo("/client/:customerId/availableCredit", { customerId }),
  },
  [Reason.CARD_HELD]: { act: "Release or charge", one: "amount held on a card", many: "amounts held on a card", at: bookings },
  [Reason.PAYMENT_PENDING]: { act: "Wait for", one: "payment under way", many: "payments under way", at: payments },
};

/** What has to be done first, and where. */
export function obstacleLine({ reason, count }: Pick<ErasureObstacle, "reason" | "count">, customerId: string) {
  const { act, one, many, at } = told[reason] ?? { act: "Settle", one: "open matter", many: "open matters", at: bookings };
  return { text: `${act} ${count} ${count === 1 ? one : many}`, to: at(customerId) };
}

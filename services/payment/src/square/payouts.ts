import type { Square } from "square";
import type { ChargingAccount, Movement, MovementKind, PayoutState, ProviderPayout } from "../provider/provider.ts";
import { amountOf } from "./square-objects.ts";
import { type Asking, listed } from "./square-sdk.ts";

// A state of theirs that we do not know is one that is not over.
const states: Partial<Record<string, PayoutState>> = { SENT: "in_transit", PAID: "paid", FAILED: "failed" };

/** Square says at once what a payout is made of. */
export const payoutOf = ({ id, status, amountMoney, arrivalDate }: Square.Payout): ProviderPayout => ({
  id,
  state: states[status ?? ""] ?? "in_transit",
  currency: amountMoney?.currency ?? "",
  amount: amountOf(amountMoney),
  itemized: "yes",
  arrivesOn: arrivalDate ?? "",
  description: "",
  failure: status === "FAILED" ? "Square could not bring the money to the bank." : "",
});

const kinds: Partial<Record<string, MovementKind>> = {
  CHARGE: "charge",
  REFUND: "refund",
  DISPUTE: "dispute",
  OPEN_DISPUTE: "dispute",
  RETURNED_PAYOUT: "payout",
};

function movementOf(entry: Square.PayoutEntry): Movement {
  const { typeChargeDetails, typeRefundDetails, typeDisputeDetails, typeOpenDisputeDetails } = entry;
  const about = typeChargeDetails ?? typeRefundDetails ?? typeDisputeDetails ?? typeOpenDisputeDetails;
  return {
    id: entry.id,
    kind: kinds[entry.type ?? ""] ?? "other",
    currency: entry.grossAmountMoney?.currency ?? "",
    amount: amountOf(entry.grossAmountMoney),
    fee: amountOf(entry.feeAmountMoney),
    intentId: about?.paymentId ?? "",
    metadata: {},
    payoutId: "",
    converted: false,
  };
}

/** Which earlier payout came back: Square names none, so it is the last one of the place that failed with this sum. */
async function returned(ask: Asking, payoutId: string, amount: bigint): Promise<string> {
  const { payout } = await ask((square) => square.payouts.get({ payoutId }));
  const asked = { locationId: payout?.locationId ?? "", status: "FAILED" as const };
  for await (const one of listed(ask, (square) => square.payouts.list(asked), payoutOf)) if (one.amount === amount) return one.id;
  return "";
}

async function* movementsOf(ask: Asking, payoutId: string): AsyncIterable<Movement> {
  for await (const movement of listed(ask, (square) => square.payouts.listEntries({ payoutId }), movementOf))
    yield movement.kind === "payout" ? { ...movement, payoutId: await returned(ask, payoutId, movement.amount) } : movement;
}

/** What a place of an account brought to the bank. */
export const squarePayouts = (ask: Asking, placeId: string): Pick<ChargingAccount, "payoutsSince" | "movementsOf"> => ({
  payoutsSince: (since) => listed(ask, (square) => square.payouts.list({ locationId: placeId, beginTime: since.toISOString() }), payoutOf),
  movementsOf: (payoutId) => movementsOf(ask, payoutId),
});

import type { PaymentState } from "../payments/payment.ts";

/** How a checkout at a Square Terminal stands (growth §4): by the payment here, and by what Square charged where it is not entered here yet. */
export type CheckoutStatus = "created" | "paid" | "completed" | "failed";

export function checkoutStatus(state: PaymentState, charged: boolean): CheckoutStatus {
  if (state === "completed" || state === "failed") return state;
  return charged || state === "paid" ? "paid" : "created";
}

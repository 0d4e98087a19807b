import { SquareCheckoutStatus as Status } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";

/** What a checkout at a Square Terminal is called on a screen. One that failed took nothing, and is shown as canceled. */
export const checkoutLabel: Readonly<Record<Status, string>> = {
  [Status.UNSPECIFIED]: "Waiting for the card",
  [Status.CREATED]: "Waiting for the card",
  [Status.PAID]: "Charged at Square",
  [Status.COMPLETED]: "Paid",
  [Status.FAILED]: "Canceled",
};

export const isOver = (status: Status): boolean => status === Status.COMPLETED || status === Status.FAILED;

type At = { stopping: boolean; amount: string; name: string };

/** What is said while it is waited for. */
export function squareWords(status: Status | undefined, { stopping, amount, name }: At): { title: string; text: string } {
  const title = checkoutLabel[status ?? Status.CREATED];
  if (status === Status.PAID)
    return {
      title,
      text: "The card was charged, but the payment cannot be entered on this bill. Please look at it on Square's own pages.",
    };
  if (stopping) return { title: "Canceling", text: `Waiting for ${name} to stop. A card that was charged before stays charged.` };
  return { title, text: `${amount} at ${name}. Ask the client to tap, insert or swipe.` };
}

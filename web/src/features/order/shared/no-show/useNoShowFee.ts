import { useMutation, useQuery } from "@connectrpc/connect-query";
import { NoShowService } from "@leashline/proto/leashline/order/v1/no_show_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PreAuthorisationService, PreAuthState } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { clientFor } from "../../../../app/calls/transport.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { capitalise } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { cardFeeOn } from "../../../payment/shared/card-fee.ts";
import { usePaymentSetting } from "../../../payment/shared/useWays.ts";
import { outcomeOf, outcomeOfError } from "../pay-outcome.ts";

/** What a fee is taken from: what a card holds for the visit, a card on file, or nothing yet. */
export const HELD = "held";
export const LATER = "later";
export type FeeWay = { value: string; label: string; most?: bigint };
type Amount = ReturnType<typeof fromMinor>;
export type Fee = { amount: Amount; way: string };

const payments = clientFor(PaymentService);

/** The ways to take a fee, the surest first. What is held is let go when a client cancels; of a no-show it stays. */
export const useFeeWays = (visit: { id: string; customerId: string }, { mayHold }: { mayHold: boolean }): FeeWay[] => {
  const format = useFormat();
  const quiet = { meta: { quiet: true } };
  const cards = useQuery(CardService.method.listCards, { customerId: visit.customerId }, quiet).data?.cards ?? [];
  const held = useQuery(PreAuthorisationService.method.getPreAuth, { ticketId: visit.id }, { ...quiet, enabled: mayHold }).data
    ?.preAuthInfo;
  const isHeld = mayHold && held?.state === PreAuthState.TO_CAPTURE;
  return [
    ...(isHeld
      ? [
          {
            value: HELD,
            label: `Pre-authorized card ·· ${held.cardNumber} (${format.money(held.preAuthAmount)} held)`,
            most: toMinor(held.preAuthAmount),
          },
        ]
      : []),
    ...cards
      .filter(({ isValid, elsewhere }) => isValid && !elsewhere)
      .map(({ cardId, brand, last4 }) => ({ value: cardId, label: `${capitalise(brand)} ·· ${last4} on file` })),
    { value: LATER, label: "Ask for it later" },
  ];
};

/** Asks for a fee and takes it; what came of it is said as a notice, for the dialog is gone by then. */
export const useTakeFee = ({ id: ticketId, businessId }: { id: string; businessId: string }) => {
  const queries = useQueryClient();
  const format = useFormat();
  const quiet = { meta: { quiet: true } };
  const ask = useMutation(NoShowService.method.createNoShowInvoice, quiet);
  const capture = useMutation(NoShowService.method.createPreAuthNoShowInvoice, quiet);
  const setting = usePaymentSetting(businessId);
  const byCard = async (amount: Amount, cardId: string) => {
    const { invoice } = await ask.mutateAsync({ ticketId, amount });
    if (cardId === LATER) return undefined;
    const convenienceFee = fromMinor(cardFeeOn(setting, toMinor(amount), false).minor, amount.currencyCode);
    const asked = { orderId: invoice?.id ?? "0", amount, method: "card", cardId, module: "no-show", convenienceFee };
    return (await payments.createPayment(asked)).payment;
  };
  const take = async ({ amount, way }: Fee): Promise<void> => {
    const sum = format.money(amount);
    try {
      const payment = way === HELD ? (await capture.mutateAsync({ ticketId, amount })).payment : await byCard(amount, way);
      const outcome = payment ? outcomeOf(payment) : undefined;
      if (!outcome) toast.success(`A fee of ${sum} is on the client’s account`);
      else if (outcome.kind === "taken") toast.success(`Fee of ${sum} taken`);
      else if (outcome.kind === "waiting") toast.info(`The card provider is still working on the fee of ${sum}.`, { seconds: 8 });
      else if (outcome.kind === "consent")
        toast.error("The bank wants the client to approve the fee. Send them a pay link.", { seconds: 15 });
      else toast.error(`The fee of ${sum} was not taken. ${outcome.later}`, { seconds: 15 });
    } catch (error) {
      const outcome = outcomeOfError(error);
      if (outcome.kind === "failed") toast.error(`The fee of ${sum} was not taken. ${outcome.later}`, { seconds: 15 });
    }
    await refreshDomains(queries, "order", "payment", "calendar", "customer", "reporting");
  };
  return { take, pending: ask.isPending || capture.isPending };
};

import type { MessageInitShape } from "@bufbuild/protobuf";
import { createContextValues } from "@connectrpc/connect";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../app/toast.ts";
import { clientFor, seenBefore } from "../../app/transport.ts";
import { amountText, fromMinor } from "../../ui/format/money.ts";
import { useFormat } from "../../ui/useFormat.ts";
import { type Outcome, outcomeOf, outcomeOfError } from "./pay-outcome.ts";
import type { Way } from "./Ways.tsx";

const payments = clientFor(PaymentService);

const useMounted = () => {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
};

/** Takes money once, and says what became of it. */
export const usePay = (order: Order, refresh: () => Promise<void>) => {
  const format = useFormat();
  const [failure, setFailure] = useState<string>();
  const [consentUrl, setConsent] = useState<string>();
  const here = useMounted();
  // Whoever closed the bill meanwhile is told all the same.
  const fail = (text: string) => (here.current ? setFailure(text) : toast.error(text, { seconds: 15 }));
  const seen = createContextValues().set(seenBefore, amountText(order.remain));
  const create = useMutation({
    mutationFn: (payment: MessageInitShape<typeof CreatePaymentRequestSchema>) => payments.createPayment(payment, { contextValues: seen }),
    meta: { quiet: true },
  });
  const told = (outcome: Outcome, taken: string) => {
    if (outcome.kind === "consent") setConsent(outcome.url);
    else if (outcome.kind === "failed") fail(outcome.text);
    else if (outcome.kind === "waiting")
      toast.info("The card provider is still at it. The payment below says how it went.", { seconds: 8 });
    else toast.success(taken);
  };
  const take = async (way: Way, minor: bigint, checkNumber: string) => {
    setFailure(undefined);
    setConsent(undefined);
    const amount = fromMinor(minor, order.remain?.currencyCode);
    try {
      const { payment } = await create.mutateAsync({
        orderId: order.id,
        amount,
        ...(way.kind === "card"
          ? { method: "card", cardId: way.cardId ?? "0", paymentMethodToken: way.token ?? "", saveCard: way.save ?? false }
          : { methodId: way.methodId ?? "0" }),
        ...(way.kind === "check" && { checkNumber: checkNumber.trim() }),
      });
      told(outcomeOf(payment), `${format.money(amount)} taken by ${way.label}`);
    } catch (error) {
      told(outcomeOfError(error), "");
    }
    await refresh();
  };
  return { take, failure, consentUrl, pending: create.isPending };
};

import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { useEffect, useRef } from "react";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { isWaiting, outcomeOf } from "./pay-outcome.ts";

const READER = "card reader";
/** Says once what became of a card that was asked for at a reader, whichever way the news came. */
export const useReaderResults = (payments: readonly Payment[]): void => {
  const format = useFormat();
  const waited = useRef(new Set<string>());
  useEffect(() => {
    for (const payment of payments) {
      if (payment.readerId === "") continue;
      if (isWaiting(payment)) {
        if (!waited.current.has(payment.id)) toast.over(READER);
        waited.current.add(payment.id);
      } else if (waited.current.delete(payment.id)) {
        const outcome = outcomeOf(payment);
        if (outcome.kind === "failed") toast.error(outcome.text, { seconds: 15, about: READER });
        if (outcome.kind === "taken") toast.success(`${format.money(payment.amount)} paid by card`);
      }
    }
  }, [payments, format]);
};

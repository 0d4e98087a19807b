import { createContextValues } from "@connectrpc/connect";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { AchPaymentService } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { plainNumbers, problemOf } from "@leashline/proto/rules/bank-numbers.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { clientFor, seenBefore } from "../../../../app/calls/transport.ts";
import { amountText, type fromMinor } from "../../../../ui/format/money.ts";

const debits = clientFor(AchPaymentService);

export type BankAccount = {
  name: string;
  routing: string;
  account: string;
  savings: boolean;
  company: boolean;
  email: string;
  agreed: boolean;
};

const numbersOf = ({ routing, account }: BankAccount) => plainNumbers({ routingNumber: routing, accountNumber: account });

const emptyOf = (name: string): BankAccount => ({
  name,
  routing: "",
  account: "",
  savings: false,
  company: false,
  email: "",
  agreed: false,
});

/** The bank account of the client at the counter, as they read it out. It stays on this page until it is debited. */
export function useBankAccount(order: Order) {
  const [typed, setTyped] = useState(() => emptyOf(order.customerName));
  const problem = problemOf(numbersOf(typed));
  const seen = createContextValues().set(seenBefore, amountText(order.remain));
  const send = useMutation({
    mutationFn: (amount: ReturnType<typeof fromMinor>) =>
      debits.createAndConfirmAchPayment(
        {
          orderId: order.id,
          amount,
          ...numbersOf(typed),
          accountHolderName: typed.name.trim(),
          accountHolderType: typed.company ? "company" : "individual",
          accountType: typed.savings ? "savings" : "checking",
          email: typed.email.trim(),
          mandateAccepted: typed.agreed,
        },
        { contextValues: seen },
      ),
    meta: { quiet: true },
  });
  return {
    typed,
    change: (part: Partial<BankAccount>) => setTyped((now) => ({ ...now, ...part })),
    /** Said only of a number that is there. */
    problem: problem && (problem.field === "routingNumber" ? typed.routing : typed.account) !== "" ? problem : null,
    complete: problem === null && typed.name.trim() !== "" && typed.agreed,
    pending: send.isPending,
    debit: async (amount: ReturnType<typeof fromMinor>): Promise<Payment | undefined> => (await send.mutateAsync(amount)).payment,
    /** Nothing of it stays when it was used. */
    spent: () => setTyped(emptyOf(order.customerName)),
  };
}
export type BankAccountState = ReturnType<typeof useBankAccount>;

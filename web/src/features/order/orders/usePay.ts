import type { MessageInitShape } from "@bufbuild/protobuf";
import { createContextValues } from "@connectrpc/connect";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { CreatePaymentRequestSchema } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { ReaderPaymentService } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { SquareTerminalService } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { clientFor, seenBefore } from "../../../app/calls/transport.ts";
import type { CardFieldState } from "../../../ui/card-field/useCardField.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { amountText, fromMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import type { BankAccountState } from "../../payment/shared/ach/useBankAccount.ts";
import { NOT_KNOWN, type Outcome, outcomeOf, outcomeOfError } from "../shared/pay-outcome.ts";
import type { Way } from "./Ways.tsx";

const payments = clientFor(PaymentService);
const atReaders = clientFor(ReaderPaymentService);
const atTerminals = clientFor(SquareTerminalService);

/** What is taken for the bill, and what paying by card costs on top, as it was shown. */
type Charged = { orderId: string; amount: ReturnType<typeof fromMinor>; convenienceFee: ReturnType<typeof fromMinor> };

/** As long as it takes to read why money was not taken. */
const READING_MS = 6_000;

/**
 * What went wrong, beside the button. When the bill is closed before the answer, or changes under it before it can have been read (somebody else has taken
 * the money meanwhile), it is said as a notice.
 */
const useFailure = () => {
  const [failure, setFailure] = useState<string>();
  const here = useRef(true);
  const unread = useRef<{ later: string; until: number }>(undefined);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      if (unread.current && Date.now() < unread.current.until) toast.error(unread.current.later, { seconds: 15 });
    };
  }, []);
  const fail = (text: string, later: string) => {
    if (!here.current) return toast.error(later, { seconds: 15 });
    unread.current = { later, until: Date.now() + READING_MS };
    setFailure(text);
  };
  const clear = () => {
    unread.current = undefined;
    setFailure(undefined);
  };
  return { failure, fail, clear };
};

/** Takes money once, and says what became of it. */
export const usePay = (order: Order, refresh: () => Promise<void>, field: CardFieldState, bank: BankAccountState) => {
  const format = useFormat();
  const { failure, fail, clear } = useFailure();
  const [consentUrl, setConsent] = useState<string>();
  const seen = createContextValues().set(seenBefore, amountText(order.remain));
  const create = useMutation({
    mutationFn: (payment: MessageInitShape<typeof CreatePaymentRequestSchema>) => payments.createPayment(payment, { contextValues: seen }),
    meta: { quiet: true },
  });
  const atReader = useMutation({
    mutationFn: (asked: { stripeReaderId: string } & Charged) => atReaders.processOnReader(asked, { contextValues: seen }),
    meta: { quiet: true },
  });
  const atTerminal = useMutation({
    mutationFn: (asked: { deviceId: string } & Charged) => atTerminals.chargeAtSquareTerminal(asked, { contextValues: seen }),
    meta: { quiet: true },
  });
  const send = async (way: Way, { amount, convenienceFee }: Omit<Charged, "orderId">, checkNumber: string): Promise<Outcome> => {
    try {
      if (way.kind === "bank") return outcomeOf(await bank.debit(amount));
      if (way.readerId) {
        const { payment } = await atReader.mutateAsync({ stripeReaderId: way.readerId, orderId: order.id, amount, convenienceFee });
        return outcomeOf(payment);
      }
      if (way.terminalId) {
        const { payment } = await atTerminal.mutateAsync({ deviceId: way.terminalId, orderId: order.id, amount, convenienceFee });
        return outcomeOf(payment);
      }
      const { payment } = await create.mutateAsync({
        orderId: order.id,
        amount,
        ...(way.kind === "credit" && { storeCredit: true }),
        ...(way.kind === "card"
          ? { method: "card", cardId: way.cardId ?? "0", paymentMethodToken: way.token ?? "", saveCard: way.save ?? false, convenienceFee }
          : { methodId: way.methodId ?? "0" }),
        ...(way.kind === "check" && { checkNumber: checkNumber.trim() }),
      });
      return outcomeOf(payment);
    } catch (error) {
      return outcomeOfError(error);
    }
  };
  /** A card that is typed gets its name from the vendor first; it keeps that name only for a try whose end is not known. */
  const named = async (way: Way): Promise<Way | undefined> => {
    if (!way.entered) return way;
    const token = await field.read();
    return token === undefined ? undefined : { ...way, token };
  };
  /** Answers whether the money was taken. */
  const take = async (chosen: Way, minor: bigint, fee: bigint, checkNumber: string): Promise<boolean> => {
    clear();
    setConsent(undefined);
    const way = await named(chosen);
    if (!way) return false;
    const currency = order.remain?.currencyCode;
    const [amount, convenienceFee] = [fromMinor(minor, currency), fromMinor(fee, currency)];
    const outcome = await send(way, { amount, convenienceFee }, checkNumber);
    if (outcome.kind !== "failed" || outcome.text !== NOT_KNOWN) field.spent();
    if (way.kind === "bank" && (outcome.kind === "consent" || outcome.kind === "waiting")) {
      bank.spent();
      toast.success(`Bank debit of ${format.money(amount)} begun`);
    } else if (outcome.kind === "consent") setConsent(outcome.url);
    if (outcome.kind === "failed") fail(outcome.text, outcome.later);
    if (outcome.kind === "waiting" && !way.readerId && !way.terminalId && way.kind !== "bank")
      toast.info("The card provider is still working on it. The payment below shows the result.", { seconds: 8 });
    if (outcome.kind === "taken") toast.success(`${format.money(fromMinor(minor + fee, currency))} paid by ${way.label}`);
    void refresh();
    return outcome.kind === "taken";
  };
  return {
    take,
    failure,
    consentUrl,
    pending: field.reading || bank.pending || create.isPending || atReader.isPending || atTerminal.isPending,
  };
};

/** What is done to money, by the kind of way it comes; anything else is taken. */
export const verbs: Readonly<Record<string, string>> = { card: "Charge", bank: "Debit", credit: "Use" };

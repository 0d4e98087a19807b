import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { ReaderPaymentService, ReaderPaymentState as State } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { useEffect, useRef } from "react";
import { fromMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { askedOf } from "../card-fee.ts";
import { CardWait } from "../square/CardWait.tsx";

/** How often the provider is asked while a card is waited for. */
const EVERY_MS = 2_000;

type Props = { payment: Payment; onOver: () => void; footer: HTMLElement | null };

/** A reader asks for the card: until it is approved or declined, or somebody cancels. Also after the bill was closed and opened again. */
export const AtReader = ({ payment, onOver, footer }: Props) => {
  const format = useFormat();
  const { data: readers } = useQuery(TerminalService.method.listReaders);
  const status = useQuery(
    ReaderPaymentService.method.getReaderStatus,
    { paymentId: payment.id },
    { refetchInterval: EVERY_MS, meta: { quiet: true }, staleTime: 0 },
  );
  const cancel = useMutation(ReaderPaymentService.method.cancelReaderPayment, { meta: { quiet: true } });
  const now = cancel.data ?? status.data;
  const told = useRef(false);
  useEffect(() => {
    if (told.current || !now || now.state === State.WAITING) return;
    told.current = true;
    onOver();
  }, [now, onOver]);
  const name = readers?.readers.find(({ id }) => id === payment.readerId)?.label ?? "the card reader";
  return (
    <CardWait
      title="Waiting for the card"
      text={`${format.money(fromMinor(askedOf(payment), payment.amount?.currencyCode))} at ${name}. Ask the client to tap, insert or swipe.`}
      refused={cancel.error}
      blind={status.error !== null}
      canceling={cancel.isPending}
      onCancel={() => cancel.mutate({ paymentId: payment.id })}
      footer={footer}
    />
  );
};

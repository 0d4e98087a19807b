import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { SquareTerminalService } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { useEffect, useRef } from "react";
import { fromMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { askedOf } from "../card-fee.ts";
import { CardWait } from "./CardWait.tsx";
import { isOver, squareWords } from "./checkout-words.ts";

/** How often Square is asked while a card is waited for. */
const EVERY_MS = 2_000;

type Props = { payment: Payment; onOver: () => void; footer: HTMLElement | null };

/** A Square Terminal asks for the card: until it is charged, nobody comes, or somebody cancels. A terminal that shows it already takes a moment to stop. */
export const AtTerminal = ({ payment, onOver, footer }: Props) => {
  const format = useFormat();
  const { data: found } = useQuery(
    SquareAccountService.method.listSquareDevices,
    { businessId: payment.businessId },
    { meta: { quiet: true } },
  );
  const status = useQuery(
    SquareTerminalService.method.getSquareCheckoutStatus,
    { paymentId: payment.id },
    { refetchInterval: EVERY_MS, meta: { quiet: true }, staleTime: 0 },
  );
  const cancel = useMutation(SquareTerminalService.method.cancelSquarePayment, { meta: { quiet: true } });
  const now = cancel.data && isOver(cancel.data.status) ? cancel.data.status : status.data?.status;
  const told = useRef(false);
  useEffect(() => {
    if (told.current || now === undefined || !isOver(now)) return;
    told.current = true;
    onOver();
  }, [now, onOver]);
  const name = found?.devices.find(({ deviceId }) => deviceId === payment.readerId)?.name || "the Square Terminal";
  const stopping = cancel.isPending || cancel.isSuccess;
  const { title, text } = squareWords(now, {
    stopping,
    amount: format.money(fromMinor(askedOf(payment), payment.amount?.currencyCode)),
    name,
  });
  return (
    <CardWait
      title={title}
      text={text}
      refused={cancel.error}
      blind={status.error !== null}
      canceling={stopping}
      onCancel={() => cancel.mutate({ paymentId: payment.id })}
      footer={footer}
    />
  );
};

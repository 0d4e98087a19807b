import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { ReaderPaymentService, ReaderPaymentState as State } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

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
    <Box component="section" aria-label="Payment" sx={{ display: "grid", gap: 1.5 }}>
      <Box role="status" sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <CircularProgress size={22} aria-hidden />
        <Box>
          <Typography variant="subtitle1">Waiting for the card</Typography>
          <Typography color="textSecondary">
            {format.money(payment.amount)} at {name}. Ask the client to tap, insert or swipe.
          </Typography>
        </Box>
      </Box>
      {cancel.error ? (
        <Alert severity="error">{messageOf(cancel.error)}</Alert>
      ) : (
        status.error && <Alert severity="warning">We cannot see the card reader right now. We keep asking how the payment stands.</Alert>
      )}
      {footer &&
        createPortal(
          <Button size="large" fullWidth loading={cancel.isPending} onClick={() => cancel.mutate({ paymentId: payment.id })}>
            Cancel the card payment
          </Button>,
          footer,
        )}
    </Box>
  );
};

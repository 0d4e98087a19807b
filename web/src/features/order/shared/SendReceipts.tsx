import { useMutation } from "@connectrpc/connect-query";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { fromMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { settled } from "../../payment/shared/pay-all/settled.ts";

type Props = { orders: readonly Order[]; payments: readonly Payment[]; onClose: () => void };

/** What came of paying several orders together, and their receipts in one letter or one text. */
export const SendReceipts = ({ orders, payments, onClose }: Props) => {
  const format = useFormat();
  const meta = { success: "Receipts sent" };
  const send = useMutation(ReceiptSendService.method.sendMultipleReceipts, { meta, onSuccess: onClose });
  const currency = orders[0]?.remain?.currencyCode ?? "USD";
  const { text, all, touched: orderIds } = settled(orders, payments, (minor) => format.money(fromMinor(minor, currency)));
  return (
    <Alert severity={all ? "success" : "info"} onClose={onClose} sx={{ mb: 1.5 }}>
      {text}
      {orderIds.length > 0 && (
        <Box sx={{ display: "flex", gap: 0.5, mt: 0.5, flexWrap: "wrap" }}>
          <Button loading={send.isPending} onClick={() => send.mutate({ orderIds, sendEmail: true })}>
            Email the receipts
          </Button>
          <Button loading={send.isPending} onClick={() => send.mutate({ orderIds, sendText: true })}>
            Text the receipts
          </Button>
        </Box>
      )}
    </Alert>
  );
};

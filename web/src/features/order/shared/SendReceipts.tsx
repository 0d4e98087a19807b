import { useMutation } from "@connectrpc/connect-query";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { plural } from "../../../ui/format/text.ts";

/** Offered once several orders were paid together: their receipts in one letter or one text. */
export const SendReceipts = ({ orders, onClose }: { orders: readonly Order[]; onClose: () => void }) => {
  const meta = { success: "Receipts sent" };
  const send = useMutation(ReceiptSendService.method.sendMultipleReceipts, { meta, onSuccess: onClose });
  const orderIds = orders.map(({ id }) => id);
  return (
    <Alert severity="success" onClose={onClose} sx={{ mb: 1.5 }}>
      {plural(orders.length, "order")} paid.
      <Box sx={{ display: "flex", gap: 0.5, mt: 0.5, flexWrap: "wrap" }}>
        <Button loading={send.isPending} onClick={() => send.mutate({ orderIds, sendEmail: true })}>
          Email the receipts
        </Button>
        <Button loading={send.isPending} onClick={() => send.mutate({ orderIds, sendText: true })}>
          Text the receipts
        </Button>
      </Box>
    </Alert>
  );
};

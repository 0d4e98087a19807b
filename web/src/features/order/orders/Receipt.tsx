import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { createPortal } from "react-dom";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { InvoiceSync } from "../../payment/shared/accounting/InvoiceSync.tsx";

/** The bill as a file: the invoice, or the receipt once something was paid. */
export const BillFile = ({ orderId }: { orderId: string }) => {
  const load = useMutation(ReceiptSendService.method.getReceiptFile, {
    onSuccess: ({ fileName, content }) => saveFile(fileName, "application/pdf", content),
  });
  return (
    <Button
      loading={load.isPending}
      onClick={() => load.mutate({ orderId })}
      sx={{ justifySelf: "start", "@media print": { display: "none" } }}
    >
      Download PDF
    </Button>
  );
};

/** Sends what was paid by text, by e-mail, or both. */
export const Receipt = ({ order, footer }: { order: Order; footer: HTMLElement | null }) => {
  const format = useFormat();
  const client = useQuery(ClientService.method.getClient, { customerId: order.customerId }, { enabled: order.customerId !== "0" }).data
    ?.client;
  const send = useMutation(ReceiptSendService.method.sendReceipt, { meta: { success: "Receipt sent" } });
  const by = (how: { sendEmail?: boolean; sendText?: boolean }) => send.mutate({ orderId: order.id, ...how });
  const buttons = (
    <>
      <Button
        variant="outlined"
        size="large"
        fullWidth
        disabled={!client?.phoneNumber}
        loading={send.isPending}
        onClick={() => by({ sendText: true })}
      >
        Text receipt
      </Button>
      <Button
        variant="outlined"
        size="large"
        fullWidth
        disabled={!client?.email}
        loading={send.isPending}
        onClick={() => by({ sendEmail: true })}
      >
        Email receipt
      </Button>
    </>
  );
  return (
    <section aria-label="Receipt">
      {footer ? createPortal(buttons, footer) : null}
      <Typography variant="body2" color="textSecondary">
        {client &&
          [
            client.phoneNumber ? `Text receipt to ${format.phone(client.phoneNumber)}` : "No phone number for a text",
            client.email ? `by email to ${client.email}` : "no email address",
          ].join(", ")}
      </Typography>
      <InvoiceSync orderId={order.id} />
      {!footer && <div style={{ display: "flex", gap: 8, marginTop: 8 }}>{buttons}</div>}
    </section>
  );
};

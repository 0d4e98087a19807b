import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PayLinkSendService } from "@leashline/proto/leashline/message/v1/pay_link_send_service_pb.js";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";

type Props = { title: string; help: string; url: string; customerId: string; orderId: string; onClose: () => void };

/** A link for the client: copied, or sent by text or e-mail. */
export const SendLink = ({ title, help, url, customerId, orderId, onClose }: Props) => {
  const format = useFormat();
  const known = customerId !== "0";
  const client = useQuery(ClientService.method.getClient, { customerId }, { enabled: known }).data?.client;
  const send = useMutation(PayLinkSendService.method.sendPayLink, { meta: { success: "Link sent" }, onSuccess: onClose });
  const by = (how: { sendText?: boolean; sendEmail?: boolean }) => send.mutate({ orderId, customerId, ...how });
  return (
    <Dialog open onClose={onClose} aria-labelledby="send-link-title" maxWidth="xs" fullWidth>
      <DialogTitle id="send-link-title">{title}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <Typography>{help}</Typography>
        <CopyField label="Link" value={url} help="Good for 30 days. Whoever has it can open it." />
        <Typography variant="body2" color="textSecondary">
          {client &&
            [
              client.phoneNumber ? `Text to ${format.phone(client.phoneNumber)}` : "No phone number for a text",
              client.email ? `email to ${client.email}` : "no email address",
            ].join(", ")}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button disabled={!client?.email} loading={send.isPending} onClick={() => by({ sendEmail: true })}>
          Email it
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!client?.phoneNumber}
          loading={send.isPending}
          onClick={() => by({ sendText: true })}
        >
          Text it
        </Button>
      </DialogActions>
    </Dialog>
  );
};

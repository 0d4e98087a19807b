import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AgreementSendService } from "@leashline/proto/leashline/message/v1/agreement_send_service_pb.js";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { CopyField } from "../../../../ui/inputs/CopyField.tsx";

type Ways = { sendText?: boolean; sendEmail?: boolean };
type Props = {
  customerId: string;
  /** What waits to be signed; each has a link of its own. */
  records: readonly { id: string; agreementHeader: string }[];
  onSent: () => void;
  onClose: () => void;
};

/** Links with which a client signs at home: copied, or sent by text, e-mail or both. */
export const SendToSign = ({ customerId, records, onSent, onClose }: Props) => {
  const format = useFormat();
  const client = useQuery(ClientService.method.getClient, { customerId }).data?.client;
  const send = useMutation(AgreementSendService.method.sendServicesMessage);
  const only = records.length === 1 ? records[0] : undefined;
  const link = useQuery(AgreementRecordService.method.getUnsignedAgreementLink, { id: only?.id ?? "0" }, { enabled: only !== undefined });
  const [sent, setSent] = useState<readonly string[]>([]);
  const by = async (ways: Ways) => {
    const way = JSON.stringify(ways);
    for (const { id } of records) {
      if (sent.includes(id + way)) continue;
      await send.mutateAsync({ targetType: 31, extParams: { unsignId: id }, ...ways });
      // What is out is not sent again when the next one fails and somebody presses once more.
      setSent((before) => [...before, id + way]);
    }
    onSent();
    onClose();
  };
  const press = (ways: Ways) => () => void by(ways).catch(() => undefined);
  const [text, mail] = [Boolean(client?.phoneNumber), Boolean(client?.email)];
  return (
    <Dialog open onClose={onClose} aria-labelledby="send-to-sign" maxWidth="xs" fullWidth>
      <DialogTitle id="send-to-sign">Send to sign</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <Typography>{records.map(({ agreementHeader }) => agreementHeader).join(", ")}</Typography>
        <Typography variant="body2" color="textSecondary">
          The client reads and signs on a phone or computer, and gets a reminder every three days, after two weeks once a week, until it is
          signed: up to the appointment, or for 90 days where there is none.
        </Typography>
        {only && link.data && <CopyField label="Link" value={link.data.url} help="Good for 30 days. Whoever has it can sign." />}
        <Typography variant="body2" color="textSecondary">
          {client &&
            [
              text ? `Text to ${format.phone(client.phoneNumber)}` : "No phone number for a text",
              mail ? `email to ${client.email}` : "no email address",
            ].join(", ")}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap" }}>
        <Button onClick={onClose}>Close</Button>
        <Button disabled={!mail} loading={send.isPending} onClick={press({ sendEmail: true })}>
          Email it
        </Button>
        <Button disabled={!text} loading={send.isPending} onClick={press({ sendText: true })}>
          Text it
        </Button>
        {text && mail && (
          <Button variant="contained" color="primary" loading={send.isPending} onClick={press({ sendText: true, sendEmail: true })}>
            Send both
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

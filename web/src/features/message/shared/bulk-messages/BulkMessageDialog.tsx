import type { MessageInitShape } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { BulkMessageService } from "@leashline/proto/leashline/message/v1/bulk_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useInfo } from "../../../../app/session/session.ts";
import { fieldErrors } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { plural } from "../../../../ui/format/text.ts";
import { frameOf } from "./text-frame.ts";
import { WhoGetsIt } from "./WhoGetsIt.tsx";

type Props = { selection: MessageInitShape<typeof ClientSelectionSchema>; onSent: () => void; onClose: () => void };

const { SMS, EMAIL } = MessageMethod;

/** Writes one message to all clients who are ticked. How many get it, and why others do not, stands there before it is sent. */
export const BulkMessageDialog = ({ selection, onSent, onClose }: Props) => {
  const [method, setMethod] = useState<MessageMethod>(SMS);
  const [includeNotAgreed, setIncludeNotAgreed] = useState(false);
  const [subject, setSubject] = useState("");
  const [messageText, setMessageText] = useState("");
  const byText = method === SMS;
  const frame = frameOf(messageText, useInfo().business?.name ?? "");
  const way = { selection, method, includeNotAgreed: byText && includeNotAgreed };
  const { data, error, refetch } = useQuery(BulkMessageService.method.countBulkMessage, way, { placeholderData: keepPreviousData });
  const send = useMutation(BulkMessageService.method.sendBulkMessage, { onError: () => void refetch() });
  const wrong = fieldErrors(send.error);
  const reached = data?.counts?.reached ?? 0;
  const press = () =>
    send.mutate(
      { ...way, messageText, expected: reached, ...(!byText && { subject }) },
      {
        onSuccess: () => {
          toast.success(`On its way to ${plural(reached, "client")}`);
          onSent();
        },
      },
    );
  return (
    <Dialog open onClose={onClose} aria-labelledby="bulk-message" maxWidth="sm" fullWidth>
      <DialogTitle id="bulk-message">Message to clients</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 2, pt: "8px !important" }}>
        <ToggleButtonGroup exclusive size="small" value={method} onChange={(_, next) => next && setMethod(next)} aria-label="Send by">
          <ToggleButton value={SMS}>Text</ToggleButton>
          <ToggleButton value={EMAIL}>Email</ToggleButton>
        </ToggleButtonGroup>
        <WhoGetsIt counts={data?.counts} error={error} byText={byText} onRetry={() => void refetch()} />
        {byText && (
          <FormControlLabel
            control={<Checkbox checked={includeNotAgreed} onChange={(_, checked) => setIncludeNotAgreed(checked)} />}
            label="Also text clients whose consent isn’t recorded here. I have it on file elsewhere."
          />
        )}
        {!byText && (
          <TextField
            label="Subject"
            value={subject}
            error={wrong.subject !== undefined}
            helperText={wrong.subject}
            onChange={({ target }) => setSubject(target.value)}
            slotProps={{ htmlInput: { maxLength: 300 } }}
          />
        )}
        <TextField
          label="Message"
          multiline
          minRows={4}
          value={messageText}
          onChange={({ target }) => setMessageText(target.value)}
          slotProps={{ htmlInput: { maxLength: byText ? frame.most : 20_000 } }}
          error={wrong.messageText !== undefined}
          helperText={
            wrong.messageText ??
            `{customerName} is replaced with each client’s first name. ${byText ? "" : "An unsubscribe link is added below it."}`
          }
        />
        <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => setMessageText(`${messageText}{customerName}`)}>
          Add the client’s first name
        </Button>
        {byText && (
          <Typography variant="body2" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
            It reads: “{frame.before}
            {messageText.trim() || "…"}
            {frame.after}”
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          Each client gets it once, in their conversation with you.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color="primary"
          disabled={reached === 0 || messageText.trim() === ""}
          loading={send.isPending}
          onClick={press}
        >
          Send to {plural(reached, "client")}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

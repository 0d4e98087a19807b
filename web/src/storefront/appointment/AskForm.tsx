import { useMutation } from "@connectrpc/connect-query";
import {
  AppointmentLinkService,
  ChangeWish,
  type LinkedAppointment,
} from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import type { Business } from "./page.ts";

const wishes: Partial<Record<ChangeWish, string>> = { [ChangeWish.MOVE]: "move it", [ChangeWish.CANCEL]: "cancel it" };

export const askTitle = ({ businessName }: Business, mayAsk: readonly ChangeWish[]): string =>
  `Ask ${businessName} to ${mayAsk.map((wish) => wishes[wish]).join(" or ")}`;

type Props = { token: string; business: Business; appointment: LinkedAppointment; onClose: () => void };

/** A change that is the staff's to make: what is wished, and when instead or why. */
export const AskForm = ({ token, business, appointment: { mayAsk }, onClose }: Props) => {
  const [wish, setWish] = useState(mayAsk[0] ?? ChangeWish.CANCEL);
  const [text, setText] = useState("");
  const ask = useMutation(AppointmentLinkService.method.askForChange, { meta: { quiet: true } });
  if (ask.isSuccess)
    return (
      <Alert severity="success" role="status">
        Sent. The appointment stands until {business.businessName} answers you.
      </Alert>
    );
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Typography variant="subtitle1" component="h3">
        {askTitle(business, mayAsk)}
      </Typography>
      {mayAsk.length > 1 && (
        <ToggleButtonGroup
          exclusive
          fullWidth
          value={wish}
          onChange={(_, next) => next !== null && setWish(next)}
          aria-label="What you would like"
        >
          <ToggleButton value={ChangeWish.MOVE} sx={{ minHeight: 44 }}>
            Move it
          </ToggleButton>
          <ToggleButton value={ChangeWish.CANCEL} sx={{ minHeight: 44 }}>
            Cancel it
          </ToggleButton>
        </ToggleButtonGroup>
      )}
      <TextField
        label={wish === ChangeWish.MOVE ? "When would be better? (optional)" : "Reason (optional)"}
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {ask.error && <Alert severity="error">{messageOf(ask.error)}</Alert>}
      <Button
        variant="contained"
        color="primary"
        loading={ask.isPending}
        onClick={() => ask.mutate({ token, wish, text })}
        sx={{ minHeight: 50 }}
      >
        Send
      </Button>
      <Button onClick={onClose} sx={{ minHeight: 50 }}>
        Leave it as it is
      </Button>
    </Box>
  );
};

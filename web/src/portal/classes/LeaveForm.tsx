import { useMutation } from "@connectrpc/connect-query";
import type { PortalClass } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import type { Business } from "../../storefront/appointment/page.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import type { Session } from "../Home.tsx";

type Props = { session: Session; business: Business; place: PortalClass; onClose: () => void };

/** Leaving a class is for the staff to do: it goes into the conversation with them. */
export const LeaveForm = ({ session, business, place: { classPlaceId, petName }, onClose }: Props) => {
  const [text, setText] = useState("");
  const ask = useMutation(PortalService.method.askToLeaveClass, { meta: { quiet: true } });
  if (ask.isSuccess)
    return (
      <Alert severity="success" role="status">
        Sent. {petName} keeps the place until {business.businessName} answers you.
      </Alert>
    );
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <TextField
        label="Reason (optional)"
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
        onClick={() => ask.mutate({ session, classPlaceId, text })}
        sx={{ minHeight: 44 }}
      >
        Ask {business.businessName} to remove {petName} from the class
      </Button>
      <Button onClick={onClose} sx={{ minHeight: 44 }}>
        Keep the place
      </Button>
    </Box>
  );
};

import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useInfo } from "../../../app/session/session.ts";
import { useSettled } from "../../../ui/lists/useSettled.ts";
import { EXAMPLE, useComing } from "./coming.ts";
import { SendToMe, type Way } from "./SendToMe.tsx";
import type { Wording } from "./templates.ts";

/** What the words say about an example or about one of the next appointments, and a try of them on one's own phone or in one's own inbox. */
export const Preview = ({ words, sms, email }: { words: Wording; sms: boolean; email: boolean }) => {
  const { smsBody, emailSubject, emailBody } = useSettled(words, 400);
  const [appointmentId, setAppointment] = useState(EXAMPLE);
  const [asking, setAsking] = useState<Way>();
  const coming = useComing();
  const { account } = useInfo();
  const template = { smsBody, emailSubject, emailBody };
  const shown = useQuery(
    AutoMessageService.method.previewAutoMessage,
    { template, appointmentId },
    { enabled: Boolean(smsBody || emailSubject || emailBody) },
  );
  const send = useMutation(AutoMessageService.method.sendTestAutoMessage);
  const text = shown.data?.template;
  if (!text) return null;
  const ways: { way: Way; label: string; open: boolean }[] = [
    { way: "phoneNumber", label: "Text it to me", open: sms && smsBody !== "" },
    { way: "email", label: "Email it to me", open: email && emailBody !== "" },
  ];
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <TextField select size="small" label="Preview with" value={appointmentId} onChange={(event) => setAppointment(event.target.value)}>
        <MenuItem value={EXAMPLE}>An example</MenuItem>
        {coming.map(({ id, label }) => (
          <MenuItem key={id} value={id}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Box aria-live="polite">
        {[smsBody && text.smsBody, emailSubject && text.emailSubject, emailBody && !emailBody.includes("<") && text.emailBody]
          .filter(Boolean)
          .map((line, index) => (
            <Typography
              key={["first", "second", "third"][index]}
              sx={{ bgcolor: "tone.accent.soft", borderRadius: "12px", p: 1.5, mb: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
            >
              {line}
            </Typography>
          ))}
      </Box>
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        {ways
          .filter(({ open }) => open)
          .map(({ way, label }) => (
            <Button key={way} size="small" onClick={() => setAsking(way)}>
              {label}
            </Button>
          ))}
      </Box>
      {asking && (
        <SendToMe
          way={asking}
          own={asking === "email" ? account.email : account.phoneNumber}
          onSend={(value) => send.mutateAsync({ template, appointmentId, to: { case: asking, value } })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Box>
  );
};

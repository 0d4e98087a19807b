import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type TextConsent as Said,
  TextConsentSource as Source,
  TextConsentState as State,
  TextConsentService,
} from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

const states: Record<State, { label: string; tone: ToneName; text: string }> = {
  [State.UNSPECIFIED]: { label: "", tone: "plain", text: "" },
  [State.NOT_RECORDED]: {
    label: "Not recorded",
    tone: "plain",
    text: "Nothing on record yet. Clients agree when they book online, or you record here what they told you.",
  },
  [State.AGREED]: { label: "Agreed", tone: "ok", text: "This client agreed to get texts from you." },
  [State.REFUSED]: { label: "No texts", tone: "bad", text: "This client asked not to get texts, so we don’t send any." },
  [State.STOPPED]: {
    label: "Texted STOP",
    tone: "bad",
    text: "This client answered STOP, so no texts are sent. Only they can undo it, by texting START.",
  },
};

/** Whether a client may be texted: what they said, when, in which words, and who wrote it down. */
export const TextConsent = ({ customerId }: { customerId: string }) => {
  const canEdit = useCan("editClient");
  const { data } = useQuery(TextConsentService.method.getTextConsent, { customerId });
  const [noting, setNoting] = useState<boolean>();
  if (!data) return <Skeleton variant="rounded" height={96} />;
  const { label, tone, text } = states[data.state];
  const refused = data.state === State.REFUSED || data.state === State.STOPPED;
  return (
    <Section title="Consent to texts" action={<StatusChip tone={tone}>{label}</StatusChip>}>
      <Typography color="textSecondary">{text}</Typography>
      <History records={data.records} />
      {canEdit && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
          {data.state !== State.AGREED && data.state !== State.STOPPED && <Button onClick={() => setNoting(true)}>Client agreed</Button>}
          {!refused && <Button onClick={() => setNoting(false)}>Client wants no texts</Button>}
        </Box>
      )}
      {noting !== undefined && <Noting customerId={customerId} agreed={noting} onClose={() => setNoting(undefined)} />}
    </Section>
  );
};

const from: Record<Source, (said: Said) => string> = {
  [Source.UNSPECIFIED]: () => "",
  [Source.BOOKING_PAGE]: () => "on your booking page",
  [Source.STAFF]: ({ staffName }) => `noted by ${staffName || "staff"}`,
  [Source.TEXT]: () => "by text",
  [Source.PROVIDER]: () => "reported by the text provider",
};

const History = ({ records }: { records: readonly Said[] }) => {
  const format = useFormat();
  if (records.length === 0) return null;
  return (
    <Box component="ul" aria-label="What they said" sx={{ listStyle: "none", m: 0, mt: 1.5, p: 0, display: "grid", gap: 1 }}>
      {records.map((said) => (
        <Box component="li" key={said.id} sx={{ borderLeft: 2, borderColor: "line", pl: 1.25, overflowWrap: "anywhere" }}>
          <Typography variant="body2" color="textSecondary">
            {[
              format.instant(said.createTime),
              `${said.agreed ? "Agreed" : "No texts"}, ${from[said.source](said)}`,
              said.phoneNumber && format.phone(said.phoneNumber),
            ]
              .filter(Boolean)
              .join(" · ")}
          </Typography>
          <Typography>“{said.words}”</Typography>
        </Box>
      ))}
    </Box>
  );
};

/** Staff write down what they were told, in the client's words or their own. */
const Noting = ({ customerId, agreed, onClose }: { customerId: string; agreed: boolean; onClose: () => void }) => {
  const [words, setWords] = useState("Told us in person");
  const record = useMutation(TextConsentService.method.recordTextConsent, {
    meta: { success: agreed ? "Agreement recorded" : "Recorded: no texts" },
    onSuccess: onClose,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    record.mutate({ customerId, agreed, words: words.trim() });
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="text-consent" maxWidth="xs" fullWidth>
      <Box component="form" onSubmit={save}>
        <DialogTitle id="text-consent">{agreed ? "Client agreed to texts" : "Client wants no texts"}</DialogTitle>
        <DialogContent sx={{ pt: "8px !important" }}>
          <TextField
            label="How did they tell you?"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            autoFocus
            fullWidth
            multiline
            minRows={2}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" color="primary" disabled={!words.trim()} loading={record.isPending}>
            {agreed ? "Record agreement" : "Stop texts"}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
};

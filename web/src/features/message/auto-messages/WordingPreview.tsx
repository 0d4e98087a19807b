import { useQuery } from "@connectrpc/connect-query";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useSettled } from "../../../ui/lists/useSettled.ts";
import type { Wording } from "./templates.ts";

export const Placeholders = ({ onInsert }: { onInsert: (name: string) => void }) => {
  const list = useQuery(TemplateService.method.listPlaceholders, {}, { staleTime: LONG_STALE }).data?.placeholders ?? [];
  if (list.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        Filled in for each client. Press one to add it to the text you edited last.
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {list.map((one) => (
          <Chip key={one.name} size="small" label={one.name} title={one.meaning} onClick={() => onInsert(one.name)} />
        ))}
      </Box>
    </Box>
  );
};

export const Preview = ({ words }: { words: Wording }) => {
  const { smsBody, emailSubject, emailBody } = useSettled(words, 400);
  const shown = useQuery(
    AutoMessageService.method.previewAutoMessage,
    { template: { smsBody, emailSubject, emailBody } },
    { enabled: Boolean(smsBody || emailSubject || emailBody) },
  );
  const text = shown.data?.template;
  if (!text) return null;
  return (
    <Box aria-live="polite">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        For example
      </Typography>
      {[smsBody && text.smsBody, emailSubject && text.emailSubject].filter(Boolean).map((line, index) => (
        <Box
          key={index === 0 ? "first" : "second"}
          sx={{ bgcolor: "tone.accent.soft", borderRadius: "12px", p: 1.5, mb: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {line}
        </Box>
      ))}
    </Box>
  );
};

import { useQuery } from "@connectrpc/connect-query";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Section } from "../../../ui/page/Section.tsx";
import { EACH } from "../shared/agreements/kinds.ts";

type Props = { draft: FormContent; disabled: boolean; onChange: (draft: FormContent) => void };

/** What stands around the questions, and the texts that a client signs later. */
export const FormTexts = ({ draft, disabled, onChange }: Props) => {
  const list = useQuery(AgreementService.method.listAgreements, { pageSize: 200 });
  const { title, welcome, thanks, agreementIds } = draft;
  const toggle = (id: string) =>
    onChange({ ...draft, agreementIds: agreementIds.includes(id) ? agreementIds.filter((one) => one !== id) : [...agreementIds, id] });
  const agreements = list.data?.agreements ?? [];
  const waiting = agreements.filter(({ id, agreementRequiredType }) => agreementRequiredType === EACH && agreementIds.includes(id));
  return (
    <Section title="Form">
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <TextField
          label="Title"
          value={title}
          disabled={disabled}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={(event) => onChange({ ...draft, title: event.target.value })}
        />
        <TextField
          label="Welcome"
          value={welcome}
          disabled={disabled}
          multiline
          minRows={2}
          helperText="Shown above the first question."
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          onChange={(event) => onChange({ ...draft, welcome: event.target.value })}
        />
        <TextField
          label="Thanks"
          value={thanks}
          disabled={disabled}
          multiline
          minRows={2}
          helperText="Shown after a client sends the form. Leave empty to use our standard text."
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          onChange={(event) => onChange({ ...draft, thanks: event.target.value })}
        />
        {agreements.length > 0 && (
          <Box role="group" aria-label="Agreements to sign">
            <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
              Agreements to be signed. The form names them, and each link goes out automatically once you make a profile from the form.
            </Typography>
            <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
              {agreements.map(({ id, agreementHeader }) => (
                <Chip
                  key={id}
                  label={agreementHeader}
                  disabled={disabled}
                  color={agreementIds.includes(id) ? "primary" : "default"}
                  aria-pressed={agreementIds.includes(id)}
                  onClick={() => toggle(id)}
                />
              ))}
            </Box>
            {waiting.length > 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                {waiting.map(({ agreementHeader }) => agreementHeader).join(", ")}: signed for every booking, so it is asked for with each
                booking and not with the form.
              </Typography>
            )}
          </Box>
        )}
      </Box>
    </Section>
  );
};

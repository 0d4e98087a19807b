import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { Section } from "../../../ui/page/Section.tsx";

type Props = { draft: FormContent; disabled: boolean; onChange: (draft: FormContent) => void };

/** What stands around the questions. */
export const FormTexts = ({ draft, disabled, onChange }: Props) => {
  const { title, welcome, thanks } = draft;
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
          helperText="Stands above the first question."
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          onChange={(event) => onChange({ ...draft, welcome: event.target.value })}
        />
        <TextField
          label="Thanks"
          value={thanks}
          disabled={disabled}
          multiline
          minRows={2}
          helperText="Shown when the form was sent. Leave empty for our own words."
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          onChange={(event) => onChange({ ...draft, thanks: event.target.value })}
        />
      </Box>
    </Section>
  );
};

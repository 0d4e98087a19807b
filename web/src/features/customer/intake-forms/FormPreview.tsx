import { type Answers, faultsOfAnswers } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { FormFields } from "./fill/FormFields.tsx";

/** The form as a client fills it in, on a sheet as wide as a phone. Nothing is sent. */
export const FormPreview = ({ content, onClose }: { content: FormContent; onClose: () => void }) => {
  const { weightUnit, country } = usePreferences();
  const [answers, setAnswers] = useState<Answers>({ owner: {}, pets: [{}] });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [checked, setChecked] = useState(false);
  const check = () => {
    setFaults(Object.fromEntries(faultsOfAnswers(content, answers).map(({ path, reason }) => [path, reason])));
    setChecked(true);
  };
  return (
    <SideDrawer
      open
      title="Preview"
      width={430}
      onClose={onClose}
      footer={
        <Button variant="contained" color="primary" sx={{ flex: 1 }} onClick={check}>
          Check answers
        </Button>
      }
    >
      <Box sx={{ display: "grid", gap: 2, p: 2.25, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Typography variant="h1" component="h3">
          {content.title || "Untitled form"}
        </Typography>
        {content.welcome && <Typography sx={{ whiteSpace: "pre-line" }}>{content.welcome}</Typography>}
        <FormFields content={content} weightUnit={weightUnit} country={country} answers={answers} faults={faults} onChange={setAnswers} />
        {checked && Object.keys(faults).length === 0 && <Typography role="status">This form could be sent.</Typography>}
      </Box>
    </SideDrawer>
  );
};

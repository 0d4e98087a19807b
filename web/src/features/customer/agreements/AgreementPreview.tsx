import Typography from "@mui/material/Typography";
import { AgreementText } from "./AgreementText.tsx";
import type { Values } from "./agreement-values.ts";
import { sampleOf } from "./agreement-words.ts";
import { PrintDialog } from "./PrintDialog.tsx";

/** The text as a client reads it, filled in with an example; can be printed, to sign on paper. */
export const AgreementPreview = ({ values, onClose }: { values: Values; onClose: () => void }) => (
  <PrintDialog label="Preview" onClose={onClose}>
    <Typography variant="h1" sx={{ mb: 2 }}>
      {sampleOf(values.agreementHeader) || "No title yet"}
    </Typography>
    <AgreementText html={sampleOf(values.agreementContent)} />
    {values.inputs.map(({ label }) => (
      <Typography key={label} sx={{ mt: 2 }}>
        {label}: ______________________
      </Typography>
    ))}
    <Typography sx={{ mt: 5 }}>Signature: ______________________ Name: ______________________ Date: ____________</Typography>
  </PrintDialog>
);

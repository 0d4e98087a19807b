import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { GOALS, STAFF } from "../shared/questions.ts";
import { type CompanyValues, Section, two } from "./company-form-parts.tsx";

/** The questionnaire's first questions, beside what a company needs. */
export const Questions = ({ control }: { control: Control<CompanyValues> }) => (
  <Section title="A few questions (optional)">
    <Box sx={two}>
      <FormSelect control={control} name="staffCount" label="Team size" options={STAFF} />
      <FormText control={control} name="previousSoftware" label="What you used before" />
    </Box>
    <FormChips control={control} name="goals" label="What you want to get done first" every="Not sure yet" options={GOALS} />
  </Section>
);

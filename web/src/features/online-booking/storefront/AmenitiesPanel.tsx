import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { Controller, type UseFormReturn } from "react-hook-form";
import { Section } from "../../../ui/page/Section.tsx";
import type { Values } from "./landing-values.ts";

const FEATURES = [
  "Free parking",
  "Wheelchair accessible",
  "Air-conditioned",
  "Webcam",
  "Pick-up and drop-off",
  "Cat-only room",
  "Outdoor play area",
  "24-hour staff",
];
const PAYMENTS = ["Credit card", "Cash", "Check", "Apple Pay", "Google Pay", "Venmo"];

/** What the place offers, and how one can pay. */
export const AmenitiesPanel = ({ form: { control } }: { form: UseFormReturn<Values> }) => (
  <Section title="Good to know">
    <Box sx={{ display: "grid", gap: 1.75 }}>
      <Words control={control} name="features" label="What you offer" options={FEATURES} most={30} />
      <Words control={control} name="payments" label="How clients can pay" options={PAYMENTS} most={20} />
    </Box>
  </Section>
);

type WordsProps = {
  control: UseFormReturn<Values>["control"];
  name: "features" | "payments";
  label: string;
  options: readonly string[];
  most: number;
};

const Words = ({ control, name, label, options, most }: WordsProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => (
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        options={options.filter((one) => !field.value.includes(one))}
        value={field.value}
        onChange={(_, next) => field.onChange([...new Set(next.map((one) => one.trim().slice(0, 60)).filter(Boolean))].slice(0, most))}
        renderInput={(params) => <TextField {...params} label={label} helperText="Choose, or type your own and press Enter" />}
      />
    )}
  />
);

import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SHOWN_PRICES } from "../shared/shown-prices.ts";
import type { Values } from "./add-on-values.ts";

/** Whether pet parents can choose it on the booking page, and what they see of it there. */
export const AddOnOnline = ({ control }: { control: Control<Values> }) => (
  <Section title="On your booking page">
    <Box sx={{ display: "grid" }}>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75, pb: 1 }}>
        <FormSelect control={control} name="showBasePrice" label="Price on your booking page" options={SHOWN_PRICES} />
      </Box>
      <FormSwitch control={control} name="bookOnlineAvailable" label="Can be booked online" />
      <FormSwitch control={control} name="showDuration" label="Show how long it takes on your booking page" />
    </Box>
  </Section>
);

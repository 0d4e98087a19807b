import { analyticsIdOf, analyticsProblem } from "@leashline/proto/rules/analytics-id.ts";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { url } from "../../../ui/format/validate.ts";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { listedParts, moved, PART_NAMES, toggled, type Values } from "./landing-values.ts";

/** Whether the page is shown, its words and color, and which parts it has. */
export const AboutPanel = ({ form: { control } }: { form: UseFormReturn<Values> }) => (
  <>
    <Section title="The page">
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <FormSwitch control={control} name="published" label="Show this page before the booking" />
        <FormText control={control} name="welcomeMessage" label="Welcome" slotProps={{ htmlInput: { maxLength: 400 } }} />
        <FormText control={control} name="aboutUs" label="About us" multiline minRows={4} slotProps={{ htmlInput: { maxLength: 4000 } }} />
        <FormColour control={control} name="themeColor" label="Color" none="Standard" />
        <FormText
          control={control}
          name="thankYouUrl"
          label="Thank-you page"
          check={url}
          placeholder="https://"
          help="Clients can go there once they sent a request. Empty: they stay on the storefront."
        />
        <FormText
          control={control}
          name="analyticsId"
          label="Google Analytics ID"
          check={(id) => (analyticsProblem(analyticsIdOf(id)) ? "Enter the measurement ID, like G-ABC123DEF4" : undefined)}
          placeholder="G-"
          help="Counts visits to your booking page once a visitor agrees. Leave it empty to load nothing from Google."
        />
      </Box>
    </Section>
    <Section title="What it shows">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Parts you leave empty are not shown.
      </Typography>
      <Controller control={control} name="parts" render={({ field }) => <Parts shown={field.value} onChange={field.onChange} />} />
    </Section>
  </>
);

type PartsProps = { shown: Values["parts"]; onChange: (shown: Values["parts"]) => void };

/** Each part stays in its place while it is turned off and on again. */
const Parts = ({ shown, onChange }: PartsProps) => {
  const [before, setBefore] = useState(() => listedParts(shown));
  const list = listedParts(shown, before);
  const change = (next: Values["parts"]) => {
    setBefore(listedParts(next, list));
    onChange(next);
  };
  return (
    <Box sx={{ display: "grid" }}>
      {list.map((part) => {
        const at = shown.indexOf(part);
        const name = PART_NAMES[part] ?? "";
        return (
          <Box key={part} sx={{ display: "flex", alignItems: "center" }}>
            <FormControlLabel
              sx={{ flex: 1 }}
              control={<Switch checked={at >= 0} onChange={() => change(toggled(list, shown, part))} />}
              label={name}
            />
            {at >= 0 && <MoveButtons name={name} at={at} count={shown.length} onMove={(from, to) => change(moved(shown, from, to))} />}
          </Box>
        );
      })}
    </Box>
  );
};

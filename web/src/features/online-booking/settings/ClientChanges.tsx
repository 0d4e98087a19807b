import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Control } from "react-hook-form";
import { choicesWith } from "../../../ui/form/choices.ts";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { windowText } from "../../../ui/policy/agreed-policy.ts";
import type { Values } from "./setting-values.ts";

const NOTICES = [0, 2, 4, 12, 24, 48, 72, 168];
const noticeLabel = (hours: number): string => (hours === 0 ? "Until it begins" : `${windowText(hours)} before`);

/** What the link in every message lets a client do. */
export const ClientChanges = ({ control, hours }: { control: Control<Values>; hours: number }) => (
  <Section title="The link in your messages">
    <Box sx={{ display: "grid", gap: 1.75 }}>
      <Typography color="textSecondary">
        Every message about an appointment has a private link. With it the client sees and confirms the appointment and adds it to a
        calendar.
      </Typography>
      <FormSwitch control={control} name="clientChanges" label="Clients can move and cancel appointments with it" />
      <FormSelect control={control} name="changeNoticeHours" label="Until" options={choicesWith(NOTICES, String(hours), noticeLabel)} />
    </Box>
  </Section>
);

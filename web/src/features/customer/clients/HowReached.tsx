import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { againWays, type HowReachedValues, reminderWays } from "./client-values.ts";

type Props = { control: Control<HowReachedValues>; stored: HowReachedValues; disabled: boolean };

/** What a client gets, and by which way they are reminded of their appointments. */
export const HowReached = ({ control, stored, disabled }: Props) => (
  <Section title="Messages and booking">
    <Box sx={{ display: "grid" }}>
      <FormSwitch control={control} name="sendAutoMessage" label="Automatic texts" disabled={disabled} />
      <FormSwitch control={control} name="sendAutoEmail" label="Automatic emails" disabled={disabled} />
    </Box>
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75, alignItems: "end", my: 1.5 }}>
      <FormChips
        control={control}
        name="remindedBy"
        label="Appointment reminders by"
        every="As you send them"
        options={reminderWays(stored.remindedBy)}
        disabled={disabled}
      />
      <FormSelect
        control={control}
        name="askedAgainBy"
        label="Ask again to confirm by"
        options={againWays(stored.askedAgainBy)}
        disabled={disabled}
      />
    </Box>
    <Box sx={{ display: "grid" }}>
      <FormSwitch control={control} name="isUnsubscribed" label="Unsubscribed from marketing" disabled={disabled} />
      <FormSwitch control={control} name="isBlockMessage" label="Block messages from this client" disabled={disabled} />
      <FormSwitch control={control} name="isBlockOnlineBooking" label="Block online booking" disabled={disabled} />
    </Box>
  </Section>
);

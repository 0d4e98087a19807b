import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Control } from "react-hook-form";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { Values } from "./setting-values.ts";

/** Where clients sign in to what is theirs. */
export const OwnPlace = ({ control, address }: { control: Control<Values>; address: string }) => (
  <Section title="A page of their own for your clients">
    <Box sx={{ display: "grid", gap: 1.75 }}>
      <Typography color="textSecondary">
        Clients sign in with a code that we text or email them; there is no password. They see their visits and change them as with the link
        in your messages. A code by text counts as one of your texts.
      </Typography>
      <FormSwitch control={control} name="clientPortal" label="Clients can sign in" />
      <FormSwitch
        control={control}
        name="correctionsAtOnce"
        label="Save clients’ changes to their own and their pets’ details right away"
      />
      <Typography color="textSecondary">
        If this is off, changes wait with your booking requests until you apply them. A new phone number or email always waits, because
        clients sign in with it.
      </Typography>
      <CopyField label="Address of their page" value={address} help="In messages, write {petParentPortalLink}" />
    </Box>
  </Section>
);

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Control } from "react-hook-form";
import { FormText } from "../../../ui/form/fields.tsx";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { sitesProblem } from "./own-sites.ts";
import type { Values } from "./setting-values.ts";

/** Where the booking page may stand beside its own address, and the line that puts it there. */
export const OwnSite = ({ control, name, origin }: { control: Control<Values>; name: string; origin: string }) => (
  <Section title="On your own website">
    <Box sx={{ display: "grid", gap: 1.75 }}>
      <Typography color="textSecondary">
        Clients can book without leaving your website. Name the website, save, and paste the line below into the page where the booking
        should stand. On any other website the booking page is not shown.
      </Typography>
      <FormText
        control={control}
        name="embedSites"
        label="Your websites"
        check={sitesProblem}
        multiline
        minRows={2}
        placeholder="https://www.example.com"
        help="One on each line. With and without www are two websites."
        slotProps={{ htmlInput: { maxLength: 4000, inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
      />
      <CopyField
        label="Line for your website"
        value={`<script async src="${origin}/embed.js" data-shop="${name}"></script>`}
        help="For whoever looks after your website"
        copied="Line copied"
      />
    </Box>
  </Section>
);

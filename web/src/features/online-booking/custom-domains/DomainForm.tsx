import type { CustomDomain } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { FormText } from "../../../ui/form/fields.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { domainProblem, typedDomain } from "./domain-words.ts";

type Props = { known: CustomDomain; put: (domain: string) => Promise<unknown>; remove: () => void; busy: boolean };

/** The domain, as one types or pastes it. */
export const DomainForm = ({ known, put, remove, busy }: Props) => {
  const form = useForm<{ customDomainName: string }>({ defaultValues: { customDomainName: known.written } });
  const { save, submit, dirty } = useFormPage(form, async ({ customDomainName }) => void (await put(typedDomain(customDomainName))));
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 1.75 }}>
      <FormText
        control={form.control}
        name="customDomainName"
        label="Domain"
        check={domainProblem}
        placeholder="book.example.com"
        help="A name in front, like book., leaves your website where it is."
        slotProps={{ htmlInput: { maxLength: 253, inputMode: "url", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } }}
      />
      {known.written !== known.domain && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          DNS writes this name as {known.domain}. Use that form in your records.
        </Typography>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!dirty || busy}>
          Save domain
        </Button>
        {known.domain !== "" && (
          <Button color="error" disabled={busy} onClick={remove}>
            Remove the domain
          </Button>
        )}
      </Box>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};
